import { label } from "../label.ts";
import { ballLight, clipped, down, oval, roundedBox, solid, topLight } from "../paint.ts";
import { cream, darker, lighter } from "../palette.ts";
import { type Cloth, textile } from "../patterns.ts";
import { circle, createRandom, ellipse, line, path, place, rect, repeat } from "../svg.ts";
import { filmLight } from "./fish.ts";

const inside =
  "M-112 -186H112Q122 -186 124 -176L138 -40Q139 -24 122 -24H-122Q-139 -24 -138 -40L-124 -176Q-122 -186 -112 -186Z";

/** A shop tray under film with a label stuck on its corner; the goods lie around (0, -104). */
export function tray(name: string, goods: string, cloth: Cloth, colour = "#2C2A29"): string {
  return (
    path(
      "M-120 -200H120Q136 -200 138 -186L154 -30Q156 -6 132 -2H-132Q-156 -6 -154 -30L-138 -186Q-136 -200 -120 -200Z",
      colour,
    ) +
    path(
      "M-154 -30Q-156 -6 -132 -2H132Q156 -6 154 -30L152 -14Q150 8 130 8H-130Q-150 8 -152 -14Z",
      darker(colour, 0.4),
    ) +
    path(
      "M-120 -200H120Q136 -200 138 -186L154 -30Q156 -6 132 -2H-132Q-156 -6 -154 -30L-138 -186Q-136 -200 -120 -200Z",
      down([0, "#fff", 0.14], [1, "#000", 0.1]),
    ) +
    path(inside, lighter(colour, 0.1)) +
    clipped(
      inside,
      path(inside, "#FFFFFF", 0.12) +
        place(0, -104, goods) +
        path("M-140 -190H140V-176Q0 -160 -140 -176Z", "#1A1008", 0.25),
    ) +
    path(inside, filmLight, 0.55) +
    place(
      74,
      -30,
      path(roundedBox(-68, -24, 128, 48, 6), "#1A1008", 0.25) +
        path(roundedBox(-70, -27, 128, 48, 6), cream) +
        rect(-70, 12, 128, 10, 0, textile(cloth, 0.6)) +
        label(name, { x: -64, y: -26, width: 116, height: 37, colour: "#5A1F16", largest: 23 }),
    )
  );
}

interface Cut {
  x: number;
  y: number;
  rotate?: number;
  scale?: number;
}

const trayPlaces: readonly Cut[] = [
  { x: -84, y: -50, rotate: -12 },
  { x: -14, y: -56, rotate: 16 },
  { x: 62, y: -50, rotate: -8 },
  { x: -98, y: 6, rotate: 20 },
  { x: -30, y: 2, rotate: -14 },
  { x: 44, y: 4, rotate: 26 },
  { x: 100, y: -10, rotate: -30 },
  { x: -76, y: 54, rotate: -6 },
  { x: -8, y: 52, rotate: 12 },
  { x: 66, y: 54, rotate: -18 },
];

function spread(draw: (index: number) => string, places: readonly Cut[] = trayPlaces): string {
  return places
    .map(({ x, y, rotate = 0, scale = 1 }, index) =>
      place(x, y, path(oval(0, 8, 44, 30), "#1A1008", 0.22) + draw(index), { rotate, scale }),
    )
    .join("");
}

export function goatPieces(): string {
  return spread((i) => {
    const d =
      i % 2
        ? "M-42 -10C-34 -36 16 -38 38 -20C48 -2 40 26 14 32C-16 36 -46 22 -42 -10Z"
        : "M-40 -20C-20 -38 28 -34 40 -8C46 16 28 34 -4 32C-34 32 -48 6 -40 -20Z";
    return (
      solid(d, i % 3 ? "#A3303A" : "#8E2430", topLight) +
      line("M-26 -14Q-4 -24 22 -14M-30 4Q0 -8 32 4M-20 20Q4 10 24 18", "#D9737A", 2.6, 0.75) +
      path("M-40 -14C-30 -34 8 -38 26 -30C8 -30 -22 -24 -40 -14Z", "#F6E3D6", 0.95) +
      (i % 2
        ? ""
        : path(oval(16, 6, 15, 12), "#EFE0CC") +
          path(oval(16, 6, 10.5, 8), "#C96A5E") +
          path(oval(15, 5, 6, 4.4), "#E9A79A"))
    );
  });
}

