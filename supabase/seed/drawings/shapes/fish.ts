import { aslant, ballLight, clipped, oval, solid, topLight } from "../paint.ts";
import { darker, lighter } from "../palette.ts";
import { circle, createRandom, ellipse, line, path, place, rect, repeat } from "../svg.ts";

/** An oval dish seen from above, its middle at (0, -90). */
export function dish(content: string, colour = "#FFFFFF"): string {
  return (
    path(oval(0, -84, 162, 96), "#1A1008", 0.1) +
    path(oval(0, -92, 162, 96), darker(colour, 0.1)) +
    path(oval(0, -95, 162, 95), colour) +
    path(oval(0, -95, 132, 75), darker(colour, 0.07)) +
    path(oval(0, -92, 130, 72), lighter(darker(colour, 0.03), 0.3)) +
    place(0, -94, content)
  );
}

/** Crushed ice to lay frozen goods on. */
export function ice(): string {
  const next = createRandom(4);
  return repeat(34, () =>
    place(
      next(-118, 118),
      next(-46, 56),
      path("M-12 -5L-2 -11L12 -6L10 6L-3 11L-12 5Z", "#DDEFF7") +
        path("M-12 -5L-2 -11L12 -6L-1 -1Z", "#fff", 0.85) +
        path("M-1 -1L12 -6L10 6L-3 11Z", "#B7D9E8", 0.6),
      { rotate: next(-50, 50), scale: next(0.8, 1.3) },
    ),
  );
}

function eye(x: number, y: number): string {
  return circle(x, y, 9, "#F1E7C4") + circle(x, y, 6.4, "#15181A") + circle(x - 2, y - 2.2, 2, "#fff");
}

const scaleNet = (colour: string, box: { x: number; y: number; width: number; height: number }) =>
  repeat(Math.ceil(box.height / 9), (row) =>
    repeat(Math.ceil(box.width / 12), (i) =>
      line(`M${box.x + i * 12 + (row % 2) * 6} ${box.y + row * 9}a6 6 0 0 1 0 9`, colour, 1.3, 0.45),
    ),
  );

export function mackerel(): string {
  const body =
    "M-152 6C-130 -30 -60 -44 10 -38C60 -32 96 -16 118 -2C96 16 50 34 -10 38C-80 42 -132 32 -152 6Z";
  return (
    path("M110 -3L158 -44C152 -22 148 -10 140 -2C150 8 156 22 160 40L110 3Z", "#38576A") +
    line("M118 -4L150 -34M118 4L150 30", "#6E8A97", 2, 0.7) +
    path("M-28 -40L-8 -66L14 -38Z", "#38576A") +
    path("M44 -30L60 -46L68 -24Z", "#38576A") +
    path("M30 30L44 48L56 24Z", "#5B7683") +
    repeat(
      4,
      (i) =>
        path(`M${76 + i * 10} ${-22 + i * 4}l7 -9l3 11Z`, "#38576A") +
        path(`M${72 + i * 10} ${20 - i * 4}l7 8l2 -10Z`, "#5B7683"),
    ) +
    path(body, "#C9D8DC") +
    clipped(
      body,
      path("M-160 8C-120 -10 -40 -6 30 -6C80 -6 110 -2 130 0V-60H-160Z", "#2F6274") +
        path("M-160 -60H130V-34C60 -26 -60 -34 -160 -10Z", "#1F4A5C") +
        repeat(17, (i) => line(`M${-92 + i * 12.5} -46q9 9 1 18t2 20`, "#12303D", 4, 0.85)) +
        path("M-150 10C-100 4 0 6 120 0L120 8C20 18 -100 20 -150 12Z", "#E9F3F2", 0.8) +
        ellipse(-60, 28, 60, 8, "#F4D9C8", 0.45),
    ) +
    path(body, topLight, 0.8) +
    line("M-98 -30Q-80 4 -100 34", "#12303D", 3, 0.75) +
    path("M-90 4C-70 -4 -56 0 -48 10C-62 16 -80 14 -90 4Z", "#38576A") +
    line("M-150 8Q-138 14 -122 12", "#12303D", 2.6) +
    eye(-122, -6)
  );
}

