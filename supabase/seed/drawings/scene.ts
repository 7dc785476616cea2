/** Where goods stand: the tinted ground, the soft circle, the shadow and the textile edge. */

import { definitionsOf, down, outward } from "./paint.ts";
import { type Category, palettes } from "./palette.ts";
import { clothOf, textile } from "./patterns.ts";
import { circle, ellipse, type Placing, place, rect } from "./svg.ts";

export interface Drawing {
  width: number;
  height: number;
  /** Everything in its own units; draw.ts scales it to the picture's size. */
  content: string;
}

/** The line on which everything in a product picture stands. */
const floor = 350;

export function onGround(category: Category, goods: string): Drawing {
  const { ground, deep } = palettes[category];
  return {
    width: 400,
    height: 400,
    content:
      rect(0, 0, 400, 400, 0, ground) +
      rect(0, 0, 400, 400, 0, down([0, "#FFFFFF", 0.25], [0.7, "#FFFFFF", 0], [1, deep, 0.1])) +
      circle(200, 204, 166, "#FFFFFF", 0.4) +
      circle(200, 204, 150, "#FFFFFF", 0.4) +
      goods +
      rect(0, 384, 400, 16, 0, textile(clothOf(category), 0.8)) +
      rect(0, 383, 400, 1.5, 0, deep, 0.6),
  };
}

export interface Standing extends Placing {
  x?: number;
  y?: number;
  /** Half the width of the shadow; 0 for none. */
  shadow?: number;
}

export function stand(goods: string, standing: Standing = {}): string {
  const { x = 200, y = floor, shadow = 112, ...placing } = standing;
  const size = placing.scale ?? 1;
  return (shadow ? softShadow(x, y, shadow * size) : "") + place(x, y, goods, placing);
}

function softShadow(x: number, y: number, half: number): string {
  return ellipse(
    x,
    y,
    half * 1.15,
    Math.max(9, half * 0.13),
    outward(0.5, 0.5, 0.5, [0, "#1A1008", 0.42], [0.55, "#1A1008", 0.24], [1, "#1A1008", 0]),
  );
}

/** A pack with something that tells what it is for standing in front of it. */
export function beside(pack: string, small: string, placing: Standing = {}): string {
  return (
    stand(pack, { x: 178, y: 346, scale: 1.04 }) +
    stand(small, { x: 296, y: 358, scale: 0.92, shadow: 58, ...placing })
  );
}

export function toSvg({ width, height, content }: Drawing): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}">${definitionsOf(content)}${content}</svg>`;
}
