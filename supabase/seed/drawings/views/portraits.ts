/** Friendly, plain portraits. They stand for sample people; nobody real is meant. */

import { shopCloths } from "../goods/wears.ts";
import { across, ballLight, clipped, outward, oval } from "../paint.ts";
import { darker, gold, lighter } from "../palette.ts";
import { type Cloth, textile } from "../patterns.ts";
import type { Drawing } from "../scene.ts";
import { circle, ellipse, line, path, place, rect, repeat } from "../svg.ts";

type Hair = "afro" | "fade" | "wrap" | "locs" | "waves" | "cap" | "bun";

interface Sitter {
  skin: string;
  hair: Hair;
  hairColour: string;
  clothes: string;
  trim: string;
  beard?: boolean;
  earrings?: boolean;
}

function behindHead({ hair, hairColour }: Sitter): string {
  if (hair === "afro")
    return (
      circle(200, 150, 92, hairColour) +
      repeat(14, (i) => circle(200 + Math.cos(i * 0.45) * 84, 150 + Math.sin(i * 0.45) * 84, 20, hairColour))
    );
  if (hair === "locs")
    return repeat(9, (i) =>
      line(
        `M${136 + i * 16} 130C${112 + i * 22} 190 ${108 + i * 23} 240 ${116 + i * 21} ${276 - Math.abs(i - 4) * 4}`,
        i % 2 ? hairColour : lighter(hairColour, 0.12),
        15,
      ),
    );
  if (hair === "waves")
    return path(
      "M118 160C108 70 292 70 284 164C294 214 292 262 276 290C240 300 160 300 126 290C108 262 108 210 118 160Z",
      hairColour,
    );
  if (hair === "bun") return circle(200, 66, 38, hairColour) + circle(200, 66, 38, ballLight, 0.5);
  return "";
}

function onHead(sitter: Sitter, cloth: Cloth): string {
  const { hair, hairColour } = sitter;
  const crown =
    "M134 158C126 96 160 74 200 74C240 74 274 96 266 158C256 124 240 112 200 112C160 112 144 124 134 158Z";
  if (hair === "wrap") {
    const fold = "M124 148C110 60 290 60 276 148C244 110 156 110 124 148Z";
    return (
      path(fold, textile(cloth, 0.8)) +
      path(
        "M166 84C140 30 190 10 206 44C224 8 276 26 250 82C222 100 190 100 166 84Z",
        textile(cloth, 0.8, 30),
      ) +
      path(fold, ballLight, 0.7) +
      path("M166 84C140 30 190 10 206 44C224 8 276 26 250 82C222 100 190 100 166 84Z", ballLight, 0.7) +
      line(
        "M128 138C160 100 240 100 272 138M206 46C204 64 206 80 210 92M178 44C184 60 190 76 200 90",
        "#1A1008",
        3,
        0.25,
      )
    );
  }
  if (hair === "cap") {
    const cap = "M126 140C122 76 160 52 212 56C262 58 282 90 276 142C240 122 160 122 126 140Z";
    return (
      path(cap, textile(cloth, 0.8)) +
      path(cap, ballLight) +
      path(
        "M126 140C160 122 240 122 276 142L274 124C240 106 160 106 126 122Z",
        darker(cloth.colours[0], 0.2),
      ) +
      line("M127 124C160 107 240 107 275 126", gold, 3)
    );
  }
  if (hair === "fade")
    return path(
      "M138 146C132 92 162 78 200 78C238 78 268 92 262 146C256 118 244 108 200 108C156 108 144 118 138 146Z",
      hairColour,
    );
  if (hair === "afro")
    return path(
      "M132 160C118 52 282 52 268 160C258 128 240 118 200 118C160 118 142 128 132 160Z",
      hairColour,
    );
  return (
    path(crown, hairColour) +
    (hair === "waves"
      ? path(
          "M134 160C128 110 170 90 216 96C236 100 262 120 266 160C240 150 214 136 200 116C184 140 156 150 134 160Z",
          hairColour,
        )
      : "")
  );
}

function sitterDrawing(sitter: Sitter, cloth: Cloth): string {
  const { skin, clothes, trim, beard, earrings, hairColour } = sitter;
  const shoulders = "M48 420C52 330 110 300 162 292Q200 312 238 292C290 300 348 330 352 420Z";
  const head =
    "M136 156C132 104 166 88 200 88C234 88 268 104 264 156C266 214 240 254 200 256C160 254 134 214 136 156Z";
  return (
    behindHead(sitter) +
    path(shoulders, clothes) +
    path(shoulders, across([0, "#1A1008", 0.2], [0.3, "#fff", 0.1], [0.6, "#fff", 0], [1, "#1A1008", 0.26])) +
    path("M164 236H236V290C226 312 174 312 164 290Z", darker(skin, 0.14)) +
    path("M162 290C170 324 230 324 238 290L250 296C240 344 160 344 150 296Z", trim) +
    ellipse(134, 176, 11, 17, darker(skin, 0.1)) +
    ellipse(266, 176, 11, 17, darker(skin, 0.1)) +
    path(head, skin) +
    path(head, outward(0.36, 0.3, 0.8, [0, "#FFFFFF", 0.2], [0.5, "#FFFFFF", 0], [1, "#1A1008", 0.24])) +
    (beard
      ? clipped(
          head,
          path(
            "M132 184C150 196 160 214 172 208C186 200 214 200 228 208C240 214 250 196 268 184V270H132Z",
            hairColour,
          ) + ellipse(200, 220, 22, 9, darker(skin, 0.2)),
        )
      : "") +
    onHead(sitter, cloth) +
    ellipse(174, 170, 5.5, 7, "#1C120C") +
    ellipse(226, 170, 5.5, 7, "#1C120C") +
    circle(176, 167, 1.8, "#fff") +
    circle(228, 167, 1.8, "#fff") +
    line("M162 154Q173 147 184 153M216 153Q227 147 238 154", darker(hairColour, 0.1), 4.5) +
    line("M200 176C196 188 194 194 198 197H205", darker(skin, 0.35), 3, 0.7) +
    path("M180 213Q200 222 220 213Q212 234 200 234Q188 234 180 213Z", "#FFFDF7") +
    line("M180 213Q200 222 220 213", darker(skin, 0.5), 3) +
    line("M180 213Q188 234 200 234Q212 234 220 213", "#8C2F2A", 3.4) +
    ellipse(158, 200, 12, 7, "#E2603F", 0.18) +
    ellipse(242, 200, 12, 7, "#E2603F", 0.18) +
    (earrings ? circle(134, 204, 7, gold) + circle(266, 204, 7, gold) : "")
  );
}

