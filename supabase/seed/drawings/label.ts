/** Words on packs, as outlines: a machine without our font draws the same picture. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import opentype, { type Font, type PathCommand } from "opentype.js";
import { path } from "./svg.ts";

export type Weight = 400 | 600 | 800;

const require = createRequire(import.meta.url);

// The font comes in several files by script; a letter such as ẹ or ọ lies in the third.
const subsets = ["latin", "latin-ext", "vietnamese"] as const;
const fontsByWeight = new Map<Weight, Font[]>();

function fontsOf(weight: Weight): Font[] {
  const known = fontsByWeight.get(weight);
  if (known) return known;
  const fonts = subsets.map((subset) => {
    const file = readFileSync(
      require.resolve(`@fontsource/source-sans-3/files/source-sans-3-${subset}-${weight}-normal.woff`),
    );
    return opentype.parse(
      file.buffer.slice(file.byteOffset, file.byteOffset + file.byteLength) as ArrayBuffer,
    );
  });
  fontsByWeight.set(weight, fonts);
  return fonts;
}

interface Run {
  d: string;
  width: number;
}

function outline(text: string, size: number, weight: Weight): Run {
  const fonts = fontsOf(weight);
  let x = 0;
  let d = "";
  for (const letter of text.normalize("NFC")) {
    const font = fonts.find((candidate) => candidate.charToGlyphIndex(letter) > 0);
    if (!font) throw new Error(`Source Sans 3 has no letter for "${letter}" in "${text}"`);
    const glyph = font.charToGlyph(letter);
    d += glyph.getPath(x, 0, size).commands.map(pathData).join("");
    x += ((glyph.advanceWidth ?? 0) / font.unitsPerEm) * size;
  }
  return { d, width: x };
}

// The library's own toPathData loses the separator before a rounded -0, which ends the path there.
function pathData(command: PathCommand): string {
  const point = (x: number, y: number) => `${x.toFixed(1)} ${y.toFixed(1)}`;
  switch (command.type) {
    case "M":
    case "L":
      return `${command.type}${point(command.x, command.y)}`;
    case "Q":
      return `Q${point(command.x1, command.y1)} ${point(command.x, command.y)}`;
    case "C":
      return `C${point(command.x1, command.y1)} ${point(command.x2, command.y2)} ${point(command.x, command.y)}`;
    case "Z":
      return "Z";
  }
}

function textWidth(text: string, size: number, weight: Weight = 800): number {
  return outline(text, size, weight).width;
}

/** One line, centred on x, standing on y. */
export function text(
  words: string,
  x: number,
  y: number,
  size: number,
  colour: string,
  weight: Weight = 800,
): string {
  const { d, width } = outline(words, size, weight);
  return `<g transform="translate(${(x - width / 2).toFixed(1)} ${y.toFixed(1)})">${path(d, colour)}</g>`;
}

export interface LabelBox {
  x: number;
  y: number;
  width: number;
  height: number;
  colour: string;
  largest?: number;
  weight?: Weight;
}

/** A name set as large as its box allows, on one to three lines, centred both ways. */
export function label(name: string, box: LabelBox): string {
  const { x, y, width, height, colour, largest = 30, weight = 800 } = box;
  for (let size = largest; size >= 7; size -= 0.5) {
    const lines = wrap(name, width, size, weight);
    const leading = size * 1.02;
    if (!lines || lines.length * leading > height) continue;
    const first = y + height / 2 - ((lines.length - 1) * leading) / 2 + size * 0.33;
    return lines
      .map((words, index) => text(words, x + width / 2, first + index * leading, size, colour, weight))
      .join("");
  }
  throw new Error(`"${name}" does not fit ${width} by ${height}`);
}

function wrap(name: string, width: number, size: number, weight: Weight): string[] | null {
  const lines: string[] = [];
  for (const word of name.split(" ")) {
    const last = lines.at(-1);
    const longer = last === undefined ? word : `${last} ${word}`;
    if (last !== undefined && textWidth(longer, size, weight) <= width) lines[lines.length - 1] = longer;
    else lines.push(word);
    if (textWidth(word, size, weight) > width) return null;
  }
  return lines.length <= 3 ? lines : null;
}
