import { label } from "../label.ts";
import { across, aslant, ballLight, clipped, down, oval, solid, topLight, tubeLight } from "../paint.ts";
import { cream, darker, gold, lighter } from "../palette.ts";
import { type Cloth, textile } from "../patterns.ts";
import { circle, createRandom, ellipse, line, path, place, rect, repeat } from "../svg.ts";

export function soapBar(name: string, cloth: Cloth): string {
  const bar =
    "M-128 -96Q-128 -122 -104 -122L92 -138Q116 -140 120 -116L130 -44Q132 -18 108 -14L-96 2Q-120 4 -124 -20Z";
  return (
    path(
      "M-124 -20Q-120 4 -96 2L108 -14Q132 -18 130 -44L132 -28Q134 2 110 6L-94 20Q-120 22 -124 -4Z",
      "#1B110A",
    ) +
    path(bar, "#3B2A1E") +
    path(bar, aslant([0, "#fff", 0.3], [0.3, "#fff", 0.04], [1, "#000", 0.35])) +
    clipped(
      bar,
      place(
        0,
        0,
        rect(-150, -104, 300, 76, 0, textile(cloth, 1)) +
          rect(-150, -106, 300, 4, 0, gold) +
          rect(-150, -30, 300, 4, 0, gold) +
          rect(-96, -96, 192, 60, 8, cream) +
          label(name, { x: -88, y: -94, width: 176, height: 56, colour: "#2A1D14", largest: 36 }),
        { rotate: -4.6 },
      ),
    ) +
    path(bar, aslant([0, "#fff", 0.2], [0.4, "#fff", 0], [1, "#1A1008", 0.24])) +
    line("M-116 -108L100 -126", "#fff", 4, 0.25)
  );
}

export function bareSoap(): string {
  const bar =
    "M-118 -70Q-118 -92 -96 -94L92 -106Q112 -108 116 -88L124 -36Q126 -14 104 -10L-90 4Q-110 6 -114 -14Z";
  const next = createRandom(31);
  return (
    path(
      "M-114 -14Q-110 6 -90 4L104 -10Q126 -14 124 -36L126 -20Q128 8 106 12L-88 26Q-110 28 -114 8Z",
      "#1B110A",
    ) +
    solid(bar, "#33231A", aslant([0, "#fff", 0.28], [0.4, "#fff", 0.02], [1, "#000", 0.3])) +
    repeat(26, () => circle(next(-100, 100), next(-84, -16), next(0.8, 2.2), "#6B5240", 0.7)) +
    line("M-78 -64Q0 -82 82 -76M-74 -34Q6 -52 92 -46", "#150C06", 3, 0.5) +
    repeat(22, () => {
      const [x, y, r] = [next(-128, 128), next(-6, 34), next(7, 20)];
      return circle(x, y, r, "#FFFFFF", 0.92) + circle(x - r * 0.3, y - r * 0.3, r * 0.3, "#DDF0F7", 0.9);
    })
  );
}

