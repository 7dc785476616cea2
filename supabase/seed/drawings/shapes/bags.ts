import { label, text } from "../label.ts";
import { across, aslant, clipped, down, roundedBox, slantLight, solid } from "../paint.ts";
import { cream, darker, lighter } from "../palette.ts";
import { type Cloth, textile } from "../patterns.ts";
import { ellipse, line, path, place, rect, repeat } from "../svg.ts";
import { filled, type Loose } from "./grains.ts";

export interface Pack {
  name: string;
  /** A few small words under the name. */
  kind?: string;
  colour: string;
  cloth: Cloth;
  /** The goods, where the pack lets them be seen. */
  loose?: Loose;
  /** A small drawing on the label, about 100 wide, standing on (0, 0). */
  art?: string;
}

const fold = aslant(
  [0, "#fff", 0.34],
  [0.18, "#fff", 0.06],
  [0.3, "#fff", 0.2],
  [0.42, "#1A1008", 0.02],
  [0.75, "#1A1008", 0.06],
  [1, "#1A1008", 0.3],
);

/** A stand-up pouch with a textile foot and a window or a small drawing on its label. */
export function pouch(pack: Pack): string {
  const { name, kind = "Calabash", colour, cloth, loose, art } = pack;
  const outline = "M-88 -258Q0 -266 88 -258L100 -12Q60 4 0 4Q-60 4 -100 -12Z";
  const windowShape = "M-62 -112Q-62 -132 0 -132Q62 -132 62 -112V-76Q62 -54 0 -54Q-62 -54 -62 -76Z";
  return (
    path(outline, colour) +
    clipped(
      outline,
      rect(-110, -46, 220, 54, 0, textile(cloth, 1)) +
        rect(-110, -49, 220, 4, 0, lighter(colour, 0.7), 0.9) +
        (loose
          ? filled(windowShape, { x: -64, y: -134, width: 128, height: 82 }, loose) +
            line(windowShape, lighter(colour, 0.75), 4)
          : "") +
        path("M-88 -258Q0 -266 88 -258L89.5 -232Q0 -240 -89.5 -232Z", "#000", 0.2) +
        line("M-89 -226Q0 -234 89 -226", "#fff", 1.6, 0.35),
    ) +
    path(roundedBox(-68, -214, 136, loose ? 74 : 152, 10), cream) +
    label(name, {
      x: -61,
      y: -210,
      width: 122,
      height: loose ? 46 : 60,
      colour: darker(colour, 0.2),
      largest: 31,
    }) +
    label(kind, {
      x: -58,
      y: loose ? -166 : -152,
      width: 116,
      height: 20,
      colour: darker(colour, 0.05),
      largest: 14,
      weight: 600,
    }) +
    (art && !loose ? place(0, -72, art, { scale: 0.72 }) : "") +
    path(outline, fold) +
    ellipse(0, -246, 11, 4, "#fff", 0.28) +
    path("M-94 -14Q-58 -26 0 -26Q58 -26 94 -14Q60 4 0 4Q-60 4 -94 -14Z", "#1A1008", 0.14)
  );
}

