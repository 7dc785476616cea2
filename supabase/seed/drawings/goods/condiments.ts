import { clipped } from "../paint.ts";
import { clothIn, clothOf } from "../patterns.ts";
import { beside, stand } from "../scene.ts";
import { clearBag, pouch } from "../shapes/bags.ts";
import { jar, oilBottle, sauceBottle, shaker } from "../shapes/bottles.ts";
import { box, deliTub } from "../shapes/boxes-and-tins.ts";
import {
  chilli,
  cinnamonAndStar,
  leafSprig,
  onion,
  palmFruitCut,
  palmFruits,
  scotchBonnet,
  suyaStick,
  tomato,
} from "../shapes/garnishes.ts";
import { bowl, bowlful, grainField, heap, soup } from "../shapes/grains.ts";
import { seasoningCube } from "../shapes/household.ts";
import { stewBowlMeat } from "../shapes/meat.ts";
import { pouchBack } from "../shapes/pack-backs.ts";
import { place } from "../svg.ts";
import type { Shelf } from "./entry.ts";

const cloth = clothOf("condiments");
const dark = clothIn("condiments", "#3A1E12", "#F2B632");
const leaf = clothIn("condiments", "#1E5A34", "#F2D06A");
const golden = clothIn("condiments", "#8A5A00", "#FFE08A");
const clay = "#B98046";

const egusi = { grain: "seed", colours: ["#F3E3B8", "#EAD4A0", "#F8EDCF"], size: 1.3 } as const;
const groundEgusi = { grain: "crumb", colours: ["#EFDCAE", "#E3CB96", "#F6E9C6"], size: 1 } as const;
const ogbono = { grain: "seed", colours: ["#8A5A34", "#A06C40", "#744826"], size: 1.7 } as const;
const crayfish = { grain: "crayfish", colours: ["#D97B3C", "#E59555", "#C8672C"], size: 1.7 } as const;
const suya = { grain: "powder", colours: ["#B8652A", "#A65420", "#CC7C3A"], size: 1 } as const;
const berbere = { grain: "powder", colours: ["#A3260F", "#B8381A", "#8C1D0C"], size: 1 } as const;
const curry = { grain: "powder", colours: ["#DFA01E", "#E9B23A", "#C98A12"], size: 1 } as const;
const iru = { grain: "bean", colours: ["#4A2E1C", "#5E3B24", "#3A2214"], size: 1.1 } as const;
const jollof = { grain: "crumb", colours: ["#D9541E", "#E9762E", "#8A9A3A"], size: 0.9 } as const;

