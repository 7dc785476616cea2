/** Small things that stand beside a pack or on its label, about 100 wide on (0, 0). */

import { ballLight, clipped, oval, solid, topLight, tubeLight } from "../paint.ts";
import { darker, leafGreen, lighter } from "../palette.ts";
import { circle, ellipse, line, path, place, rect, repeat } from "../svg.ts";
import { heap } from "./grains.ts";

export function scotchBonnet(colour: string): string {
  const body =
    "M-42 -62C-56 -36 -42 -4 -18 0C-9 6 9 6 18 0C42 -4 56 -36 44 -62C30 -80 14 -72 0 -76C-14 -72 -30 -80 -42 -62Z";
  return (
    solid(body, colour, ballLight) +
    line(
      "M0 -68C-6 -40 -8 -18 -5 0M22 -68C30 -42 28 -20 15 -4M-24 -68C-32 -42 -30 -20 -19 -3",
      darker(colour, 0.55),
      3,
      0.4,
    ) +
    path("M-28 -68C-16 -82 16 -82 28 -68C16 -60 8 -66 0 -60C-8 -66 -16 -60 -28 -68Z", "#3E7A34") +
    line("M0 -76C-2 -92 8 -100 17 -103", "#3E7A34", 7) +
    line("M0 -78C-1 -92 8 -98 15 -101", "#77B255", 2, 0.8) +
    ellipse(-25, -42, 6, 15, "#fff", 0.45)
  );
}

export function chilli(colour: string): string {
  const body = "M-44 -24C-30 -44 0 -36 26 -18C38 -10 50 -8 58 -12C50 4 28 8 4 0C-18 -6 -46 -4 -44 -24Z";
  return (
    solid(body, colour, topLight) +
    path("M-46 -30C-40 -38 -30 -38 -26 -30C-30 -20 -38 -16 -46 -20Z", "#3E7A34") +
    line("M-44 -26C-54 -30 -58 -38 -58 -44", "#3E7A34", 5) +
    line("M-28 -30C-10 -34 10 -22 24 -14", "#fff", 3, 0.5)
  );
}

export function palmFruits(): string {
  const fruit = (x: number, y: number, r: number) =>
    place(
      x,
      y,
      solid("M0 -20C14 -18 18 -4 14 6C10 16 -10 16 -14 6C-18 -4 -14 -18 0 -20Z", "#C33B0C", ballLight) +
        path("M0 -20C8 -19 12 -14 13 -8C6 -4 -6 -4 -13 -8C-12 -14 -8 -19 0 -20Z", "#2A130B", 0.85) +
        ellipse(-5, -2, 3, 5, "#FFD9A0", 0.6),
      { rotate: r },
    );
  return (
    ellipse(0, 0, 56, 7, "#1A1008", 0.14) +
    fruit(-34, -14, -18) +
    fruit(34, -14, 20) +
    fruit(0, -12, 4) +
    fruit(-18, -36, -8) +
    fruit(17, -37, 10) +
    fruit(0, -58, 0)
  );
}

export function palmFruitCut(): string {
  return place(
    0,
    -24,
    solid(oval(0, 0, 26, 24), "#C33B0C", ballLight) +
      path(oval(1, 1, 20, 18), "#F2A01E") +
      path(oval(1, 1, 13, 12), "#4A2D1B") +
      path(oval(1, 1, 8, 7.5), "#F6EAD2"),
  );
}

export function gingerHand(): string {
  const skin = "#D2A868";
  const body =
    "M-58 -18C-60 -34 -40 -40 -28 -34C-30 -50 -14 -58 -4 -46C0 -38 2 -36 8 -36C10 -56 30 -62 38 -48C42 -38 36 -32 38 -28C54 -32 64 -20 58 -8C48 2 20 0 0 0C-24 2 -54 4 -58 -18Z";
  return (
    solid(body, skin, ballLight) +
    line(
      "M-44 -34Q-38 -20 -42 -6M-20 -40Q-12 -24 -16 -2M10 -36Q16 -20 12 -2M36 -28Q40 -16 36 -4M-26 -48q8 3 16 0M18 -54q9 4 16 2",
      darker(skin, 0.35),
      1.8,
      0.6,
    ) +
    path(oval(58, -14, 7, 9), "#F4DE9A") +
    path(oval(-16, -52, 8, 5), "#F4DE9A") +
    line("M54 -14h8", "#D9B95C", 1.4)
  );
}

