import { aslant, ballLight, clipped, outward, oval, solid, topLight, tubeLight } from "../paint.ts";
import { darker, lighter } from "../palette.ts";
import { circle, createRandom, ellipse, line, path, pick, place, rect, repeat } from "../svg.ts";
import { scotchBonnet } from "./garnishes.ts";

/** Four fingers on one crown. */
export function plantainHand(colours: readonly string[], crown: string, spots: boolean): string {
  const finger = (i: number) => {
    const colour = pick(colours, i);
    const body = "M-120 -34C-96 68 52 94 119 6L110 -12C44 30 -44 10 -90 -46Z";
    return place(
      2 + i * 8,
      -156 + i * 34,
      solid(body, colour, topLight) +
        line("M-106 -36C-70 38 38 56 112 -2", darker(colour, 0.4), 2.4, 0.45) +
        line("M-98 -32C-64 14 20 34 90 4", "#fff", 5, 0.34) +
        path("M116 4L110 -10L126 -14L127 -4Z", "#3A2C1E") +
        (spots
          ? [
              [-72, 0],
              [-40, 18],
              [-6, 32],
              [34, 34],
              [64, 22],
              [10, 20],
              [-56, 14],
              [86, 10],
            ]
              .map(([x = 0, y = 0], n) =>
                place(x, y + 4, ellipse(0, 0, 4 + ((n * 7 + i * 3) % 8), 2.4, "#3A2414", 0.72), {
                  rotate: 24 - n * 7,
                }),
              )
              .join("")
          : ""),
      { rotate: -10 + i * 7 },
    );
  };
  return (
    repeat(4, finger) +
    solid(
      "M-130 -226C-122 -232 -106 -232 -98 -224C-84 -190 -72 -140 -74 -96C-84 -78 -106 -88 -112 -112C-116 -160 -128 -190 -130 -226Z",
      crown,
      tubeLight,
    ) +
    line("M-116 -222C-104 -180 -98 -140 -94 -96", darker(crown, 0.3), 2, 0.5) +
    path(oval(-114, -227, 16, 6), "#4A3B2A") +
    path(oval(-114, -228, 11, 3.6), "#8A7448")
  );
}

export function plantainSlices(colour: string, flesh: string): string {
  const slice = (x: number, y: number) =>
    place(
      x,
      y,
      path(oval(0, 5, 34, 20), darker(colour, 0.3)) +
        path(oval(0, 0, 34, 20), colour) +
        path(oval(0, 0, 29, 16), flesh) +
        line("M-10 0Q0 -5 10 0M0 -6V6", darker(flesh, 0.35), 1.8, 0.7),
    );
  return slice(-60, -24) + slice(58, -26) + slice(0, -16) + slice(-30, -46) + slice(32, -48);
}

export function scotchBonnetGroup(): string {
  return (
    place(-64, -84, scotchBonnet("#D9261C"), { rotate: -14, scale: 1.15 }) +
    place(54, -98, scotchBonnet("#F2A01E"), { rotate: 12, scale: 1.15 }) +
    place(-82, -6, scotchBonnet("#F2B92E"), { rotate: -20, scale: 0.95 }) +
    place(84, -4, scotchBonnet("#D3321D"), { rotate: 18, scale: 1 }) +
    place(0, 0, scotchBonnet("#C81D16"), { scale: 1.3 })
  );
}