export function carvedCalabash(): string {
  const shell = "M-128 -128C-134 -50 -70 2 0 2C70 2 134 -50 128 -128Z";
  const tan = "#C98B45";
  const carve = "#6B3A14";
  return (
    ellipse(0, 0, 70, 9, "#1A1008", 0.18) +
    path(oval(0, -128, 128, 36), darker(tan, 0.3)) +
    path(oval(0, -127, 119, 30), "#8A5A28") +
    path(oval(0, -124, 116, 27), down([0, "#4A2A10", 0.75], [1, "#F2D9A6", 0.55])) +
    path("M-128 -128A128 36 0 0 0 128 -128C134 -50 70 2 0 2C-70 2 -134 -50 -128 -128Z", tan) +
    clipped(
      shell,
      path("M-140 -112A140 38 0 0 0 140 -112V-92A140 38 0 0 1 -140 -92Z", carve) +
        repeat(19, (i) => {
          const x = -126 + i * 14;
          const y = -98 + Math.sqrt(Math.max(0, 1 - (x / 140) ** 2)) * 38;
          return path(`M${x} ${y}l7 -8l7 8l-7 8Z`, "#F3DCA8");
        }) +
        repeat(7, (i) =>
          place(
            -108 + i * 36,
            -44 + Math.sin((i / 6) * Math.PI) * 22,
            line("M-15 0A15 15 0 0 1 15 0M-9 0A9 9 0 0 1 9 0", carve, 4) +
              circle(0, 0, 3.4, carve) +
              path("M-15 6H15L0 24Z", carve, 0.85),
          ),
        ) +
        line("M-140 -84A140 40 0 0 0 140 -84", carve, 2.4) +
        path("M-140 -20A140 38 0 0 0 140 -20V-12A140 38 0 0 1 -140 -12Z", carve, 0.85),
    ) +
    clipped(
      "M-128 -128A128 36 0 0 0 128 -128C134 -50 70 2 0 2C-70 2 -134 -50 -128 -128Z",
      path(shell, ballLight),
    ) +
    line("M-128 -128A128 36 0 0 0 128 -128", lighter(tan, 0.5), 3.4, 0.9)
  );
}

export function mortarAndPestle(): string {
  const wood = "#9A6234";
  const cup =
    "M-96 -158C-98 -104 -74 -76 -46 -64L-40 -42C-58 -34 -78 -22 -80 0Q0 16 80 0C78 -22 58 -34 40 -42L46 -64C74 -76 98 -104 96 -158Z";
  return (
    path(oval(0, -158, 96, 27), darker(wood, 0.25)) +
    path(oval(0, -157, 82, 21), "#3F220E") +
    place(
      34,
      -150,
      path(
        "M-14 20L-9 -110C-12 -122 -20 -126 -20 -140C-20 -158 20 -158 20 -140C20 -126 12 -122 9 -110L16 20Z",
        "#B97A44",
      ) +
        path(
          "M-14 20L-9 -110C-12 -122 -20 -126 -20 -140C-20 -158 20 -158 20 -140C20 -126 12 -122 9 -110L16 20Z",
          tubeLight,
        ),
      { rotate: 16 },
    ) +
    place(
      -34,
      -150,
      circle(0, 0, 9, "#C81D16") +
        circle(20, 4, 8, "#D9762B") +
        circle(-16, 4, 7, "#3A2414") +
        circle(4, 8, 6, "#3A2414"),
    ) +
    path(
      "M-96 -158A96 27 0 0 0 96 -158C98 -104 74 -76 46 -64L40 -42C58 -34 78 -22 80 0Q0 16 -80 0C-78 -22 -58 -34 -40 -42L-46 -64C-74 -76 -98 -104 -96 -158Z",
      wood,
    ) +
    clipped(
      cup,
      line("M-92 -128C-60 -98 60 -98 92 -128", darker(wood, 0.5), 5, 0.7) +
        repeat(13, (i) =>
          line(
            `M${-78 + i * 13} ${-122 + Math.sin((i / 12) * Math.PI) * 20}l6 12l6 -12`,
            darker(wood, 0.5),
            3,
            0.7,
          ),
        ) +
        line("M-46 -64Q0 -52 46 -64M-40 -42Q0 -32 40 -42", darker(wood, 0.5), 4, 0.7) +
        line(
          "M-70 -100C-60 -82 -50 -76 -44 -72M-64 -16C-40 -8 40 -8 64 -16M-20 -100C-16 -84 -14 -76 -14 -68M40 -102C34 -86 30 -76 28 -70",
          darker(wood, 0.3),
          2,
          0.6,
        ),
    ) +
    clipped(
      "M-96 -158A96 27 0 0 0 96 -158C98 -104 74 -76 46 -64L40 -42C58 -34 78 -22 80 0Q0 16 -80 0C-78 -22 -58 -34 -40 -42L-46 -64C-74 -76 -98 -104 -96 -158Z",
      path(cup, tubeLight),
    ) +
    line("M-96 -158A96 27 0 0 0 96 -158", lighter(wood, 0.4), 3, 0.8)
  );
}

