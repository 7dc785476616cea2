import { across, aslant, ballLight, clipped, down, outward, oval, tubeLight } from "../paint.ts";
import { darker, darkGreen, gold, lighter } from "../palette.ts";
import { type Cloth, textile } from "../patterns.ts";
import { circle, ellipse, line, path, place, rect, repeat } from "../svg.ts";

/** Folds: dark in the dips, light on the ridges, over whatever the cloth shows. */
const drape = across(
  [0, "#1A1008", 0.3],
  [0.14, "#fff", 0.1],
  [0.26, "#1A1008", 0.1],
  [0.4, "#fff", 0.16],
  [0.52, "#1A1008", 0.08],
  [0.66, "#fff", 0.12],
  [0.8, "#1A1008", 0.14],
  [0.9, "#fff", 0.06],
  [1, "#1A1008", 0.34],
);
const fall = down([0, "#fff", 0.12], [0.5, "#fff", 0], [1, "#1A1008", 0.24]);

function garment(d: string, fill: string): string {
  return path(d, fill) + path(d, drape) + path(d, fall);
}

function hanger(): string {
  return (
    line("M0 -300C0 -312 16 -312 16 -302C16 -292 0 -292 0 -280", "#8F8A80", 4) +
    line("M-56 -262L0 -282L56 -262", "#B9854E", 8)
  );
}

/** Off-shoulder maxi dress: flounce, sash, skirt to the floor. */
export function maxiDress(cloth: Cloth): string {
  const skirt =
    "M-30 -202C-52 -150 -78 -70 -96 -8C-74 8 -52 -4 -32 4C-12 12 10 0 32 6C52 12 76 4 96 -8C78 -70 52 -150 30 -202Z";
  const bodice = "M-38 -266C-36 -244 -34 -222 -31 -200H31C34 -222 36 -244 38 -266Z";
  const flounce =
    "M-66 -280C-44 -294 44 -294 66 -280C76 -264 78 -252 76 -240C60 -250 46 -236 30 -242C14 -248 -2 -236 -16 -242C-32 -248 -50 -236 -76 -240C-78 -252 -76 -264 -66 -280Z";
  return (
    path("M-66 -280C-44 -300 44 -300 66 -280C46 -270 -46 -270 -66 -280Z", darker(cloth.colours[0], 0.45)) +
    garment(skirt, textile(cloth, 0.96)) +
    line(
      "M-18 -198C-30 -130 -46 -60 -54 -2M-6 -198C-10 -130 -16 -60 -14 4M8 -198C16 -130 24 -60 28 4M20 -198C36 -130 54 -60 66 2",
      "#1A1008",
      3.4,
      0.22,
    ) +
    line("M-96 -8C-74 8 -52 -4 -32 4C-12 12 10 0 32 6C52 12 76 4 96 -8", gold, 4) +
    garment(bodice, textile(cloth, 0.8)) +
    path("M-35 -216Q0 -206 35 -216L32 -194Q0 -186 -32 -194Z", darkGreen) +
    path("M-35 -216Q0 -206 35 -216L32 -194Q0 -186 -32 -194Z", drape) +
    path("M10 -198C24 -178 28 -150 24 -118L14 -126L6 -116C12 -144 10 -172 4 -194Z", darkGreen) +
    path("M6 -196C-4 -176 -10 -154 -10 -132L-1 -138L6 -130Z", lighter(darkGreen, 0.12)) +
    garment(flounce, textile(cloth, 0.8, 8)) +
    line("M-66 -280C-44 -291 44 -291 66 -280", gold, 4) +
    line("M-76 -240C-50 -236 -32 -248 -16 -242C-2 -236 14 -248 30 -242C46 -236 60 -250 76 -240", gold, 3.4) +
    line("M-46 -284q-5 20 -4 40M-16 -288v42M16 -288q2 20 4 40M46 -284q6 16 6 36", "#1A1008", 2.4, 0.2)
  );
}