export const condiments: Shelf = {
  category: "condiments",
  entries: [
    {
      slug: "red-palm-oil",
      alt: "Bottle of deep red palm oil with palm fruits",
      first: beside(
        oilBottle({ name: "Red Palm Oil", colour: "#C23A0A", ink: "#8A2A06", cloth }),
        palmFruits(),
        { x: 284, scale: 1.05 },
      ),
      second: {
        alt: "Bowl of red palm oil beside palm fruits cut and whole",
        drawing:
          stand(bowl({ colour: clay, band: "#8A5A2A" }, soup("#C23A0A", "", "#FFC58A")), {
            x: 186,
            y: 334,
            scale: 1.4,
            shadow: 60,
          }) +
          stand(palmFruits() + place(-64, 0, palmFruitCut(), { scale: 0.8 }), {
            x: 300,
            y: 362,
            scale: 0.86,
            shadow: 0,
          }),
      },
    },
    {
      slug: "ground-egusi",
      alt: "Pouch of ground egusi with a heap of melon seeds",
      first: beside(
        pouch({ name: "Egusi", kind: "Ground melon seed", colour: "#A3360A", cloth, loose: groundEgusi }),
        heap(116, 40, egusi),
      ),
      second: {
        alt: "Bowl of egusi soup with greens and meat",
        drawing: stand(
          bowl(
            { colour: clay, band: "#8A5A2A" },
            soup(
              "#D98A2E",
              place(
                0,
                0,
                clipped(
                  "M-76 2A76 18 0 1 1 76 2A76 18 0 1 1 -76 2Z",
                  grainField(
                    { grain: "crumb", colours: ["#F6DFA2", "#F2CE7A", "#2F6B2C", "#F6DFA2"], size: 1.5 },
                    { x: -74, y: -16, width: 148, height: 34 },
                  ),
                ),
              ) + stewBowlMeat("#7A3A1C"),
            ),
          ),
          { scale: 1.86, y: 330, shadow: 60 },
        ),
      },
    },
    {
      slug: "suya-pepper-yaji",
      alt: "Jar of suya pepper with a skewer of grilled beef",
      first:
        stand(
          shaker({
            name: "Suya Pepper",
            kind: "Yaji",
            colour: "#B8652A",
            ink: "#7A2A0C",
            cap: "#3A1E12",
            cloth,
            loose: suya,
          }),
          { x: 168, y: 344, scale: 1.18, shadow: 66 },
        ) + stand(suyaStick(), { x: 272, y: 366, scale: 1, shadow: 0 }),
      second: {
        alt: "Bowl of ground yaji beside a suya skewer",
        drawing:
          stand(bowl({ colour: "#6B4423" }, bowlful(suya, 36)), { scale: 1.4, y: 316, shadow: 60 }) +
          stand(suyaStick(), { x: 220, y: 372, scale: 1.2, shadow: 0 }),
      },
    },
    {
      slug: "scotch-bonnet-pepper-sauce",
      alt: "Bottle of yellow Scotch bonnet pepper sauce with two peppers",
      first: beside(
        sauceBottle({
          name: "Pepper Sauce",
          kind: "Scotch bonnet",
          colour: "#EDA81C",
          ink: "#8A2A06",
          cap: "#B3261E",
          cloth: golden,
        }),
        place(-26, -2, scotchBonnet("#F2B92E"), { scale: 0.74, rotate: -10 }) +
          place(30, 0, scotchBonnet("#D9261C"), { scale: 0.74, rotate: 12 }),
        { x: 272, scale: 1.2 },
      ),
    },
    {
      slug: "jollof-rice-seasoning",
      alt: "Shaker of jollof rice seasoning with a tomato",
      first: beside(
        shaker({
          name: "Jollof Rice",
          kind: "Seasoning",
          colour: "#D9541E",
          ink: "#A3260F",
          cap: "#A3260F",
          cloth,
          loose: jollof,
        }),
        tomato(),
        { x: 284, scale: 1.06 },
      ),
      second: {
        alt: "Bowl of red jollof rice",
        drawing: stand(
          bowl(
            { colour: "#FBF7EC", rim: "#D9D2C0", band: "#A3360A" },
            bowlful({ grain: "rice", colours: ["#E0702A", "#E98A3C", "#D45C1E", "#EFA050"], size: 1.35 }, 48),
          ),
          { scale: 1.86, y: 330, shadow: 60 },
        ),
      },
    },
    {
      slug: "shito-black-pepper-sauce",
      alt: "Jar of dark shito pepper sauce with a red chilli",
      first: beside(
        jar({
          name: "Shito",
          kind: "Black pepper sauce",
          colour: "#2E1710",
          ink: "#8C1D0C",
          cap: "#1C1A16",
          cloth,
        }),
        chilli("#C81D16"),
        { x: 284, scale: 1.1 },
      ),
      second: {
        alt: "Spoonful-deep bowl of glossy black shito",
        drawing: stand(
          bowl(
            { colour: "#C9A06A", band: "#6B4423" },
            soup(
              "#331A10",
              place(
                0,
                0,
                clipped(
                  "M-76 2A76 18 0 1 1 76 2A76 18 0 1 1 -76 2Z",
                  grainField(
                    { grain: "crumb", colours: ["#4A2618", "#1E0F08", "#5E3018"], size: 1.1 },
                    { x: -74, y: -16, width: 148, height: 34 },
                  ),
                ),
              ),
              "#E9A55A",
            ),
          ),
          { scale: 1.8, y: 330, shadow: 60 },
        ),
      },
    },
    {
      slug: "jerk-marinade-hot",
      alt: "Jar of green-brown jerk marinade with thyme and a pepper",
      first: beside(
        jar({
          name: "Jerk Marinade",
          kind: "Hot",
          colour: "#5A4A1E",
          ink: "#1E5A34",
          cap: "#14693F",
          cloth: leaf,
        }),
        place(-20, 0, leafSprig("#4F8431", 7), { rotate: -14 }) +
          place(24, 2, scotchBonnet("#D9261C"), { scale: 0.72 }),
        { x: 288, scale: 1.02 },
      ),
    },
    {
      slug: "ground-ogbono",
      alt: "Pouch of ground ogbono with brown ogbono seeds",
      first: beside(
        pouch({
          name: "Ọgbọnọ",
          kind: "Ground ogbono",
          colour: "#744826",
          cloth: dark,
          loose: { grain: "powder", colours: ["#A87C50", "#94683C", "#B88E60"] },
        }),
        heap(116, 40, ogbono),
      ),
      second: {
        alt: "Bowl of thick ogbono soup",
        drawing: stand(
          bowl({ colour: clay, band: "#8A5A2A" }, soup("#A0682E", stewBowlMeat("#5A2E18"), "#F2C58A")),
          { scale: 1.86, y: 330, shadow: 60 },
        ),
      },
    },
    {
      slug: "whole-dried-crayfish",
      alt: "Clear bag of whole dried crayfish",
      first: stand(
        clearBag({ name: "Crayfish", kind: "Whole, dried", colour: "#A3360A", cloth, loose: crayfish }),
        { scale: 1.12, shadow: 100 },
      ),
      second: {
        alt: "Bowl heaped with whole dried crayfish",
        drawing: stand(bowl({ colour: clay }, bowlful(crayfish, 44)), { scale: 1.86, y: 330, shadow: 60 }),
      },
    },
    {
      slug: "ground-crayfish",
      alt: "Jar of ground crayfish with a few whole ones",
      first: beside(
        jar({
          name: "Crayfish",
          kind: "Ground",
          colour: "#CF8A4E",
          ink: "#A3360A",
          cloth,
          loose: { grain: "crumb", colours: ["#CF8A4E", "#DFA066", "#BC7438"], size: 0.9 },
        }),
        heap(110, 34, crayfish),
      ),
    },
    {
      slug: "zomi-spiced-palm-oil",
      alt: "Bottle of zomi spiced palm oil with onion",
      first: beside(
        oilBottle({
          name: "Zomi",
          kind: "Spiced palm oil",
          colour: "#E0641A",
          ink: "#8A3A06",
          cap: "#F2B632",
          cloth: golden,
        }),
        onion(),
        { x: 282, scale: 1 },
      ),
    },
    {
      slug: "berbere-spice-blend",
      alt: "Pouch of berbere with a heap of red spice and a chilli",
      first: beside(
        pouch({
          name: "Berbere",
          kind: "Ethiopian spice blend",
          colour: "#8C1D0C",
          cloth: golden,
          loose: berbere,
        }),
        heap(116, 42, berbere) + place(-4, 4, chilli("#D9261C"), { scale: 0.66 }),
      ),
      second: {
        alt: "Bowl of deep red ground berbere",
        drawing: stand(bowl({ colour: "#3A3430", rim: "#1C1A16", band: "#B8381A" }, bowlful(berbere, 40)), {
          scale: 1.8,
          y: 330,
          shadow: 60,
        }),
      },
    },
    {
      slug: "jamaican-style-curry-powder",
      alt: "Shaker of golden curry powder with a heap of powder",
      first: beside(
        shaker({
          name: "Curry Powder",
          kind: "Mild",
          colour: "#DFA01E",
          ink: "#7A4A00",
          cap: "#14693F",
          cloth: golden,
          loose: curry,
        }),
        heap(110, 40, curry),
        { x: 282 },
      ),
      second: {
        alt: "Bowl of curry goat in golden gravy",
        drawing: stand(
          bowl(
            { colour: "#FBF7EC", rim: "#D9D2C0", band: "#14693F" },
            soup("#C98A1E", stewBowlMeat("#7A4A1C")),
          ),
          { scale: 1.86, y: 330, shadow: 60 },
        ),
      },
    },
    {
      slug: "pepper-soup-spice-mix",
      alt: "Pouch of pepper soup spice with whole spices",
      first: beside(
        pouch({
          name: "Pepper Soup",
          kind: "Spice mix",
          colour: "#6B2A12",
          cloth,
          loose: { grain: "crumb", colours: ["#8A5A34", "#6B4423", "#A8763E", "#B8381A"], size: 0.9 },
        }),
        cinnamonAndStar(),
        { x: 284, scale: 1.1 },
      ),
      second: {
        alt: "Bowl of clear pepper soup with meat",
        drawing: stand(
          bowl(
            { colour: "#5A3A26", rim: "#3A2414", band: "#F2B632" },
            soup("#9A4A1C", stewBowlMeat("#6B2E18"), "#FFC58A"),
          ),
          { scale: 1.86, y: 330, shadow: 60 },
        ),
      },
    },
    {
      slug: "cameroon-pepper-ground",
      alt: "Shaker of dark Cameroon pepper with a dried chilli",
      first: beside(
        shaker({
          name: "Cameroon Pepper",
          kind: "Very hot",
          colour: "#5A2412",
          ink: "#5A1A0C",
          cap: "#1C1A16",
          cloth: dark,
          loose: { grain: "powder", colours: ["#5A2412", "#6E301A", "#48190A"] },
        }),
        chilli("#7A1E10"),
        { x: 286, scale: 1.06 },
      ),
    },
    {
      slug: "locust-beans-iru",
      alt: "Clear tub of dark fermented locust beans",
      first: beside(
        deliTub(
          { name: "Iru", kind: "Locust beans", colour: "#1E5A34", cloth: leaf },
          grainField(iru, { x: -92, y: -150, width: 184, height: 156 }),
        ),
        heap(100, 30, iru),
        { x: 300, scale: 0.86 },
      ),
    },
    {
      slug: "browning-sauce",
      alt: "Slim bottle of dark browning sauce",
      first: stand(
        sauceBottle({
          name: "Browning",
          kind: "Sauce",
          colour: "#2A140A",
          ink: "#5A2A12",
          cap: "#F2B632",
          cloth: golden,
        }),
        { scale: 1.12, shadow: 60 },
      ),
      second: {
        alt: "Bowl of brown stew chicken gravy",
        drawing: stand(
          bowl(
            { colour: "#FBF7EC", rim: "#D9D2C0", band: "#8A5A00" },
            soup("#5A2A12", stewBowlMeat("#8A4A22"), "#E9A55A"),
          ),
          { scale: 1.86, y: 330, shadow: 60 },
        ),
      },
    },
    {
      slug: "chicken-seasoning-cubes",
      alt: "Box of chicken seasoning cubes with three wrapped cubes",
      first: beside(
        box({ name: "Chicken Cubes", kind: "100 cubes", colour: "#C8201E", cloth: golden }, 160, 188),
        place(-30, 4, seasoningCube()) +
          place(28, 8, seasoningCube("#D9861C")) +
          place(0, -34, seasoningCube()),
        { x: 296, scale: 1 },
      ),
      second: {
        alt: "Back of the seasoning pack with its panel of facts",
        drawing: stand(pouchBack({ colour: "#C8201E", cloth: golden, heading: "How to cook" }), {
          scale: 1.12,
        }),
      },
    },
  ],
};
