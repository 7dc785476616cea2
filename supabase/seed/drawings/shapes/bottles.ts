import { label } from "../label.ts";
import { across, clipped, down, outward, oval, roundedBox, tubeLight } from "../paint.ts";
import { cream, darker, lighter } from "../palette.ts";
import { type Cloth, textile } from "../patterns.ts";
import { circle, ellipse, line, path, place, rect, repeat } from "../svg.ts";
import { filled, type Loose } from "./grains.ts";

export interface Vessel {
  name: string;
  kind?: string;
  /** The colour of what is inside. */
  colour: string;
  cap?: string;
  ink?: string;
  cloth: Cloth;
  art?: string;
  loose?: Loose;
}

interface LabelPlace {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** A paper label round a vessel: name, small words or a drawing, textile foot. */
function wrapAround(vessel: Vessel, { x, y, width, height }: LabelPlace, largest = 29): string {
  const { name, kind = "Calabash", colour, ink = darker(colour, 0.3), cloth, art } = vessel;
  const foot = Math.min(20, height * 0.17);
  const nameHeight = art ? height * 0.4 : height * 0.5;
  return (
    rect(x, y, width, height, 0, cream) +
    rect(x, y + height - foot, width, foot, 0, textile(cloth, 0.8)) +
    rect(x, y, width, 5, 0, ink) +
    label(name, {
      x: x + width * 0.09,
      y: y + 8,
      width: width * 0.82,
      height: nameHeight,
      colour: ink,
      largest,
    }) +
    (art
      ? place(x + width / 2, y + height - foot - 4, art, {
          scale: Math.min(0.56, (height - nameHeight - foot - 14) / 88),
        })
      : label(kind, {
          x: x + 8,
          y: y + 8 + nameHeight,
          width: width - 16,
          height: height - nameHeight - foot - 12,
          colour: ink,
          largest: 14,
          weight: 600,
        }))
  );
}

/** A tall bottle with a shoulder: oils. */
export function oilBottle(vessel: Vessel): string {
  const { colour, cap = "#2B2823" } = vessel;
  const outline =
    "M-21 -268H21V-234C21 -214 62 -206 62 -168V-18Q62 2 42 2H-42Q-62 2 -62 -18V-168C-62 -206 -21 -214 -21 -234Z";
  return (
    path(outline, colour) +
    clipped(
      outline,
      ellipse(0, -236, 20, 5, lighter(colour, 0.3)) +
        rect(-22, -270, 44, 34, 0, "#F3EBDD", 0.55) +
        wrapAround(vessel, { x: -62, y: -150, width: 124, height: 112 }),
    ) +
    path(outline, tubeLight) +
    path(roundedBox(-25, -292, 50, 32, 6), cap) +
    path(roundedBox(-25, -292, 50, 32, 6), tubeLight) +
    repeat(9, (i) => line(`M${-20 + i * 5} -288V-264`, "#000", 1, 0.22)) +
    rect(-23, -262, 46, 6, 2, darker(cap, 0.3))
  );
}

/** A slim sauce bottle with a pouring cap. */
export function sauceBottle(vessel: Vessel): string {
  const { colour, cap = "#B3261E" } = vessel;
  const outline =
    "M-15 -250H15V-204C15 -188 48 -180 48 -150V-14Q48 2 34 2H-34Q-48 2 -48 -14V-150C-48 -180 -15 -188 -15 -204Z";
  return (
    path(outline, colour) +
    clipped(outline, wrapAround(vessel, { x: -48, y: -142, width: 96, height: 112 }, 24)) +
    path(outline, tubeLight) +
    path("M-19 -282Q0 -290 19 -282V-240H-19Z", cap) +
    path("M-19 -282Q0 -290 19 -282V-240H-19Z", tubeLight) +
    rect(-21, -246, 42, 8, 3, darker(cap, 0.3))
  );
}

/** A glass soda bottle with a crown cork. */
export function sodaBottle(vessel: Vessel): string {
  const { colour, cap = "#D9A514" } = vessel;
  const outline =
    "M-16 -276H16V-218C16 -192 50 -176 50 -136C50 -120 44 -112 44 -96V-16Q44 2 28 2H-28Q-44 2 -44 -16V-96C-44 -112 -50 -120 -50 -136C-50 -176 -16 -192 -16 -218Z";
  return (
    path(outline, colour) +
    clipped(
      outline,
      rect(-60, -280, 120, 62, 0, "#fff", 0.3) +
        ellipse(0, -218, 20, 5, "#fff", 0.55) +
        [
          [-18, -170],
          [10, -186],
          [24, -160],
          [-6, -196],
          [0, -30],
          [-24, -20],
          [22, -26],
        ]
          .map(([x = 0, y = 0]) => circle(x, y, 3, "#fff", 0.4))
          .join("") +
        wrapAround(vessel, { x: -52, y: -146, width: 104, height: 96 }, 25),
    ) +
    path(outline, tubeLight) +
    path(
      "M-20 -290Q0 -298 20 -290L23 -270L18 -266L13 -270L8 -266L3 -270L-3 -266L-8 -270L-13 -266L-18 -270L-23 -270Z",
      cap,
    ) +
    line("M-14 -288Q0 -292 12 -288", "#fff", 2, 0.6)
  );
}

/** A plain bottle with a wide cap, for chilled drinks. */
export function juiceBottle(vessel: Vessel): string {
  const { colour, cap = "#14693F" } = vessel;
  const outline =
    "M-26 -248H26V-226C50 -216 62 -200 62 -172V-14Q62 2 46 2H-46Q-62 2 -62 -14V-172C-62 -200 -50 -216 -26 -226Z";
  return (
    path(outline, colour) +
    clipped(
      outline,
      rect(-40, -250, 80, 34, 0, "#fff", 0.45) +
        wrapAround(vessel, { x: -62, y: -168, width: 124, height: 124 }),
    ) +
    path(outline, tubeLight) +
    path(roundedBox(-31, -272, 62, 30, 6), cap) +
    path(roundedBox(-31, -272, 62, 30, 6), tubeLight) +
    repeat(10, (i) => line(`M${-26 + i * 5.8} -268V-248`, "#000", 1, 0.2))
  );
}

/** A jar of sauce, paste or powder. */
export function jar(vessel: Vessel): string {
  const { colour, cap, cloth, loose } = vessel;
  const outline =
    "M-70 -208Q-70 -218 -58 -218H58Q70 -218 70 -208L80 -186V-22Q80 2 56 2H-56Q-80 2 -80 -22V-186Z";
  return (
    path(outline, colour) +
    clipped(
      outline,
      (loose ? filled("M-90 -196H90V10H-90Z", { x: -84, y: -196, width: 168, height: 200 }, loose) : "") +
        rect(-90, -220, 180, 24, 0, "#fff", 0.4) +
        wrapAround(vessel, { x: -82, y: -160, width: 164, height: 116 }, 33),
    ) +
    path(outline, tubeLight) +
    line("M-66 -206L-74 -184V-30", "#fff", 4, 0.5) +
    path(roundedBox(-72, -254, 144, 40, 8), cap ?? textile(cloth, 0.9)) +
    path(roundedBox(-72, -254, 144, 40, 8), tubeLight) +
    rect(-72, -222, 144, 8, 3, "#1A1008", 0.22)
  );
}

/** A small spice shaker with a domed cap. */
export function shaker(vessel: Vessel): string {
  const { colour, cap = "#2B2823", loose } = vessel;
  const outline = roundedBox(-56, -200, 112, 202, 16);
  return (
    path(outline, colour) +
    clipped(
      outline,
      (loose ? filled(outline, { x: -58, y: -200, width: 116, height: 204 }, loose) : "") +
        rect(-60, -204, 120, 22, 0, "#fff", 0.4) +
        wrapAround(vessel, { x: -58, y: -158, width: 116, height: 118 }, 27),
    ) +
    path(outline, tubeLight) +
    path("M-58 -200V-232Q-58 -252 -30 -254H30Q58 -252 58 -232V-200Z", cap) +
    path("M-58 -200V-232Q-58 -252 -30 -254H30Q58 -252 58 -232V-200Z", tubeLight) +
    repeat(13, (i) => line(`M${-52 + i * 8.6} -228V-204`, "#000", 1.4, 0.2)) +
    ellipse(0, -252, 26, 4, "#fff", 0.25)
  );
}

/** A brown or clear bottle with a glass dropper. */
export function dropperBottle(vessel: Vessel): string {
  const { colour } = vessel;
  const outline =
    "M-20 -178H20V-160C20 -148 54 -146 54 -118V-14Q54 2 40 2H-40Q-54 2 -54 -14V-118C-54 -146 -20 -148 -20 -160Z";
  return (
    path(outline, colour) +
    clipped(outline, wrapAround(vessel, { x: -54, y: -116, width: 108, height: 96 }, 26)) +
    path(outline, tubeLight) +
    path("M-13 -216C-13 -262 13 -262 13 -216Z", "#3B3630") +
    path("M-13 -216C-13 -262 13 -262 13 -216Z", tubeLight) +
    path(roundedBox(-24, -220, 48, 44, 5), "#22201C") +
    path(roundedBox(-24, -220, 48, 44, 5), tubeLight) +
    repeat(9, (i) => line(`M${-20 + i * 5} -216V-180`, "#fff", 0.8, 0.16))
  );
}

/** A bottle with a pump. */
export function pumpBottle(vessel: Vessel): string {
  const { colour } = vessel;
  const outline = roundedBox(-58, -196, 116, 198, 24);
  return (
    path("M-8 -250H8V-224H-8Z", "#E9E6DF") +
    path("M-46 -268Q-48 -280 -30 -280H22Q30 -280 30 -270V-254H-20Q-34 -254 -38 -258Z", "#2B2823") +
    line("M-40 -272H20", "#fff", 2, 0.3) +
    path(roundedBox(-26, -228, 52, 34, 6), "#2B2823") +
    path(roundedBox(-26, -228, 52, 34, 6), tubeLight) +
    path(outline, colour) +
    clipped(outline, wrapAround(vessel, { x: -60, y: -152, width: 120, height: 118 })) +
    path(outline, tubeLight)
  );
}

/** A low round tub with its lid leaning on it, the cream swirled inside. */
export function openTub(vessel: Vessel, swirl: string): string {
  const { colour, cap = "#FFFDF7", cloth, name, kind = "Calabash", ink = darker(colour, 0.45) } = vessel;
  return (
    place(
      92,
      -4,
      path(oval(0, -74, 70, 76), darker(cap, 0.18)) +
        path(oval(-5, -75, 66, 73), cap) +
        path(oval(-5, -75, 50, 56), textile(cloth, 1)) +
        path(
          oval(-5, -75, 66, 73),
          outward(0.3, 0.25, 0.9, [0, "#fff", 0.4], [0.5, "#fff", 0], [1, "#1A1008", 0.22]),
        ),
      { rotate: 14 },
    ) +
    ellipse(0, -118, 96, 25, darker(colour, 0.2)) +
    ellipse(0, -119, 88, 20, swirl) +
    path(
      "M-82 -118C-70 -150 -40 -140 -22 -158C-10 -176 22 -172 26 -156C52 -158 66 -138 80 -118A82 18 0 0 1 -82 -118Z",
      swirl,
    ) +
    path(
      "M-82 -118C-70 -150 -40 -140 -22 -158C-10 -176 22 -172 26 -156C52 -158 66 -138 80 -118A82 18 0 0 1 -82 -118Z",
      down([0, "#fff", 0.45], [0.6, "#fff", 0], [1, "#1A1008", 0.16]),
    ) +
    line("M-54 -124C-30 -140 0 -122 28 -140M-20 -144C0 -154 12 -144 20 -152", darker(swirl, 0.22), 2.6, 0.6) +
    path("M-96 -118A96 25 0 0 0 96 -118L86 -18Q84 0 0 4Q-84 0 -86 -18Z", colour) +
    clipped(
      "M-96 -118A96 25 0 0 0 96 -118L86 -18Q84 0 0 4Q-84 0 -86 -18Z",
      path("M-100 -34Q0 -14 100 -34V10H-100Z", textile(cloth, 0.8)),
    ) +
    path("M-96 -118A96 25 0 0 0 96 -118L86 -18Q84 0 0 4Q-84 0 -86 -18Z", tubeLight) +
    label(name, { x: -72, y: -92, width: 144, height: 38, colour: ink, largest: 27 }) +
    label(kind, { x: -70, y: -54, width: 140, height: 18, colour: ink, largest: 13.5, weight: 600 })
  );
}

/** Six brown bottles in a carrier. */
export function sixPack(vessel: Vessel): string {
  const { name, kind = "", colour, cap = "#D9A514", cloth, ink = cream } = vessel;
  const neck = (x: number, back: boolean) =>
    place(
      x,
      back ? -12 : 0,
      path("M-12 -250H12V-206C12 -190 26 -182 26 -160V-80H-26V-160C-26 -182 -12 -190 -12 -206Z", colour) +
        path(
          "M-12 -250H12V-206C12 -190 26 -182 26 -160V-80H-26V-160C-26 -182 -12 -190 -12 -206Z",
          tubeLight,
        ) +
        rect(-14, -232, 28, 14, 0, gilt) +
        path("M-15 -262Q0 -268 15 -262L17 -246H-17Z", cap) +
        path("M-15 -262Q0 -268 15 -262L17 -246H-17Z", tubeLight),
    );
  const gilt = "#E7C05A";
  const front = "M-104 -138L104 -138L100 2H-100Z";
  const deep = darker("#8C1D4F", 0.1);
  return (
    [-54, 0, 54].map((x) => neck(x + 16, true)).join("") +
    path("M-36 -150L-30 -262Q-28 -278 -12 -278H22Q38 -278 40 -262L46 -150Z", deep) +
    rect(-19, -266, 48, 22, 11, "#FBE7EF") +
    [-66, 0, 66].map((x) => neck(x, false)).join("") +
    path(front, deep) +
    clipped(front, rect(-110, -28, 220, 30, 0, textile(cloth, 0.9)) + rect(-110, -32, 220, 4, 0, gilt)) +
    label(name, { x: -88, y: -134, width: 176, height: 56, colour: ink, largest: 46 }) +
    label(kind, { x: -84, y: -74, width: 168, height: 30, colour: "#F6D98B", largest: 17, weight: 600 }) +
    path(front, across([0, "#fff", 0.2], [0.3, "#fff", 0.02], [0.7, "#000", 0.02], [1, "#000", 0.25]))
  );
}
