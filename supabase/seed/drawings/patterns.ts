/** The nine textile patterns of the categories, and the cloths that are sold by the yard. */

import { define } from "./paint.ts";
import { type Category, gold, green, palettes } from "./palette.ts";
import { circle, line, path, rect, repeat } from "./svg.ts";

interface Tile {
  width: number;
  height: number;
  drawing: string;
}

type Weave = (deep: string, bright: string, third: string) => Tile;

const kente: Weave = (deep, bright, third) => ({
  width: 48,
  height: 48,
  drawing:
    rect(0, 0, 48, 48, 0, deep) +
    repeat(4, (i) => rect(i * 12, i % 2 ? 0 : 24, 12, 24, 0, i % 2 ? bright : third)) +
    repeat(6, (i) => rect((i % 2) * 24, i * 8, 12, 3, 0, "#fff", 0.55)),
});

const adireRings: Weave = (deep, bright) => ({
  width: 44,
  height: 44,
  drawing:
    rect(0, 0, 44, 44, 0, deep) +
    `<circle cx="22" cy="22" r="14" fill="none" stroke="${bright}" stroke-width="2.5" stroke-dasharray="3 4"/>` +
    `<circle cx="22" cy="22" r="6" fill="none" stroke="${bright}" stroke-width="2.5"/>` +
    [
      [0, 0],
      [44, 0],
      [0, 44],
      [44, 44],
    ]
      .map(([x = 0, y = 0]) => circle(x, y, 5, bright))
      .join(""),
});

const bogolan: Weave = (deep, bright) => ({
  width: 40,
  height: 28,
  drawing:
    rect(0, 0, 40, 28, 0, deep) +
    line("M-10 32L10 8L20 20L30 8L50 32", bright, 3.5) +
    line("M0 28L10 16L20 28L30 16L40 28", "#fff", 1.6, 0.7) +
    circle(10, 3, 1.8, bright) +
    circle(30, 3, 1.8, bright),
});

const madras: Weave = (deep, _bright, third) => ({
  width: 36,
  height: 36,
  drawing:
    rect(0, 0, 36, 36, 0, "#fff") +
    rect(0, 0, 14, 36, 0, deep, 0.85) +
    rect(0, 0, 36, 14, 0, deep, 0.6) +
    rect(20, 0, 4, 36, 0, third) +
    rect(0, 20, 36, 4, 0, third, 0.85) +
    rect(29, 0, 2, 36, 0, deep) +
    rect(0, 29, 36, 2, 0, deep),
});

const sunburst: Weave = (deep, bright, third) => ({
  width: 56,
  height: 56,
  drawing:
    rect(0, 0, 56, 56, 0, deep) +
    repeat(12, (i) => {
      const [from, to] = [(i * Math.PI) / 6 - 0.13, (i * Math.PI) / 6 + 0.13];
      const edge = (angle: number) =>
        `${(28 + 26 * Math.cos(angle)).toFixed(2)} ${(28 + 26 * Math.sin(angle)).toFixed(2)}`;
      return path(`M28 28L${edge(from)}A26 26 0 0 1 ${edge(to)}Z`, bright, i % 2 ? 0.55 : 1);
    }) +
    circle(28, 28, 8, "#fff") +
    circle(28, 28, 4, third),
});

const basket: Weave = (deep, bright) => ({
  width: 32,
  height: 32,
  drawing:
    rect(0, 0, 32, 32, 0, deep) +
    repeat(3, (i) => rect(17 + i * 5, 0, 3.4, 16, 1.6, bright) + rect(1 + i * 5, 16, 3.4, 16, 1.6, bright)) +
    repeat(
      3,
      (i) => rect(0, 1 + i * 5, 16, 3.4, 1.6, bright, 0.8) + rect(16, 17 + i * 5, 16, 3.4, 1.6, bright, 0.8),
    ),
});

const fishScale: Weave = (deep, bright) => ({
  width: 32,
  height: 16,
  drawing:
    rect(0, 0, 32, 16, 0, deep) +
    [
      [0, 0],
      [16, 0],
      [32, 0],
      [8, 8],
      [24, 8],
      [-8, 8],
      [40, 8],
      [8, -8],
      [24, -8],
    ]
      .map(([x = 0, y = 0]) => line(`M${x - 8} ${y}a8 8 0 0 0 16 0`, bright, 1.8))
      .join(""),
});

