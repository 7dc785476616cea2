import { label, text } from "../label.ts";
import { aslant, clipped, tubeLight } from "../paint.ts";
import { cream, darker } from "../palette.ts";
import { type Cloth, textile } from "../patterns.ts";
import { line, path, rect, repeat } from "../svg.ts";

export interface Back {
  colour: string;
  cloth: Cloth;
  /** What the turned side tells: "How to cook", "How to use". */
  heading: string;
}

/** Grey bars stand for small print: a drawing must not invent figures. */
function smallPrint(x: number, y: number, width: number, rows: number): string {
  return repeat(rows, (i) => rect(x, y + i * 9, width * (i % 3 === 2 ? 0.66 : 0.96), 4, 2, "#A9A296"));
}

function factsPanel(x: number, y: number, width: number, height: number): string {
  const rows = Math.floor((height - 26) / 11);
  return (
    rect(x, y, width, height, 2, "#FFFFFF") +
    `<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="none" stroke="#1C1A16" stroke-width="2"/>` +
    text("Facts", x + width / 2, y + 16, 15, "#1C1A16") +
    rect(x + 4, y + 20, width - 8, 3, 0, "#1C1A16") +
    repeat(
      rows,
      (i) =>
        rect(x + 5, y + 28 + i * 11, width * (0.34 + ((i * 5) % 3) * 0.09), 3.6, 1.8, "#5B554B") +
        rect(x + width - 20, y + 28 + i * 11, 14, 3.6, 1.8, "#5B554B") +
        line(`M${x + 4} ${y + 34.5 + i * 11}H${x + width - 4}`, "#1C1A16", 0.8, 0.6),
    )
  );
}

function barcode(x: number, y: number): string {
  return (
    rect(x, y, 58, 32, 2, "#FFFFFF") +
    repeat(17, (i) => rect(x + 5 + i * 2.9, y + 4, i % 3 === 0 ? 1.9 : 1.1, 24, 0, "#1C1A16"))
  );
}

export function pouchBack({ colour, cloth, heading }: Back): string {
  const outline = "M-88 -258Q0 -266 88 -258L100 -12Q60 4 0 4Q-60 4 -100 -12Z";
  return (
    path(outline, colour) +
    clipped(
      outline,
      path("M-88 -258Q0 -266 88 -258L89.5 -232Q0 -240 -89.5 -232Z", textile(cloth, 0.8)) +
        rect(-110, -20, 220, 30, 0, textile(cloth, 0.8)) +
        line("M-89 -226Q0 -234 89 -226", "#fff", 1.6, 0.35),
    ) +
    rect(-78, -216, 156, 188, 8, cream) +
    label(heading, { x: -72, y: -212, width: 144, height: 24, colour: darker(colour, 0.2), largest: 19 }) +
    smallPrint(-68, -184, 136, 5) +
    factsPanel(-70, -134, 72, 98) +
    smallPrint(12, -132, 58, 4) +
    barcode(11, -74) +
    path(outline, aslant([0, "#fff", 0.3], [0.3, "#fff", 0.04], [0.7, "#1A1008", 0.03], [1, "#1A1008", 0.26]))
  );
}

export function jarBack({ colour, cloth, heading }: Back): string {
  const outline =
    "M-70 -208Q-70 -218 -58 -218H58Q70 -218 70 -208L80 -186V-22Q80 2 56 2H-56Q-80 2 -80 -22V-186Z";
  return (
    path(outline, colour) +
    clipped(
      outline,
      rect(-90, -220, 180, 24, 0, "#fff", 0.4) +
        rect(-82, -168, 164, 140, 0, cream) +
        label(heading, {
          x: -72,
          y: -166,
          width: 144,
          height: 22,
          colour: darker(colour, 0.3),
          largest: 18,
        }) +
        smallPrint(-68, -140, 136, 3) +
        factsPanel(-68, -112, 70, 78) +
        smallPrint(12, -110, 56, 3) +
        barcode(11, -68),
    ) +
    path(outline, tubeLight) +
    path("M-72 -246Q-72 -254 -64 -254H64Q72 -254 72 -246V-214H-72Z", textile(cloth, 0.9)) +
    path("M-72 -246Q-72 -254 -64 -254H64Q72 -254 72 -246V-214H-72Z", tubeLight)
  );
}

export function bagBack({ colour, cloth, heading }: Back): string {
  const outline = "M-88 -238Q0 -226 88 -238Q114 -120 92 -8Q0 12 -92 -8Q-114 -120 -88 -238Z";
  return (
    path(
      "M-86 -238Q-96 -252 -90 -266Q-66 -256 -44 -268Q-22 -256 0 -266Q24 -256 46 -268Q66 -256 92 -264Q96 -250 88 -238Q0 -224 -86 -238Z",
      "#DCC898",
    ) +
    path(outline, "#EFE3C8") +
    clipped(
      outline,
      repeat(26, (i) =>
        line(`M-120 ${-236 + i * 10}Q0 ${-224 + i * 10} 120 ${-236 + i * 10}`, "#C9B282", 1, 0.35),
      ) + path("M-120 -40Q0 -22 120 -40V10H-120Z", textile(cloth, 0.9)),
    ) +
    rect(-76, -208, 152, 152, 8, cream) +
    label(heading, { x: -70, y: -204, width: 140, height: 24, colour: darker(colour, 0.1), largest: 19 }) +
    smallPrint(-66, -176, 132, 4) +
    factsPanel(-66, -138, 70, 76) +
    smallPrint(14, -134, 52, 3) +
    barcode(13, -96) +
    line("M-88 -238Q0 -226 88 -238", "#8A6B3A", 5) +
    path(outline, aslant([0, "#fff", 0.3], [0.4, "#fff", 0.02], [1, "#1A1008", 0.24]))
  );
}
