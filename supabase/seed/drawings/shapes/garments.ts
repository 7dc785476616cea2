import { darkGreen, darker, gold, lighter } from "../palette.ts";
import { across, aslant, ballLight, clipped, down, outward, oval, tubeLight } from "../paint.ts";
import { type Cloth, textile } from "../patterns.ts";
import { circle, ellipse, line, path, place, rect, repeat } from "../svg.ts";

/** Folds: dark in the dips, light on the ridges, over whatever the cloth shows. */
const drape = across([0, "#1A1008", 0.3], [0.14, "#fff", 0.1], [0.26, "#1A1008", 0.1], [0.4, "#fff", 0.16], [0.52, "#1A1008", 0.08], [0.66, "#fff", 0.12], [0.8, "#1A1008", 0.14], [0.9, "#fff", 0.06], [1, "#1A1008", 0.34]);
const fall = down([0, "#fff", 0.12], [0.5, "#fff", 0], [1, "#1A1008", 0.24]);

function garment(d: string, fill: string): string {
  return path(d, fill) + path(d, drape) + path(d, fall);
}

function hanger(): string {
  return line("M0 -300C0 -312 16 -312 16 -302C16 -292 0 -292 0 -280", "#8F8A80", 4) + line("M-56 -262L0 -282L56 -262", "#B9854E", 8);
}

/** Off-shoulder maxi dress: flounce, sash, full skirt. */
export function maxiDress(cloth: Cloth): string {
  const skirt = "M-40 -168C-74 -110 -112 -48 -122 -8C-92 6 -66 -6 -44 4C-18 12 10 -2 40 6C66 10 94 2 122 -8C112 -48 74 -110 40 -168Z";
  const bodice = "M-54 -250C-48 -220 -44 -194 -40 -166H40C44 -194 48 -220 54 -250Z";
  const flounce = "M-84 -258C-56 -276 56 -276 84 -258C94 -240 98 -224 94 -210C74 -222 58 -204 38 -212C18 -220 -2 -202 -22 -210C-42 -218 -66 -204 -94 -210C-98 -224 -94 -240 -84 -258Z";
  return (
    path("M-84 -258C-56 -282 56 -282 84 -258C60 -246 -60 -246 -84 -258Z", darker(cloth.colours[0], 0.45)) +
    garment(skirt, textile(cloth, 0.72)) + line("M-24 -164C-40 -110 -62 -60 -70 -4M-8 -164C-14 -100 -20 -60 -18 4M10 -164C20 -100 30 -60 36 4M26 -164C46 -112 72 -60 82 0", "#1A1008", 3.4, 0.2) + line("M-122 -8C-92 6 -66 -6 -44 4C-18 12 10 -2 40 6C66 10 94 2 122 -8", gold, 4) +
    garment(bodice, textile(cloth, 0.6)) + path("M-46 -184Q0 -172 46 -184L41 -160Q0 -150 -41 -160Z", darkGreen) + path("M-46 -184Q0 -172 46 -184L41 -160Q0 -150 -41 -160Z", drape) + path("M14 -166C30 -150 34 -128 30 -104L18 -110L10 -100C16 -124 14 -146 8 -162Z", darkGreen) + path("M10 -162C-2 -144 -8 -128 -8 -110L2 -116L10 -108Z", lighter(darkGreen, 0.12)) +
    garment(flounce, textile(cloth, 0.6, 8)) + line("M-84 -258C-56 -270 56 -270 84 -258", gold, 4) + line("M-94 -210C-66 -204 -42 -218 -22 -210C-2 -202 18 -220 38 -212C58 -204 74 -222 94 -210", gold, 3.4) + line("M-60 -262q-6 24 -4 50M-20 -266v52M20 -266q2 24 4 50M60 -262q8 20 8 46", "#1A1008", 2.4, 0.2)
  );
}