/** A woven sack, stitched at the neck. */
export function sack(pack: Pack): string {
  const { name, kind = "Calabash", colour, cloth, loose } = pack;
  const body = "M-88 -238Q0 -226 88 -238Q114 -120 92 -8Q0 12 -92 -8Q-114 -120 -88 -238Z";
  const jute = "#EFE3C8";
  return (
    path(
      "M-86 -238Q-96 -252 -90 -266Q-66 -256 -44 -268Q-22 -256 0 -266Q24 -256 46 -268Q66 -256 92 -264Q96 -250 88 -238Q0 -224 -86 -238Z",
      "#DCC898",
    ) +
    line(
      "M-60 -260L-56 -238M-30 -262L-28 -234M4 -262L2 -232M34 -262L30 -234M66 -260L60 -238",
      "#B39A62",
      2,
      0.6,
    ) +
    path(body, jute) +
    clipped(
      body,
      repeat(26, (i) =>
        line(`M-120 ${-236 + i * 10}Q0 ${-224 + i * 10} 120 ${-236 + i * 10}`, "#C9B282", 1, 0.35),
      ) +
        repeat(22, (i) => line(`M${-108 + i * 10} -240V10`, "#C9B282", 1, 0.22)) +
        path("M-120 -66Q0 -48 120 -66V-30Q0 -12 -120 -30Z", textile(cloth, 1)) +
        line("M-120 -70Q0 -52 120 -70M-120 -26Q0 -8 120 -26", colour, 3),
    ) +
    label(name, { x: -74, y: -222, width: 148, height: 66, colour, largest: 36 }) +
    label(kind, { x: -70, y: -160, width: 140, height: 20, colour: "#6B5835", largest: 14.5, weight: 600 }) +
    (loose
      ? filled(roundedBox(-56, -136, 112, 58, 22), { x: -58, y: -138, width: 116, height: 62 }, loose) +
        line(roundedBox(-56, -136, 112, 58, 22), colour, 3.5)
      : "") +
    line("M-88 -238Q0 -226 88 -238", "#8A6B3A", 5) +
    repeat(15, (i) => line(`M${-84 + i * 12} -242l5 10`, "#F7EED9", 1.6, 0.8)) +
    path(body, slantLight)
  );
}

/** A paper flour bag: flat front, gusset at the side, folded top. */
export function flourBag(pack: Pack): string {
  const { name, kind = "Calabash", colour, cloth, art } = pack;
  const front = "M-88 -236L72 -240L76 -2Q-6 8 -92 0Z";
  return (
    path("M72 -240L98 -226L100 -12L76 -2Z", darker(colour, 0.34)) +
    path("M-88 -236L72 -240L98 -226L84 -262L-78 -264Z", darker(colour, 0.16)) +
    path("M-78 -264L84 -262L86 -250L-80 -252Z", lighter(colour, 0.3)) +
    path(front, colour) +
    clipped(front, rect(-100, -44, 190, 60, 0, textile(cloth, 0.9)) + rect(-100, -48, 190, 5, 0, cream)) +
    path("M-72 -214L58 -217L60 -68L-74 -66Z", cream) +
    label(name, { x: -66, y: -212, width: 120, height: 64, colour: darker(colour, 0.2), largest: 31 }) +
    label(kind, {
      x: -64,
      y: -148,
      width: 116,
      height: 18,
      colour: darker(colour, 0.05),
      largest: 13.5,
      weight: 600,
    }) +
    (art ? place(-7, -70, art, { scale: 0.54 }) : "") +
    path(front, slantLight) +
    line("M-88 -236L72 -240M72 -240L76 -2", "#fff", 1.4, 0.4)
  );
}