export function scotchBonnetCut(): string {
  const half =
    path(
      "M-62 -84C-80 -44 -60 -8 -28 -2C-12 8 12 8 28 -2C60 -8 80 -44 64 -84C44 -110 20 -98 0 -104C-20 -98 -44 -110 -62 -84Z",
      "#C81D16",
    ) +
    path(
      "M-50 -80C-64 -46 -48 -18 -24 -12C-10 -4 10 -4 24 -12C48 -18 64 -46 52 -80C36 -96 18 -88 0 -92C-18 -88 -36 -96 -50 -80Z",
      "#F0604A",
    ) +
    path("M-8 -92C-22 -66 -22 -36 -8 -14C4 -8 12 -14 16 -24C22 -50 18 -74 8 -92Z", "#FBD9B8") +
    [
      [-20, -66],
      [-22, -46],
      [-18, -28],
      [24, -66],
      [26, -46],
      [22, -28],
      [2, -56],
      [0, -34],
      [4, -76],
    ]
      .map(([x = 0, y = 0]) => ellipse(x, y, 6, 4.5, "#FFF3CF") + ellipse(x - 1, y - 1, 3, 2, "#fff", 0.7))
      .join("") +
    line("M0 -100C-2 -122 8 -130 18 -134", "#3E7A34", 8);
  return (
    place(-62, -30, half, { rotate: -10, scale: 1.1 }) +
    place(66, -2, scotchBonnet("#F2A01E"), { rotate: 14, scale: 1.35 })
  );
}

export function mangoes(): string {
  const mango = (flip: 1 | -1) => {
    const body =
      "M-14 -172C40 -190 92 -140 84 -76C76 -14 20 6 -26 -4C-76 -16 -92 -70 -70 -112C-56 -142 -34 -164 -14 -172Z";
    return place(
      0,
      0,
      path(body, "#F2A82C") +
        path(
          body,
          outward(0.25, 0.35, 0.75, [0, "#E2452B", 0.95], [0.5, "#EE7B2B", 0.55], [1, "#F6C23E", 0]),
        ) +
        path(body, outward(0.85, 0.95, 0.6, [0, "#6FA541", 0.75], [1, "#6FA541", 0])) +
        path(body, ballLight) +
        ellipse(-40, -112, 10, 26, "#fff", 0.34) +
        line("M-14 -172C-16 -184 -12 -192 -6 -198", "#5B4A2E", 7) +
        path("M-12 -184C10 -216 50 -214 70 -196C50 -176 14 -172 -12 -184Z", "#3B8A3E") +
        line("M-8 -186Q28 -200 62 -196", "#B5D98A", 2, 0.8),
      { flip },
    );
  };
  return (
    place(-54, -14, mango(1), { scale: 0.98, rotate: -8 }) +
    place(66, 0, mango(-1), { scale: 0.9, rotate: 10 })
  );
}

export function mangoCut(): string {
  const cheek =
    path(oval(0, 6, 66, 92), "#D98A1E") +
    path(oval(0, 0, 66, 92), "#F2A82C") +
    path(oval(0, 0, 58, 84), "#FBC64A") +
    clipped(
      oval(0, 0, 58, 84),
      repeat(6, (i) =>
        line(`M${-60 + i * 24} -90L${-60 + i * 24} 90M-70 ${-80 + i * 30}H70`, "#E08F1A", 3, 0.8),
      ),
    ) +
    path(oval(0, 0, 58, 84), ballLight, 0.6);
  return place(-66, -98, cheek, { rotate: -16 }) + place(66, -92, cheek, { rotate: 14, scale: 0.96 });
}

function okraPod(colour: string): string {
  const body = "M-15 -168C-26 -110 -20 -46 0 0C20 -46 26 -110 15 -168Z";
  return (
    solid(body, colour, tubeLight) +
    line("M-6 -162C-12 -110 -9 -50 0 -6M7 -162C13 -110 10 -50 1 -6", darker(colour, 0.35), 1.8, 0.55) +
    path("M-19 -166C-14 -184 14 -184 19 -166C8 -158 -8 -158 -19 -166Z", darker(colour, 0.18)) +
    path("M-6 -178L-7 -198H7L6 -178Z", darker(colour, 0.25)) +
    path(oval(0, -198, 7, 3), lighter(colour, 0.5))
  );
}