export function turningStick(): string {
  const wood = "#B57B43";
  const paddle =
    "M-12 -302C-12 -312 12 -312 12 -302L16 -126C24 -112 46 -104 48 -78C50 -40 40 -4 0 4C-40 -4 -50 -40 -48 -78C-46 -104 -24 -112 -16 -126Z";
  const one = (tone: string) =>
    solid(paddle, tone, tubeLight) +
    line(
      "M0 -290V-130M-6 -110C-12 -70 -10 -40 -4 -10M8 -110C16 -70 16 -40 10 -12M-26 -80C-28 -54 -24 -36 -16 -20M28 -80C30 -54 28 -40 22 -26",
      darker(tone, 0.4),
      1.8,
      0.5,
    ) +
    circle(0, -288, 4.5, darker(tone, 0.6)) +
    line("M-11 -268H11M-11 -260H11", darker(tone, 0.5), 2.4, 0.7);
  return (
    place(44, -4, one(darker(wood, 0.12)), { rotate: 14, scale: 0.96 }) +
    place(-34, 2, one(wood), { rotate: -10 })
  );
}

export function incenseBurner(): string {
  const clay = "#B0522D";
  const pot =
    "M-70 -92C-78 -44 -40 -34 -20 -28L-26 -8Q-40 -4 -46 4Q0 14 46 4Q40 -4 26 -8L20 -28C40 -34 78 -44 70 -92Z";
  return (
    line("M-16 -112C-44 -146 10 -166 -14 -200C-34 -228 -4 -246 4 -270", "#8F8A80", 9, 0.28) +
    line("M18 -112C46 -140 12 -164 34 -192C48 -214 34 -226 40 -242", "#8F8A80", 6, 0.22) +
    path(oval(0, -92, 70, 20), darker(clay, 0.3)) +
    path(oval(0, -90, 60, 15), "#2A1710") +
    repeat(7, (i) =>
      place(
        -38 + i * 13,
        -94 - (i % 2) * 6,
        path("M-10 -4L6 -8L12 0L-6 6Z", i % 3 ? "#5A3A20" : "#8A5A30") +
          (i % 3 ? "" : circle(2, 0, 3, "#F27A2B")),
      ),
    ) +
    path(
      "M-70 -92A70 20 0 0 0 70 -92C78 -44 40 -34 20 -28L26 -8Q40 -4 46 4Q0 14 -46 4Q-40 -4 -26 -8L-20 -28C-40 -34 -78 -44 -70 -92Z",
      clay,
    ) +
    clipped(
      pot,
      line("M-72 -70A72 20 0 0 0 72 -70", gold, 4) +
        repeat(9, (i) => circle(-56 + i * 14, -52 + Math.sin((i / 8) * Math.PI) * 6, 3, gold)) +
        path(pot, tubeLight),
    )
  );
}