/** A pillow bag with crimped ends, for chips and small bites. */
export function pillowBag(pack: Pack): string {
  const { name, kind = "Calabash", colour, cloth, loose, art } = pack;
  const outline =
    "M-84 -262H84C90 -240 102 -214 102 -132C102 -50 90 -22 84 0H-84C-90 -22 -102 -50 -102 -132C-102 -214 -90 -240 -84 -262Z";
  const windowShape = "M-70 -96C-50 -118 50 -118 70 -96C84 -70 70 -50 0 -50C-70 -50 -84 -70 -70 -96Z";
  const crimp = (y: number) =>
    rect(-86, y, 172, 18, 0, lighter(colour, 0.22)) +
    repeat(28, (i) => line(`M${-83 + i * 6.1} ${y + 2}v14`, darker(colour, 0.4), 1.6, 0.35));
  return (
    path(outline, colour) +
    clipped(
      outline,
      path("M-110 -236Q0 -214 110 -236V-212Q0 -190 -110 -212Z", textile(cloth, 0.8)) +
        path("M-110 -40Q0 -22 110 -40V-16H-110Z", textile(cloth, 0.8)) +
        (loose
          ? filled(windowShape, { x: -80, y: -118, width: 160, height: 72 }, loose) +
            line(windowShape, lighter(colour, 0.7), 3)
          : ""),
    ) +
    path("M-78 -188Q0 -176 78 -188L80 -132Q0 -120 -80 -132Z", cream) +
    label(name, { x: -68, y: -184, width: 136, height: 50, colour: darker(colour, 0.25), largest: 31 }) +
    (loose || art
      ? ""
      : label(kind, { x: -66, y: -110, width: 132, height: 24, colour: cream, largest: 16, weight: 600 })) +
    (art ? place(0, -46, art, { scale: 0.72 }) : "") +
    crimp(-262) +
    crimp(-18) +
    path(
      outline,
      across(
        [0, "#1A1008", 0.34],
        [0.12, "#fff", 0.02],
        [0.22, "#fff", 0.36],
        [0.34, "#fff", 0.04],
        [0.6, "#fff", 0.02],
        [0.74, "#fff", 0.16],
        [0.84, "#1A1008", 0.08],
        [1, "#1A1008", 0.34],
      ),
    ) +
    line("M-70 -232C-78 -200 -84 -160 -84 -132M74 -224C66 -200 60 -190 52 -186", "#fff", 3, 0.2)
  );
}

/** A clear bag tied or sealed at the top, full of what it holds, with a card for the name. */
export function clearBag(pack: Pack): string {
  const { name, kind = "Calabash", colour, cloth, loose } = pack;
  const body = "M-84 -214C-100 -150 -108 -60 -94 -10Q0 10 94 -10C108 -60 100 -150 84 -214Z";
  return (
    (loose ? filled(body, { x: -110, y: -214, width: 220, height: 224 }, loose) : path(body, "#E9EFEC")) +
    path(
      body,
      aslant(
        [0, "#fff", 0.5],
        [0.25, "#fff", 0.05],
        [0.36, "#fff", 0.26],
        [0.46, "#fff", 0],
        [0.7, "#1A1008", 0.04],
        [1, "#1A1008", 0.34],
      ),
    ) +
    line("M-70 -196C-84 -140 -88 -80 -82 -34M66 -190C78 -140 84 -100 82 -66", "#fff", 5, 0.4) +
    path("M-90 -262H90L86 -204Q0 -192 -86 -204Z", textile(cloth, 0.9)) +
    path("M-90 -262H90L89 -246Q0 -240 -89 -246Z", darker(colour, 0.2)) +
    path("M-90 -262H90L86 -204Q0 -192 -86 -204Z", down([0, "#fff", 0.2], [1, "#1A1008", 0.25])) +
    path(roundedBox(-66, -158, 132, 84, 12), cream) +
    line(roundedBox(-61, -153, 122, 74, 9), colour, 1.6, 0.6) +
    label(name, { x: -57, y: -150, width: 114, height: 48, colour: darker(colour, 0.2), largest: 29 }) +
    label(kind, {
      x: -55,
      y: -104,
      width: 110,
      height: 20,
      colour: darker(colour, 0.05),
      largest: 13.5,
      weight: 600,
    })
  );
}

/** A frosted bag for frozen leaves: a snow mark and a cool bloom over the goods. */
export function frozenBag(pack: Pack): string {
  const flake = repeat(6, (i) =>
    place(0, 0, line("M0 0V-11M0 -7l-3 -3M0 -7l3 -3", "#2C6E9B", 1.8), { rotate: i * 60 }),
  );
  return (
    clearBag(pack) +
    solid(
      "M-84 -214C-100 -150 -108 -60 -94 -10Q0 10 94 -10C108 -60 100 -150 84 -214Z",
      down([0, "#DDF0FA", 0.1], [0.7, "#DDF0FA", 0.05], [1, "#EAF6FC", 0.7]),
      "none",
    ) +
    place(62, -40, ellipse(0, 0, 19, 19, "#EAF6FC") + flake) +
    text("Keep frozen", -22, -24, 16, "#20587E", 600)
  );
}