export function oxtailPieces(): string {
  const places: Cut[] = [
    { x: -74, y: -42, scale: 1.2 },
    { x: 14, y: -50, scale: 1.05 },
    { x: 88, y: -38, scale: 0.9 },
    { x: -92, y: 38, scale: 1 },
    { x: -16, y: 32, scale: 1.25 },
    { x: 76, y: 36, scale: 1.12 },
  ];
  return spread((i) => {
    const lobes =
      "M0 -40C22 -46 44 -30 40 -8C50 12 34 36 10 32C-4 42 -34 38 -38 16C-50 0 -42 -28 -20 -32C-14 -40 -6 -42 0 -40Z";
    return (
      path(lobes, "#F3DCCB") +
      place(
        0,
        0,
        path(
          "M0 -34C18 -38 36 -26 34 -8C42 8 28 30 8 27C-4 35 -28 32 -32 14C-42 0 -34 -22 -18 -27C-12 -34 -6 -36 0 -34Z",
          i % 2 ? "#A12D35" : "#B23A40",
        ),
        {},
      ) +
      repeat(5, (k) => place(0, 0, path("M-3 -12L0 -34L5 -12Z", "#F3DCCB"), { rotate: k * 72 + i * 20 })) +
      path(oval(0, 0, 17, 15), "#F5E9D8") +
      path(oval(0, 0, 11.5, 10), "#D98C7E") +
      path(oval(0, 0, 4.5, 4), "#F7EBDD") +
      path(lobes, ballLight, 0.8)
    );
  }, places);
}

/** Honeycomb tripe folded on itself. */
export function tripe(): string {
  const comb = (d: string, tone: string) =>
    path(d, tone) +
    clipped(
      d,
      repeat(15, (row) =>
        repeat(
          17,
          (i) =>
            line(
              `M${-150 + i * 20 + (row % 2) * 10} ${-100 + row * 15}l10 -5l10 5v8l-10 6l-10 -6Z`,
              darker(tone, 0.22),
              2.2,
              0.75,
            ) + circle(-140 + i * 20 + (row % 2) * 10, -96 + row * 15, 4, darker(tone, 0.14), 0.7),
        ),
      ),
    ) +
    path(d, ballLight, 0.7);
  return (
    comb("M-116 -40C-100 -84 -20 -80 30 -72C90 -66 122 -40 112 -6C90 20 -100 20 -116 -40Z", "#EFE6D0") +
    comb(
      "M-122 10C-120 -34 -40 -30 10 -22C70 -16 112 10 104 44C80 78 -80 86 -108 56C-118 44 -124 26 -122 10Z",
      "#F7F0DE",
    ) +
    line("M-118 2C-90 -30 -20 -22 30 -16C70 -8 100 12 106 30", "#FFFDF5", 6, 0.9)
  );
}

export function cowFootPieces(): string {
  const places: Cut[] = [
    { x: -78, y: -44, rotate: -18, scale: 1.2 },
    { x: 20, y: -46, rotate: 12, scale: 1.15 },
    { x: 98, y: -24, rotate: 60 },
    { x: -92, y: 34, rotate: 16, scale: 1.1 },
    { x: -8, y: 34, rotate: -10, scale: 1.25 },
    { x: 82, y: 44, rotate: 20, scale: 1.1 },
  ];
  return spread((i) => {
    if (i === 0 || i === 4)
      return (
        solid(
          "M-46 -20C-20 -32 10 -28 26 -20L48 -6C54 10 50 26 34 30L-40 26C-50 12 -52 -8 -46 -20Z",
          "#E3C69A",
          topLight,
        ) +
        path("M22 -22C40 -18 56 0 52 20C46 32 32 32 26 26C34 10 32 -8 22 -22Z", "#4B3A2C") +
        line("M34 -12q10 14 6 36", "#7B6650", 2, 0.7) +
        path(oval(-46, 3, 8, 22), "#F7EAD2") +
        path(oval(-46, 3, 4.5, 13), "#C97A68")
      );
    const d = "M-40 -14C-30 -34 26 -36 40 -14C50 10 34 32 2 32C-30 32 -48 12 -40 -14Z";
    return (
      solid(d, "#DDBB8A", topLight) +
      path("M-30 -8C-20 -24 20 -24 30 -8C36 10 22 22 2 22C-20 22 -36 8 -30 -8Z", "#F6E9D3") +
      path(oval(2, 2, 17, 13), "#EBD3B4") +
      path(oval(2, 2, 10, 7.5), "#C46F5C")
    );
  }, places);
}

export function ponmoPieces(): string {
  return spread((i) => {
    const d =
      i % 2
        ? "M-44 -16C-30 -30 30 -32 44 -14C50 0 44 22 34 26C10 32 -30 32 -42 20C-48 8 -48 -6 -44 -16Z"
        : "M-40 -22C-10 -34 34 -28 42 -8C46 10 36 28 10 28C-20 30 -44 24 -44 4Z";
    const tone = i % 3 ? "#8A5A34" : "#A06C40";
    return (
      solid(d, tone, topLight) +
      path("M-42 6C-20 20 24 20 44 2C44 22 20 31 -8 30C-30 30 -44 22 -42 6Z", "#E3C79E") +
      line("M-42 8C-18 20 22 20 43 4", "#C7A676", 2) +
      line("M-24 -12q10 -6 20 -2M6 -14q12 -2 20 4M-10 0q12 -6 24 0", darker(tone, 0.35), 2, 0.6)
    );
  });
}