/** The grand boubou cut: one wide gown with the arms lost in it. */
export function agbada(): string {
  const ivory = "#F4ECD8";
  const stitch = "#C08A1E";
  const gown = "M-30 -284C-70 -276 -112 -262 -146 -232C-152 -160 -150 -90 -140 -34C-112 -26 -96 -28 -84 -30L-80 -14Q0 6 80 -14L84 -30C96 -28 112 -26 140 -34C150 -90 152 -160 146 -232C112 -262 70 -276 30 -284Q0 -268 -30 -284Z";
  const swirl = (flip: 1 | -1) => place(0, 0, line("M16 -196C48 -200 62 -172 44 -156C30 -144 14 -156 22 -168C28 -176 38 -170 34 -164M18 -146C50 -138 58 -108 40 -98C26 -92 14 -104 22 -114M18 -92C40 -84 44 -64 30 -58", stitch, 4) + circle(54, -142, 3, stitch) + circle(56, -104, 3, stitch) + circle(64, -176, 3, stitch), { flip });
  return (
    path("M-36 -20V2H-8V-16ZM36 -20V2H8V-16Z", darker(ivory, 0.24)) +
    garment(gown, ivory) +
    line("M-146 -232C-120 -214 -104 -150 -84 -30M146 -232C120 -214 104 -150 84 -30", "#8A7A58", 3, 0.55) + line("M-128 -226C-108 -180 -108 -100 -112 -32M-140 -200C-128 -160 -128 -90 -128 -34M128 -226C108 -180 108 -100 112 -32M140 -200C128 -160 128 -90 128 -34M-60 -90C-54 -60 -52 -40 -50 -14M60 -90C54 -60 52 -40 50 -14", "#8A7A58", 2.4, 0.4) +
    path("M-34 -282Q0 -262 34 -282L74 -168C60 -120 26 -74 0 -56C-26 -74 -60 -120 -74 -168Z", "#FBF6E8") + line("M-34 -282L-74 -168C-60 -120 -26 -74 0 -56C26 -74 60 -120 74 -168L34 -282", stitch, 3) + swirl(1) + swirl(-1) +
    path("M-24 -284Q0 -268 24 -284L0 -196Z", darker(ivory, 0.3)) + line("M-30 -284Q-16 -240 0 -200Q16 -240 30 -284", stitch, 6) + line("M0 -198V-66", stitch, 3) + [-180, -152, -124, -96].map((y) => circle(0, y, 4.4, gold) + circle(-1, y - 1, 1.4, "#fff", 0.8)).join("") +
    line("M-140 -34C-112 -26 -96 -28 -84 -30M140 -34C112 -26 96 -28 84 -30M-80 -14Q0 6 80 -14", stitch, 3.4)
  );
}

/** A senator set: knee-length tunic with a stitched placket, and trousers. */
export function kaftan(colour = "#1F3F6E", thread = "#DDB65A"): string {
  const tunic = "M-26 -272C-50 -266 -70 -256 -84 -244L-120 -118L-90 -106L-68 -182L-72 -62Q0 -48 72 -62L68 -182L90 -106L120 -118L84 -244C70 -256 50 -266 26 -272Q0 -262 -26 -272Z";
  const legs = "M-60 -70L-54 2H-10L0 -50L10 2H54L60 -70Z";
  return (
    garment(legs, darker(colour, 0.14)) + line("M0 -60V-46M-34 -60L-32 0M34 -60L32 0", "#1A1008", 2.4, 0.35) +
    garment(tunic, colour) + line("M-68 -182L-70 -110M68 -182L70 -110M-62 -130L-66 -62M62 -130L66 -62", "#1A1008", 3, 0.3) +
    path("M-22 -274Q0 -262 22 -274L20 -252Q0 -242 -20 -252Z", lighter(colour, 0.1)) + line("M-22 -274Q0 -262 22 -274", thread, 3) + line("M-20 -252Q0 -242 20 -252", thread, 2) +
    path("M-16 -248Q0 -242 16 -248V-132L0 -118L-16 -132Z", lighter(colour, 0.08)) + line("M-16 -248V-132L0 -118L16 -132V-248", thread, 2.6) + repeat(5, (i) => line(`M-9 ${-230 + i * 20}L0 ${-238 + i * 20}L9 ${-230 + i * 20}L0 ${-222 + i * 20}Z`, thread, 2) + circle(0, -230 + i * 20, 2.4, thread)) +
    rect(-52, -196, 26, 26, 3, darker(colour, 0.12)) + path("M-52 -196H-26V-186L-39 -180L-52 -186Z", thread, 0.9) + line("M-120 -118L-90 -106M120 -118L90 -106", thread, 4) + line("M-72 -62Q0 -48 72 -62", thread, 2)
  );
}