/** A gown thrown over the shoulders in deep folds, tunic and trousers under it. */
export function agbada(): string {
  const ivory = "#F4ECD8";
  const [stitch, shade] = ["#C08A1E", "#8A7A58"];
  const gown =
    "M-30 -288C-62 -282 -92 -270 -108 -250C-132 -200 -150 -140 -154 -86C-140 -72 -118 -70 -104 -78L-92 -56Q0 -34 92 -56L104 -78C118 -70 140 -72 154 -86C150 -140 132 -200 108 -250C92 -270 62 -282 30 -288Q0 -272 -30 -288Z";
  const swirl = (flip: 1 | -1) =>
    place(
      0,
      -12,
      line(
        "M16 -196C44 -198 56 -172 40 -156C28 -146 14 -156 22 -166C28 -174 36 -168 33 -162M18 -144C44 -136 50 -110 36 -100C24 -94 14 -104 21 -112M16 -92C32 -86 36 -70 26 -62",
        stitch,
        3.6,
      ) +
        circle(50, -142, 3, stitch) +
        circle(48, -104, 3, stitch) +
        circle(56, -174, 3, stitch),
      { flip },
    );
  return (
    garment("M-54 -46L-50 2H-8L0 -34L8 2H50L54 -46Z", darker(ivory, 0.2)) +
    garment("M-66 -70L-64 -26Q0 -12 64 -26L66 -70Z", darker(ivory, 0.1)) +
    line("M-64 -26Q0 -12 64 -26", stitch, 3) +
    garment(gown, ivory) +
    path(
      "M-154 -86C-140 -72 -118 -70 -104 -78C-116 -90 -140 -94 -154 -86ZM154 -86C140 -72 118 -70 104 -78C116 -90 140 -94 154 -86Z",
      darker(ivory, 0.25),
    ) +
    line("M-108 -250C-90 -200 -88 -130 -104 -78M108 -250C90 -200 88 -130 104 -78", shade, 3, 0.7) +
    line(
      "M-96 -262C-74 -200 -70 -130 -84 -58M-120 -222C-104 -180 -104 -130 -112 -92M-134 -186C-120 -150 -122 -120 -130 -90M96 -262C74 -200 70 -130 84 -58M120 -222C104 -180 104 -130 112 -92M134 -186C120 -150 122 -120 130 -90M-40 -74C-38 -64 -36 -54 -36 -46M40 -74C38 -64 36 -54 36 -46",
      shade,
      2.4,
      0.42,
    ) +
    path("M-30 -286Q0 -268 30 -286L64 -180C54 -134 24 -94 0 -78C-24 -94 -54 -134 -64 -180Z", "#FBF6E8") +
    line("M-30 -286L-64 -180C-54 -134 -24 -94 0 -78C24 -94 54 -134 64 -180L30 -286", stitch, 3) +
    swirl(1) +
    swirl(-1) +
    path("M-22 -288Q0 -272 22 -288L0 -208Z", darker(ivory, 0.32)) +
    line("M-27 -288Q-14 -246 0 -210Q14 -246 27 -288", stitch, 6) +
    line("M0 -208V-86", stitch, 3) +
    [-192, -166, -140, -114]
      .map((y) => circle(0, y, 4.2, gold) + circle(-1, y - 1, 1.3, "#fff", 0.8))
      .join("") +
    line("M-92 -56Q0 -34 92 -56", stitch, 3.4)
  );
}

/** A senator set: knee-length tunic with a stitched placket, and trousers. */
export function kaftan(colour = "#1F3F6E", thread = "#DDB65A"): string {
  const tunic =
    "M-26 -272C-50 -266 -70 -256 -84 -244L-120 -118L-90 -106L-68 -182L-72 -62Q0 -48 72 -62L68 -182L90 -106L120 -118L84 -244C70 -256 50 -266 26 -272Q0 -262 -26 -272Z";
  const legs = "M-60 -70L-54 2H-10L0 -50L10 2H54L60 -70Z";
  return (
    garment(legs, darker(colour, 0.14)) +
    line("M0 -60V-46M-34 -60L-32 0M34 -60L32 0", "#1A1008", 2.4, 0.35) +
    garment(tunic, colour) +
    line("M-68 -182L-70 -110M68 -182L70 -110M-62 -130L-66 -62M62 -130L66 -62", "#1A1008", 3, 0.3) +
    path("M-22 -274Q0 -262 22 -274L20 -252Q0 -242 -20 -252Z", lighter(colour, 0.1)) +
    line("M-22 -274Q0 -262 22 -274", thread, 3) +
    line("M-20 -252Q0 -242 20 -252", thread, 2) +
    path("M-16 -248Q0 -242 16 -248V-132L0 -118L-16 -132Z", lighter(colour, 0.08)) +
    line("M-16 -248V-132L0 -118L16 -132V-248", thread, 2.6) +
    repeat(
      5,
      (i) =>
        line(`M-9 ${-230 + i * 20}L0 ${-238 + i * 20}L9 ${-230 + i * 20}L0 ${-222 + i * 20}Z`, thread, 2) +
        circle(0, -230 + i * 20, 2.4, thread),
    ) +
    rect(-52, -196, 26, 26, 3, darker(colour, 0.12)) +
    path("M-52 -196H-26V-186L-39 -180L-52 -186Z", thread, 0.9) +
    line("M-120 -118L-90 -106M120 -118L90 -106", thread, 4) +
    line("M-72 -62Q0 -48 72 -62", thread, 2)
  );
}

