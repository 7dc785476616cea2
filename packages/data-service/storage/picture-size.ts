import { StorageError } from "./storage-error.ts";

/** Image transformation of `render/image`, like the real service. */
export interface PictureSize {
  width: number | null;
  height: number | null;
  resize: "cover" | "contain" | "fill";
  quality: number;
  /** WebP, or the format of the original. */
  format: "webp" | "origin";
  /** Whether the store's pages use this size. */
  isOfPages: boolean;
}

/** Sizes used by the store's pages: created first, cached longest. */
export interface PageSizes {
  /** Widths in px. Other widths and heights are rounded up to the next of these. */
  widths: readonly number[];
  quality: number;
}

/** Maximum side in px. */
export const MAX_SIDE = 2500;
/** Other qualities are rounded up to the next of these. */
const QUALITIES = [50, 80, 100];

/** Query parameters of a size, in a URL or a signature. */
export const SIZE_PARAMETERS = ["width", "height", "resize", "quality", "format"];

/**
 * Parses the requested size and rounds side and quality up to the next listed value, so that arbitrary sizes cannot
 * create unlimited versions of an image.
 * @param acceptsWebp whether the client accepts WebP, which is smaller
 * @throws StorageError 400 when a number is invalid or out of bounds
 */
export function parsePictureSize(
  query: (name: string) => string | undefined,
  acceptsWebp: boolean,
  pages: PageSizes,
): PictureSize {
  const number = (name: string, min: number, max: number): number | null => {
    const text = query(name);
    if (text === undefined) return null;
    const value = Number(text);
    if (!/^\d{1,5}$/.test(text) || value < min || value > max) {
      throw new StorageError(400, "InvalidRequest", `${name} must be a whole number from ${min} to ${max}`);
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
  const width = nextOf([...pages.widths, MAX_SIDE], number("width", 1, MAX_SIDE));
  const height = nextOf([...pages.widths, MAX_SIDE], number("height", 1, MAX_SIDE));
  const quality = nextOf([...QUALITIES, pages.quality], number("quality", 20, 100) ?? 80) ?? 80;
  return {
    format: acceptsWebp && format === undefined ? "webp" : "origin",
    width,
    height,
    // With only one side, nothing is cropped or stretched.
    resize: width === null || height === null ? "cover" : resize,
    quality,
    isOfPages: height === null && quality === pages.quality && pages.widths.some((each) => each === width),
  };
}

function nextOf(list: readonly number[], requested: number | null): number | null {
  return requested === null ? null : Math.min(...list.filter((each) => each >= requested));
}

/** Returns the header `x-transformations` in the format of Supabase's renderer. */
export function transformationsOf({ width, height, resize, quality }: PictureSize): string {
  const type = { cover: "fill", contain: "fit", fill: "force" }[resize];
  const sides = [...(height ? [`height:${height}`] : []), ...(width ? [`width:${width}`] : [])];
  return [...sides, `resizing_type:${type}`, `quality:${quality}`].join(",");
}
