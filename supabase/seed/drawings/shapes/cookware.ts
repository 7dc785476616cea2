import { across, clipped, oval, topLight, tubeLight } from "../paint.ts";
import { darker, lighter } from "../palette.ts";
import { ellipse, line, path, place, rect } from "../svg.ts";

/** A wide cast pot with two ears; the food is drawn around the middle of its opening, 150 wide. */
export function pot(colour: string, food: string): string {
  const body = "M-112 -118V-30Q-108 0 -60 4H60Q108 0 112 -30V-118Z";
  return (
    path(
      "M-112 -96C-146 -104 -146 -64 -110 -66L-110 -76C-128 -74 -128 -88 -112 -86ZM112 -96C146 -104 146 -64 110 -66L110 -76C128 -74 128 -88 112 -86Z",
      darker(colour, 0.2),
    ) +
    ellipse(0, -118, 116, 32, darker(colour, 0.3)) +
    ellipse(0, -118, 108, 27, darker(colour, 0.6)) +
    clipped("M-108 -300H108V-118A108 27 0 0 1 -108 -118Z", place(0, -116, food, { scale: 1.38 })) +
    path("M-112 -118A112 31 0 0 0 112 -118V-30Q108 0 60 4H-60Q-108 0 -112 -30Z", colour) +
    clipped("M-112 -118A112 31 0 0 0 112 -118V-30Q108 0 60 4H-60Q-108 0 -112 -30Z", path(body, tubeLight)) +
    line("M-114 -116A114 31 0 0 0 114 -116", lighter(colour, 0.35), 4, 0.8)
  );
}

export function woodenSpoon(): string {
  return (
    path("M-9 0L-6 -170Q0 -178 6 -170L9 0C26 8 30 40 18 56C8 66 -8 66 -18 56C-30 40 -26 8 -9 0Z", "#C08A52") +
    path(
      "M-9 0L-6 -170Q0 -178 6 -170L9 0C26 8 30 40 18 56C8 66 -8 66 -18 56C-30 40 -26 8 -9 0Z",
      across([0, "#fff", 0.3], [0.5, "#fff", 0], [1, "#1A1008", 0.25]),
    )
  );
}

/** A slatted market crate; the goods rise from behind its front. */
export function crate(width: number, goods: string): string {
  const half = width / 2;
  const slat = (y: number) =>
    rect(-half, y, width, 20, 3, "#C08A52") +
    rect(-half, y, width, 20, 3, topLight, 0.6) +
    line(`M${-half + 8} ${y + 8}H${half - 14}`, "#8A5A2E", 1.4, 0.4);
  return (
    path(oval(0, 0, half * 1.04, 7), "#1A1008", 0.2) +
    rect(-half, -58, width, 56, 3, "#5A3A1E") +
    place(0, -44, goods) +
    slat(-46) +
    slat(-22) +
    rect(-half - 3, -58, 12, 60, 2, "#A8743E") +
    rect(half - 9, -58, 12, 60, 2, "#A8743E")
  );
}
