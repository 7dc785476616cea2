import { ballLight, outward, solid } from "../paint.ts";
import { darker, lighter } from "../palette.ts";
import { ellipse, line, path } from "../svg.ts";
import { plate } from "./baked.ts";

/** A smooth mound of fufu, eba, amala or pounded yam, shaped with wet hands. */
export function swallow(colour: string): string {
  const mound = "M-88 4C-96 -58 -54 -104 -2 -106C54 -106 96 -60 88 4C56 26 -56 26 -88 4Z";
  return plate(
    ellipse(0, 8, 98, 17, "#1A1008", 0.2) +
      solid(mound, colour, ballLight) +
      path(mound, outward(0.36, 0.2, 0.5, [0, "#FFFFFF", 0.4], [1, "#FFFFFF", 0])) +
      line(
        "M-58 -40C-40 -78 0 -90 34 -82M-66 -4C-40 -22 -6 -28 22 -24M30 -6C48 -14 62 -16 76 -14",
        darker(colour, 0.16),
        3,
        0.6,
      ) +
      line("M-50 -46C-36 -74 -10 -84 14 -84", lighter(colour, 0.7), 4, 0.8),
  );
}
