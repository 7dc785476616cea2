/**
 * Draws every picture of the demo shop into supabase/seed/pictures and writes their manifest.
 * Arguments are beginnings of file names, to redraw only those: draw.ts okra puna
 */
import { mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import sharp from "sharp";
import { type Picture, pictures } from "./picture-list.ts";
import { toSvg } from "./scene.ts";
import { logoSvg } from "./views/brand.ts";

const seedFolder = join(import.meta.dirname, "..");
const pictureFolder = join(seedFolder, "pictures");

async function drawPicture(picture: Picture): Promise<number> {
  const target = join(pictureFolder, picture.file);
  const svg = Buffer.from(toSvg(picture.drawing));
  // Twice the density, then halved: edges and small letters come out cleaner than at 1:1.
  const density = (72 * picture.width * 2) / picture.drawing.width;
  await sharp(svg, { density })
    .resize(picture.width, picture.height, { kernel: "lanczos3" })
    .webp({ quality: 80, effort: 6 })
    .toFile(target);
  return statSync(target).size;
}

function writeManifest(): void {
  const logo = ["logo.svg", { width: 32, height: 32, alt: "Calabash Market" }] as const;
  const manifest = Object.fromEntries([
    ...pictures.map(({ file, width, height, alt }) => [file, { width, height, alt }] as const),
    logo,
  ]);
  writeFileSync(join(seedFolder, "content", "pictures.json"), `${JSON.stringify(manifest, null, 2)}\n`);
}

function removeStrangers(): void {
  const known = new Set(pictures.map((picture) => picture.file));
  for (const file of readdirSync(pictureFolder))
    if (file.endsWith(".webp") && !known.has(file)) rmSync(join(pictureFolder, file));
}

mkdirSync(pictureFolder, { recursive: true });
const beginnings = process.argv.slice(2);
const wanted = beginnings.length
  ? pictures.filter(({ file }) => beginnings.some((beginning) => file.startsWith(beginning)))
  : pictures;
let bytes = 0;
for (const picture of wanted) bytes += await drawPicture(picture);
if (beginnings.length === 0) removeStrangers();
writeFileSync(join(pictureFolder, "logo.svg"), logoSvg());
writeManifest();
console.log(`${wanted.length} pictures, ${bytes} bytes`);