export function okra(): string {
  const pods = [
    [-96, 20, -50, "#6B9C3E"],
    [-66, 8, -33, "#5A8F36"],
    [-34, 2, -17, "#79AA48"],
    [0, 2, 1, "#4F8431"],
    [36, 0, 18, "#6FA541"],
    [68, 8, 35, "#5A8F36"],
    [98, 22, 52, "#79AA48"],
  ] as const;
  return (
    pods
      .map(([x, y, r, colour]) => place(x * 0.42, y - 34, okraPod(colour), { rotate: r, scale: 1.06 }))
      .join("") +
    okraSlice(-84, -10) +
    okraSlice(-46, 0) +
    okraSlice(82, -4) +
    okraSlice(44, 4)
  );
}

function okraSlice(x: number, y: number): string {
  return place(
    x,
    y - 16,
    path("M0 -22L19 -11L19 11L0 22L-19 11L-19 -11Z", "#5A8F36") +
      path("M0 -18L15.5 -9L15.5 9L0 18L-15.5 9L-15.5 -9Z", "#CFE3A4") +
      repeat(5, (i) =>
        place(0, 0, ellipse(0, -9, 3.4, 4.2, "#FBF8E6") + ellipse(0, -9.5, 1.6, 2, "#DCE3B4"), {
          rotate: i * 72,
        }),
      ),
  );
}

export function okraSlices(): string {
  return [
    [-46, 6],
    [-10, 12],
    [28, 6],
    [52, -4],
    [-60, -8],
    [-26, -8],
    [10, -8],
    [36, -16],
    [-40, -22],
    [-4, -26],
    [24, -30],
  ]
    .map(([x = 0, y = 0]) => place(x, y + 8, okraSlice(0, 0), { scale: 0.8 }))
    .join("");
}

export function leafBunch(colours: readonly string[], tie: string, stem = "#B5D98A"): string {
  const leaf = (i: number, size: number, turn: number) =>
    place(
      0,
      -70,
      path("M0 0C-30 -40 -48 -96 0 -168C48 -96 30 -40 0 0Z", pick(colours, i)) +
        path("M0 0C30 -40 48 -96 0 -168Z", "#1A1008", 0.1) +
        line("M0 -6V-154", stem, 3, 0.75) +
        repeat(5, (k) =>
          line(
            `M0 ${-34 - k * 23}q${-12 + k * 2} -6 ${-19 + k * 3} -18M0 ${-34 - k * 23}q${12 - k * 2} -6 ${19 - k * 3} -18`,
            stem,
            1.6,
            0.5,
          ),
        ),
      { rotate: turn, scale: size },
    );
  const back = [-74, -52, -28, 0, 28, 52, 74].map((turn, i) => leaf(i, 1.08, turn)).join("");
  const front = [-60, -36, -12, 14, 38, 62].map((turn, i) => leaf(i + 1, 0.86, turn)).join("");
  const stems = repeat(9, (i) =>
    line(
      `M${(i - 4) * 6} -84C${(i - 4) * 5} -56 ${(i - 4) * 9} -28 ${(i - 4) * 13} 0`,
      i % 2 ? "#8FBF5E" : "#A9CF7C",
      7,
    ),
  );
  return (
    stems +
    back +
    front +
    path("M-34 -76Q0 -64 34 -76V-52Q0 -40 -34 -52Z", tie) +
    path("M-34 -76Q0 -64 34 -76V-52Q0 -40 -34 -52Z", tubeLight)
  );
}

function leafSingle(colour: string, toothed: boolean): string {
  const outline = toothed
    ? "M0 0L-22 -22L-16 -34L-40 -52L-30 -66L-50 -92L-34 -100L-44 -128L-26 -132L-24 -160L0 -190L24 -160L26 -132L44 -128L34 -100L50 -92L30 -66L40 -52L16 -34L22 -22Z"
    : "M0 0C-46 -34 -62 -120 0 -190C62 -120 46 -34 0 0Z";
  return (
    solid(outline, colour, aslant([0, "#fff", 0.2], [0.5, "#fff", 0], [1, "#1A1008", 0.3])) +
    line("M0 20V-172", lighter(colour, 0.45), 3.4, 0.85) +
    repeat(5, (k) =>
      line(
        `M0 ${-34 - k * 26}q-14 -6 -26 -22M0 ${-34 - k * 26}q14 -6 26 -22`,
        lighter(colour, 0.45),
        1.8,
        0.6,
      ),
    )
  );
}