/** Loose gown to the ankle with lace at neck and cuffs. */
export function boubou(colour = "#8C2F6B"): string {
  const gown =
    "M-30 -278C-80 -266 -126 -240 -142 -206L-118 -118C-104 -122 -94 -126 -86 -130C-92 -84 -100 -36 -106 -8C-70 8 70 8 106 -8C100 -36 92 -84 86 -130C94 -126 104 -122 118 -118L142 -206C126 -240 80 -266 30 -278Q0 -262 -30 -278Z";
  const trim = textile({ weave: "lace", colours: [colour, "#FFFBF2", "#FFFFFF"] }, 0.5);
  return (
    garment(gown, colour) +
    line(
      "M-86 -130C-84 -160 -88 -190 -98 -214M86 -130C84 -160 88 -190 98 -214M-50 -190C-56 -120 -64 -60 -72 -2M-18 -180C-22 -110 -26 -50 -26 4M18 -180C22 -110 26 -50 26 4M50 -190C56 -120 64 -60 72 -2",
      "#1A1008",
      3,
      0.2,
    ) +
    clipped(
      gown,
      path("M-46 -290H46L40 -262C56 -224 30 -176 0 -160C-30 -176 -56 -224 -40 -262Z", trim) +
        path("M-150 -208L-124 -112L-104 -118L-130 -212Z", trim) +
        path("M150 -208L124 -112L104 -118L130 -212Z", trim) +
        path("M-120 -26C-70 -10 70 -10 120 -26V10H-120Z", trim),
    ) +
    line("M-44 -268C-56 -224 -30 -176 0 -160C30 -176 56 -224 44 -268", "#FFFBF2", 3) +
    path(
      "M-26 -280Q0 -266 26 -280C24 -250 12 -232 0 -226C-12 -232 -24 -250 -26 -280Z",
      darker(colour, 0.45),
    ) +
    line("M-28 -279C-24 -250 -12 -232 0 -226C12 -232 24 -250 28 -279", gold, 4) +
    line("M-108 -24C-70 -10 70 -10 108 -24", "#FFFBF2", 2.4) +
    path(gown, drape, 0.4)
  );
}

/** The dashiki: its neck panel is the whole point. */
export function dashiki(): string {
  const ground = "#C23A1E";
  const shirt =
    "M-34 -262C-66 -256 -92 -246 -110 -232L-146 -154L-104 -128L-86 -160L-90 -6Q0 10 90 -6L86 -160L104 -128L146 -154L110 -232C92 -246 66 -256 34 -262Q0 -246 -34 -262Z";
  const [black, yellow, green] = ["#171310", "#F2B632", "#1E7A46"];
  const band = (y: number) =>
    rect(-150, y, 300, 30, 0, black) +
    repeat(
      16,
      (i) =>
        path(`M${-144 + i * 19} ${y + 15}l8 -10l8 10l-8 10Z`, i % 2 ? yellow : green) +
        circle(-136 + i * 19, y + 15, 2.6, "#fff"),
    );
  return (
    path(shirt, ground) +
    clipped(
      shirt,
      repeat(8, (row) =>
        repeat(11, (i) => circle(-140 + i * 28 + (row % 2) * 14, -240 + row * 26, 3, yellow, 0.75)),
      ) +
        band(-46) +
        rect(-150, -52, 300, 4, 0, yellow) +
        rect(-150, -14, 300, 4, 0, yellow) +
        path("M-150 -166L-96 -138L-90 -150L-144 -178Z", black) +
        path("M150 -166L96 -138L90 -150L144 -178Z", black) +
        line("M-150 -160L-98 -132M150 -160L98 -132", yellow, 3) +
        path("M-62 -270H62L54 -196C40 -160 20 -120 0 -100C-20 -120 -40 -160 -54 -196Z", black) +
        line("M-58 -262L-50 -198C-38 -164 -18 -124 0 -106C18 -124 38 -164 50 -198L58 -262", yellow, 5) +
        line("M-44 -258L-38 -202C-28 -172 -14 -144 0 -128C14 -144 28 -172 38 -202L44 -258", green, 5) +
        line("M-34 -258L-29 -206C-22 -184 -12 -162 0 -148C12 -162 22 -184 29 -206L34 -258", "#FBEFD2", 3.4) +
        repeat(
          7,
          (i) =>
            circle(-52 + i * 1.6 + (i > 3 ? (i - 3) * 6 : 0), -246 + i * 17, 3, "#fff") +
            circle(52 - i * 1.6 - (i > 3 ? (i - 3) * 6 : 0), -246 + i * 17, 3, "#fff"),
        ) +
        path("M0 -98C-14 -90 -14 -72 0 -64C14 -72 14 -90 0 -98Z", black) +
        path("M0 -92C-9 -86 -9 -76 0 -70C9 -76 9 -86 0 -92Z", yellow),
    ) +
    path(shirt, drape) +
    path(shirt, fall) +
    path("M-26 -263Q0 -250 26 -263L0 -186Z", "#3A0F08") +
    line("M-28 -263L0 -184L28 -263", yellow, 4) +
    line("M-86 -160L-84 -190M86 -160L84 -190", "#1A1008", 3, 0.35)
  );
}