/** Loose gown to the ankle with lace at neck and cuffs. */
export function boubou(colour = "#8C2F6B"): string {
  const gown = "M-30 -278C-80 -266 -126 -240 -142 -206L-118 -118C-104 -122 -94 -126 -86 -130C-92 -84 -100 -36 -106 -8C-70 8 70 8 106 -8C100 -36 92 -84 86 -130C94 -126 104 -122 118 -118L142 -206C126 -240 80 -266 30 -278Q0 -262 -30 -278Z";
  const trim = textile({ weave: "lace", colours: [colour, "#FFFBF2", "#FFFFFF"] }, 0.5);
  return (
    garment(gown, colour) + line("M-86 -130C-84 -160 -88 -190 -98 -214M86 -130C84 -160 88 -190 98 -214M-50 -190C-56 -120 -64 -60 -72 -2M-18 -180C-22 -110 -26 -50 -26 4M18 -180C22 -110 26 -50 26 4M50 -190C56 -120 64 -60 72 -2", "#1A1008", 3, 0.2) +
    clipped(gown, path("M-46 -290H46L40 -262C56 -224 30 -176 0 -160C-30 -176 -56 -224 -40 -262Z", trim) + path("M-150 -208L-124 -112L-104 -118L-130 -212Z", trim) + path("M150 -208L124 -112L104 -118L130 -212Z", trim) + path("M-120 -26C-70 -10 70 -10 120 -26V10H-120Z", trim)) +
    line("M-44 -268C-56 -224 -30 -176 0 -160C30 -176 56 -224 44 -268", "#FFFBF2", 3) + path("M-26 -280Q0 -266 26 -280C24 -250 12 -232 0 -226C-12 -232 -24 -250 -26 -280Z", darker(colour, 0.45)) + line("M-28 -279C-24 -250 -12 -232 0 -226C12 -232 24 -250 28 -279", gold, 4) + line("M-108 -24C-70 -10 70 -10 108 -24", "#FFFBF2", 2.4) + path(gown, drape, 0.4)
  );
}

/** The dashiki: its neck panel is the whole point. */
export function dashiki(): string {
  const ground = "#C23A1E";
  const shirt = "M-34 -262C-66 -256 -92 -246 -110 -232L-146 -154L-104 -128L-86 -160L-90 -6Q0 10 90 -6L86 -160L104 -128L146 -154L110 -232C92 -246 66 -256 34 -262Q0 -246 -34 -262Z";
  const [black, yellow, green] = ["#171310", "#F2B632", "#1E7A46"];
  const band = (y: number) => rect(-150, y, 300, 30, 0, black) + repeat(16, (i) => path(`M${-144 + i * 19} ${y + 15}l8 -10l8 10l-8 10Z`, i % 2 ? yellow : green) + circle(-136 + i * 19, y + 15, 2.6, "#fff"));
  return (
    path(shirt, ground) +
    clipped(
      shirt,
      repeat(8, (row) => repeat(11, (i) => circle(-140 + i * 28 + (row % 2) * 14, -240 + row * 26, 3, yellow, 0.75))) + band(-46) + rect(-150, -52, 300, 4, 0, yellow) + rect(-150, -14, 300, 4, 0, yellow) +
        path("M-150 -166L-96 -138L-90 -150L-144 -178Z", black) + path("M150 -166L96 -138L90 -150L144 -178Z", black) + line("M-150 -160L-98 -132M150 -160L98 -132", yellow, 3) +
        path("M-62 -270H62L54 -196C40 -160 20 -120 0 -100C-20 -120 -40 -160 -54 -196Z", black) + line("M-58 -262L-50 -198C-38 -164 -18 -124 0 -106C18 -124 38 -164 50 -198L58 -262", yellow, 5) + line("M-44 -258L-38 -202C-28 -172 -14 -144 0 -128C14 -144 28 -172 38 -202L44 -258", green, 5) + line("M-34 -258L-29 -206C-22 -184 -12 -162 0 -148C12 -162 22 -184 29 -206L34 -258", "#FBEFD2", 3.4) +
        repeat(7, (i) => circle(-52 + i * 1.6 + (i > 3 ? (i - 3) * 6 : 0), -246 + i * 17, 3, "#fff") + circle(52 - i * 1.6 - (i > 3 ? (i - 3) * 6 : 0), -246 + i * 17, 3, "#fff")) + path("M0 -98C-14 -90 -14 -72 0 -64C14 -72 14 -90 0 -98Z", black) + path("M0 -92C-9 -86 -9 -76 0 -70C9 -76 9 -86 0 -92Z", yellow),
    ) +
    path(shirt, drape) + path(shirt, fall) + path("M-26 -263Q0 -250 26 -263L0 -186Z", "#3A0F08") + line("M-28 -263L0 -184L28 -263", yellow, 4) + line("M-86 -160L-84 -190M86 -160L84 -190", "#1A1008", 3, 0.35)
  );
}