const diamond: Weave = (deep, bright) => ({
  width: 36,
  height: 36,
  drawing:
    rect(0, 0, 36, 36, 0, deep) +
    line("M18 3L33 18L18 33L3 18Z", bright, 2.5) +
    path("M18 11L25 18L18 25L11 18Z", bright) +
    [
      [0, 0],
      [36, 0],
      [0, 36],
      [36, 36],
    ]
      .map(([x = 0, y = 0]) => circle(x, y, 4, bright))
      .join(""),
});

const calabashWaves: Weave = (deep, bright) => ({
  width: 44,
  height: 24,
  drawing:
    rect(0, 0, 44, 24, 0, deep) +
    line("M0 12C6 0 16 0 22 12S38 24 44 12", bright, 2.4) +
    line("M0 20C6 8 16 8 22 20S38 32 44 20", bright, 1.2, 0.6) +
    line("M0 4C6-8 16-8 22 4S38 16 44 4", bright, 1.2, 0.6),
});

const kenteStrips: Weave = (deep, bright, third) => ({
  width: 80,
  height: 96,
  drawing: [0, 40]
    .map((x, strip) => {
      const top = strip ? 48 : 0;
      const plain = strip ? 0 : 48;
      return (
        rect(x, top, 40, 48, 0, bright) +
        repeat(4, (i) => rect(x, top + 4 + i * 12, 40, 5, 0, i % 2 ? third : deep)) +
        path(
          `M${x} ${top + 24}L${x + 10} ${top + 12}L${x + 20} ${top + 24}L${x + 30} ${top + 12}L${x + 40} ${top + 24}L${x + 30} ${top + 36}L${x + 20} ${top + 24}L${x + 10} ${top + 36}Z`,
          deep,
        ) +
        rect(x, plain, 40, 48, 0, bright) +
        repeat(5, (i) => rect(x + 2.5 + i * 8, plain, 3, 48, 0, i % 2 ? deep : third)) +
        path(
          `M${x + 20} ${plain + 8}L${x + 34} ${plain + 24}L${x + 20} ${plain + 40}L${x + 6} ${plain + 24}Z`,
          "#B3261E",
        ) +
        path(
          `M${x + 20} ${plain + 16}L${x + 27} ${plain + 24}L${x + 20} ${plain + 32}L${x + 13} ${plain + 24}Z`,
          bright,
        ) +
        line(`M${x} 0V96`, "#120C06", 1.4, 0.7)
      );
    })
    .join(""),
});

const adireSquares: Weave = (deep, bright, third) => ({
  width: 96,
  height: 96,
  drawing:
    rect(0, 0, 96, 96, 0, deep) +
    rect(0, 0, 48, 48, 0, third) +
    rect(48, 48, 48, 48, 0, third) +
    [18, 12, 6]
      .map(
        (r) =>
          `<circle cx="24" cy="24" r="${r}" fill="none" stroke="${bright}" stroke-width="2.6" stroke-dasharray="2.5 3.2"/>`,
      )
      .join("") +
    [18, 12, 6]
      .map(
        (r) =>
          `<circle cx="72" cy="72" r="${r}" fill="none" stroke="${bright}" stroke-width="2.6" stroke-dasharray="2.5 3.2"/>`,
      )
      .join("") +
    repeat(5, (i) => line(`M54 ${6 + i * 9}q6 -5 12 0t12 0t12 0`, bright, 2.2, 0.8)) +
    repeat(5, (i) => line(`M${6 + i * 9} 54v36`, bright, 2, 0.55)) +
    line("M4 72H44", bright, 2.4, 0.8) +
    line("M0 0H96M0 48H96M0 0V96M48 0V96", bright, 1.6, 0.75),
});

