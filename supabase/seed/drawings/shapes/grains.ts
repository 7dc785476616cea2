/** Loose goods: what is seen through a window, heaped beside a pack or served in a bowl. */

import { ballLight, clipped, oval, topLight } from "../paint.ts";
import { darker, lighter, mix } from "../palette.ts";
import { circle, createRandom, ellipse, line, path, pick, place, short } from "../svg.ts";

type GrainDrawing = (colour: string) => string;

/** One grain of each kind, about ten units across, lying around (0, 0). */
const grainDrawings = {
  rice: (colour) => ellipse(0, 0, 6, 2.1, colour) + ellipse(-1, -0.6, 3.6, 0.7, "#fff", 0.5),
  bean: (colour) =>
    path("M-6 -1C-6 -5 6 -5 6 -1C6 4 2 4 0 2.5C-2 4 -6 4 -6 -1Z", colour) +
    ellipse(-2, -2.2, 2.4, 1, "#fff", 0.4),
  eyedPea: (colour) =>
    path("M-6 -1C-6 -5 6 -5 6 -1C6 4 2 4 0 2.5C-2 4 -6 4 -6 -1Z", colour) +
    ellipse(0, 1, 2, 1.5, "#2A1B14") +
    ellipse(0, 1.2, 0.7, 0.6, "#F5EBD7"),
  pea: (colour) =>
    circle(0, 0, 5, colour) +
    ellipse(-1.6, -1.8, 1.7, 1.1, "#fff", 0.45) +
    ellipse(2, 2, 1.4, 0.7, "#3A2416", 0.5),
  powder: (colour) => circle(0, 0, 1.5, colour),
  crumb: (colour) => path("M-2.5 -1L0 -2.4L2.6 -0.6L1.6 2L-1.8 1.9Z", colour),
  flake: (colour) => path("M-6 -1L-1 -4L6 -2L4 3L-3 4Z", colour) + line("M-4 0L4 -1", "#fff", 0.8, 0.4),
  seed: (colour) =>
    path("M-6 0C-4 -4 3 -4 6 0C3 4 -4 4 -6 0Z", colour) + line("M-3.5 -1.2Q0 -2.6 3 -1.2", "#fff", 0.9, 0.8),
  cube: (colour) =>
    path("M-5 -3L2 -5L6 -2L6 3L-1 5L-5 2Z", colour) +
    path("M-5 -3L2 -5L6 -2L-1 0Z", lighter(colour, 0.3)) +
    path("M-1 0L6 -2L6 3L-1 5Z", darker(colour, 0.18)),
  chip: (colour) =>
    ellipse(0, 0, 8, 5.4, darker(colour, 0.2)) +
    ellipse(-0.3, -0.5, 7.3, 4.7, colour) +
    line("M-4 0Q0 -2 4 0M-2 1.5h4", darker(colour, 0.25), 0.8, 0.7),
  peanut: (colour) =>
    path("M-7 0C-7 -4 -2 -4 0 -2.6C2 -4 7 -4 7 0C7 4 2 4 0 2.6C-2 4 -7 4 -7 0Z", colour) +
    ellipse(-3.4, -1.4, 1.8, 0.9, "#fff", 0.4),
  petal: (colour) =>
    path("M-7 2C-6 -5 0 -7 7 -4C5 0 3 4 -7 2Z", colour) +
    line("M-5 1Q0 -2 5 -3", darker(colour, 0.4), 0.8, 0.7),
  leaf: (colour) =>
    path("M-7 0C-3 -5 3 -4 7 0C3 4 -3 4 -7 0Z", colour) + line("M-6 0H6", lighter(colour, 0.4), 0.7, 0.8),
  coffee: (colour) =>
    ellipse(0, 0, 6, 4.2, colour) +
    line("M-5 0Q-1 -2 0 0T5 0", darker(colour, 0.55), 1.1) +
    ellipse(-2, -2.2, 2.2, 0.8, "#fff", 0.3),
  stick: (colour) =>
    path("M-9 -2L8 -3L9 1L-8 3Z", colour) + line("M-7 -1L7 -1.8", lighter(colour, 0.4), 0.8, 0.7),
  chunk: (colour) =>
    path("M-6 -2L-1 -5L5 -3L6 2L1 5L-5 3Z", colour) + path("M-6 -2L-1 -5L5 -3L0 -0.5Z", "#fff", 0.28),
  crayfish: (colour) =>
    line("M-7 2C-4 -4 4 -5 7 0", colour, 3.6) +
    line("M6.5 0L10 -3M6.5 0L10 2M-7 2L-11 4M-7 2L-9 6", colour, 1) +
    line("M-4 -2l1.5 3M-1 -3l1 3.5M2.5 -3l0.5 3.5", darker(colour, 0.35), 0.8) +
    line("M-3 1l-1 4M0 0.5v4M3 0l1 4", colour, 0.8),
} satisfies Record<string, GrainDrawing>;

export type GrainKind = keyof typeof grainDrawings;