export function leafPile(colour: string, toothed: boolean): string {
  const turns = [
    [-70, -20, -62],
    [70, -20, 62],
    [-44, -8, -34],
    [46, -8, 36],
    [0, -4, 2],
  ] as const;
  return turns
    .map(([x, y, r], i) =>
      place(x * 0.5, y, leafSingle(i % 2 ? colour : lighter(colour, 0.14), toothed), {
        rotate: r,
        scale: 1.02,
      }),
    )
    .join("");
}

export function breadfruit(): string {
  const body =
    "M0 -214C72 -216 116 -168 114 -104C112 -34 62 2 0 2C-62 2 -112 -34 -114 -104C-116 -168 -72 -216 0 -214Z";
  const skin = "#9CB84A";
  const bumps = repeat(17, (row) =>
    repeat(15, (i) =>
      place(
        -126 + i * 18 + (row % 2) * 9,
        -222 + row * 14,
        path("M0 -7L8 -3.5V3.5L0 7L-8 3.5V-3.5Z", (row + i) % 3 ? lighter(skin, 0.12) : darker(skin, 0.1)) +
          circle(0, 0, 1.6, darker(skin, 0.5), 0.7),
      ),
    ),
  );
  return (
    place(
      -6,
      0,
      path(body, darker(skin, 0.3)) +
        clipped(body, bumps) +
        path(body, ballLight) +
        path("M-10 -210L-14 -244Q0 -252 14 -244L10 -210Q0 -204 -10 -210Z", "#6B7F2E") +
        path(oval(0, -246, 13, 5), "#B9C77A"),
    ) +
    place(
      2,
      -236,
      line("M-8 2L2 -2", "#6B7F2E", 5) +
        path(
          "M0 0C10 -34 40 -30 46 -52C58 -40 74 -44 84 -58C88 -38 104 -36 116 -40C104 -8 50 14 0 0Z",
          "#2C8A48",
        ) +
        line("M4 -3C40 -8 80 -22 104 -36", "#B5D98A", 2.4, 0.8),
    )
  );
}

export function breadfruitCut(): string {
  const wedge =
    path("M-92 -30C-86 -108 86 -108 92 -30C60 10 -60 10 -92 -30Z", "#8CA840") +
    path("M-84 -34C-76 -98 76 -98 84 -34C56 0 -56 0 -84 -34Z", "#FBF3DC") +
    path("M-30 -54C-24 -70 24 -70 30 -54C20 -38 -20 -38 -30 -54Z", "#EAD9A8") +
    repeat(7, (i) =>
      line(`M${-54 + i * 18} ${-26 - (3 - Math.abs(i - 3)) * 3}l${(i - 3) * 2} 12`, "#E3CF9A", 2, 0.8),
    );
  return (
    place(-34, -70, wedge, { rotate: -14, scale: 1.15 }) + place(36, -4, wedge, { rotate: 8, scale: 1.2 })
  );
}

