import sharp from "sharp";

const FORMATS = { webp: "webp", png: "png", jpg: "jpeg" } as const;
type Ending = keyof typeof FORMATS;

/** Returns a plain image in the format that its name ends with, as input for Playwright's file picker. */
export async function aPicture(name: `${string}.${Ending}`, width = 64, height = width) {
  const format = FORMATS[name.slice(name.lastIndexOf(".") + 1) as Ending];
  const buffer = await sharp({ create: { width, height, channels: 3, background: "#14693f" } })
    .toFormat(format)
    .toBuffer();
  return { name, mimeType: `image/${format}`, buffer };
}

/** Returns the image as a file for an upload. */
export async function aPictureFile(...given: Parameters<typeof aPicture>): Promise<File> {
  const { name, mimeType, buffer } = await aPicture(...given);
  return new File([new Uint8Array(buffer)], name, { type: mimeType });
}
