import { t } from "#app/messages/t.ts";
import { bucketNameIn } from "#app/values/picture-address.ts";

/** Image types that the bucket accepts; it rejects all others. */
export const PICTURE_TYPES = ["image/jpeg", "image/png", "image/webp", "image/avif"] as const;
export const MAX_BYTES = 5 * 1024 * 1024;
/** In pixels: twice what any page shows, for sharp screens. */
const LONGEST_SIDE = 2400;

const GENERATED_NAME = /^[0-9a-f]{16}-/;
const LONGEST_NAME = 100;

/** Returns the error message for an unusable file, before anything is sent; null if it can be used. */
export function pictureProblem(label: string, file: { type: string; size: number }): string | null {
  if (!(PICTURE_TYPES as readonly string[]).includes(file.type)) {
    return t("{label} must be a JPEG, PNG, WebP, or AVIF image.", { label });
  }
  if (file.size === 0) return t("{label} is an empty file.", { label });
  return null;
}

/** Returns the size for the upload: same proportions, no side longer than the maximum in pixels. */
export function fittingSize(
  { width, height }: { width: number; height: number },
  longestSide = LONGEST_SIDE,
): { width: number; height: number } {
  const scale = Math.min(1, longestSide / Math.max(width, height));
  const side = (length: number) => Math.max(1, Math.round(length * scale));
  return { width: side(width), height: side(height) };
}

/**
 * Returns the stored name of an image: a random prefix, then the file's name without slashes. Characters that URLs
 * or the bucket reject become hyphens.
 */
export function pictureName(fileName: string, prefix: string): string {
  const plain = fileName
    .normalize("NFKD")
    .replaceAll(/[/\\\p{M}]/gu, "")
    .replaceAll(/[^\w.-]+/g, "-");
  return `${prefix}-${plain.slice(-LONGEST_NAME)}`;
}

/** Returns the name in the bucket of an image that the product form stored; null for all others. */
export function generatedNameIn(address: string): string | null {
  const name = bucketNameIn(address);
  return name && GENERATED_NAME.test(name) ? name : null;
}