export function gardenEggs(): string {
  const egg = (colour: string, striped: boolean) => {
    const body = "M0 -122C42 -120 60 -70 52 -36C44 -4 24 2 0 2C-24 2 -44 -4 -52 -36C-60 -70 -42 -120 0 -122Z";
    return (
      solid(body, colour, ballLight) +
      (striped
        ? clipped(
            body,
            repeat(7, (i) =>
              line(
                `M${(i - 3) * 8} -124C${(i - 3) * 24} -90 ${(i - 3) * 24} -30 ${(i - 3) * 10} 4`,
                "#4F8431",
                4.5,
                0.55,
              ),
            ),
          )
        : "") +
      ellipse(-22, -80, 8, 18, "#fff", 0.55) +
      path(
        "M-34 -112C-20 -130 20 -130 34 -112C26 -96 18 -108 8 -94C2 -104 -6 -104 -10 -94C-18 -108 -26 -96 -34 -112Z",
        "#5A8F36",
      ) +
      line("M0 -120C0 -138 6 -146 14 -152", "#5A8F36", 8)
    );
  };
  return (
    place(-58, -70, egg("#F4F1DE", false), { rotate: -16, scale: 0.94 }) +
    place(56, -74, egg("#9FC163", true), { rotate: 14, scale: 0.92 }) +
    place(-92, -2, egg("#A9C96E", true), { rotate: -30, scale: 0.8 }) +
    place(94, -2, egg("#FAF8EA", false), { rotate: 28, scale: 0.82 }) +
    place(0, 2, egg("#FBF9EC", false), { scale: 1.05 })
  );
}

export function gardenEggCut(): string {
  const half =
    path(oval(0, 5, 60, 68), "#7F9C48") +
    path(oval(0, 0, 58, 66), "#A9C96E") +
    path(oval(0, 0, 52, 60), "#F8F6E4") +
    repeat(10, (i) =>
      place(0, 0, ellipse(0, -34, 5, 8, "#E9D79A") + ellipse(0, -34, 2.4, 4, "#C9AE5E"), { rotate: i * 36 }),
    ) +
    repeat(6, (i) => place(0, 0, ellipse(0, -15, 3.6, 5.5, "#E9D79A"), { rotate: i * 60 }));
  return place(-60, -72, half, { rotate: -10 }) + place(64, -66, half, { rotate: 12 });
}

export function cassavaRoots(): string {
  const skin = "#7B4A2C";
  const root = (cut: boolean) => {
    const body =
      "M-132 -4C-110 -34 -40 -40 30 -36C74 -34 104 -30 112 -22V22C96 32 50 36 0 34C-60 32 -112 18 -132 -4Z";
    return (
      solid(body, skin, topLight) +
      line("M-98 -8C-60 -22 0 -26 60 -24", lighter(skin, 0.5), 4, 0.35) +
      line(
        "M-84 -22q6 20 0 38M-44 -32q8 28 2 58M4 -36q8 32 2 68M52 -34q7 30 2 62",
        darker(skin, 0.5),
        2,
        0.5,
      ) +
      line("M-132 -4l-14 -6", skin, 5) +
      (cut
        ? path(oval(110, 0, 13, 25), "#5E3520") +
          path(oval(111, 0, 10.5, 22), "#F3C9BE") +
          path(oval(111, 0, 9, 19.5), "#FFFDF5") +
          circle(111, 0, 2, "#C9B78A")
        : path("M108 -24C122 -20 122 20 108 24Z", darker(skin, 0.3)))
    );
  };
  return (
    place(4, -140, root(true), { rotate: -12, scale: 0.94 }) +
    place(-8, -88, root(true), { rotate: 4 }) +
    place(6, -34, root(true), { rotate: -3, scale: 1.04 })
  );
}

export function cassavaCut(): string {
  const log = (x: number, y: number) =>
    place(
      x,
      y,
      solid("M-34 0V-92A34 12 0 0 1 34 -92V0A34 12 0 0 1 -34 0Z", "#FBF6EA", tubeLight) +
        path(oval(0, -92, 34, 12), "#FFFEFA") +
        circle(0, -92, 2.4, "#C9B78A") +
        line("M-10 -92h7M3 -92h8", "#E3D6B5", 1.6),
    );
  return (
    log(-58, -16) +
    log(58, -18) +
    log(0, -2) +
    place(
      84,
      2,
      path("M-40 -6C-20 -26 30 -24 48 -4C24 -8 -10 -4 -40 -6Z", "#7B4A2C") +
        path("M-36 -6C-14 -14 24 -14 44 -5C20 -6 -10 -2 -36 -6Z", "#F3C9BE"),
    )
  );
}