/** Wrap skirt with a wide tie. */
export function wrapSkirt(cloth: Cloth): string {
  const skirt = "M-62 -236C-86 -160 -106 -70 -112 -10C-60 10 60 10 112 -10C106 -70 86 -160 62 -236Z";
  const flap = "M-10 -226C30 -180 70 -80 76 -2C40 6 0 8 -30 4C-40 -80 -40 -170 -44 -230Z";
  return (
    garment(skirt, textile(cloth, 0.8)) + path("M-6 -226C34 -180 76 -80 84 -4L76 -2C70 -80 30 -180 -10 -226Z", "#1A1008", 0.3) + garment(flap, textile(cloth, 0.8, 10)) + line("M-10 -226C30 -180 70 -80 76 -2", gold, 4) + line("M-112 -10C-60 10 60 10 112 -10", gold, 4) + line("M-40 -220C-52 -140 -66 -70 -70 -2M40 -222C60 -150 84 -80 92 -6", "#1A1008", 3, 0.18) +
    path("M-66 -254Q0 -242 66 -254L64 -222Q0 -210 -64 -222Z", darker(cloth.colours[0], 0.15)) + path("M-66 -254Q0 -242 66 -254L64 -222Q0 -210 -64 -222Z", drape) + place(46, -234, path("M0 0C-40 -34 -58 -16 -46 2C-36 14 -12 10 0 4Z", cloth.colours[0]) + path("M0 0C36 -36 58 -20 48 0C38 14 12 10 0 4Z", lighter(cloth.colours[0], 0.1)) + path("M-6 2C-20 40 -22 76 -14 104L0 92L10 108C14 70 10 36 4 2Z", darker(cloth.colours[0], 0.1)) + circle(0, 0, 11, darker(cloth.colours[0], 0.3)), { scale: 0.9 })
  );
}