/** Wrap skirt with a wide tie. */
export function wrapSkirt(cloth: Cloth): string {
  const skirt = "M-62 -236C-86 -160 -106 -70 -112 -10C-60 10 60 10 112 -10C106 -70 86 -160 62 -236Z";
  const flap = "M-10 -226C30 -180 70 -80 76 -2C40 6 0 8 -30 4C-40 -80 -40 -170 -44 -230Z";
  return (
    garment(skirt, textile(cloth, 0.8)) +
    path("M-6 -226C34 -180 76 -80 84 -4L76 -2C70 -80 30 -180 -10 -226Z", "#1A1008", 0.3) +
    garment(flap, textile(cloth, 0.8, 10)) +
    line("M-10 -226C30 -180 70 -80 76 -2", gold, 4) +
    line("M-112 -10C-60 10 60 10 112 -10", gold, 4) +
    line("M-40 -220C-52 -140 -66 -70 -70 -2M40 -222C60 -150 84 -80 92 -6", "#1A1008", 3, 0.18) +
    path("M-66 -254Q0 -242 66 -254L64 -222Q0 -210 -64 -222Z", darker(cloth.colours[0], 0.15)) +
    path("M-66 -254Q0 -242 66 -254L64 -222Q0 -210 -64 -222Z", drape) +
    place(
      46,
      -234,
      path("M0 0C-40 -34 -58 -16 -46 2C-36 14 -12 10 0 4Z", cloth.colours[0]) +
        path("M0 0C36 -36 58 -20 48 0C38 14 12 10 0 4Z", lighter(cloth.colours[0], 0.1)) +
        path("M-6 2C-20 40 -22 76 -14 104L0 92L10 108C14 70 10 36 4 2Z", darker(cloth.colours[0], 0.1)) +
        circle(0, 0, 11, darker(cloth.colours[0], 0.3)),
      { scale: 0.9 },
    )
  );
}

/** A child's dress with puffed sleeves. */
export function girlsDress(cloth: Cloth, bow = "#C2410C"): string {
  const skirt =
    "M-42 -146C-84 -110 -128 -60 -134 -14C-110 0 -92 -12 -68 0C-44 10 -22 -4 0 4C22 -4 44 10 68 0C92 -12 110 0 134 -14C128 -60 84 -110 42 -146Z";
  const sleeve =
    "M-38 -232C-80 -250 -108 -218 -98 -184C-88 -170 -62 -170 -42 -180C-40 -196 -38 -212 -38 -232Z";
  return (
    garment(skirt, textile(cloth, 0.92)) +
    line(
      "M-26 -142C-50 -96 -74 -50 -86 -8M-10 -142C-20 -90 -26 -50 -28 0M10 -142C20 -90 26 -50 28 0M26 -142C50 -96 74 -50 86 -8",
      "#1A1008",
      3,
      0.2,
    ) +
    line(
      "M-134 -14C-110 0 -92 -12 -68 0C-44 10 -22 -4 0 4C22 -4 44 10 68 0C92 -12 110 0 134 -14",
      "#fff",
      5,
    ) +
    garment(sleeve, textile(cloth, 0.78)) +
    place(0, 0, garment(sleeve, textile(cloth, 0.78)), { flip: -1 }) +
    line("M-98 -184C-88 -170 -62 -170 -44 -180M98 -184C88 -170 62 -170 44 -180", "#fff", 5) +
    garment(
      "M-44 -230C-30 -236 -26 -240 -24 -244C-10 -228 10 -228 24 -244C26 -240 30 -236 44 -230C44 -200 44 -170 42 -142Q0 -132 -42 -142C-44 -170 -44 -200 -44 -230Z",
      textile(cloth, 0.78),
    ) +
    line("M-24 -244C-10 -228 10 -228 24 -244", "#fff", 4) +
    path("M-43 -158Q0 -146 43 -158L42 -138Q0 -126 -42 -138Z", bow) +
    place(
      0,
      -144,
      path("M0 0C-18 -26 -46 -26 -44 -4C-44 14 -18 14 0 4Z", bow) +
        path("M0 0C18 -26 46 -26 44 -4C44 14 18 14 0 4Z", lighter(bow, 0.12)) +
        path("M-4 2L-22 46L-10 42L-4 50L4 4ZM4 2L22 46L10 42L4 50L-4 4Z", darker(bow, 0.15)) +
        circle(0, 0, 9, darker(bow, 0.25)),
    )
  );
}

