import { label } from "../label.ts";
import { across, ballLight, clipped, oval, solid } from "../paint.ts";
import { cream, darker, gold } from "../palette.ts";
import { type Cloth, textile } from "../patterns.ts";
import { ellipse, line, path, place, rect, repeat } from "../svg.ts";

/** A ripe ackee pod, opened by itself: yellow arils with shining black seeds. */
export function ackeePod(): string {
  const lobe = (turn: number, colour: string) =>
    place(
      0,
      -6,
      path("M0 0C-34 -14 -40 -62 0 -88C40 -62 34 -14 0 0Z", colour) +
        path("M0 0C-34 -14 -40 -62 0 -88C40 -62 34 -14 0 0Z", ballLight),
      { rotate: turn },
    );
  const aril = (x: number, y: number) =>
    place(
      x,
      y,
      solid("M-15 10C-22 -10 -12 -28 2 -28C18 -28 22 -8 16 10C8 20 -8 20 -15 10Z", "#F9E08A", ballLight) +
        line("M2 -24C-2 -12 0 0 4 12", "#E0BB4A", 2, 0.7),
    ) +
    place(x, y - 34, solid(oval(0, 0, 11, 11), "#1A1614", ballLight) + ellipse(-3, -4, 3, 2.4, "#fff", 0.8));
  return (
    lobe(-46, "#D9321D") +
    lobe(46, "#C8281A") +
    lobe(0, "#E2452B") +
    aril(-22, -20) +
    aril(22, -20) +
    aril(0, -34) +
    path("M-34 -8C-20 10 20 10 34 -8C20 0 -20 0 -34 -8Z", "#B3241A")
  );
}

export function noodlePack(name: string, colour: string, cloth: Cloth): string {
  const outline = "M-72 -96Q0 -90 72 -96L76 -4Q0 4 -76 -4Z";
  return (
    path(outline, colour) +
    clipped(
      outline,
      rect(-80, -30, 160, 30, 0, textile(cloth, 0.7)) +
        rect(-80, -100, 160, 9, 0, darker(colour, 0.2)) +
        rect(-80, -8, 160, 10, 0, darker(colour, 0.2)) +
        repeat(26, (i) => line(`M${-74 + i * 6} -98v8M${-74 + i * 6} -8v8`, "#fff", 1, 0.3)),
    ) +
    rect(-60, -84, 120, 34, 8, cream) +
    label(name, { x: -54, y: -82, width: 108, height: 30, colour: darker(colour, 0.2), largest: 26 }) +
    repeat(3, (i) => line(`M${-50} ${-42 + i * 5}q8 -6 16 0t16 0t16 0t16 0t16 0t16 0`, gold, 2.6)) +
    path(
      outline,
      across(
        [0, "#1A1008", 0.24],
        [0.18, "#fff", 0.3],
        [0.36, "#fff", 0],
        [0.76, "#fff", 0.12],
        [1, "#1A1008", 0.3],
      ),
    )
  );
}
