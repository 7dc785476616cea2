import { label, text } from "../label.ts";
import { across, clipped, down, oval, slantLight, tubeLight } from "../paint.ts";
import { cream, darker, lighter } from "../palette.ts";
import { textile } from "../patterns.ts";
import { line, path, place, rect, repeat } from "../svg.ts";
import type { Pack } from "./bags.ts";

export interface TinSize {
  radius: number;
  height: number;
}

/** A tin with a paper label: the textile runs round head and foot. */
export function tin(pack: Pack, { radius: r, height: h }: TinSize = { radius: 84, height: 216 }): string {
  const { name, kind = "Calabash", colour, cloth, art } = pack;
  const ry = r * 0.24;
  const body = `M${-r} ${-h}V0A${r} ${ry} 0 0 0 ${r} 0V${-h}A${r} ${ry} 0 0 1 ${-r} ${-h}Z`;
  const [top, foot] = [-h + 30, -34];
  const band = (y: number, height: number, fill: string) =>
    path(`M${-r} ${y}A${r} ${ry} 0 0 0 ${r} ${y}V${y + height}A${r} ${ry} 0 0 1 ${-r} ${y + height}Z`, fill);
  return place(
    0,
    -ry,
    path(body, "#C9C5BB") +
      clipped(
        body,
        band(-h + 7, h - 14, colour) +
          band(-h + 7, 24, textile(cloth, 0.9)) +
          band(-32, 25, textile(cloth, 0.9)) +
          band(top, foot - top, cream) +
          band(top, 4, colour) +
          band(foot - 4, 4, colour),
      ) +
      label(name, {
        x: -r + 16,
        y: top + ry + 4,
        width: 2 * r - 32,
        height: (foot - top) * (art ? 0.36 : 0.5),
        colour: darker(colour, 0.15),
        largest: 34,
      }) +
      (art
        ? place(0, foot + ry - 8, art, { scale: Math.min(0.66, ((foot - top) * 0.52) / 80) })
        : label(kind, {
            x: -r + 16,
            y: (top + foot) / 2 + ry + 6,
            width: 2 * r - 32,
            height: 30,
            colour: darker(colour, 0.05),
            largest: 15,
            weight: 600,
          })) +
      path(body, tubeLight) +
      path(oval(0, -h, r, ry), "#DAD6CD") +
      path(oval(0, -h + 1, r - 7, ry - 3), "#A8A398") +
      path(oval(0, -h + 3, r - 11, ry - 5), "#CFCBC1") +
      path(oval(0, -h + 3, r - 11, ry - 5), across([0, "#fff", 0.55], [0.5, "#fff", 0], [1, "#000", 0.14])) +
      line(`M${-r * 0.5} ${-h + 4}Q0 ${-h + 10} ${r * 0.5} ${-h + 2}`, "#fff", 2, 0.5) +
      line(`M${-r} -1A${r} ${ry} 0 0 0 ${r} -1`, "#8F8A80", 4),
  );
}

/** A flat tin lying before the shopper, for fish and evaporated milk. */
export function lowTin(pack: Pack): string {
  return tin(pack, { radius: 104, height: 112 });
}

/** A drinks can, printed all over. */
export function can(pack: Pack): string {
  const { name, kind = "Calabash", colour, cloth, art } = pack;
  const outline = "M-56 -250L-64 -232V-24L-56 0Q0 12 56 0L64 -24V-232L56 -250Q0 -240 -56 -250Z";
  return (
    path(outline, colour) +
    clipped(
      outline,
      path("M-70 -226Q0 -214 70 -226V-200Q0 -188 -70 -200Z", textile(cloth, 0.8)) +
        path("M-70 -50Q0 -38 70 -50V-24Q0 -12 -70 -24Z", textile(cloth, 0.8)) +
        path("M-70 -24Q0 -12 70 -24V14H-70Z", darker(colour, 0.25)),
    ) +
    label(name, { x: -54, y: -186, width: 108, height: 62, colour: cream, largest: 29 }) +
    (art
      ? place(0, -54, art, { scale: 0.66 })
      : label(kind, {
          x: -50,
          y: -110,
          width: 100,
          height: 30,
          colour: lighter(colour, 0.75),
          largest: 15,
          weight: 600,
        })) +
    path(outline, tubeLight) +
    path(oval(0, -250, 56, 11), "#D8D5CE") +
    path(oval(0, -249, 48, 8), "#ABA69B") +
    path("M-12 -252Q0 -258 12 -252Q16 -246 0 -245Q-16 -246 -12 -252Z", "#E9E6E0") +
    line("M-56 -1Q0 11 56 -1", "#8F8A80", 5)
  );
}