function onCloth(sitter: Sitter, cloth: Cloth, headCloth: Cloth = cloth): Drawing {
  return {
    width: 400,
    height: 400,
    content:
      rect(0, 0, 400, 400, 0, textile(cloth, 1.4)) +
      rect(
        0,
        0,
        400,
        400,
        0,
        outward(0.5, 0.5, 0.72, [0, "#FFFFFF", 0.88], [0.6, "#FFFFFF", 0.62], [1, "#FFFFFF", 0.15]),
      ) +
      place(0, 6, sitterDrawing(sitter, headCloth)),
  };
}

function onPlain(sitter: Sitter, ground: string, edge: Cloth, headCloth: Cloth = edge): Drawing {
  return {
    width: 400,
    height: 400,
    content:
      rect(0, 0, 400, 400, 0, ground) +
      circle(200, 196, 172, "#FFFFFF", 0.55) +
      place(0, 0, sitterDrawing(sitter, headCloth)) +
      clipped(oval(200, 200, 400, 400), rect(0, 380, 400, 20, 0, textile(edge, 0.9))),
  };
}

const { adire, kente, madras, petals, purple, sunburst, tealSunburst } = shopCloths;

export const testimonialPortraits: { file: string; name: string; drawing: Drawing }[] = [
  {
    file: "testimonial-adaeze.webp",
    name: "Adaeze O.",
    drawing: onCloth(
      {
        skin: "#7A4A2E",
        hair: "wrap",
        hairColour: "#1C120C",
        clothes: "#0F5A4A",
        trim: gold,
        earrings: true,
      },
      petals,
      sunburst,
    ),
  },
  {
    file: "testimonial-marlon.webp",
    name: "Marlon B.",
    drawing: onCloth(
      {
        skin: "#6B3F26",
        hair: "locs",
        hairColour: "#2A1A12",
        clothes: "#C8341E",
        trim: "#FFFDF7",
        beard: true,
      },
      madras,
    ),
  },
  {
    file: "testimonial-efua.webp",
    name: "Efua M.",
    drawing: onCloth(
      { skin: "#5E3822", hair: "bun", hairColour: "#1C120C", clothes: "#14110D", trim: gold, earrings: true },
      kente,
    ),
  },
  {
    file: "testimonial-tunde.webp",
    name: "Tunde A.",
    drawing: onCloth(
      { skin: "#74462B", hair: "cap", hairColour: "#1C120C", clothes: "#F4ECD8", trim: "#C08A1E" },
      adire,
      purple,
    ),
  },
  {
    file: "testimonial-simone.webp",
    name: "Simone R.",
    drawing: onCloth(
      {
        skin: "#9A653F",
        hair: "afro",
        hairColour: "#3A2418",
        clothes: "#0E7C7B",
        trim: "#FFF3D9",
        earrings: true,
      },
      tealSunburst,
    ),
  },
  {
    file: "testimonial-hana.webp",
    name: "Hana T.",
    drawing: onCloth(
      { skin: "#A8744A", hair: "waves", hairColour: "#241610", clothes: "#FFFDF7", trim: "#14693F" },
      sunburst,
    ),
  },
  {
    file: "testimonial-carlos.webp",
    name: "Carlos V.",
    drawing: onCloth(
      {
        skin: "#C9946A",
        hair: "fade",
        hairColour: "#2E1E14",
        clothes: "#273A7A",
        trim: "#E9ECF8",
        beard: true,
      },
      { weave: "diamond", colours: ["#B45F06", "#FFD166", "#FFFFFF"] },
    ),
  },
];

export const teamPortraits: { file: string; title: string; drawing: Drawing }[] = [
  {
    file: "team-founder.webp",
    title: "founder and CEO",
    drawing: onPlain(
      {
        skin: "#6B3F26",
        hair: "wrap",
        hairColour: "#1C120C",
        clothes: "#14693F",
        trim: gold,
        earrings: true,
      },
      "#E6F4E4",
      petals,
      kente,
    ),
  },
  {
    file: "team-marketing.webp",
    title: "head of marketing",
    drawing: onPlain(
      {
        skin: "#8A5A3A",
        hair: "fade",
        hairColour: "#1C120C",
        clothes: "#273A7A",
        trim: "#FFFDF7",
        beard: true,
      },
      "#E9ECF8",
      adire,
    ),
  },
  {
    file: "team-product.webp",
    title: "product manager",
    drawing: onPlain(
      {
        skin: "#5A3622",
        hair: "afro",
        hairColour: "#1C120C",
        clothes: "#C2410C",
        trim: "#FFF1D6",
        earrings: true,
      },
      "#FFF1D6",
      sunburst,
    ),
  },
];