/** Madras dress with white ruffles. */
export function madrasDress(cloth: Cloth): string {
  const ruffle = (y: number, half: number, depth: number) =>
    path(
      `M${-half} ${y}${repeat(9, (i) => `q${half / 9} ${depth * (i % 2 ? 1.35 : 1)} ${(half * 2) / 9} 0`)}V${y - 14}Q0 ${y + 2} ${-half} ${y - 14}Z`,
      "#FFFFFF",
    ) +
    line(
      `M${-half} ${y}${repeat(9, (i) => `q${half / 9} ${depth * (i % 2 ? 1.35 : 1)} ${(half * 2) / 9} 0`)}`,
      "#9A9080",
      2,
    ) +
    repeat(17, (i) => line(`M${-half + 10 + i * (half / 8.5)} ${y - 2}v9`, "#9A9080", 1.4, 0.6)) +
    line(`M${-half} ${y - 10}Q0 ${y + 5} ${half} ${y - 10}`, "#9A9080", 1.6);
  return (
    garment("M-42 -156C-70 -110 -98 -60 -108 -22Q0 -4 108 -22C98 -60 70 -110 42 -156Z", textile(cloth, 1.1)) +
    ruffle(-14, 110, 18) +
    line("M-18 -150C-30 -100 -40 -60 -44 -16M18 -150C30 -100 40 -60 44 -16", "#1A1008", 3, 0.18) +
    garment(
      "M-46 -250C-42 -216 -43 -180 -42 -150Q0 -140 42 -150C43 -180 42 -216 46 -250Z",
      textile(cloth, 0.9),
    ) +
    path("M-43 -168Q0 -158 43 -168L42 -148Q0 -138 -42 -148Z", "#B3261E") +
    path(
      "M-88 -214Q0 -232 88 -214L92 -202q-10 13 -20 1q-11 13 -22 0q-12 13 -24 -1q-12 12 -26 0q-12 12 -24 0q-12 13 -24 1q-11 13 -22 0q-10 13 -20 -1Z",
      "#FFFFFF",
    ) +
    line(
      "M92 -202q-10 13 -20 1q-11 13 -22 0q-12 13 -24 -1q-12 12 -26 0q-12 12 -24 0q-12 13 -24 1q-11 13 -22 0q-10 13 -20 -1",
      "#9A9080",
      2,
    ) +
    repeat(15, (i) => line(`M${-80 + i * 11.4} -${216 - Math.abs(i - 7)}v12`, "#9A9080", 1.4, 0.6)) +
    garment(
      "M-84 -254C-50 -268 50 -268 84 -254C92 -238 94 -224 90 -210C58 -226 -58 -226 -90 -210C-94 -224 -92 -238 -84 -254Z",
      textile(cloth, 0.9, 6),
    ) +
    path("M-84 -254C-50 -268 50 -268 84 -254C60 -246 -60 -246 -84 -254Z", "#FFFFFF")
  );
}

