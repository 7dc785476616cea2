import { fittingSize, MAX_BYTES } from "./picture-file.ts";

/** How the formats mark what cameras and programs write beside the pixels, such as where it was taken. */
const METADATA = /Exif|EXIF|eXIf|ns\.adobe\.com|<x:xmpmeta/;

/**
 * Returns an image ready for upload: an unsupported type, one larger than any page shows, or one with metadata is
 * drawn again, upright. A hosted project stores every byte it receives.
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
    // Browsers that do not write WebP write PNG, which of a photograph is larger than the photograph.
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
