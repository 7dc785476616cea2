import { readFile } from "node:fs/promises";
import sharp, { type FitEnum, type Metadata, type ResizeOptions, type SharpOptions } from "sharp";
import type { PictureSize } from "./picture-size.ts";
import { sniffPicture } from "./picture-type.ts";
import { objectNotFound, StorageError, tooLarge } from "./storage-error.ts";

// Images are read from files; sharp's own cache would only use memory.
sharp.cache(false);
// The caller limits concurrency: one image never takes more than one core.
sharp.concurrency(1);

/** Reads images with defects as far as possible, as browsers do; their size is checked here. */
export const FORGIVING: SharpOptions = { failOn: "none", limitInputPixels: false };

const FITS: Record<PictureSize["resize"], keyof FitEnum> = { cover: "cover", contain: "inside", fill: "fill" };

/**
 * Resizes the image with this path or these bytes, never above its own size. Returns it unchanged if sharp cannot
 * resize it but browsers may display it.
 * @param maxBytes of memory that resizing may use
 * @throws StorageError 404 if the file is missing, 413 if it would use more memory, 422 if it is not an image
 */
export async function resizePicture(source: string | Uint8Array, size: PictureSize, maxBytes: number): Promise<Buffer> {
  const resizing: ResizeOptions = { fit: FITS[size.resize], withoutEnlargement: true };
  if (size.width !== null) resizing.width = size.width;
  if (size.height !== null) resizing.height = size.height;
  try {
    const original = sharp(source, FORGIVING);
    const metadata = await original.metadata();
    if (bytesInMemory(metadata) > maxBytes) throw tooLarge();
    const picture = original.rotate().resize(resizing);
    const format = size.format === "webp" ? "webp" : metadata.format;
    const { quality } = size;
    if (format === "jpeg") return await picture.jpeg({ quality }).toBuffer();
    if (format === "png") return await picture.png({ quality }).toBuffer();
    if (format === "heif") return await picture.avif({ quality }).toBuffer();
    return await picture.webp({ quality, effort: 4 }).toBuffer();
  } catch (error) {
    if (error instanceof StorageError) throw error;
    // Browsers display some images that sharp cannot read.
    const bytes = typeof source === "string" ? await readOriginal(source) : Buffer.from(source);
    if (sniffPicture(bytes)) return bytes;
    throw new StorageError(422, "InvalidRequest", "The object is not an image that can be resized");
  }
}

async function readOriginal(path: string): Promise<Buffer> {
  return readFile(path).catch((error: NodeJS.ErrnoException) => {
    throw error.code === "ENOENT" ? objectNotFound() : error;
  });
}

/** Returns whether resizing an image would use too much memory; reads only its header. */
export async function isTooLargeToResize(bytes: Uint8Array, maxBytes: number): Promise<boolean> {
  const metadata = await sharp(bytes, FORGIVING)
    .metadata()
    .catch(() => null);
  return metadata !== null && bytesInMemory(metadata) > maxBytes;
}

/** Estimates the memory for decoding: a file of some kilobytes may decompress to hundreds of megabytes. */
export function bytesInMemory({ width, height, channels, depth, format, isProgressive }: Metadata): number {
  const whole = width * height * channels * (depth === "uchar" ? 1 : 2);
  // sharp reads these line by line, at half the size or less.
  return format === "jpeg" && !isProgressive ? whole / 4 : whole;
}
