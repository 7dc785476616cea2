import { fittingSize, MAX_BYTES } from "./picture-file.ts";

/** Markers of metadata in image files, such as the place where a photo was taken. */
const METADATA = /Exif|EXIF|eXIf|ns\.adobe\.com|<x:xmpmeta/;

/**
 * Returns an image ready for upload. An unsupported type, an image larger than any page shows, or one with metadata is
 * redrawn, upright, because a hosted project stores every byte it receives.
 * @param longestSide in pixels; by default twice what any page shows
 * @returns null if it is too large and the browser cannot read it
 */
export async function fitPicture(file: File, longestSide?: number): Promise<File | null> {
  const picture = await createImageBitmap(file).catch(() => null);
  // The server can read images that this browser cannot.
  if (!picture) return file.size <= MAX_BYTES ? file : null;
  const size = fittingSize(picture, longestSide);
  const fits = size.width === picture.width && file.size <= MAX_BYTES;
  if (fits && !METADATA.test(await readLatin(file))) return file;
  const drawn = await draw(picture, size, file.type);
  picture.close();
  return drawn && drawn.size <= MAX_BYTES ? nameAfter(file, drawn) : null;
}

async function draw(
  picture: ImageBitmap,
  { width, height }: { width: number; height: number },
  type: string,
): Promise<Blob | null> {
  const canvas = document.createElement("canvas");
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext("2d");
  if (!context) return null;
  context.imageSmoothingQuality = "high";
  context.drawImage(picture, 0, 0, width, height);
  if (type !== "image/jpeg") {
    const drawn = await encode(canvas, "image/webp");
    // Browsers that cannot encode WebP return PNG, which makes photos larger.
    if (drawn?.type === "image/webp") return drawn;
    context.globalCompositeOperation = "destination-over";
    context.fillStyle = "white";
    context.fillRect(0, 0, width, height);
  }
  return encode(canvas, "image/jpeg");
}

function encode(canvas: HTMLCanvasElement, type: string): Promise<Blob | null> {
  return new Promise((resolve) => canvas.toBlob(resolve, type, 0.88));
}

async function readLatin(file: File): Promise<string> {
  return new TextDecoder("latin1").decode(await file.arrayBuffer());
}

function nameAfter(file: File, drawn: Blob): File {
  const ending = drawn.type === "image/jpeg" ? "jpg" : "webp";
  return new File([drawn], `${file.name.replace(/\.\w+$/, "")}.${ending}`, { type: drawn.type });
}
