import sharp, { type Metadata, type Sharp } from "sharp";
import { MAX_SIDE } from "./picture-size.ts";
import { bytesInMemory, FORGIVING } from "./resize-picture.ts";
import { tooLarge, wrongType } from "./storage-error.ts";

/**
 * Re-encodes an image: its pixels in display orientation, without metadata such as location, camera and time. Limits
 * its longer side to the largest size that is served.
 * @param maxBytes of memory that decoding it may use
 * @throws StorageError 413 if it would use more memory, 415 if it cannot be read
 */
export async function cleanPicture(bytes: Uint8Array, type: string, maxBytes: number): Promise<Uint8Array> {
  const metadata = await sharp(bytes, FORGIVING)
    .metadata()
    .catch(() => {
      throw wrongType(type);
    });
  const pages = metadata.pages ?? 1;
  if (bytesInMemory(metadata) * pages > maxBytes) throw tooLarge();
  const picture = sharp(bytes, { ...FORGIVING, animated: pages > 1 });
  const turned = pages > 1 ? picture : picture.autoOrient();
  const fitting = turned.resize({ width: MAX_SIDE, height: MAX_SIDE, fit: "inside", withoutEnlargement: true });
  return encode(fitting, metadata)
    .toBuffer()
    .catch(() => {
      throw wrongType(type);
    });
}

/** Encodes in the same format, at a quality without visible difference. */
function encode(picture: Sharp, { format }: Metadata): Sharp {
  if (format === "png") return picture.png();
  if (format === "webp") return picture.webp({ quality: 90 });
  if (format === "gif") return picture.gif();
  // sharp reports AVIF as "heif". A higher effort takes seconds and saves little.
  if (format === "heif") return picture.avif({ quality: 70, effort: 2 });
  return picture.jpeg({ quality: 90 });
}