export function cocoyams(): string {
  const skin = "#7A5234";
  const corm = (i: number) => {
    const body =
      "M0 -116C34 -116 52 -78 50 -44C48 -12 26 2 0 2C-26 2 -48 -12 -50 -44C-52 -78 -34 -116 0 -116Z";
    return (
      solid(body, pick([skin, "#8A6040", "#6B472C"], i), ballLight) +
      repeat(6, (k) =>
        line(
          `M${-42 + k * 2} ${-94 + k * 16}Q0 ${-80 + k * 17} ${42 - k * 2} ${-94 + k * 16}`,
          darker(skin, 0.5),
          2,
          0.55,
        ),
      ) +
      line("M-30 -50l-5 6M20 -70l5 5M-10 -30l-3 6M28 -38l4 5M4 -56l1 6", darker(skin, 0.6), 1.6, 0.7) +
      path("M-10 -114C-8 -128 8 -128 10 -114Z", "#C98BA0")
    );
  };
  return (
    place(-52, -76, corm(0), { rotate: -18 }) +
    place(50, -80, corm(1), { rotate: 14 }) +
    place(-88, -2, corm(2), { rotate: -40, scale: 0.84 }) +
    place(92, -4, cutCorm(), { rotate: 12, scale: 0.9 }) +
    place(0, 2, corm(1), { rotate: 4, scale: 1.06 })
  );
}

function cutCorm(): string {
  const next = createRandom(5);
  return (
    path(oval(0, -50, 50, 54), "#5E3D25") +
    path(oval(0, -51, 45, 49), "#F6EFF2") +
    repeat(26, () => circle(next(-32, 32), -50 + next(-36, 36), 1.5, "#B48AA6", 0.8)) +
    path(oval(0, -51, 45, 49), ballLight, 0.5)
  );
}

export function cocoyamCut(): string {
  return (
    place(-64, -14, cutCorm(), { scale: 1.4, rotate: -8 }) +
    place(70, -2, cutCorm(), { scale: 1.3, rotate: 10 })
  );
}

export function gingerRoots(): string {
  const skin = "#D2A868";
  const body =
    "M-132 -46C-140 -78 -104 -92 -78 -80C-92 -116 -60 -144 -34 -124C-20 -112 -22 -98 -12 -92C-6 -102 -8 -112 0 -126C14 -152 56 -150 58 -118C58 -100 48 -92 54 -82C62 -86 70 -88 80 -88C112 -90 136 -62 122 -34C108 -6 50 -4 0 -2C-52 2 -122 0 -132 -46Z";
  const rings =
    "M-104 -80Q-92 -46 -100 -10M-70 -80Q-56 -44 -64 -4M-34 -90Q-22 -48 -30 -2M2 -92Q12 -46 6 -2M38 -90Q50 -44 42 -4M76 -86Q86 -46 80 -6M104 -78Q112 -50 106 -18M-84 -108q22 8 44 -2M4 -126q26 10 52 0M-72 -92q16 6 32 2M10 -108q20 8 42 4";
  return (
    solid(body, skin, ballLight) +
    line(rings, darker(skin, 0.4), 2.4, 0.5) +
    path(oval(-58, -128, 18, 10), "#F6E3A2") +
    path(oval(-58, -128, 14, 7), "#EBCB6E") +
    path(oval(126, -56, 9, 18), "#F6E3A2") +
    path(oval(126, -56, 6, 13), "#EBCB6E") +
    line(
      "M-112 -62C-100 -74 -84 -72 -74 -66M-16 -78C0 -84 20 -80 30 -76M12 -134C20 -142 36 -142 44 -134",
      "#fff",
      5,
      0.35,
    )
  );
}

