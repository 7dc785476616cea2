/** Bucket of all images. */
export const PICTURE_BUCKET = "wears_styles";
const PUBLIC = "/storage/v1/object/public/";
const RENDERED = "/storage/v1/render/image/public/";
/** In pixels: a phone's card, a card on a sharp screen, a page's width. */
export const PICTURE_WIDTHS = [160, 320, 480, 640, 800, 1200];
export const PICTURE_QUALITY = 65;

/** Returns the path of an image in the bucket. */
export function bucketPicture(name: string): string {
  return `${PUBLIC}${PICTURE_BUCKET}/${encodeURIComponent(name)}`;
}

/** Returns the name of an image in our bucket, whatever the data service's URL; null for all others. */
export function bucketNameIn(address: string): string | null {
  const [, name = null] = address.split(`${PUBLIC}${PICTURE_BUCKET}/`);
  return name && /^[^/?#]+$/.test(name) ? name : null;
}

/** Returns whether a page may show the image: the content policy allows our own storage only. */
export function isOwnPicture(src: string): boolean {
  return src.startsWith(PUBLIC) && /^\S+$/.test(src.slice(PUBLIC.length));
}

/** Returns the address without our own origin, so that stored addresses survive a change of the domain. */
export function withoutOrigin(address: string): string {
  return address.replace(/^https?:\/\/[^/]+/, "");
}

/** Paths of our own bucket get the data service's address in front when it lives elsewhere. */
export function pictureAddress(src: string, origin: string): string {
  return src.startsWith("/storage/") ? `${origin}${src}` : src;
}

/**
 * Returns the sizes that the storage service renders of our own images; null for other images, which load as they
 * are.
 * @param width maximum display width in CSS pixels; high-density screens load up to twice that
 */
export function pictureSizes(src: string, origin: string, width: number): { src: string; srcSet: string } | null {
  if (!src.startsWith(PUBLIC)) return null;
  const address = `${origin}${src.replace(PUBLIC, RENDERED)}`;
  const widths = PICTURE_WIDTHS.filter((each) => each <= Math.min(2 * width, Math.max(width, 800)));
  const rendered = (each: number) => `${address}?width=${each}&quality=${PICTURE_QUALITY}`;
  return {
    src: rendered(widths.findLast((each) => each <= width) ?? PICTURE_WIDTHS[0] ?? width),
    srcSet: widths.map((each) => `${rendered(each)} ${each}w`).join(", "),
  };
}
