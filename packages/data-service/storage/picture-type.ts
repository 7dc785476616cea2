/** Image types whose content is verified against the declared type. */
const PICTURE_TYPES = new Set(["image/jpeg", "image/png", "image/webp", "image/gif", "image/avif"]);

const SIGNATURES: [type: string, place: number, text: string][] = [
  ["image/jpeg", 0, "\xff\xd8\xff"],
  ["image/png", 0, "\x89PNG"],
  ["image/gif", 0, "GIF8"],
  ["image/webp", 8, "WEBP"],
  ["image/avif", 4, "ftypavi"],
  ["image/avif", 4, "ftypmif1"],
];

/** Returns the type of an image from its first bytes; null if it is not one that browsers display. */
export function sniffPicture(bytes: Uint8Array): string | null {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, 32)).toString("latin1");
  return SIGNATURES.find(([, place, text]) => head.startsWith(text, place))?.[0] ?? null;
}

/**
 * Returns whether bytes may be stored under a declared type; text or executable content declared as an image may
 * not.
 */
export function fitsType(bytes: Uint8Array, type: string): boolean {
  return !PICTURE_TYPES.has(baseType(type)) || sniffPicture(bytes) !== null;
}

/** Returns 'text/plain' for 'text/plain;charset=UTF-8'. */
export function baseType(type: string): string {
  return type.split(";", 1)[0]?.trim().toLowerCase() ?? "";
}

/** Returns whether a browser would execute the type: HTML, SVG, XML, scripts. */
export function isActive(type: string): boolean {
  return /html|xml|svg|script|shockwave|mhtml/.test(baseType(type));
}