export function gingerSlices(): string {
  const slice = (x: number, y: number, r: number) =>
    place(
      x,
      y,
      path(
        "M-44 0C-46 -24 -20 -34 6 -28C34 -30 48 -14 44 4C38 26 10 26 -12 22C-34 24 -44 14 -44 0Z",
        "#C3954F",
      ) +
        path(
          "M-39 -2C-40 -22 -18 -29 6 -24C30 -26 42 -12 39 3C33 21 8 21 -12 17C-30 19 -39 12 -39 -2Z",
          "#F6E3A2",
        ) +
        path(
          "M-28 -2C-28 -15 -12 -20 5 -16C22 -18 30 -8 28 2C24 14 6 14 -9 11C-22 12 -28 6 -28 -2Z",
          "#EBCB6E",
        ),
      { rotate: r },
    );
  return (
    slice(-52, -34, -10) +
    slice(48, -40, 14) +
    slice(0, -84, 4) +
    slice(2, -24, -4) +
    slice(84, -14, 20) +
    slice(-90, -14, -24)
  );
}

export function sugarCane(): string {
  const stalk = (colour: string) => {
    const body = "M-26 0V-238H26V0Z";
    return (
      solid(body, colour, tubeLight) +
      [-44, -106, -168, -222]
        .map(
          (y) =>
            path(`M-29 ${y}Q0 ${y + 9} 29 ${y}V${y - 9}Q0 ${y} -29 ${y - 9}Z`, lighter(colour, 0.35)) +
            line(`M-28 ${y + 3}Q0 ${y + 12} 28 ${y + 3}`, darker(colour, 0.5), 2.4, 0.7) +
            circle(12, y - 2, 3.4, darker(colour, 0.35)),
        )
        .join("") +
      path(oval(0, -238, 26, 10), "#E9E0B4") +
      path(oval(0, -238, 21, 7.5), "#F8F2D4") +
      repeat(9, (i) => circle(-14 + (i % 5) * 7, -240 + Math.floor(i / 5) * 4, 1, "#C9B97A"))
    );
  };
  return (
    place(-52, 2, stalk("#7D8F3A"), { rotate: -9 }) +
    place(44, 0, stalk("#7A3D55"), { rotate: 7 }) +
    place(
      86,
      -2,
      path(oval(0, -20, 34, 22), "#6B3348") +
        path(oval(0, -22, 30, 18), "#F8F2D4") +
        repeat(14, (i) => circle(-18 + (i % 5) * 9, -30 + Math.floor(i / 5) * 8, 1.5, "#D2C386")),
    )
  );
}

const chayoteOutline =
  "M-8 -140C8 -146 24 -140 34 -120C52 -104 70 -72 66 -40C62 -10 40 2 20 0C12 -1 6 -7 0 -9C-6 -7 -12 -1 -20 0C-44 2 -66 -14 -68 -44C-70 -76 -50 -106 -34 -120C-28 -132 -20 -138 -8 -140Z";

export function chayotes(): string {
  const fruit = (colour: string) =>
    solid(chayoteOutline, colour, ballLight) +
    line(
      "M0 -10C-3 -24 -4 -36 -2 -52M-10 -12C-22 -24 -30 -40 -32 -60M11 -11C22 -24 30 -40 32 -60M-28 -116C-44 -92 -52 -66 -50 -44M28 -118C42 -94 52 -66 50 -42M0 -136C-2 -116 -2 -100 0 -84",
      darker(colour, 0.34),
      3,
      0.42,
    ) +
    ellipse(-34, -84, 8, 20, "#fff", 0.42) +
    path(oval(0, -140, 8, 4), darker(colour, 0.4)) +
    line("M-1 -141C-2 -148 0 -152 3 -156", "#6B7F2E", 5);
  return (
    place(-66, -44, fruit("#A6C95C"), { rotate: -16, scale: 1.1 }) +
    place(66, -46, fruit("#B9D878"), { rotate: 18, scale: 1.08 }) +
    place(0, 2, fruit("#9CC252"), { rotate: 3, scale: 1.16 })
  );
}