export function coconutHalf(): string {
  return (
    solid("M-52 -44C-54 -10 -30 0 0 0C30 0 54 -10 52 -44Z", "#6B4226", ballLight) +
    repeat(9, (i) => line(`M${-44 + i * 11} -30q3 12 6 22`, "#4A2A14", 1.6, 0.6)) +
    path(oval(0, -44, 52, 22), "#5A3519") +
    path(oval(0, -44, 48, 19), "#FFFEFA") +
    path(oval(0, -41, 36, 13), "#E9E6DD") +
    path(oval(0, -39, 34, 11), "#F7F6F1") +
    line("M-38 -52Q-20 -60 4 -60", "#fff", 3)
  );
}

export function greenCoconut(): string {
  return (
    solid("M-54 -50C-60 -16 -30 2 0 2C30 2 60 -16 54 -50C44 -84 -44 -84 -54 -50Z", "#5E9A3C", ballLight) +
    path(oval(0, -72, 26, 9), "#FBFAF2") +
    path(oval(0, -71, 15, 5), "#D8E6DA") +
    line("M4 -72L26 -112L40 -116", "#C2410C", 5) +
    line("M4 -72L26 -112L40 -116", "#fff", 1.6, 0.6) +
    line("M-40 -56C-46 -36 -34 -14 -22 -8", "#fff", 4, 0.3)
  );
}

export function hibiscus(colour = "#B3164B"): string {
  const petal =
    path("M0 -4C-22 -12 -28 -40 -8 -50C0 -44 0 -44 8 -50C28 -40 22 -12 0 -4Z", colour) +
    line(
      "M0 -8V-40M-4 -10C-12 -22 -14 -32 -10 -42M4 -10C12 -22 14 -32 10 -42",
      lighter(colour, 0.4),
      1.4,
      0.6,
    );
  return place(
    0,
    -48,
    repeat(5, (i) => place(0, 0, petal, { rotate: i * 72 })) +
      circle(0, 0, 8, darker(colour, 0.55)) +
      line("M0 0L16 -26", "#F2C14E", 4) +
      circle(17, -28, 4, "#FFE08A") +
      circle(11, -24, 3, "#FFE08A") +
      circle(19, -20, 3, "#FFE08A"),
  );
}

export function maizeCob(): string {
  const cob = "M0 -104C20 -96 26 -52 18 -12C10 2 -10 2 -18 -12C-26 -52 -20 -96 0 -104Z";
  return (
    path(cob, "#F0C23C") +
    clipped(
      cob,
      repeat(12, (row) =>
        repeat(6, (i) =>
          ellipse(-20 + i * 8 + (row % 2) * 4, -100 + row * 9, 3.7, 4, row % 2 ? "#F6D468" : "#E9B52C"),
        ),
      ),
    ) +
    path(cob, tubeLight, 0.7) +
    path("M-6 2C-40 -10 -40 -50 -30 -76C-22 -50 -14 -22 -2 0Z", "#6FA541") +
    path("M6 2C40 -10 42 -46 34 -72C22 -48 14 -22 2 0Z", "#5A9334") +
    line("M-6 0C-24 -18 -30 -44 -30 -66M8 0C24 -18 32 -42 33 -62", "#B5D98A", 1.6, 0.7)
  );
}

export function cassavaPieces(): string {
  const log = (x: number, y: number, r: number) =>
    place(
      x,
      y,
      solid("M-40 -14C-44 -4 -42 8 -38 14H34V-14Z", "#8A5A36", topLight) +
        path(oval(34, 0, 9, 14), "#FBF6EA") +
        path(oval(34, 0, 7, 11.5), "#F1E6CF") +
        circle(34, 0, 1.8, "#B99D6B") +
        line("M-24 -8q6 6 0 16M0 -10q6 8 0 20", "#5E3B20", 1.6, 0.5),
      { rotate: r },
    );
  return log(-4, -16, -6) + log(10, -34, 12);
}

export function yamSlices(): string {
  const slice = (x: number, y: number, r: number) =>
    place(
      x,
      y,
      path(oval(0, 4, 40, 21), "#6B4A2C") +
        path(oval(0, 0, 40, 21), "#7A5636") +
        path(oval(0, 0, 36, 18), "#FDF8EA") +
        line("M-18 -4q10 -5 20 0M-6 6q12 -4 22 -1", "#E5D6B0", 1.6),
      { rotate: r },
    );
  return slice(-8, -22, -6) + slice(14, -36, 8) + slice(-4, -52, -4);
}

