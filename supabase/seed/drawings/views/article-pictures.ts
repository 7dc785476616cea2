import { shopCloths } from "../goods/wears.ts";
import { clothIn, clothOf } from "../patterns.ts";
import { type Drawing, stand } from "../scene.ts";
import { sack } from "../shapes/bags.ts";
import { plate } from "../shapes/baked.ts";
import { jar, oilBottle, openTub, shaker } from "../shapes/bottles.ts";
import { tin } from "../shapes/boxes-and-tins.ts";
import { pot, woodenSpoon } from "../shapes/cookware.ts";
import { dish, saltfish } from "../shapes/fish.ts";
import { foldedCloth, hungCloth, satinBonnet } from "../shapes/garments.ts";
import { castorBeans, onion, plantainFinger, scotchBonnet, sheaNuts, tomato } from "../shapes/garnishes.ts";
import { bowl, bowlful, heap, soup } from "../shapes/grains.ts";
import { bareSoap, sheaLump, soapBar, turningStick } from "../shapes/household.ts";
import { ackeePod } from "../shapes/larder.ts";
import { stewBowlMeat } from "../shapes/meat.ts";
import { breadfruit, breadfruitCut, leafBunch, okraSlices } from "../shapes/produce.ts";
import { swallow } from "../shapes/swallow.ts";
import { place } from "../svg.ts";
import { onTable } from "./table.ts";

const jollof = { grain: "rice", colours: ["#E0702A", "#E98A3C", "#D45C1E", "#EFA050"], size: 1.2 } as const;
const white = { grain: "crumb", colours: ["#F6EEDA", "#EBDFC2", "#FDF8EA"], size: 1.1 } as const;
const ijebu = { grain: "crumb", colours: ["#EFE2C2", "#DDCBA0", "#F8F0DA"], size: 0.8 } as const;
const yellow = { grain: "crumb", colours: ["#F2CB4A", "#E8B92E", "#F8DB74"], size: 1.1 } as const;
const ackee = {
  grain: "chunk",
  colours: ["#F6D75A", "#F2CB3E", "#FAE38A", "#F6D75A", "#F2CB3E", "#F4EBD2", "#FAE38A", "#D9321D"],
  size: 1.6,
} as const;
const greens = { grain: "leaf", colours: ["#1F5C2A", "#2C7334", "#38803A"], size: 1.7 } as const;
const china = { colour: "#FBF7EC", rim: "#D9D2C0" };
const clay = { colour: "#B98046", band: "#8A5A2A" };
const okro = soup("#5F8A2E", place(0, 0, okraSlices(), { scale: 0.56 }), "#E3F0B0");
const egusiSoup = soup(
  "#D98A2E",
  place(0, 6, bowlful({ grain: "crumb", colours: ["#F6DFA2", "#F2CE7A", "#2F6B2C"], size: 1.3 }, 16), {
    scale: 0.86,
  }) + stewBowlMeat("#7A3A1C"),
);

function sackOf(
  name: string,
  colour: string,
  bright: string,
  loose: typeof white | typeof ijebu | typeof yellow,
): string {
  return sack({ name, colour, cloth: clothIn("grains", colour, bright), loose });
}