export interface Loose {
  grain: GrainKind;
  colours: readonly string[];
  /** 1 leaves a grain about ten units wide. */
  size?: number;
  seed?: number;
}

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Grains laid close over a box; what lies behind them is the darkest of their colours. */
export function grainField(loose: Loose, box: Box): string {
  const { grain, colours, size = 1, seed = 7 } = loose;
  const next = createRandom(seed);
  const [across, apart] = grain === "powder" ? [9 * size, 7 * size] : [8.6 * size, 6 * size];
  const draw: GrainDrawing = grainDrawings[grain];
  let drawing = "";
  let index = 0;
  for (let y = box.y; y < box.y + box.height + apart; y += apart) {
    for (let x = box.x; x < box.x + box.width + across; x += across) {
      const turn = next(-70, 70);
      drawing += place(
        x + next(-0.4, 0.4) * across,
        y + next(-0.4, 0.4) * apart,
        draw(pick(colours, Math.floor(next(0, 97)) + index)),
        { scale: size, rotate: turn },
      );
      index += 1;
    }
  }
  return drawing;
}

function floorColour(loose: Loose): string {
  const first = pick(loose.colours, 0);
  // A warm brown, not black: pale grains over a grey floor look dusty.
  if (loose.grain === "powder") return first;
  return mix(first, "#8A5A1E", loose.grain === "crumb" ? 0.1 : 0.24);
}

/** Goods filling any outline, as behind the window of a bag. */
export function filled(outline: string, box: Box, loose: Loose): string {
  return path(outline, floorColour(loose)) + clipped(outline, grainField(loose, box));
}

/** A small mound on the ground, its foot at (0, 0). */
export function heap(width: number, height: number, loose: Loose): string {
  const half = width / 2;
  const outline = `M${-half} 0C${-half * 0.82} ${-height * 0.35} ${-half * 0.45} ${-height} 0 ${-height}C${half * 0.45} ${-height} ${half * 0.82} ${-height * 0.35} ${half} 0Q0 ${short(height * 0.16)} ${-half} 0Z`;
  const next = createRandom((loose.seed ?? 7) + 3);
  const draw: GrainDrawing = grainDrawings[loose.grain];
  const size = loose.size ?? 1;
  const strays = Array.from({ length: 9 }, (_, i) =>
    place((i % 2 ? 1 : -1) * next(half * 0.8, half * 1.12), next(-2, 6), draw(pick(loose.colours, i)), {
      scale: size,
      rotate: next(-40, 40),
    }),
  ).join("");
  return (
    ellipse(0, 2, half * 1.08, height * 0.13 + 3, "#1A1008", 0.16) +
    filled(outline, { x: -half, y: -height, width, height: height * 1.1 }, loose) +
    path(outline, ballLight, 0.75) +
    strays
  );
}

export interface Bowl {
  colour: string;
  rim?: string;
  /** What is painted around the outside, below the rim. */
  band?: string;
}

/** A bowl seen a little from above; the dish is drawn around the middle of its opening, 150 wide. */
export function bowl(look: Bowl, dish: string): string {
  const { colour, rim = darker(colour, 0.3), band } = look;
  const body = "M-84 -62C-84 -16 -50 0 0 0C50 0 84 -16 84 -62Z";
  return (
    ellipse(0, 0, 62, 9, "#1A1008", 0.16) +
    path("M-34 -4H34L30 6H-30Z", darker(colour, 0.3)) +
    ellipse(0, -62, 84, 24, rim) +
    clipped(
      "M-78 -170H78V-62A78 20 0 0 1 -78 -62Z",
      ellipse(0, -62, 78, 20, darker(colour, 0.45)) + place(0, -62, dish),
    ) +
    path("M-84 -62A84 24 0 0 0 84 -62C84 -16 50 0 0 0C-50 0 -84 -16 -84 -62Z", colour) +
    (band
      ? clipped(
          `M-84 -62A84 24 0 0 0 84 -62C84 -16 50 0 0 0C-50 0 -84 -16 -84 -62Z`,
          path("M-84 -54A84 24 0 0 0 84 -54V-28A84 24 0 0 1 -84 -28Z", band),
        )
      : "") +
    clipped(`M-84 -62A84 24 0 0 0 84 -62C84 -16 50 0 0 0C-50 0 -84 -16 -84 -62Z`, path(body, ballLight)) +
    line("M-84 -62A84 24 0 0 0 84 -62", lighter(colour, 0.45), 2.4, 0.8)
  );
}

/** Dry goods or porridge in a bowl, domed above the rim. */
export function bowlful(loose: Loose, height = 40): string {
  const outline = `M-76 0C-60 ${-height} 60 ${-height} 76 0A76 19 0 0 1 -76 0Z`;
  return (
    filled(outline, { x: -78, y: -height, width: 156, height: height + 20 }, loose) +
    path(outline, topLight, 0.55)
  );
}

/** Soup or sauce lying level in a bowl, with whatever floats in it. */
export function soup(colour: string, floating = "", sheen = "#fff"): string {
  return (
    path(oval(0, 2, 76, 18), colour) +
    path(oval(0, 2, 76, 18), topLight, 0.35) +
    floating +
    line("M-60 -2Q-40 -12 -8 -13", sheen, 3, 0.45)
  );
}
