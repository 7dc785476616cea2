/** Wide still lifes: a tinted wall, a soft round of light and a textile runner along the table's edge. */

import { down, outward } from "../paint.ts";
import { type Category, categories, lighter, palettes } from "../palette.ts";
import { clothOf, textile } from "../patterns.ts";
import type { Drawing } from "../scene.ts";
import { line, path, pick, place, rect, repeat } from "../svg.ts";

interface Staging {
  /** Brings low goods nearer, from the foot of the picture upwards. */
  zoom?: number;
  /** A string of cloth pennants, where the wall would be empty. */
  bunting?: boolean;
}

function pennants(): string {
  return (
    line("M-10 18Q150 62 300 44T610 22", "#8A6B4A", 2.5) +
    repeat(15, (i) => {
      const x = 12 + i * 41.5;
      const y = 31 + Math.sin((i / 14) * Math.PI) * 17;
      const shape = "M-17 0H17L0 40Z";
      return place(
        x,
        y,
        path(shape, textile(clothOf(pick(categories, i)), 0.6)) +
          path(shape, down([0, "#1A1008", 0.18], [0.3, "#FFFFFF", 0.1], [1, "#FFFFFF", 0])),
        { rotate: 9 - i * 1.3 },
      );
    })
  );
}

export function onTable(
  category: Category,
  height: number,
  goods: string,
  { zoom = 1, bunting = false }: Staging = {},
): Drawing {
  const { ground, deep, bright } = palettes[category];
  const table = height - 92;
  return {
    width: 600,
    height,
    content:
      rect(0, 0, 600, height, 0, ground) +
      rect(
        0,
        0,
        600,
        table,
        0,
        outward(0.5, 0.5, 0.62, [0, "#FFFFFF", 0.85], [0.6, "#FFFFFF", 0.4], [1, "#FFFFFF", 0]),
      ) +
      rect(0, table, 600, 92, 0, lighter("#C99A62", 0.28)) +
      rect(0, table, 600, 92, 0, down([0, "#FFFFFF", 0.3], [1, "#8A5A2E", 0.35])) +
      rect(0, table, 600, 2, 0, bright, 0.7) +
      (bunting ? pennants() : "") +
      place(300 - 300 * zoom, (height - 20) * (1 - zoom), goods, { scale: zoom }) +
      rect(0, height - 20, 600, 20, 0, textile(clothOf(category), 0.8)) +
      rect(0, height - 21, 600, 1.5, 0, deep, 0.6),
  };
}
