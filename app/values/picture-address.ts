/** Storage bucket of all images. */
export const PICTURE_BUCKET = "wears_styles";
const PUBLIC = "/storage/v1/object/public/";
const RENDERED = "/storage/v1/render/image/public/";
/** Rendered widths in pixels, from a card on a phone to the full width of a page. */
export const PICTURE_WIDTHS = [160, 320, 480, 640, 800, 1200];
export const PICTURE_QUALITY = 65;

/** Returns the path of an image in the bucket. */
export function bucketPicture(name: string): string {
  return `${PUBLIC}${PICTURE_BUCKET}/${encodeURIComponent(name)}`;
}

/** Returns the name of an image in our bucket, regardless of the data service's URL; null for all others. */
export function bucketNameIn(address: string): string | null {
  const [, name = null] = address.split(`${PUBLIC}${PICTURE_BUCKET}/`);
  return name && /^[^/?#]+$/.test(name) ? name : null;
}

/** Returns whether a page may show the image: the Content Security Policy allows only our own storage. */
export function isOwnPicture(src: string): boolean {
  return src.startsWith(PUBLIC) && /^\S+$/.test(src.slice(PUBLIC.length));
}

/** Returns the URL without its origin, so that stored URLs survive a change of the domain. */
export function withoutOrigin(address: string): string {
  return address.replace(/^https?:\/\/[^/]+/, "");
}

/**
 * Returns the URL of an image; a path of our own storage gets the data service's origin, if that is a different one.
 */
export function pictureAddress(src: string, origin: string): string {
  return src.startsWith("/storage/") ? `${origin}${src}` : src;
}

/**
 * Returns the sizes of our own image that the storage service can render; null for other images, which load unchanged.
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
