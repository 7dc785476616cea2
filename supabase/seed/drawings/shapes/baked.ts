/** Bakery and sweets that are sold as themselves, not in a printed pack. */

import { ballLight, clipped, oval, solid, topLight } from "../paint.ts";
import { darker, lighter } from "../palette.ts";
import { circle, createRandom, ellipse, line, path, place, rect, repeat } from "../svg.ts";

export function plate(content: string, colour = "#FFFFFF", band = "#C9A66B"): string {
  return (
    ellipse(0, -20, 150, 44, "#1A1008", 0.12) +
    ellipse(0, -30, 150, 44, darker(colour, 0.14)) +
    ellipse(0, -34, 150, 43, colour) +
    `<ellipse cx="0" cy="-34" rx="138" ry="38" fill="none" stroke="${band}" stroke-width="4"/>` +
    ellipse(0, -32, 104, 26, darker(colour, 0.06)) +
    place(0, -30, content)
  );
}

function turnover(crust: string, crimped: boolean): string {
  const d = "M-86 0C-84 -62 -40 -86 0 -86C40 -86 84 -62 86 0C40 12 -40 12 -86 0Z";
  const edge = repeat(crimped ? 15 : 13, (i) => {
    const angle = Math.PI * (1 - i / (crimped ? 14 : 12));
    return crimped
      ? circle(Math.cos(angle) * 84, -Math.sin(angle) * 80, 9, i % 2 ? crust : darker(crust, 0.1))
      : line(
          `M${Math.cos(angle) * 70} ${-Math.sin(angle) * 66}L${Math.cos(angle) * 82} ${-Math.sin(angle) * 79}`,
          darker(crust, 0.35),
          3,
          0.7,
        );
  });
  return (
    (crimped ? edge : "") +
    solid(d, crust, ballLight) +
    (crimped ? "" : edge) +
    line("M-60 -22C-40 -50 40 -50 60 -22", lighter(crust, 0.5), 5, 0.4) +
    (crimped
      ? line("M-18 -40l8 -10M0 -36l8 -12M18 -34l8 -10", darker(crust, 0.5), 3)
      : repeat(9, (i) => circle(-44 + i * 11, -20 - ((i * 7) % 30), 2, darker(crust, 0.4), 0.5))) +
    path(
      "M-86 0C-84 -16 -80 -30 -74 -40C-78 -16 -40 2 0 4C40 2 78 -16 74 -40C80 -30 84 -16 86 0C40 12 -40 12 -86 0Z",
      darker(crust, 0.35),
      0.45,
    )
  );
}

export function patties(): string {
  return (
    place(-48, -26, turnover("#E9A52C", false), { scale: 0.8, rotate: -10 }) +
    place(50, -24, turnover("#F0B23A", false), { scale: 0.8, rotate: 10 }) +
    place(0, 2, turnover("#EDAA30", false), { scale: 0.92 })
  );
}

export function pattyOpen(): string {
  const half =
    path("M-70 0C-68 -52 -34 -74 6 -76V4C-30 10 -50 6 -70 0Z", "#E9A52C") +
    path("M-70 0C-68 -52 -34 -74 6 -76V4C-30 10 -50 6 -70 0Z", ballLight);
  const face =
    path("M0 -78C20 -76 26 -40 22 0C16 8 4 8 0 4Z", "#F6D58C") +
    path("M3 -66C15 -64 19 -36 16 -8C12 -2 5 -2 3 -6Z", "#7A3A1C") +
    repeat(8, (i) => circle(7 + (i % 2) * 6, -58 + i * 6.5, 2.6, i % 2 ? "#A8572C" : "#5A2812"));
  return (
    place(54, -12, turnover("#EDAA30", false), { scale: 0.74, rotate: 8 }) +
    place(-34, 0, half + place(6, 0, face), { scale: 1.06 })
  );
}

export function meatPies(): string {
  return (
    place(-50, -26, turnover("#D9A35C", true), { scale: 0.76, rotate: -10 }) +
    place(52, -24, turnover("#E0AD68", true), { scale: 0.76, rotate: 10 }) +
    place(0, 2, turnover("#DDA862", true), { scale: 0.88 })
  );
}

export function meatPieOpen(): string {
  const face =
    path("M-78 0C-74 -60 -36 -78 0 -78C36 -78 74 -60 78 0Z", "#E9C48A") +
    path("M-64 -6C-60 -50 -30 -64 0 -64C30 -64 60 -50 64 -6Z", "#9A6238") +
    [
      [-40, -20, "#F2C04A"],
      [-18, -40, "#E9792B"],
      [10, -24, "#F5E6B5"],
      [34, -38, "#E9792B"],
      [-6, -14, "#7A4320"],
      [44, -16, "#F5E6B5"],
      [22, -10, "#E9792B"],
      [-30, -46, "#F5E6B5"],
      [-48, -10, "#E9792B"],
    ]
      .map(([x, y, c]) => rect(Number(x) - 6, Number(y) - 6, 12, 11, 3, String(c)))
      .join("");
  return (
    place(52, -14, turnover("#DDA862", true), { scale: 0.72, rotate: 8 }) +
    place(-40, 2, face, { scale: 0.94, rotate: -3 })
  );
}