export const articlePictures: { file: string; alt: string; drawing: Drawing }[] = [
  {
    file: "article-party-jollof.webp",
    alt: "A pot of red jollof rice with tomatoes, onion and peppers",
    drawing: onTable(
      "condiments",
      400,
      place(392, 214, woodenSpoon(), { rotate: 38, scale: 0.9 }) +
        stand(pot("#3A3A3C", bowlful(jollof, 46)), { x: 300, y: 360, scale: 1.34, shadow: 100 }) +
        stand(tomato(), { x: 96, y: 366, scale: 1.1, shadow: 44 }) +
        stand(tomato(), { x: 150, y: 378, scale: 0.9, shadow: 44 }) +
        stand(onion(), { x: 502, y: 362, scale: 1.1, shadow: 40 }) +
        stand(scotchBonnet("#F2A01E"), { x: 452, y: 376, scale: 0.7, shadow: 44 }) +
        stand(scotchBonnet("#D9261C"), { x: 552, y: 376, scale: 0.7, shadow: 44 }),
    ),
  },
  {
    file: "article-party-jollof-2.webp",
    alt: "A bowl of jollof with fried plantain, beside rice and seasoning",
    drawing: onTable(
      "grains",
      400,
      stand(
        sack({
          name: "Parboiled Rice",
          kind: "Long grain",
          colour: "#14693F",
          cloth: clothIn("grains", "#14693F", "#CFE3A4"),
          loose: { grain: "rice", colours: ["#F3E6BE", "#EBDAA6", "#F9F0D2"], size: 1.2 },
        }),
        { x: 116, y: 352, scale: 0.98, shadow: 100 },
      ) +
        stand(
          shaker({
            name: "Jollof Rice",
            kind: "Seasoning",
            colour: "#D9541E",
            ink: "#A3260F",
            cap: "#A3260F",
            cloth: clothOf("condiments"),
            loose: { grain: "crumb", colours: ["#D9541E", "#E9762E", "#8A9A3A"] },
          }),
          { x: 504, y: 352, scale: 0.94, shadow: 58 },
        ) +
        stand(bowl({ ...china, band: "#A3360A" }, bowlful(jollof, 46)), {
          x: 312,
          y: 366,
          scale: 1.3,
          shadow: 60,
        }) +
        stand(plantainFinger("#EDBB2A", true), { x: 470, y: 378, scale: 0.8, shadow: 60 }),
      { zoom: 1.06 },
    ),
  },
  {
    file: "article-know-your-garri.webp",
    alt: "Three bowls of garri: white, yellow and fine Ijebu",
    drawing: onTable(
      "grains",
      400,
      stand(bowl({ colour: "#1F4E79", rim: "#163A5C", band: "#BFD9EE" }, bowlful(white, 46)), {
        x: 134,
        y: 342,
        scale: 0.98,
        shadow: 60,
      }) +
        stand(bowl({ colour: "#8A5A00", rim: "#5C3C00", band: "#F2D58A" }, bowlful(ijebu, 46)), {
          x: 466,
          y: 342,
          scale: 0.98,
          shadow: 60,
        }) +
        stand(bowl({ colour: "#A3260F", rim: "#70190A", band: "#F6D58C" }, bowlful(yellow, 48)), {
          x: 300,
          y: 366,
          scale: 1.24,
          shadow: 60,
        }),
      { zoom: 1.22, bunting: true },
    ),
  },
  {
    file: "article-know-your-garri-2.webp",
    alt: "A mound of yellow eba with a turning stick, and a bowl of soaked garri",
    drawing: onTable(
      "grains",
      400,
      stand(sackOf("Ijebu Garri", "#8A5A00", "#F2D58A", ijebu), { x: 90, y: 336, scale: 0.84, shadow: 100 }) +
        place(516, 330, turningStick(), { scale: 0.76 }) +
        stand(swallow("#F0C548"), { x: 300, y: 366, scale: 0.92, shadow: 0 }) +
        stand(
          bowl(
            { ...china, band: "#8A5A00" },
            soup(
              "#F1ECE0",
              place(0, 4, heap(60, 12, { grain: "peanut", colours: ["#B97834", "#A8672E"], size: 1.2 })),
            ),
          ),
          { x: 492, y: 376, scale: 0.8, shadow: 60 },
        ),
      { zoom: 1.08 },
    ),
  },
  {
    file: "article-first-soups.webp",
    alt: "Three soups: golden egusi, brown ogbono and green okro",
    drawing: onTable(
      "condiments",
      400,
      stand(bowl(clay, soup("#A0682E", stewBowlMeat("#5A2E18"), "#F2C58A")), {
        x: 132,
        y: 340,
        scale: 0.98,
        shadow: 60,
      }) +
        stand(bowl(clay, okro), { x: 468, y: 340, scale: 0.98, shadow: 60 }) +
        stand(bowl({ colour: "#8A5A30", band: "#5A3A1E" }, egusiSoup), {
          x: 300,
          y: 368,
          scale: 1.3,
          shadow: 60,
        }),
      { zoom: 1.22, bunting: true },
    ),
  },
  {
    file: "article-first-soups-2.webp",
    alt: "Pounded yam on a plate beside a bowl of egusi soup",
    drawing: onTable(
      "grains",
      400,
      stand(swallow("#FBF6EA"), { x: 186, y: 362, scale: 1.08, shadow: 0 }) +
        stand(bowl({ colour: "#8A5A30", band: "#5A3A1E" }, egusiSoup), {
          x: 444,
          y: 362,
          scale: 1.24,
          shadow: 60,
        }),
      { zoom: 1.26, bunting: true },
    ),
  },
  {
    file: "article-ackee-and-saltfish.webp",
    alt: "Breakfast of ackee and saltfish with breadfruit and callaloo",
    drawing: onTable(
      "more",
      400,
      stand(bowl({ ...china, band: "#14693F" }, bowlful(greens, 34)), {
        x: 108,
        y: 350,
        scale: 0.92,
        shadow: 60,
      }) +
        stand(breadfruitCut(), { x: 486, y: 336, scale: 0.6, shadow: 110 }) +
        stand(plate(place(0, 8, heap(180, 74, ackee)), "#FFFFFF", "#14693F"), {
          x: 304,
          y: 378,
          scale: 1.08,
          shadow: 0,
        }),
      { zoom: 1.2, bunting: true },
    ),
  },
  {
    file: "article-ackee-and-saltfish-2.webp",
    alt: "A tin of ackee, an open ackee pod, saltfish and a breadfruit",
    drawing: onTable(
      "more",
      400,
      stand(breadfruit(), { x: 100, y: 340, scale: 0.78, shadow: 80 }) +
        stand(
          tin({
            name: "Ackee",
            kind: "In brine",
            colour: "#C8341E",
            cloth: clothIn("more", "#14693F", "#F2D06A"),
            art: ackeePod(),
          }),
          { x: 254, y: 352, scale: 1, shadow: 88 },
        ) +
        place(464, 372, dish(saltfish(), "#E9EFF2"), { scale: 0.74 }) +
        stand(ackeePod(), { x: 338, y: 376, scale: 0.8, shadow: 50 }) +
        stand(leafBunch(["#2C8A48", "#1F6E39", "#38994F"], "#C2410C"), {
          x: 500,
          y: 262,
          scale: 0.56,
          shadow: 0,
        }),
    ),
  },
  {
    file: "article-reading-the-cloth.webp",
    alt: "Four cloths hung side by side: wax print, kente, adire and madras",
    drawing: onTable(
      "wears",
      400,
      [shopCloths.sunburst, shopCloths.kente, shopCloths.adire, shopCloths.madras]
        .map((cloth, i) =>
          place(84 + i * 144, 350, hungCloth(cloth, [1.6, 1.1, 1.2, 1.9][i] ?? 1), {
            scale: 0.5,
            squash: 2.3,
          }),
        )
        .join(""),
    ),
  },
  {
    file: "article-reading-the-cloth-2.webp",
    alt: "Folded stacks of kente, wax print and adire",
    drawing: onTable(
      "wears",
      400,
      stand(foldedCloth(shopCloths.adire, 0.9, 4), { x: 126, y: 330, scale: 0.84, shadow: 118 }) +
        stand(foldedCloth(shopCloths.sunburst, 1, 4), { x: 476, y: 330, scale: 0.84, shadow: 118 }) +
        stand(foldedCloth(shopCloths.kente, 0.8, 5), { x: 300, y: 336, scale: 1.02, shadow: 118 }),
    ),
  },
  {
    file: "article-shea-soap-castor.webp",
    alt: "Black soap, an open tub of shea butter and a bottle of castor oil",
    drawing: onTable(
      "beauty",
      400,
      stand(
        oilBottle({
          name: "Black Castor Oil",
          kind: "Jamaican",
          colour: "#3A2417",
          ink: "#2A1D14",
          cap: "#1C1A16",
          cloth: clothIn("beauty", "#2A1D14", "#E0B060"),
        }),
        { x: 518, y: 350, scale: 1.04, shadow: 66 },
      ) +
        stand(
          openTub(
            {
              name: "Shea Butter",
              kind: "Raw · Ori",
              colour: "#E9D7A0",
              ink: "#6B3A14",
              cloth: clothIn("beauty", "#6B3A14", "#F1DC9C"),
            },
            "#F3E0A2",
          ),
          { x: 290, y: 350, scale: 1.02, shadow: 110 },
        ) +
        stand(soapBar("Dudu-Osun", clothOf("beauty")), { x: 118, y: 366, scale: 0.74, shadow: 118 }) +
        stand(castorBeans(), { x: 548, y: 374, scale: 0.9, shadow: 0 }) +
        stand(sheaNuts(), { x: 400, y: 376, scale: 0.8, shadow: 0 }),
    ),
  },
  {
    file: "article-shea-soap-castor-2.webp",
    alt: "Raw shea in a calabash bowl, a bare soap bar with lather and a satin bonnet",
    drawing: onTable(
      "beauty",
      400,
      stand(satinBonnet(), { x: 494, y: 336, scale: 0.72, shadow: 110 }) +
        stand(
          jar({
            name: "Coconut Oil",
            kind: "Hair and skin",
            colour: "#F3F1E6",
            ink: "#1F4E79",
            cloth: clothOf("beauty"),
          }),
          { x: 112, y: 346, scale: 0.82, shadow: 80 },
        ) +
        stand(bowl({ colour: "#B9783A", band: "#7A4520" }, sheaLump()), {
          x: 276,
          y: 362,
          scale: 1.2,
          shadow: 60,
        }) +
        stand(bareSoap(), { x: 430, y: 374, scale: 0.56, shadow: 118 }),
      { zoom: 1.12 },
    ),
  },
];