/** A child's dress with puffed sleeves. */
export function girlsDress(cloth: Cloth, bow = "#C2410C"): string {
  const skirt = "M-42 -146C-84 -110 -128 -60 -134 -14C-110 0 -92 -12 -68 0C-44 10 -22 -4 0 4C22 -4 44 10 68 0C92 -12 110 0 134 -14C128 -60 84 -110 42 -146Z";
  const sleeve = "M-44 -228C-84 -246 -112 -216 -102 -182C-92 -168 -70 -168 -56 -176C-50 -192 -46 -210 -44 -228Z";
  return (
    garment(skirt, textile(cloth, 0.66)) + line("M-26 -142C-50 -96 -74 -50 -86 -8M-10 -142C-20 -90 -26 -50 -28 0M10 -142C20 -90 26 -50 28 0M26 -142C50 -96 74 -50 86 -8", "#1A1008", 3, 0.2) + line("M-134 -14C-110 0 -92 -12 -68 0C-44 10 -22 -4 0 4C22 -4 44 10 68 0C92 -12 110 0 134 -14", "#fff", 5) +
    garment(sleeve, textile(cloth, 0.55)) + place(0, 0, garment(sleeve, textile(cloth, 0.55)), { flip: -1 }) + line("M-102 -182C-92 -168 -70 -168 -56 -176M102 -182C92 -168 70 -168 56 -176", "#fff", 5) +
    garment("M-44 -230C-30 -236 -26 -240 -24 -244C-10 -228 10 -228 24 -244C26 -240 30 -236 44 -230C44 -200 44 -170 42 -142Q0 -132 -42 -142C-44 -170 -44 -200 -44 -230Z", textile(cloth, 0.55)) + line("M-24 -244C-10 -228 10 -228 24 -244", "#fff", 4) +
    path("M-43 -158Q0 -146 43 -158L42 -138Q0 -126 -42 -138Z", bow) + place(0, -144, path("M0 0C-18 -26 -46 -26 -44 -4C-44 14 -18 14 0 4Z", bow) + path("M0 0C18 -26 46 -26 44 -4C44 14 18 14 0 4Z", lighter(bow, 0.12)) + path("M-4 2L-22 46L-10 42L-4 50L4 4ZM4 2L22 46L10 42L4 50L-4 4Z", darker(bow, 0.15)) + circle(0, 0, 9, darker(bow, 0.25)))
  );
}

/** Madras dress with white ruffles. */
export function madrasDress(cloth: Cloth): string {
  const ruffle = (y: number, half: number, depth: number) => path(`M${-half} ${y}${repeat(9, (i) => `q${half / 9} ${depth * (i % 2 ? 1.35 : 1)} ${(half * 2) / 9} 0`)}V${y - 14}Q0 ${y + 2} ${-half} ${y - 14}Z`, "#FFFFFF") + line(`M${-half} ${y - 10}Q0 ${y + 5} ${half} ${y - 10}`, "#C9C2B4", 1.6);
  return (
    garment("M-42 -156C-70 -110 -98 -60 -108 -22Q0 -4 108 -22C98 -60 70 -110 42 -156Z", textile(cloth, 1.1)) + ruffle(-14, 110, 18) + line("M-18 -150C-30 -100 -40 -60 -44 -16M18 -150C30 -100 40 -60 44 -16", "#1A1008", 3, 0.18) +
    garment("M-44 -238C-40 -210 -42 -180 -42 -150Q0 -140 42 -150C42 -180 40 -210 44 -238Z", textile(cloth, 0.9)) + path("M-43 -168Q0 -158 43 -168L42 -148Q0 -138 -42 -148Z", "#B3261E") +
    path("M-86 -250C-50 -266 50 -266 86 -250C96 -232 98 -216 94 -204C60 -220 -60 -220 -94 -204C-98 -216 -96 -232 -86 -250Z", textile(cloth, 0.9, 6)) + path("M-86 -250C-50 -266 50 -266 86 -250C96 -232 98 -216 94 -204C60 -220 -60 -220 -94 -204C-98 -216 -96 -232 -86 -250Z", drape) +
    place(0, 0, path(`M-96 -206${repeat(9, (i) => `q10.700 ${i % 2 ? 16 : 12} 21.300 ${i < 4 ? -2 : i > 4 ? 2 : 0}`)}C60 -222 -60 -222 -96 -206Z`, "#FFFFFF") + line("M-92 -208C-50 -220 50 -220 92 -208", "#C9C2B4", 1.6)) + path("M-86 -250C-50 -266 50 -266 86 -250C60 -244 -60 -244 -86 -250Z", "#FFFFFF")
  );
}