export function chayoteCut(): string {
  const half =
    path(chayoteOutline, "#9CC252") +
    place(0, -5, path(chayoteOutline, "#EEF5D2"), { scale: 0.9 }) +
    path("M0 -86C17 -84 22 -58 17 -42C10 -28 -10 -28 -17 -42C-22 -58 -17 -84 0 -86Z", "#FDFBEF") +
    line("M-28 -104C-40 -80 -44 -56 -40 -34M28 -104C40 -80 44 -56 40 -34", "#C9DE9A", 2.4) +
    line("M0 -78V-40", "#E3DDB8", 2);
  return place(-74, -8, half, { rotate: -10, scale: 1.26 }) + place(76, 0, half, { rotate: 12, scale: 1.24 });
}

export function yamTuber(): string {
  const skin = "#7A5636";
  const next = createRandom(11);
  const body = "M-142 -6C-146 -58 -84 -74 -10 -70S116 -78 134 -18S92 62 2 62S-138 46 -142 -6Z";
  return (
    solid(body, skin, topLight) +
    clipped(
      body,
      repeat(40, () => {
        const [x, y] = [next(-132, 108), next(-62, 56)];
        return line(`M${x.toFixed(0)} ${y.toFixed(0)}q7 -4 15 0`, darker(skin, 0.4), 2.4, 0.7);
      }) +
        repeat(16, () => {
          const [x, y] = [next(-130, 90), next(-56, 50)];
          return line(
            `M${x.toFixed(0)} ${y.toFixed(0)}l${next(-6, 6).toFixed(0)} ${next(6, 12).toFixed(0)}`,
            "#A67B52",
            1.6,
            0.7,
          );
        }),
    ) +
    line("M-122 -30C-96 -54 -30 -58 40 -58", "#C09A6C", 9, 0.4) +
    path(oval(112, 0, 25, 55), "#5E4027") +
    path(oval(114, 0, 22, 51), "#F2E6C8") +
    path(oval(115, 0, 19, 47), "#FFFAEC") +
    line("M110 -24q6 20 2 44M120 -20q4 20 1 36", "#E9DAB4", 2)
  );
}

export function yamRounds(): string {
  const round = (x: number, y: number, s: number) =>
    place(
      x,
      y,
      path(oval(0, 22, 66, 28), "#6B4A2C") +
        rect(-66, 0, 132, 22, 0, "#7A5636") +
        path(oval(0, 0, 66, 28), "#7A5636") +
        path(oval(0, 0, 60, 24), "#FFFAEC") +
        line("M-30 -4q16 -8 32 0M-12 8q18 -6 36 -1M6 -10q12 -4 22 1", "#E3D3A6", 2),
      { scale: s },
    );
  return round(-44, -40, 1) + round(60, -34, 0.92) + round(6, -88, 0.96);
}

export function bitterKolaNuts(): string {
  const nut = (x: number, y: number, r: number, s: number) =>
    place(
      x,
      y,
      solid("M-46 0C-42 -26 30 -34 48 -8C50 16 20 26 -8 24C-34 22 -48 14 -46 0Z", "#7D4A24", ballLight) +
        line("M-34 -4C-14 -16 14 -18 34 -10M-28 10C-8 4 16 4 36 4", "#4E2A10", 2, 0.55) +
        ellipse(-16, -12, 14, 4, "#fff", 0.4),
      { rotate: r, scale: s },
    );
  const bitten = place(
    88,
    -24,
    solid("M-34 0C-32 -22 20 -26 30 -6C30 14 10 22 -8 20C-26 18 -36 12 -34 0Z", "#7D4A24", ballLight) +
      path(oval(22, -2, 12, 17), "#F3E3C2") +
      path(oval(22, -2, 9, 13), "#E9CFA0"),
  );
  return (
    nut(-66, -26, -12, 1.1) +
    nut(10, -22, 8, 1.12) +
    bitten +
    nut(-30, -72, 14, 1.08) +
    nut(44, -68, -14, 1.1) +
    nut(4, -112, 4, 1.05)
  );
}