/** A gele tied high and opened into a fan of pleats, on a plain display head. */
export function gele(cloth: Cloth): string {
  const wood = "#6B4630";
  const knot = { x: -18, y: -150 };
  const pleats = 11;
  const edge = (turn: number, reach: number) => {
    const angle = ((-196 + turn * 17.5) * Math.PI) / 180;
    return `${(knot.x + Math.cos(angle) * 150 * reach).toFixed(1)} ${(knot.y + Math.sin(angle) * 146 * reach).toFixed(1)}`;
  };
  const pleat = (i: number) => {
    const d = `M${knot.x - 8} ${knot.y + 14}L${edge(i, 0.98)}Q${edge(i + 0.5, 1.12)} ${edge(i + 1, 0.98)}L${knot.x + 12} ${knot.y + 14}Z`;
    return (
      path(d, textile(cloth, 0.9, -70 + i * 17)) +
      path(
        d,
        outward(0.5, 0.5, 0.75, [0, i % 2 ? "#FFFFFF" : "#1A1008", i % 2 ? 0.16 : 0.2], [1, "#1A1008", 0.22]),
      ) +
      line(`M${knot.x} ${knot.y}L${edge(i, 0.98)}`, "#1A1008", 3, 0.45) +
      line(`M${edge(i, 0.98)}Q${edge(i + 0.5, 1.12)} ${edge(i + 1, 0.98)}`, cloth.colours[1], 2.6, 0.8)
    );
  };
  const band = "M-62 -112C-66 -150 -40 -184 4 -184C46 -184 70 -150 64 -110C40 -142 -34 -146 -62 -112Z";
  return (
    repeat(pleats, pleat) +
    path("M-20 -62H24L30 -36C52 -30 66 -18 70 0H-66C-62 -18 -48 -30 -26 -36Z", wood) +
    path("M-20 -62H24L30 -36C12 -24 -10 -24 -26 -36Z", "#1A1008", 0.28) +
    path("M-58 -124C-58 -164 60 -164 60 -124C64 -86 42 -46 2 -44C-40 -46 -62 -86 -58 -124Z", wood) +
    path(
      "M-58 -124C-62 -86 -40 -46 2 -44C42 -46 64 -86 60 -124Z",
      across([0, "#fff", 0.2], [0.4, "#fff", 0.03], [1, "#000", 0.3]),
    ) +
    circle(-57, -84, 6, gold) +
    circle(-57, -70, 4, gold) +
    circle(60, -84, 6, gold) +
    circle(60, -70, 4, gold) +
    repeat(
      8,
      (i) =>
        circle(-34 + i * 10.4, -26 + Math.sin((i / 7) * Math.PI) * 8, 6.6, "#C8412C") +
        circle(-36 + i * 10.4, -28 + Math.sin((i / 7) * Math.PI) * 8, 2, "#fff", 0.6),
    ) +
    path(band, textile(cloth, 0.8, 16)) +
    path(band, ballLight, 0.7) +
    line("M-58 -124C-30 -154 38 -152 62 -120M-50 -146C-20 -172 34 -170 54 -142", "#1A1008", 2.6, 0.3) +
    line("M-62 -112C-34 -146 40 -142 64 -110", cloth.colours[1], 3, 0.8)
  );
}

export function filaCap(cloth: Cloth, thread = gold): string {
  const cap =
    "M-118 -6C-124 -70 -112 -128 -84 -152C-50 -176 20 -184 74 -168C118 -152 150 -122 146 -92C140 -72 118 -76 112 -62C114 -40 116 -20 114 -4C60 14 -60 14 -118 -6Z";
  return (
    path(cap, textile(cloth, 1)) +
    clipped(
      cap,
      path(
        "M74 -168C118 -152 150 -122 146 -92C140 -72 118 -76 112 -62C104 -100 92 -140 40 -172Z",
        "#1A1008",
        0.26,
      ) +
        path("M-124 -52C-60 -30 60 -30 118 -52V20H-124Z", darker(cloth.colours[0], 0.15)) +
        line("M-124 -54C-60 -32 60 -32 118 -54M-124 -8C-60 12 60 12 118 -8", thread, 4) +
        repeat(9, (i) =>
          place(
            -96 + i * 24,
            -22 + (4 - Math.abs(i - 4)) * 3.2,
            line("M0 -11L10 0L0 11L-10 0Z", thread, 2.6) + circle(0, 0, 3, thread),
          ),
        ) +
        line("M40 -172C92 -140 104 -100 112 -62", "#1A1008", 3, 0.3) +
        line("M-84 -152C-40 -130 60 -140 100 -156", thread, 2.4, 0.8),
    ) +
    path(cap, ballLight) +
    line("M-96 -130C-108 -100 -110 -70 -108 -56", "#fff", 5, 0.25)
  );
}