/** A gele tied high, shown on a plain dark stand. */
export function gele(cloth: Cloth): string {
  const skin = "#5A3A28";
  const fan = "M-58 -150C-138 -176 -156 -250 -112 -286C-84 -306 -54 -296 -34 -280C-6 -312 52 -314 84 -284C118 -300 150 -262 136 -220C128 -186 96 -160 58 -150C40 -176 -36 -178 -58 -150Z";
  const silk = textile(cloth, 0.9, -24);
  return (
    path("M-84 0C-80 -34 -48 -46 -26 -52L-24 -78H24L26 -52C48 -46 80 -34 84 0Z", skin) + path("M-24 -78H24L26 -52C10 -40 -10 -40 -26 -52Z", darker(skin, 0.35)) + path("M-84 0C-80 -34 -48 -46 -26 -52C-10 -36 10 -36 26 -52C48 -46 80 -34 84 0Z", down([0, "#fff", 0.14], [1, "#000", 0.2])) +
    path("M-52 -158C-56 -112 -36 -68 0 -66C36 -68 56 -112 52 -158Z", skin) + path("M-52 -158C-56 -112 -36 -68 0 -66C36 -68 56 -112 52 -158Z", across([0, "#fff", 0.16], [0.5, "#fff", 0.02], [1, "#000", 0.28])) + circle(-51, -104, 6, gold) + circle(51, -104, 6, gold) +
    [-44, -26, -8, 10, 28, 46].map((x, i) => circle(x, -28 + Math.abs(i - 2.5) * -2 + 6, 8, "#C8412C") + circle(x - 2, -30 + Math.abs(i - 2.5) * -2 + 6, 2.4, "#fff", 0.6)).join("") +
    path(fan, silk) + path(fan, outward(0.5, 0.95, 0.95, [0, "#1A1008", 0.45], [0.45, "#fff", 0], [0.8, "#fff", 0.18], [1, "#1A1008", 0.12])) +
    line("M-40 -162C-86 -190 -120 -226 -116 -276M-26 -166C-56 -206 -76 -246 -66 -294M-8 -168C-16 -214 -26 -250 -34 -280M12 -168C26 -214 40 -260 36 -304M30 -164C60 -204 84 -240 84 -284M44 -158C84 -184 116 -210 130 -250", "#1A1008", 4, 0.3) + line("M-44 -168C-88 -200 -112 -230 -106 -272M-2 -172C0 -216 -8 -256 -20 -286M34 -170C66 -206 96 -240 98 -276", "#fff", 3, 0.3) +
    path("M-66 -150C-40 -190 40 -194 66 -154C64 -134 56 -128 50 -130C30 -158 -30 -156 -50 -126C-58 -128 -64 -136 -66 -150Z", textile(cloth, 0.8, 20)) + path("M-66 -150C-40 -190 40 -194 66 -154C64 -134 56 -128 50 -130C30 -158 -30 -156 -50 -126C-58 -128 -64 -136 -66 -150Z", ballLight, 0.8) + line("M-60 -140C-34 -176 34 -178 60 -144", "#1A1008", 2.4, 0.25)
  );
}

export function filaCap(cloth: Cloth, thread = gold): string {
  const cap = "M-118 -6C-124 -70 -112 -128 -84 -152C-50 -176 20 -184 74 -168C118 -152 150 -122 146 -92C140 -72 118 -76 112 -62C114 -40 116 -20 114 -4C60 14 -60 14 -118 -6Z";
  return (
    path(cap, textile(cloth, 1)) + clipped(cap, path("M74 -168C118 -152 150 -122 146 -92C140 -72 118 -76 112 -62C104 -100 92 -140 40 -172Z", "#1A1008", 0.26) + path("M-124 -52C-60 -30 60 -30 118 -52V20H-124Z", darker(cloth.colours[0], 0.15)) + line("M-124 -54C-60 -32 60 -32 118 -54M-124 -8C-60 12 60 12 118 -8", thread, 4) + repeat(9, (i) => place(-96 + i * 24, -22 + (4 - Math.abs(i - 4)) * 3.2, line("M0 -11L10 0L0 11L-10 0Z", thread, 2.6) + circle(0, 0, 3, thread))) + line("M40 -172C92 -140 104 -100 112 -62", "#1A1008", 3, 0.3) + line("M-84 -152C-40 -130 60 -140 100 -156", thread, 2.4, 0.8)) +
    path(cap, ballLight) + line("M-96 -130C-108 -100 -110 -70 -108 -56", "#fff", 5, 0.25)
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
    return path(d, paint) + path(d, across([0, "#1A1008", 0.42], [0.1, "#fff", 0.1], [0.48, "#1A1008", 0.02], [0.5, "#1A1008", 0.2], [0.9, "#1A1008", 0.28], [1, "#1A1008", 0.5])) + line(`M-124 ${y + 26}L0 ${y + 56}L126 ${y + 18}`, darker(deep, 0.5), 3, 0.6);
  });
  const sheet = `M-126 ${top + 60}L4 ${top}L128 ${top + 56}L0 ${top + 98}Z`;
  const skewed = `<g transform="matrix(.9 .3 -.9 .42 0 ${top + 24})">`;
  return (
    layer + path(sheet, deep) + clipped(sheet, `${skewed}<rect x="-220" y="-200" width="440" height="500" fill="${paint}"/></g>`) + path(sheet, aslant([0, "#fff", 0.36], [0.5, "#fff", 0.02], [1, "#1A1008", 0.2])) +
    line(`M-126 ${top + 60}L0 ${top + 98}L128 ${top + 56}`, lighter(deep, 0.5), 2.4, 0.55)
  );
}