export function plantainFinger(colour: string, spots = false): string {
  const body = "M-62 -58C-44 -6 24 10 62 -26L58 -36C26 -12 -26 -26 -48 -64Z";
  return (
    solid(body, colour, topLight) +
    path("M-62 -58L-48 -64L-52 -74L-62 -70Z", "#4A3B2A") +
    path("M62 -26L58 -36L66 -36Z", "#4A3B2A") +
    line("M-54 -56C-34 -16 20 -2 56 -28", darker(colour, 0.35), 2, 0.6) +
    (spots
      ? [
          [-30, -30],
          [-8, -14],
          [14, -12],
          [34, -18],
          [-18, -22],
        ]
          .map(([x = 0, y = 0]) => ellipse(x, y, 5, 2.4, "#3A2818", 0.6))
          .join("")
      : "")
  );
}

export function onion(colour = "#9C3D63"): string {
  return (
    solid("M0 -64C34 -58 46 -34 36 -14C28 0 -28 0 -36 -14C-46 -34 -34 -58 0 -64Z", colour, ballLight) +
    line(
      "M0 -62C-22 -46 -24 -18 -12 -4M0 -62C22 -46 24 -18 12 -4M0 -62V-4",
      lighter(colour, 0.35),
      1.6,
      0.6,
    ) +
    path("M-5 -62C-4 -72 -6 -78 -10 -84C-2 -82 2 -82 8 -86C4 -78 5 -72 5 -62Z", "#C9A66B")
  );
}

export function tomato(): string {
  return (
    solid("M0 -58C36 -66 50 -42 44 -20C38 2 -38 2 -44 -20C-50 -42 -36 -66 0 -58Z", "#D3321D", ballLight) +
    repeat(5, (i) =>
      place(0, -57, path("M0 0C-3 -6 -3 -14 0 -20C3 -14 3 -6 0 0Z", "#3E7A34"), {
        rotate: -80 + i * 40,
        squash: 0.8,
      }),
    )
  );
}

export function leafSprig(colour = leafGreen, leaves = 7): string {
  return (
    line("M0 0C4 -30 0 -70 10 -104", darker(colour, 0.3), 3) +
    repeat(leaves, (i) =>
      place(
        2 + (i % 2 ? 3 : -1),
        -14 - i * 13,
        path("M0 0C8 -16 26 -20 38 -12C30 2 14 6 0 0Z", i % 2 ? colour : lighter(colour, 0.15)) +
          line("M2 -1Q18 -8 34 -11", lighter(colour, 0.5), 1.3, 0.7),
        { flip: i % 2 ? 1 : -1, rotate: i % 2 ? -12 : 12 },
      ),
    )
  );
}

export function citrusHalf(peel: string, flesh: string): string {
  return place(
    0,
    -44,
    path(oval(0, 3, 45, 44), darker(peel, 0.2)) +
      path(oval(0, 0, 45, 44), peel) +
      path(oval(0, 0, 39, 38), "#FFF6E4") +
      repeat(9, (i) =>
        place(
          0,
          0,
          path("M0 -4C-13 -22 -9 -34 0 -35C9 -34 13 -22 0 -4Z", flesh) +
            line("M-3 -16L-4 -28M3 -14L4 -26", "#fff", 1.4, 0.5),
          { rotate: i * 40 },
        ),
      ) +
      circle(0, 0, 4, "#FFF6E4"),
  );
}

export function cup(colour: string, drink: string, band?: string): string {
  const body = "M-40 -74L-34 -12Q-32 0 0 2Q32 0 34 -12L40 -74Z";
  return (
    line("M36 -60C66 -66 64 -20 33 -24", darker(colour, 0.12), 8) +
    path(body, colour) +
    (band ? clipped(body, rect(-44, -40, 88, 18, 0, band)) : "") +
    path(body, tubeLight) +
    path(oval(0, -74, 40, 11), lighter(colour, 0.4)) +
    path(oval(0, -73, 36, 9), drink) +
    ellipse(-12, -75, 12, 3, "#fff", 0.3) +
    line("M-14 -92q-8 -10 0 -20t0 -20M8 -92q-8 -10 0 -20t0 -20", "#8F8A80", 3.2, 0.35)
  );
}

