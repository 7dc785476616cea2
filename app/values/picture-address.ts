/** The bucket of all the shop's pictures. */
export const PICTURE_BUCKET = "wears_styles";
const PUBLIC = "/storage/v1/object/public/";
const RENDERED = "/storage/v1/render/image/public/";
/** In pixels: a phone's card, a card on a sharp screen, a page's width. */
export const PICTURE_WIDTHS = [160, 320, 480, 640, 800, 1200];
export const PICTURE_QUALITY = 65;

/** The path of a picture in the shop's bucket. */
export function bucketPicture(name: string): string {
  return `${PUBLIC}${PICTURE_BUCKET}/${encodeURIComponent(name)}`;
}

/** The name of a picture that lies in the shop's bucket, wherever the data service lives; null for all others. */
export function bucketNameIn(address: string): string | null {
  const [, name = null] = address.split(`${PUBLIC}${PICTURE_BUCKET}/`);
  return name && /^[^/?#]+$/.test(name) ? name : null;
}

/** Whether a page may show it: the content policy lets in pictures of the shop's own storage alone. */
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
 * The sizes in which the storage service renders one of our own pictures; null for a picture from
 * elsewhere, which comes as it is.
 * @param width of the room it fills at most, in CSS pixels; sharp screens get up to twice that
 */
export function pictureSizes(
  src: string,
  origin: string,
  width: number,
): { src: string; srcSet: string } | null {
  if (!src.startsWith(PUBLIC)) return null;
  const address = `${origin}${src.replace(PUBLIC, RENDERED)}`;
  const widths = PICTURE_WIDTHS.filter((each) => each <= Math.min(2 * width, Math.max(width, 800)));
  const rendered = (each: number) => `${address}?width=${each}&quality=${PICTURE_QUALITY}`;
  return {
    src: rendered(widths.findLast((each) => each <= width) ?? PICTURE_WIDTHS[0] ?? width),
    srcSet: widths.map((each) => `${rendered(each)} ${each}w`).join(", "),
  };
}