/** A length of cloth hung over a rail, to show the repeat. */
export function hungCloth(cloth: Cloth, scale = 1.3): string {
  const sheet = "M-118 -268H118C112 -180 124 -90 116 -10C90 -2 66 -14 40 -4C12 6 -14 -10 -40 -2C-68 6 -92 -8 -118 -6C-108 -90 -124 -180 -118 -268Z";
  return line("M-142 -270H142", "#8A5B30", 12) + circle(-146, -270, 9, "#6B4423") + circle(146, -270, 9, "#6B4423") + path(sheet, textile(cloth, scale)) + path(sheet, drape) + path(sheet, fall) + path("M-118 -276H118V-256Q0 -250 -118 -256Z", textile(cloth, scale)) + path("M-118 -276H118V-256Q0 -250 -118 -256Z", tubeLight, 0.4);
}

/** A close look: the cloth fills a round frame, a fold running across it. */
export function clothDetail(cloth: Cloth, scale = 2.4): string {
  const round = oval(0, -142, 142, 142);
  return circle(0, -138, 146, "#1A1008", 0.16) + circle(0, -142, 146, "#FFFDF7") + path(round, textile(cloth, scale)) + clipped(round, path("M-160 -30C-80 -90 40 -60 160 -150V40H-160Z", "#1A1008", 0.22) + path("M-160 -44C-80 -104 40 -74 160 -164V0C60 0 -80 20 -160 10Z", textile(cloth, scale, 28)) + line("M-160 -44C-80 -104 40 -74 160 -164", "#fff", 5, 0.4)) + path(round, outward(0.35, 0.25, 0.9, [0, "#fff", 0.24], [0.5, "#fff", 0], [1, "#1A1008", 0.22]));
}

export function onHanger(dress: string): string {
  return hanger() + dress;
}

/** Garment folded flat as it leaves the shop, with a swing tag. */
export function foldedGarment(fill: string, trim: string): string {
  const shape = "M-104 -196C-60 -214 60 -214 104 -196L114 -6Q0 14 -114 -6Z";
  return path(shape, fill) + path(shape, drape, 0.7) + path(shape, fall) + path("M-38 -206Q0 -190 38 -206L30 -190Q0 -176 -30 -190Z", "#1A1008", 0.5) + line("M-40 -206Q0 -184 40 -206", trim, 6) + line("M-108 -104Q0 -92 108 -104M-112 -50Q0 -38 112 -50", "#1A1008", 3, 0.2) + line("M-70 -200L-76 -4M70 -200L76 -4", "#1A1008", 3, 0.22) + place(44, -110, line("M-14 -34L0 0", "#8F8A80", 2) + path("M-18 0H18V52L0 62L-18 52Z", "#FFFDF7") + circle(0, 7, 3.4, "#8F8A80") + path("M-10 40C-14 24 14 24 10 40C6 48 -6 48 -10 40Z", "#14693F"), { rotate: -10 });
}