export function croaker(): string {
  const body =
    "M-144 14C-128 -20 -84 -58 -20 -58C40 -56 84 -24 116 -8C120 0 120 8 116 14C80 34 30 48 -30 46C-90 46 -130 38 -144 14Z";
  return (
    path("M110 -10C130 -30 150 -34 156 -30C150 -10 150 14 156 36C146 38 128 30 110 14Z", "#A98F5C") +
    line("M116 -2L150 -24M118 3H150M116 8L150 30", "#7B6539", 1.8, 0.7) +
    path("M-56 -52L-44 -86L-26 -92L-4 -84L10 -56Z", "#A98F5C") +
    path("M14 -56C30 -74 70 -66 88 -26Z", "#B79C66") +
    line(
      "M-44 -82L-40 -56M-28 -90L-24 -58M-8 -84L-6 -58M34 -64L36 -46M52 -62L54 -38M70 -50L70 -32",
      "#7B6539",
      1.6,
      0.7,
    ) +
    path("M36 42L52 64L70 34Z", "#B79C66") +
    path(body, "#D8D2BD") +
    clipped(
      body,
      path("M-150 -70H130V-22C60 -30 -60 -40 -150 10Z", "#98907A") +
        scaleNet("#7B7258", { x: -84, y: -56, width: 200, height: 100 }) +
        repeat(9, (i) => line(`M${-70 + i * 21} -58l22 44`, "#6E654C", 3.4, 0.5)) +
        path("M-150 30C-80 20 60 20 120 10V60H-150Z", "#FBF7E8", 0.65),
    ) +
    path(body, topLight, 0.8) +
    line("M-84 -42C-66 -10 -68 18 -86 42", "#6E654C", 3, 0.7) +
    path("M-70 12C-46 4 -28 14 -22 26C-42 30 -62 26 -70 12Z", "#C0A365") +
    line("M-142 16Q-126 24 -108 18", "#5E563F", 3) +
    eye(-108, -10)
  );
}

export function tilapia(grilled = false): string {
  const body =
    "M-140 8C-124 -30 -80 -74 -16 -78C44 -78 84 -46 106 -18C112 -6 112 8 106 18C82 46 36 66 -20 64C-84 62 -126 42 -140 8Z";
  const [skin, back, fin] = grilled ? ["#A8672E", "#5C2F14", "#6B3A1B"] : ["#AEB7B0", "#5B6A6C", "#6C7B7C"];
  return (
    path("M100 -20C124 -44 146 -46 152 -40C146 -14 146 16 152 44C142 48 120 40 100 20Z", fin) +
    line("M108 -8L146 -34M110 0H146M108 10L146 36", darker(fin, 0.4), 1.8, 0.7) +
    path(
      "M-70 -62L-62 -92L-44 -86L-34 -104L-18 -92L-6 -106L10 -94L24 -104L36 -90L52 -96L60 -80L86 -72L90 -38Z",
      fin,
    ) +
    path("M20 60L44 86L78 66L84 38Z", fin) +
    path(body, skin) +
    clipped(
      body,
      path("M-150 -90H120V-26C50 -44 -60 -46 -150 0Z", back, 0.85) +
        scaleNet(darker(skin, 0.45), { x: -76, y: -70, width: 190, height: 130 }) +
        (grilled
          ? repeat(6, (i) => line(`M${-70 + i * 30} -80l-26 150`, "#2B150A", 7, 0.5))
          : repeat(6, (i) => path(`M${-58 + i * 28} -80q9 60 0 140h12q8 -70 0 -140Z`, back, 0.4))),
    ) +
    [-36, 2, 40]
      .map(
        (x) =>
          path(
            `M${x} -34C${x + 10} -10 ${x + 10} 14 ${x - 2} 36C${x - 6} 10 ${x - 6} -10 ${x} -34Z`,
            grilled ? "#F3D9B0" : "#F2DAD2",
          ) + line(`M${x} -34C${x + 10} -10 ${x + 10} 14 ${x - 2} 36`, darker(skin, 0.5), 2),
      )
      .join("") +
    path(body, topLight, 0.75) +
    line("M-82 -56C-62 -20 -62 22 -84 54", darker(back, 0.2), 3, 0.7) +
    path("M-68 18C-50 10 -40 20 -36 36C-50 38 -64 32 -68 18Z", fin) +
    line("M-138 10Q-122 18 -106 12", darker(back, 0.3), 3) +
    eye(-104, -16)
  );
}