/** A box turned a little, so that its side shows. */
export function box(pack: Pack, width = 156, height = 214): string {
  const { name, kind = "Calabash", colour, cloth, art } = pack;
  const left = -width / 2 - 18;
  const right = left + width;
  const front = `M${left} ${-height}H${right}V0H${left}Z`;
  return (
    path(
      `M${left} ${-height}L${left + 34} ${-height - 28}H${right + 34}L${right} ${-height}Z`,
      lighter(colour, 0.28),
    ) +
    path(`M${right} ${-height}L${right + 34} ${-height - 28}V-22L${right} 0Z`, darker(colour, 0.35)) +
    clipped(
      `M${right} ${-height}L${right + 34} ${-height - 28}V-22L${right} 0Z`,
      place(
        right,
        0,
        `<g transform="skewY(-40)">${rect(0, -height * 0.24, 40, 60, 0, textile(cloth, 0.8), 0.85)}</g>`,
      ),
    ) +
    path(front, colour) +
    clipped(
      front,
      rect(left, -height * 0.24, width, height * 0.24, 0, textile(cloth, 0.9)) +
        rect(left, -height * 0.24 - 5, width, 5, 0, cream),
    ) +
    rect(left + 14, -height + 14, width - 28, height * 0.62, 8, cream) +
    label(name, {
      x: left + 22,
      y: -height + 20,
      width: width - 44,
      height: height * (art ? 0.26 : 0.36),
      colour: darker(colour, 0.2),
      largest: 34,
    }) +
    (art
      ? place((left + right) / 2, -height * 0.3, art, { scale: Math.min(0.7, (height * 0.32) / 90) })
      : label(kind, {
          x: left + 22,
          y: -height * 0.5,
          width: width - 44,
          height: 34,
          colour: darker(colour, 0.05),
          largest: 15,
          weight: 600,
        })) +
    path(front, slantLight) +
    line(`M${left} ${-height}H${right}V0`, "#fff", 1.6, 0.4)
  );
}

/** A drink carton with a gable top and a screw cap. */
export function drinkCarton(pack: Pack): string {
  const { name, kind = "Calabash", colour, cloth, art } = pack;
  const front = "M-72 -206H48V0H-72Z";
  return (
    path("M-72 -206L-54 -258H30L48 -206Z", lighter(colour, 0.15)) +
    path("M48 -206L30 -258H58L82 -218Z", darker(colour, 0.3)) +
    path("M48 -206L82 -218V-14L48 0Z", darker(colour, 0.38)) +
    rect(-56, -278, 114, 24, 2, darker(colour, 0.12)) +
    line("M-52 -266H54", "#fff", 1.6, 0.35) +
    path(oval(-12, -230, 19, 9), darker(cream, 0.2)) +
    rect(-31, -250, 38, 20, 5, cream) +
    rect(-31, -250, 38, 20, 5, tubeLight) +
    path(front, colour) +
    clipped(front, rect(-72, -44, 120, 44, 0, textile(cloth, 0.8)) + rect(-72, -48, 120, 4, 0, cream)) +
    label(name, { x: -64, y: -198, width: 104, height: 56, colour: cream, largest: 28 }) +
    (art
      ? place(-12, -52, art, { scale: 0.66 })
      : label(kind, { x: -62, y: -130, width: 100, height: 30, colour: cream, largest: 14, weight: 600 })) +
    path(front, slantLight)
  );
}

/** A corrugated carton, open or taped, for whole cases. */
export function carton(pack: Pack, inside = ""): string {
  const { name, kind = "", colour, cloth } = pack;
  const card = "#C99A62";
  const front = "M-124 -150H84V0H-124Z";
  return (
    path("M-124 -150L-84 -192H124L84 -150Z", darker(card, inside ? 0.55 : 0.02)) +
    inside +
    path("M84 -150L124 -192V-40L84 0Z", darker(card, 0.28)) +
    (inside
      ? path("M-124 -150L-150 -128L-142 -112L-124 -126Z", darker(card, 0.12)) +
        path("M84 -150L124 -192L146 -176L104 -136Z", darker(card, 0.12))
      : path("M-44 -150L-4 -192H20L-20 -150Z", "#E9D6B2") +
        line("M-124 -150L84 -150", darker(card, 0.3), 2)) +
    path(front, card) +
    repeat(16, (i) => line(`M${-118 + i * 13} -148V-2`, darker(card, 0.25), 1, 0.14)) +
    rect(-124, -44, 208, 26, 0, textile(cloth, 0.8)) +
    label(name, { x: -112, y: -146, width: 184, height: 62, colour: darker(colour, 0.2), largest: 36 }) +
    (kind ? text(kind, -20, -60, 18, darker(colour, 0.1), 600) : "") +
    path(front, slantLight)
  );
}

/** A clear deli tub with a coloured lid. */
export function deliTub(pack: Pack, contents: string): string {
  const { name, kind = "Calabash", colour, cloth } = pack;
  const body = "M-92 -150L-78 0Q0 12 78 0L92 -150Z";
  return (
    path(body, "#F1F1EA") +
    clipped(body, contents) +
    clipped(
      body,
      path("M-100 -112Q0 -98 100 -112V-44Q0 -30 -100 -44Z", cream) +
        path("M-100 -48Q0 -34 100 -48V-32Q0 -18 -100 -32Z", textile(cloth, 0.7)),
    ) +
    label(name, { x: -74, y: -104, width: 148, height: 40, colour: darker(colour, 0.2), largest: 28 }) +
    label(kind, {
      x: -70,
      y: -66,
      width: 140,
      height: 18,
      colour: darker(colour, 0.05),
      largest: 13,
      weight: 600,
    }) +
    path(body, tubeLight) +
    path("M-100 -176Q0 -190 100 -176L98 -148Q0 -136 -98 -148Z", colour) +
    path("M-100 -176Q0 -190 100 -176L98 -148Q0 -136 -98 -148Z", tubeLight) +
    path(oval(0, -177, 99, 9), lighter(colour, 0.25)) +
    path(oval(0, -177, 99, 9), down([0, "#fff", 0.3], [1, "#fff", 0]))
  );
}