/** Folded cloth, layer on layer, one corner turned down. */
export function foldedCloth(cloth: Cloth, scale = 0.9, layers = 4): string {
  const paint = textile(cloth, scale);
  const [deep] = cloth.colours;
  const top = -64 - layers * 26;
  const layer = repeat(layers, (k) => {
    const i = layers - 1 - k;
    const y = top + 76 + i * 26;
    const d = `M-124 ${y - 16}C-140 ${y - 8} -140 ${y + 20} -124 ${y + 26}L0 ${y + 56}L126 ${y + 18}C136 ${y + 8} 136 ${y - 10} 126 ${y - 18}L0 ${y + 22}Z`;
    return (
      path(d, paint) +
      path(
        d,
        across(
          [0, "#1A1008", 0.42],
          [0.1, "#fff", 0.1],
          [0.48, "#1A1008", 0.02],
          [0.5, "#1A1008", 0.2],
          [0.9, "#1A1008", 0.28],
          [1, "#1A1008", 0.5],
        ),
      ) +
      line(`M-124 ${y + 26}L0 ${y + 56}L126 ${y + 18}`, darker(deep, 0.6), 5, 0.5)
    );
  });
  const sheet = `M-126 ${top + 60}L4 ${top}L128 ${top + 56}L0 ${top + 98}Z`;
  const skewed = `<g transform="matrix(.9 .3 -.9 .42 0 ${top + 24})">`;
  return (
    layer +
    path(sheet, deep) +
    clipped(sheet, `${skewed}<rect x="-220" y="-200" width="440" height="500" fill="${paint}"/></g>`) +
    path(sheet, aslant([0, "#fff", 0.36], [0.5, "#fff", 0.02], [1, "#1A1008", 0.2])) +
    line(`M-126 ${top + 60}L0 ${top + 98}L128 ${top + 56}`, lighter(deep, 0.5), 2.4, 0.55)
  );
}

/** A length of cloth hung over a rail, to show the repeat. */
export function hungCloth(cloth: Cloth, scale = 1.3): string {
  const sheet =
    "M-118 -268H118C112 -180 124 -90 116 -10C90 -2 66 -14 40 -4C12 6 -14 -10 -40 -2C-68 6 -92 -8 -118 -6C-108 -90 -124 -180 -118 -268Z";
  return (
    line("M-142 -270H142", "#8A5B30", 12) +
    circle(-146, -270, 9, "#6B4423") +
    circle(146, -270, 9, "#6B4423") +
    path(sheet, textile(cloth, scale)) +
    path(sheet, drape) +
    path(sheet, fall) +
    path("M-118 -276H118V-256Q0 -250 -118 -256Z", textile(cloth, scale)) +
    path("M-118 -276H118V-256Q0 -250 -118 -256Z", tubeLight, 0.4)
  );
}

/** A close look: the cloth fills a round frame, a fold running across it. */
export function clothDetail(cloth: Cloth, scale = 2.4): string {
  const round = oval(0, -142, 142, 142);
  return (
    circle(0, -138, 146, "#1A1008", 0.16) +
    circle(0, -142, 146, "#FFFDF7") +
    path(round, textile(cloth, scale)) +
    clipped(
      round,
      path("M-160 -30C-80 -90 40 -60 160 -150V40H-160Z", "#1A1008", 0.22) +
        path("M-160 -44C-80 -104 40 -74 160 -164V0C60 0 -80 20 -160 10Z", textile(cloth, scale, 28)) +
        line("M-160 -44C-80 -104 40 -74 160 -164", "#fff", 5, 0.4),
    ) +
    path(round, outward(0.35, 0.25, 0.9, [0, "#fff", 0.24], [0.5, "#fff", 0], [1, "#1A1008", 0.22]))
  );
}

export function onHanger(dress: string): string {
  return hanger() + dress;
}

/** Garment folded flat as it leaves the shop, with a swing tag. */
export function foldedGarment(fill: string, trim: string): string {
  const shape = "M-104 -196C-60 -214 60 -214 104 -196L114 -6Q0 14 -114 -6Z";
  return (
    path(shape, fill) +
    path(shape, drape, 0.7) +
    path(shape, fall) +
    path("M-38 -206Q0 -190 38 -206L30 -190Q0 -176 -30 -190Z", "#1A1008", 0.5) +
    line("M-40 -206Q0 -184 40 -206", trim, 6) +
    line("M-108 -104Q0 -92 108 -104M-112 -50Q0 -38 112 -50", "#1A1008", 3, 0.2) +
    line("M-70 -200L-76 -4M70 -200L76 -4", "#1A1008", 3, 0.22) +
    place(
      44,
      -110,
      line("M-14 -34L0 0", "#8F8A80", 2) +
        path("M-18 0H18V52L0 62L-18 52Z", "#FFFDF7") +
        circle(0, 7, 3.4, "#8F8A80") +
        path("M-10 40C-14 24 14 24 10 40C6 48 -6 48 -10 40Z", "#14693F"),
      { rotate: -10 },
    )
  );
}