function drumstick(skin: string): string {
  return (
    path("M28 -10L66 -26C70 -36 84 -32 80 -22C90 -18 86 -4 76 -6L34 12Z", "#F5EBDA") +
    solid(
      "M-62 -6C-58 -38 -14 -44 14 -26C28 -18 38 -12 42 -2C40 12 26 18 8 24C-26 38 -62 26 -62 -6Z",
      skin,
      ballLight,
    ) +
    repeat(9, (i) => circle(-46 + (i % 5) * 16, -12 + Math.floor(i / 5) * 18, 1.6, darker(skin, 0.35), 0.6))
  );
}

/** Two joints bent like an elbow, with the pointed tip. */
function wing(skin: string): string {
  const d =
    "M-62 24C-74 4 -64 -26 -40 -28C-22 -30 -12 -18 -4 -4C2 6 10 6 16 -4C26 -22 40 -38 58 -36C68 -46 84 -50 92 -44C92 -34 82 -26 74 -22C72 -2 52 16 34 30C14 42 -8 40 -24 34C-38 38 -54 38 -62 24Z";
  return (
    solid(d, skin, ballLight) +
    line("M-14 26C-2 22 4 12 6 2M30 -4C36 -14 44 -22 56 -26", darker(skin, 0.45), 2.6, 0.6) +
    line("M-50 -12C-44 -20 -36 -22 -28 -18", lighter(skin, 0.6), 4, 0.6) +
    repeat(16, (i) =>
      circle(-50 + (i % 6) * 17, 4 + Math.floor(i / 6) * 10 - (i % 2) * 4, 1.5, darker(skin, 0.4), 0.55),
    ) +
    path(oval(-58, 2, 7, 11), "#F5EBDA") +
    path(oval(-58, 2, 3.5, 6), darker(skin, 0.2))
  );
}

export function henPieces(): string {
  const skin = "#EAB77C";
  const breast =
    solid(
      "M-58 8C-64 -28 -30 -46 6 -42C44 -38 64 -12 56 14C44 38 -48 42 -58 8Z",
      lighter(skin, 0.2),
      ballLight,
    ) +
    line("M-6 -40C-10 -10 -6 16 2 34", darker(skin, 0.3), 2.6, 0.5) +
    path("M-50 -10C-40 -36 -10 -44 10 -41C-10 -34 -34 -24 -50 -10Z", "#E59A86", 0.5);
  return (
    place(-66, -46, breast, { scale: 1.05, rotate: -6 }) +
    place(66, -46, drumstick(skin), { rotate: 8, scale: 1.02 }) +
    place(-70, 36, wing("#E3AE72"), { rotate: 10 }) +
    place(44, 30, drumstick("#E6B277"), { rotate: -14, scale: 1.08 }) +
    place(2, -4, breast, { scale: 0.8, rotate: 30 })
  );
}

export function turkeyWings(): string {
  const skin = "#A8551F";
  return (
    place(-56, -40, wing(skin), { rotate: -6, scale: 1.02 }) +
    place(62, -36, wing("#B7642A"), { rotate: 6, scale: 1.02, flip: -1 }) +
    place(-66, 36, wing("#9C4A19"), { rotate: 8, scale: 1 }) +
    place(46, 30, wing("#B05C22"), { rotate: -12, scale: 1.02 })
  );
}

/** Kilishi: thin dried beef under a red-brown peanut coat. */
export function kilishiStrips(): string {
  const next = createRandom(8);
  const strip = (x: number, y: number, r: number) => {
    const d =
      "M-92 -18C-70 -30 -40 -16 -10 -24C20 -32 60 -20 92 -24C98 -8 96 8 90 18C60 26 40 14 10 22C-30 30 -60 16 -90 22C-98 8 -96 -6 -92 -18Z";
    return place(
      x,
      y,
      path(d, "#1A1008", 0.2) +
        place(
          0,
          -5,
          solid(d, "#8C3A1A", topLight) +
            clipped(
              d,
              repeat(46, () =>
                circle(
                  next(-92, 92),
                  next(-26, 24),
                  next(1, 2.6),
                  next(0, 1) > 0.5 ? "#E0913C" : "#5A1E0A",
                  0.85,
                ),
              ),
            ),
        ),
      { rotate: r },
    );
  };
  return strip(0, -96, -10) + strip(6, -66, 6) + strip(-8, -36, -4) + strip(4, -8, 3);
}

export function stewBowlMeat(colour: string): string {
  return (
    [
      [-44, -2, 10],
      [-14, -10, -14],
      [20, -6, 12],
      [48, 0, -8],
      [2, 6, 4],
    ]
      .map(([x = 0, y = 0, r = 0]) =>
        place(
          x,
          y,
          solid("M-18 -5C-10 -15 12 -14 18 -4C20 6 8 11 -4 10C-16 10 -20 4 -18 -5Z", colour, topLight),
          { rotate: r },
        ),
      )
      .join("") +
    ellipse(30, 6, 5, 2.5, "#F2B632", 0.7) +
    ellipse(-30, 7, 4, 2, "#F2B632", 0.7)
  );
}