const waxPetals: Weave = (deep, bright, third) => ({
  width: 72,
  height: 72,
  drawing:
    rect(0, 0, 72, 72, 0, deep) +
    [
      [36, 36],
      [0, 0],
      [72, 0],
      [0, 72],
      [72, 72],
    ]
      .map(
        ([x = 0, y = 0], n) =>
          repeat(
            8,
            (i) =>
              `<g transform="translate(${x} ${y}) rotate(${i * 45})">${path("M0 -7C-8 -16 -7 -25 0 -31C7 -25 8 -16 0 -7Z", n ? bright : third)}${line("M0 -11V-25", deep, 1.6)}</g>`,
          ) +
          circle(x, y, 7, n ? third : bright) +
          circle(x, y, 3, deep),
      )
      .join("") +
    [
      [36, 0],
      [0, 36],
      [72, 36],
      [36, 72],
    ]
      .map(([x = 0, y = 0]) => circle(x, y, 4, "#fff") + circle(x, y, 1.6, deep))
      .join(""),
});

const asoOke: Weave = (deep, bright, third) => ({
  width: 48,
  height: 36,
  drawing:
    rect(0, 0, 48, 36, 0, deep) +
    rect(4, 0, 3, 36, 0, bright) +
    rect(9, 0, 1.6, 36, 0, bright) +
    rect(20, 0, 12, 36, 0, third) +
    rect(25, 0, 2, 36, 0, bright) +
    rect(39, 0, 4, 36, 0, bright, 0.75) +
    repeat(6, (i) => rect(0, i * 6, 48, 1.2, 0, "#fff", 0.14)) +
    [
      [26, 9],
      [26, 27],
    ]
      .map(([x = 0, y = 0]) => path(`M${x} ${y - 5}L${x + 5} ${y}L${x} ${y + 5}L${x - 5} ${y}Z`, bright))
      .join(""),
});

const lace: Weave = (deep, bright) => ({
  width: 28,
  height: 28,
  drawing:
    rect(0, 0, 28, 28, 0, bright) +
    repeat(
      6,
      (i) =>
        `<g transform="translate(14 14) rotate(${i * 60})"><ellipse cx="0" cy="-7" rx="2.6" ry="3.6" fill="${deep}" opacity=".55"/></g>`,
    ) +
    circle(14, 14, 2.4, deep, 0.55) +
    [
      [0, 0],
      [28, 0],
      [0, 28],
      [28, 28],
    ]
      .map(([x = 0, y = 0]) => circle(x, y, 3, deep, 0.4))
      .join(""),
});

const weaves = {
  kente,
  adireRings,
  bogolan,
  madras,
  sunburst,
  basket,
  fishScale,
  diamond,
  calabashWaves,
  kenteStrips,
  adireSquares,
  waxPetals,
  asoOke,
  lace,
} satisfies Record<string, Weave>;

export type WeaveName = keyof typeof weaves;

export interface Cloth {
  weave: WeaveName;
  colours: readonly [deep: string, bright: string, third: string];
}

/** A paint that fills any shape with the cloth. */
export function textile(cloth: Cloth, scale = 1, rotate = 0): string {
  const { width, height, drawing } = weaves[cloth.weave](...cloth.colours);
  return define(
    "pattern",
    `width="${width}" height="${height}" patternUnits="userSpaceOnUse" patternTransform="rotate(${rotate}) scale(${scale})"`,
    drawing,
  );
}

const weaveOf: Record<Category, readonly [WeaveName, third: string]> = {
  wears: ["kente", green],
  beauty: ["adireRings", "#FFFFFF"],
  condiments: ["bogolan", "#FFFFFF"],
  drinks: ["madras", gold],
  fruits: ["sunburst", "#C2410C"],
  grains: ["basket", "#FFFFFF"],
  meat: ["fishScale", "#FFFFFF"],
  snacks: ["diamond", "#FFFFFF"],
  more: ["calabashWaves", "#FFFFFF"],
};

export function clothOf(category: Category): Cloth {
  const [weave, third] = weaveOf[category];
  const { deep, bright } = palettes[category];
  return { weave, colours: [deep, bright, third] };
}

/** The category's weave in a product's own colours, for packs that should not all look alike. */
export function clothIn(category: Category, deep: string, bright: string): Cloth {
  const [weave, third] = weaveOf[category];
  return { weave, colours: [deep, bright, third] };
}