export function coralBeads(): string {
  const coral = "#D8452E";
  const strand = (rx: number, ry: number, count: number, size: number) =>
    repeat(count, (i) => {
      const angle = Math.PI * (0.06 + (0.88 * i) / (count - 1));
      const [x, y] = [Math.cos(angle) * rx, -236 + Math.sin(angle) * ry];
      const isGold = i % 6 === 5;
      return place(x, y, path(oval(0, 0, size * (isGold ? 0.8 : 1.2), size), isGold ? gold : i % 2 ? coral : darker(coral, 0.12)) + path(oval(0, 0, size * (isGold ? 0.8 : 1.2), size), ballLight), { rotate: (angle * 180) / Math.PI - 90 });
    });
  const bracelet = repeat(22, (i) => {
    const angle = (Math.PI * 2 * i) / 22;
    return circle(86 + Math.cos(angle) * 48, -30 + Math.sin(angle) * 22, 8, i % 5 === 0 ? gold : coral) + circle(84 + Math.cos(angle) * 48, -33 + Math.sin(angle) * 22, 2.4, "#fff", 0.6);
  });
  return strand(112, 196, 30, 9) + strand(92, 160, 25, 9) + strand(72, 124, 20, 8.500) + strand(52, 88, 15, 8) + line("M-112 -226C-104 -262 -60 -280 0 -282C60 -280 104 -262 112 -226", gold, 4) + circle(0, -282, 7, gold) + place(0, -40, path("M-9 -8H9L14 18Q0 34 -14 18Z", gold) + path("M-9 -8H9L14 18Q0 34 -14 18Z", ballLight)) + place(-2, 20, ellipse(88, -22, 56, 12, "#1A1008", 0.16) + bracelet);
}

export function beadBracelet(): string {
  const row = (ry: number, y: number) => repeat(26, (i) => { const a = (Math.PI * 2 * i) / 26; return place(Math.cos(a) * 112, y + Math.sin(a) * ry, circle(0, 0, 15, i % 6 === 0 ? gold : i % 2 ? "#D8452E" : "#BF3722") + path(oval(0, 0, 15, 15), ballLight)); });
  return ellipse(0, -4, 128, 18, "#1A1008", 0.14) + row(46, -62) + row(46, -92) + row(46, -122);
}

export function satinBonnet(): string {
  const satin = "#8E3B8C";
  const crown = "M-118 -66C-150 -140 -112 -232 -20 -244C70 -254 142 -196 132 -110C130 -90 124 -76 116 -64C60 -40 -60 -40 -118 -66Z";
  return (
    path(crown, satin) + path(crown, ballLight) + clipped(crown, line("M-96 -70C-120 -140 -90 -200 -30 -236M-56 -58C-80 -130 -60 -200 -14 -238M-14 -54C-24 -130 -16 -200 2 -240M28 -54C34 -130 36 -196 18 -240M68 -60C90 -130 84 -196 34 -240M100 -68C128 -130 110 -196 54 -236", "#3D0F3E", 4, 0.3) + line("M-74 -64C-100 -134 -74 -196 -24 -232M8 -54C6 -130 12 -200 10 -238M86 -66C112 -132 98 -190 46 -232", "#fff", 4, 0.3)) +
    path("M-124 -74C-60 -46 60 -46 122 -72C132 -58 132 -36 122 -24C60 4 -60 4 -122 -26C-134 -40 -134 -60 -124 -74Z", "#2E1230") + path("M-124 -74C-60 -46 60 -46 122 -72C132 -58 132 -36 122 -24C60 4 -60 4 -122 -26C-134 -40 -134 -60 -124 -74Z", across([0, "#1A1008", 0.3], [0.3, "#fff", 0.25], [0.5, "#fff", 0.05], [1, "#1A1008", 0.3])) + repeat(21, (i) => line(`M${-112 + i * 11.300} ${-60 + Math.sin((i / 20) * Math.PI) * 18}v30`, "#fff", 1.4, 0.16)) + place(20, -30, path("M0 0C-26 -26 -48 -16 -44 2C-40 16 -16 12 0 4Z", satin) + path("M0 0C26 -26 48 -16 44 2C40 16 16 12 0 4Z", lighter(satin, 0.2)) + circle(0, 1, 9, darker(satin, 0.3)))
  );
}