export function netSponge(): string {
  const net = (x: number, colour: string) => {
    const d = `M${x - 40} -262C${x - 60} -200 ${x - 22} -150 ${x - 44} -90C${x - 58} -50 ${x - 54} -20 ${x - 40} 0C${x - 14} 10 ${x + 18} 10 ${x + 42} 0C${x + 56} -26 ${x + 54} -60 ${x + 40} -96C${x + 22} -150 ${x + 60} -200 ${x + 40} -262C${x + 14} -272 ${x - 14} -272 ${x - 40} -262Z`;
    return (
      path(d, colour, 0.85) +
      clipped(
        d,
        repeat(
          24,
          (i) =>
            line(`M${x - 120 + i * 12} -280l60 300`, lighter(colour, 0.55), 1.7, 0.75) +
            line(`M${x + 150 - i * 12} -280l-60 300`, darker(colour, 0.35), 1.7, 0.6),
        ),
      ) +
      path(
        d,
        across(
          [0, "#1A1008", 0.3],
          [0.2, "#fff", 0.22],
          [0.4, "#1A1008", 0.05],
          [0.6, "#fff", 0.14],
          [1, "#1A1008", 0.34],
        ),
      )
    );
  };
  return (
    place(30, 0, net(0, "#F2A01E"), { rotate: 6, scale: 0.96 }) +
    place(-34, 0, net(0, "#1D8A8C"), { rotate: -5 }) +
    path("M-90 -152Q0 -138 84 -156L84 -126Q0 -108 -92 -122Z", cream) +
    path("M-90 -152Q0 -138 84 -156L84 -126Q0 -108 -92 -122Z", tubeLight, 0.7) +
    label("Sapo net sponge", { x: -76, y: -150, width: 150, height: 34, colour: "#1F4E79", largest: 21 })
  );
}

export function netSpongeBunched(): string {
  return (
    repeat(13, (i) => {
      const angle = (i / 13) * 6.28;
      return place(
        Math.cos(angle) * 52,
        -86 + Math.sin(angle) * 46,
        solid(
          "M-50 0C-54 -34 -14 -52 6 -38C34 -44 56 -16 46 8C40 38 -6 46 -22 30C-40 34 -50 18 -50 0Z",
          i % 2 ? "#1D8A8C" : "#24A0A0",
          ballLight,
        ) +
          line(
            "M-40 0C-20 -20 10 -30 36 -10M-34 14C-10 -4 20 -6 40 8M-20 -28C-10 0 0 20 -4 34M10 -36C12 -6 16 14 12 32",
            "#BFEDEA",
            1.8,
            0.7,
          ),
        { rotate: i * 47 },
      );
    }) +
    place(
      -6,
      -88,
      solid(oval(0, 0, 40, 34), "#2BB0AE", ballLight) +
        line("M-30 0Q0 -20 30 0M-26 10Q0 -8 28 10M-10 -26Q0 0 -4 28M10 -26Q14 0 10 28", "#D6F5F3", 1.8, 0.8),
    ) +
    [
      [-104, -30, 16],
      [98, -44, 20],
      [84, -150, 13],
      [-96, -136, 11],
      [116, -90, 9],
    ]
      .map(
        ([x = 0, y = 0, r = 0]) =>
          circle(x, y, r, "#FFFFFF", 0.85) + circle(x - r * 0.3, y - r * 0.3, r * 0.3, "#CFE7F2"),
      )
      .join("")
  );
}

/** A rough lump of raw shea, to lie in a bowl. */
export function sheaLump(): string {
  const lump = "M-70 4C-74 -30 -52 -44 -30 -40C-22 -62 20 -66 34 -46C60 -48 76 -24 70 4A74 18 0 0 1 -70 4Z";
  return (
    solid(lump, "#F1DC9C", topLight) +
    line(
      "M-48 -22C-30 -34 -8 -22 8 -34M-10 -50C8 -58 22 -52 28 -46M14 -16C30 -24 46 -18 56 -26",
      "#D6B763",
      3,
      0.7,
    )
  );
}

export function seasoningCube(colour = "#C8201E"): string {
  return (
    path("M-24 -30L4 -42L30 -30L4 -16Z", lighter(colour, 0.3)) +
    path("M-24 -30L4 -16V18L-24 4Z", colour) +
    path("M30 -30L4 -16V18L30 4Z", darker(colour, 0.25)) +
    path("M-24 -20L4 -6V6L-24 -8Z", gold) +
    path("M30 -20L4 -6V6L30 -8Z", darker(gold, 0.15)) +
    line("M-24 -30L4 -16L30 -30M4 -16V18", "#fff", 1.2, 0.5)
  );
}
