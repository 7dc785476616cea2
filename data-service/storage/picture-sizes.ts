import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import sharp, { type FitEnum, type ResizeOptions } from "sharp";
import { objectNotFound, StorageError } from "./storage-error.ts";

/** What `render/image` may be asked for, as the real service has it. */
export interface PictureSize {
  width: number | null;
  height: number | null;
  resize: "cover" | "contain" | "fill";
  quality: number;
  /** WebP, or what the picture is. */
  format: "webp" | "origin";
}

export interface PictureSizes {
  /** A stored picture in another size; made once and kept. */
  render(original: { path: string; version: string }, size: PictureSize): Promise<Buffer>;
}

const MAX_SIDE = 2500;
const MAX_KEPT = 5000;
/** Two at once: a page full of new sizes must not take both cores from the shop. */
const MAX_AT_ONCE = 2;

// Pictures are kept as files; the library's own cache would only hold memory.
sharp.cache(false);
sharp.concurrency(1);

/** Makes sizes of stored pictures with sharp and keeps the results in `folder`. */
export function createPictureSizes(folder: string): PictureSizes {
  const ready = mkdir(folder, { recursive: true });
  const underWay = new Map<string, Promise<Buffer>>();
  const waiting: (() => void)[] = [];
  let busy = 0;
  let made = 0;

  return {
    render: async (original, size) => {
      await ready;
      const name = nameOf(original.version, size);
      const kept = await readFile(join(folder, name)).catch(() => null);
      if (kept) return kept;
      const same = underWay.get(name) ?? make(original.path, name, size).finally(() => underWay.delete(name));
      underWay.set(name, same);
      return same;
    },
  };

  async function make(path: string, name: string, size: PictureSize): Promise<Buffer> {
    if (busy >= MAX_AT_ONCE) await new Promise<void>((next) => waiting.push(next));
    busy += 1;
    try {
      const bytes = await resize(path, size);
      // Written aside and renamed: nobody reads half a picture.
      const unfinished = join(folder, `${name}.${process.pid}.part`);
      await writeFile(unfinished, bytes);
      await rename(unfinished, join(folder, name));
      made += 1;
      if (made % 500 === 0) await forgetOldest(folder);
      return bytes;
    } finally {
      busy -= 1;
      waiting.shift()?.();
    }
  }
}

/**
 * @param acceptsWebp whoever asks shows WebP, which is smaller
 * @throws StorageError 400 when a number is none, or out of bounds
 */
export function parsePictureSize(
  query: (name: string) => string | undefined,
  acceptsWebp: boolean,
): PictureSize {
  const number = (name: string, least: number, most: number): number | null => {
    const text = query(name);
    if (text === undefined) return null;
    const value = Number(text);
    if (!/^\d{1,5}$/.test(text) || value < least || value > most) {
      throw new StorageError(
        400,
        "InvalidRequest",
        `${name} must be a whole number from ${least} to ${most}`,
      );
    }
    return value;
  };
  const resize = query("resize") ?? "cover";
  if (resize !== "cover" && resize !== "contain" && resize !== "fill") {
    throw new StorageError(400, "InvalidRequest", "resize must be cover, contain or fill");
  }
  const format = query("format");
  if (format !== undefined && format !== "origin") {
    throw new StorageError(400, "InvalidRequest", "format must be origin, or left out");
  }
  return {
    format: acceptsWebp && format === undefined ? "webp" : "origin",
    width: number("width", 1, MAX_SIDE),
    height: number("height", 1, MAX_SIDE),
    resize,
    quality: number("quality", 20, 100) ?? 80,
  };
}

/** For the header `x-transformations`, in the words of the real service's renderer. */
export function transformationsOf({ width, height, resize, quality }: PictureSize): string {
  const type = { cover: "fill", contain: "fit", fill: "force" }[resize];
  const sides = [...(height ? [`height:${height}`] : []), ...(width ? [`width:${width}`] : [])];
  return [...sides, `resizing_type:${type}`, `quality:${quality}`].join(",");
}

const FITS: Record<PictureSize["resize"], keyof FitEnum> = {
  cover: "cover",
  contain: "inside",
  fill: "fill",
};

async function resize(path: string, size: PictureSize): Promise<Buffer> {
  const wanted: ResizeOptions = { fit: FITS[size.resize], withoutEnlargement: true };
  if (size.width !== null) wanted.width = size.width;
  if (size.height !== null) wanted.height = size.height;
  try {
    const original = sharp(path, { limitInputPixels: 50_000_000 });
    const picture = original.rotate().resize(wanted);
    const { format } = size.format === "webp" ? { format: "webp" } : await original.metadata();
    const { quality } = size;
    if (format === "jpeg") return await picture.jpeg({ quality }).toBuffer();
    if (format === "png") return await picture.png({ quality }).toBuffer();
    if (format === "heif") return await picture.avif({ quality }).toBuffer();
    return await picture.webp({ quality, effort: 4 }).toBuffer();
  } catch {
    // The library says a missing file in words alone.
    if (!existsSync(path)) throw objectNotFound();
    throw new StorageError(422, "InvalidRequest", "The object is no picture that can be resized");
  }
}

function nameOf(version: string, { width, height, resize, quality, format }: PictureSize): string {
  const text = [version, width, height, resize, quality, format].join("/");
  return `${createHash("sha256").update(text).digest("hex").slice(0, 40)}.picture`;
}

async function forgetOldest(folder: string): Promise<void> {
  const names = await readdir(folder);
  if (names.length <= MAX_KEPT) return;
  const files = await Promise.all(
    names.map(async (name) => ({
      name,
      at: (await stat(join(folder, name)).catch(() => null))?.mtimeMs ?? 0,
    })),
  );
  files.sort((a, b) => a.at - b.at);
  await Promise.all(
    files.slice(0, files.length - MAX_KEPT / 2).map(({ name }) => rm(join(folder, name), { force: true })),
  );
}