/** A smoked catfish bent round, tail to mouth, as it comes from the smoking rack. */
export function smokedCatfish(): string {
  const next = createRandom(9);
  const ring =
    "M-96 8C-112 -84 -30 -124 44 -100C110 -78 118 6 64 40C36 58 -2 58 -26 46L-18 22C10 34 36 22 46 2C62 -34 36 -66 -4 -66C-40 -66 -52 -34 -44 -4Z";
  return (
    place(
      0,
      0,
      path("M-26 46L-54 66L-58 44L-46 28L-18 22Z", "#241209") +
        line("M-30 42L-52 56M-30 36L-52 44", "#5A341A", 2),
    ) +
    solid(ring, "#4B2813", ballLight) +
    clipped(
      ring,
      repeat(30, () =>
        line(`M${next(-100, 100).toFixed(0)} ${next(-100, 50).toFixed(0)}q8 -5 16 1`, "#2A1408", 2.4, 0.7),
      ) +
        repeat(16, () =>
          line(`M${next(-100, 100).toFixed(0)} ${next(-100, 50).toFixed(0)}q7 -4 12 0`, "#B5793C", 2, 0.6),
        ),
    ) +
    line("M-70 -60C-48 -100 10 -104 46 -88C78 -74 92 -36 78 -2", "#D49A55", 5, 0.35) +
    solid(
      "M-104 4C-108 -26 -84 -44 -62 -38C-44 -34 -38 -12 -42 6C-46 26 -66 36 -84 30C-98 26 -104 16 -104 4Z",
      "#3A1E0E",
      ballLight,
    ) +
    line(
      "M-98 16C-116 20 -130 34 -134 50M-92 24C-104 34 -110 48 -108 62M-100 6C-120 0 -136 4 -146 14M-70 28C-66 42 -68 54 -74 62",
      "#241209",
      3,
    ) +
    circle(-80, -8, 5.6, "#120804") +
    circle(-81, -9, 1.8, "#E3B67A") +
    line("M-102 12Q-88 20 -72 18", "#120804", 3)
  );
}

export function herringFillets(): string {
  const fillet = (x: number, y: number, r: number) => {
    const d = "M-112 4C-84 -26 10 -34 92 -14C104 -10 112 -2 116 6C96 22 10 34 -60 26C-92 22 -106 14 -112 4Z";
    return place(
      x,
      y,
      path(d, "#1A1008", 0.18) +
        place(
          0,
          -5,
          solid(d, "#B8642A", topLight) +
            clipped(
              d,
              line("M-110 4C-60 -2 40 -6 116 4", "#6B3413", 3, 0.8) +
                repeat(11, (i) =>
                  line(`M${-88 + i * 17} 2l14 -26M${-88 + i * 17} 2l14 26`, "#7E4019", 2, 0.55),
                ),
            ) +
            line("M-80 -14C-40 -24 20 -24 60 -16", "#F2C07A", 4, 0.7),
        ),
      { rotate: r },
    );
  };
  return fillet(0, -36, -4) + fillet(-6, 6, 3) + fillet(10, 42, -3);
}

export function saltfish(): string {
  const next = createRandom(21);
  const slab = (x: number, y: number, r: number, flip: 1 | -1) => {
    const d =
      "M-112 -10C-104 -44 -40 -50 20 -42C70 -36 112 -20 120 4C112 22 60 34 0 34C-60 34 -110 24 -112 -10Z";
    return place(
      x,
      y,
      path(d, "#1A1008", 0.15) +
        place(
          0,
          -6,
          solid(d, "#F1E6C9", topLight) +
            clipped(
              d,
              line("M-112 -8C-40 -16 40 -10 120 4", "#CDB988", 3, 0.7) +
                repeat(9, (i) => line(`M${-96 + i * 24} -44q22 20 14 34q4 18 -16 42`, "#D9C798", 2.2, 0.75)),
            ) +
            repeat(26, () => rect(next(-90, 90), next(-30, 22), 3.6, 3.6, 0.6, "#FFFFFF")),
        ),
      { rotate: r, flip },
    );
  };
  return slab(0, -34, -5, 1) + slab(-2, 30, 4, -1);
}