export function spicedBun(): string {
  const next = createRandom(3);
  const loaf =
    "M-138 -20C-144 -84 -108 -118 -50 -122C0 -126 70 -124 100 -108C134 -92 142 -40 132 -12C90 4 -100 6 -138 -20Z";
  return (
    solid(loaf, "#5C2F17", topLight) +
    clipped(
      loaf,
      repeat(24, () => ellipse(next(-120, 90), next(-104, -14), next(4, 7), next(2.5, 4), "#2A120A", 0.8)),
    ) +
    line("M-112 -84C-80 -108 -20 -112 50 -108", "#E9B27A", 9, 0.4) +
    path(oval(98, -56, 34, 54), "#4B2411") +
    path(oval(101, -56, 29, 48), "#8A5230") +
    repeat(15, () =>
      ellipse(101 + next(-20, 20), -56 + next(-36, 36), next(3, 5.5), next(2, 3.5), "#2F150B"),
    ) +
    repeat(16, () => circle(101 + next(-22, 22), -56 + next(-38, 38), 1.4, "#B57A4C", 0.8))
  );
}

export function bunAndCheese(): string {
  const slice = (fill: string, crust: string) =>
    path("M-78 0C-90 -60 -60 -96 0 -96C60 -96 90 -60 78 0C40 8 -40 8 -78 0Z", crust) +
    path("M-70 -2C-80 -56 -54 -88 0 -88C54 -88 80 -56 70 -2C36 4 -36 4 -70 -2Z", fill) +
    [
      [-40, -30],
      [-20, -60],
      [10, -40],
      [36, -62],
      [44, -24],
      [0, -18],
      [-50, -56],
      [20, -76],
    ]
      .map(([x = 0, y = 0]) => ellipse(x, y, 6, 4, "#2F150B"))
      .join("");
  return (
    place(-16, -14, slice("#7E482A", "#4B2411"), { rotate: -10, scale: 1.05 }) +
    path("M-96 -10L-60 -92L86 -70L70 4Z", "#F6B93A") +
    path("M-96 -10L70 4L70 14L-94 2Z", "#D9962A") +
    place(20, 4, slice("#8A5230", "#4B2411"), { rotate: 6, scale: 1.04 })
  );
}

export function coconutDrops(): string {
  const next = createRandom(12);
  const drop = (x: number, y: number) =>
    place(
      x,
      y,
      solid("M-46 -2C-50 -26 -24 -42 2 -40C32 -40 50 -22 46 -2C28 10 -28 10 -46 -2Z", "#8A4F22", ballLight) +
        repeat(19, () =>
          place(
            next(-34, 34),
            next(-34, 0),
            rect(-6, -4, 12, 8, 2, next(0, 1) > 0.3 ? "#FFF9EA" : "#F0DDB6"),
            { rotate: next(-60, 60) },
          ),
        ) +
        line("M-30 -24Q-10 -36 14 -34", "#fff", 3, 0.4),
    );
  return drop(-70, -18) + drop(66, -20) + drop(-2, -6) + drop(-34, -60) + drop(38, -62) + drop(2, -104);
}

export function tamarindBalls(): string {
  const next = createRandom(14);
  const ball = (x: number, y: number) =>
    place(
      x,
      y,
      solid(oval(0, 0, 30, 29), "#6B3318", ballLight) +
        repeat(30, () => {
          const a = next(0, 6.28);
          const r = next(0, 27);
          return rect(Math.cos(a) * r, Math.sin(a) * r, 3, 3, 0.8, "#FFFFFF", 0.85);
        }),
    );
  return [
    [-84, -28],
    [-26, -24],
    [34, -26],
    [90, -30],
    [-56, -72],
    [4, -74],
    [62, -74],
    [-26, -118],
    [34, -120],
  ]
    .map(([x = 0, y = 0]) => ball(x, y))
    .join("");
}

export function tamarindPods(): string {
  const pod = (x: number, y: number, r: number) =>
    place(
      x,
      y,
      solid(
        "M-60 -6C-56 -22 -40 -20 -32 -12C-22 -22 -4 -22 2 -12C12 -20 30 -18 34 -8C46 -12 62 -4 60 8C44 18 24 10 16 12C4 18 -14 14 -20 8C-34 14 -56 12 -60 -6Z",
        "#9A6A3C",
        topLight,
      ) + line("M-50 -4C-20 6 20 2 52 8", "#6B4520", 2, 0.6),
      { rotate: r },
    );
  return pod(-6, -36, -12) + pod(8, -10, 6);
}

export function kuliKuliSticks(): string {
  const stick = (x: number, y: number, r: number, i: number) =>
    place(
      x,
      y,
      solid(
        "M-74 -12C-50 -18 50 -18 74 -10C80 0 76 12 70 14C30 20 -40 18 -72 13C-80 6 -80 -6 -74 -12Z",
        i % 2 ? "#A8682C" : "#B97834",
        topLight,
      ) + line("M-60 -4q30 -6 60 0t56 0M-56 6q30 -5 58 0t50 -2", "#7A4516", 2.2, 0.6),
      { rotate: r },
    );
  return [
    [-20, -16, 3],
    [30, -20, -4],
    [-8, -46, -8],
    [22, -50, 9],
    [2, -76, 2],
    [10, -102, -12],
  ]
    .map(([x = 0, y = 0, r = 0], i) => stick(x, y, r, i))
    .join("");
}

export function chipsOnPlate(colours: readonly string[]): string {
  const next = createRandom(17);
  return repeat(26, (i) => {
    const ring = i < 12 ? 78 : i < 20 ? 52 : 24;
    const angle = next(0, 6.28);
    const colour = colours[i % colours.length] ?? "#F2C04A";
    return place(
      Math.cos(angle) * ring,
      -14 - (78 - ring) * 0.62 + Math.sin(angle) * ring * 0.24,
      path(oval(0, 2, 27, 17), darker(colour, 0.3)) +
        path(oval(0, 0, 27, 17), colour) +
        path(oval(-2, -2, 20, 11), lighter(colour, 0.3), 0.6) +
        line("M-10 0Q0 -4 10 0", darker(colour, 0.3), 1.6, 0.6),
      { rotate: next(-40, 40) },
    );
  });
}