export function glass(drink: string, extra = ""): string {
  const body = "M-34 -110L-27 -6Q-26 0 0 0Q26 0 27 -6L34 -110Z";
  return (
    path(body, "#E7F1F1", 0.7) +
    clipped(
      body,
      path("M-40 -92H40V0H-40Z", drink) +
        ellipse(0, -92, 33, 7, lighter(drink, 0.25)) +
        place(-10, -82, rect(-11, -11, 22, 22, 5, "#fff", 0.4), { rotate: 14 }) +
        place(12, -70, rect(-10, -10, 20, 20, 5, "#fff", 0.32), { rotate: -20 }),
    ) +
    path(body, tubeLight, 0.8) +
    `<ellipse cx="0" cy="-110" rx="34" ry="8" fill="none" stroke="#fff" stroke-width="2.4" opacity=".9"/>` +
    extra
  );
}

export function sheaNuts(): string {
  const nut = (x: number, y: number, r: number) =>
    place(
      x,
      y,
      solid(oval(0, 0, 24, 18), "#6A3B1E", ballLight) +
        path("M-18 8C-8 -2 10 -2 20 6C12 18 -8 20 -18 8Z", "#D9B58A", 0.75) +
        ellipse(-8, -8, 7, 3, "#fff", 0.5),
      { rotate: r },
    );
  return ellipse(0, 0, 54, 7, "#1A1008", 0.14) + nut(-26, -15, -10) + nut(26, -14, 16) + nut(0, -34, 4);
}

export function castorBeans(): string {
  const bean = (x: number, y: number, r: number) =>
    place(
      x,
      y,
      solid(oval(0, 0, 17, 11), "#5B2E1C", ballLight) +
        line("M-12 -3q4 3 2 7M-4 -6q5 4 1 10M5 -6q4 5 1 10M11 -3q2 3 0 6", "#E3C3A0", 2, 0.75) +
        circle(17, 0, 3, "#E9D7BC"),
      { rotate: r },
    );
  return (
    ellipse(0, 0, 52, 6, "#1A1008", 0.14) +
    bean(-28, -10, -16) +
    bean(4, -10, 10) +
    bean(34, -10, -8) +
    bean(-12, -26, 22) +
    bean(20, -26, -30)
  );
}

export function suyaStick(): string {
  const piece = (x: number, i: number) =>
    solid(
      `M${x} -14C${x + 8} -20 ${x + 24} -18 ${x + 28} -10C${x + 30} 2 ${x + 26} 12 ${x + 14} 13C${x + 2} 13 ${x - 4} -2 ${x} -14Z`,
      i % 2 ? "#7A3A1C" : "#8E4822",
      topLight,
    ) +
    [
      [6, -6],
      [16, -9],
      [20, 3],
      [10, 6],
    ]
      .map(([dx = 0, dy = 0]) => circle(x + dx, dy, 1.6, "#F0B04A"))
      .join("");
  return place(0, -16, line("M-84 0H84", "#D9B77E", 4) + repeat(4, (i) => piece(-56 + i * 27, i)), {
    rotate: -10,
  });
}

export function cinnamonAndStar(): string {
  return (
    place(
      -16,
      -8,
      rect(-36, -9, 74, 13, 6, "#8A4B22") +
        line("M-34 -5H36", "#C98A55", 3, 0.8) +
        path(oval(37, -2, 4, 6), "#5E2F12"),
      { rotate: -8 },
    ) +
    place(
      30,
      -18,
      repeat(8, (i) =>
        place(
          0,
          0,
          path("M0 0C-4 -6 -4 -14 0 -19C4 -14 4 -6 0 0Z", "#7A4320") + ellipse(0, -11, 1.7, 3, "#C98A55"),
          { rotate: i * 45 },
        ),
      ) + circle(0, 0, 3, "#4A2610"),
    )
  );
}

export function snackHeap(
  colours: readonly string[],
  grain: "cube" | "chip" | "stick" | "peanut",
  size = 1.7,
): string {
  return heap(120, 52, { grain, colours, size });
}

export function puffPuffs(count = 6): string {
  const ball = (x: number, y: number, i: number) =>
    place(
      x,
      y,
      solid(oval(0, 0, 23, 22), i % 2 ? "#B9701F" : "#C67E2A", ballLight) +
        line("M-13 6C-4 12 8 12 15 4", "#8A4A10", 2, 0.5) +
        circle(7, -9, 1.4, "#fff", 0.8) +
        circle(-4, -13, 1.2, "#fff", 0.8) +
        circle(12, -2, 1.2, "#fff", 0.7),
    );
  const spots = [
    [-46, -21],
    [0, -20],
    [46, -21],
    [-23, -54],
    [23, -54],
    [0, -84],
  ] as const;
  return spots
    .slice(0, count)
    .map(([x, y], i) => ball(x, y, i))
    .join("");
}

export function teaLeaves(): string {
  return leafSprig("#3B8A3E", 5);
}