export function coralBeads(): string {
  const coral = "#D8452E";
  const strand = (rx: number, ry: number, count: number, size: number) =>
    repeat(count, (i) => {
      const angle = Math.PI * (0.06 + (0.88 * i) / (count - 1));
      const [x, y] = [Math.cos(angle) * rx, -236 + Math.sin(angle) * ry];
      const isGold = i % 6 === 5;
      return place(
        x,
        y,
        path(
          oval(0, 0, size * (isGold ? 0.8 : 1.2), size),
          isGold ? gold : i % 2 ? coral : darker(coral, 0.12),
        ) + path(oval(0, 0, size * (isGold ? 0.8 : 1.2), size), ballLight),
        { rotate: (angle * 180) / Math.PI - 90 },
      );
    });
  const bracelet = repeat(22, (i) => {
    const angle = (Math.PI * 2 * i) / 22;
    return (
      circle(86 + Math.cos(angle) * 48, -30 + Math.sin(angle) * 22, 8, i % 5 === 0 ? gold : coral) +
      circle(84 + Math.cos(angle) * 48, -33 + Math.sin(angle) * 22, 2.4, "#fff", 0.6)
    );
  });
  return (
    strand(112, 196, 30, 9) +
    strand(92, 160, 25, 9) +
    strand(72, 124, 20, 8.5) +
    strand(52, 88, 15, 8) +
    line("M-112 -226C-104 -262 -60 -280 0 -282C60 -280 104 -262 112 -226", gold, 4) +
    circle(0, -282, 7, gold) +
    place(
      0,
      -40,
      path("M-9 -8H9L14 18Q0 34 -14 18Z", gold) + path("M-9 -8H9L14 18Q0 34 -14 18Z", ballLight),
    ) +
    place(-2, 20, ellipse(88, -22, 56, 12, "#1A1008", 0.16) + bracelet)
  );
}

export function beadBracelet(): string {
  const row = (ry: number, y: number) =>
    repeat(26, (i) => {
      const a = (Math.PI * 2 * i) / 26;
      return place(
        Math.cos(a) * 112,
        y + Math.sin(a) * ry,
        circle(0, 0, 15, i % 6 === 0 ? gold : i % 2 ? "#D8452E" : "#BF3722") +
          path(oval(0, 0, 15, 15), ballLight),
      );
    });
  return ellipse(0, -4, 128, 18, "#1A1008", 0.14) + row(46, -62) + row(46, -92) + row(46, -122);
}

export function satinBonnet(): string {
  const satin = "#8E3B8C";
  const crown =
    "M-118 -66C-150 -140 -112 -232 -20 -244C70 -254 142 -196 132 -110C130 -90 124 -76 116 -64C60 -40 -60 -40 -118 -66Z";
  return (
    path(crown, satin) +
    path(crown, ballLight) +
    clipped(
      crown,
      line(
        "M-96 -70C-120 -140 -90 -200 -30 -236M-56 -58C-80 -130 -60 -200 -14 -238M-14 -54C-24 -130 -16 -200 2 -240M28 -54C34 -130 36 -196 18 -240M68 -60C90 -130 84 -196 34 -240M100 -68C128 -130 110 -196 54 -236",
        "#3D0F3E",
        4,
        0.3,
      ) +
        line(
          "M-74 -64C-100 -134 -74 -196 -24 -232M8 -54C6 -130 12 -200 10 -238M86 -66C112 -132 98 -190 46 -232",
          "#fff",
          4,
          0.3,
        ),
    ) +
    path(
      "M-124 -74C-60 -46 60 -46 122 -72C132 -58 132 -36 122 -24C60 4 -60 4 -122 -26C-134 -40 -134 -60 -124 -74Z",
      "#2E1230",
    ) +
    path(
      "M-124 -74C-60 -46 60 -46 122 -72C132 -58 132 -36 122 -24C60 4 -60 4 -122 -26C-134 -40 -134 -60 -124 -74Z",
      across([0, "#1A1008", 0.3], [0.3, "#fff", 0.25], [0.5, "#fff", 0.05], [1, "#1A1008", 0.3]),
    ) +
    repeat(21, (i) =>
      line(`M${-112 + i * 11.3} ${-60 + Math.sin((i / 20) * Math.PI) * 18}v30`, "#fff", 1.4, 0.16),
    ) +
    place(
      20,
      -30,
      path("M0 0C-26 -26 -48 -16 -44 2C-40 16 -16 12 0 4Z", satin) +
        path("M0 0C26 -26 48 -16 44 2C40 16 16 12 0 4Z", lighter(satin, 0.2)) +
        circle(0, 1, 9, darker(satin, 0.3)),
    )
  );
}