export function stockfishPieces(): string {
  const piece = (x: number, y: number, r: number, scale: number) => {
    const d = "M-56 -18C-30 -36 40 -34 58 -18L60 18C40 34 -40 34 -58 20Z";
    return place(
      x,
      y,
      solid(d, "#CBAE78", topLight) +
        clipped(
          d,
          path("M-60 -40H60V-14Q0 -26 -60 -14Z", "#9A917E", 0.45) +
            line("M-60 -8Q0 -22 60 -8M-60 4Q0 -8 60 4M-60 14Q0 6 60 16", "#9A7338", 2.4, 0.7) +
            repeat(8, (i) => line(`M${-48 + i * 14} -30l-6 60`, "#B98F4C", 1.6, 0.5)),
        ) +
        path("M58 -18C74 -14 76 12 60 18C52 8 52 -8 58 -18Z", "#F3E0B5") +
        line("M62 -10q6 10 0 20M57 -6q4 6 1 14", "#B98F4C", 1.6) +
        circle(62, 1, 3.4, "#9A7338"),
      { rotate: r, scale },
    );
  };
  return (
    piece(-58, -34, -14, 1) +
    piece(60, -32, 12, 1) +
    piece(-66, 22, 10, 1.04) +
    piece(52, 28, -10, 1.08) +
    piece(-4, -2, -4, 1.12)
  );
}

export function shrimps(colour = "#C9B7AC", cooked = false): string {
  const shell = cooked ? "#F0764A" : colour;
  const one = (x: number, y: number, r: number, flip: 1 | -1 = 1) => {
    const d =
      "M-42 18C-54 -18 -24 -48 14 -42C40 -38 52 -16 46 4C44 14 34 16 32 6C32 -8 20 -18 4 -16C-12 -14 -18 2 -14 16Z";
    return place(
      x,
      y,
      path("M-42 18L-58 30L-46 34L-40 44L-30 32L-14 16Z", darker(shell, 0.25)) +
        solid(d, shell, ballLight) +
        clipped(
          d,
          line(
            "M-32 -22L-12 2M-14 -40L0 -12M10 -44L8 -14M32 -36L18 -12M48 -18L28 -4",
            darker(shell, cooked ? 0.3 : 0.42),
            2.4,
            0.75,
          ),
        ) +
        line("M-8 14l-3 12M2 -12l-2 12M12 -12v12M22 -6l3 12", darker(shell, 0.3), 2, 0.7) +
        line("M-34 -14C-26 -32 -6 -38 10 -36", "#fff", 3.4, 0.55),
      { rotate: r, flip, scale: 1.02 },
    );
  };
  return (
    one(-72, -34, 0) +
    one(22, -46, 14) +
    one(84, -14, 60) +
    one(-30, 4, -30, -1) +
    one(48, 30, 10, -1) +
    one(-84, 30, 24) +
    one(-12, 48, 0)
  );
}

/** A lemon wedge and a sprig, to finish a dish. */
export function lemonAndHerb(): string {
  return (
    place(
      0,
      0,
      path("M-26 0A26 22 0 0 1 26 0Z", "#F2C230") +
        path("M-22 0A22 18 0 0 1 22 0Z", "#FFF6D0") +
        path("M-19 0A19 15 0 0 1 19 0Z", "#F9DC5C") +
        line("M0 0V-14M0 0L-12 -9M0 0L12 -9", "#FFF6D0", 2),
    ) +
    place(
      26,
      2,
      repeat(5, (i) => ellipse(6 + i * 8, -4 - (i % 2) * 8, 8, 5, i % 2 ? "#3B8A3E" : "#2C7334")),
    )
  );
}

export const filmLight = aslant(
  [0, "#fff", 0.5],
  [0.2, "#fff", 0.04],
  [0.42, "#fff", 0.02],
  [0.5, "#fff", 0.24],
  [0.58, "#fff", 0.02],
  [1, "#fff", 0.14],
);
