import { clipped } from "../paint.ts";
import { clothOf } from "../patterns.ts";
import { stand } from "../scene.ts";
import { frozenBag } from "../shapes/bags.ts";
import { glass } from "../shapes/garnishes.ts";
import { bowl, bowlful, grainField, soup } from "../shapes/grains.ts";
import * as produce from "../shapes/produce.ts";
import { place } from "../svg.ts";
import type { Shelf } from "./entry.ts";

const cloth = clothOf("fruits");
const level = "M-76 2A76 18 0 0 1 76 2A76 18 0 0 1 -76 2Z";
const box = { x: -74, y: -16, width: 148, height: 34 };
const ugu = { grain: "leaf", colours: ["#2C7334", "#3B8A3E", "#1F5C2A", "#4F9A4A"], size: 2 } as const;
const ewedu = { grain: "leaf", colours: ["#4F8F3A", "#5FA044", "#3E7A2E"], size: 1.8 } as const;
const bitter = { grain: "flake", colours: ["#1F4A2A", "#2A5C34", "#163A20"], size: 1.9 } as const;

export const fruits: Shelf = {
  category: "fruits",
  entries: [
    {
      slug: "ripe-yellow-plantains",
      alt: "Hand of four ripe yellow plantains with dark freckles",
      first: stand(produce.plantainHand(["#E2AE1E", "#EDBB2A", "#F2C63A", "#F6D04C"], "#B08A24", true), {
        x: 196,
        y: 330,
        scale: 1.08,
        shadow: 118,
      }),
      second: {
        alt: "Fried ripe plantain in a bowl",
        drawing: stand(
          bowl(
            { colour: "#FBF7EC", rim: "#D9D2C0", band: "#14693F" },
            bowlful({ grain: "chip", colours: ["#E9A02A", "#D98A1E", "#F2B64A"], size: 2.2 }, 46),
          ),
          { scale: 1.86, y: 330, shadow: 60 },
        ),
      },
    },
    {
      slug: "scotch-bonnet-peppers",
      alt: "Five red and yellow Scotch bonnet peppers",
      first: stand(produce.scotchBonnetGroup(), { scale: 1.04, y: 340, shadow: 118 }),
      second: {
        alt: "A Scotch bonnet cut open to show its seeds",
        drawing: stand(produce.scotchBonnetCut(), { scale: 1.12, y: 336, shadow: 110 }),
      },
    },
    {
      slug: "mangoes",
      alt: "Two ripe mangoes, red over gold, with leaves",
      first: stand(produce.mangoes(), { scale: 1.08, y: 342, shadow: 112 }),
      second: {
        alt: "Two mango cheeks scored into cubes",
        drawing: stand(produce.mangoCut(), { scale: 1.2, y: 330, shadow: 112 }),
      },
    },
    {
      slug: "fresh-okra",
      alt: "A fan of green okra pods with cut slices",
      first: stand(produce.okra(), { scale: 1, y: 340, shadow: 108 }),
      second: {
        alt: "Bowl of sliced okra",
        drawing: stand(bowl({ colour: "#B98046" }, place(0, 6, produce.okraSlices())), {
          scale: 1.86,
          y: 330,
          shadow: 60,
        }),
      },
    },
    {
      slug: "callaloo",
      alt: "Fresh bunch of callaloo leaves tied with a red band",
      first: stand(produce.leafBunch(["#2C8A48", "#1F6E39", "#38994F"], "#C2410C"), {
        scale: 1.1,
        y: 356,
        shadow: 60,
      }),
      second: {
        alt: "Bowl of steamed callaloo",
        drawing: stand(
          bowl(
            { colour: "#FBF7EC", rim: "#D9D2C0", band: "#F2B632" },
            bowlful({ grain: "leaf", colours: ["#1F5C2A", "#2C7334", "#38803A", "#D9541E"], size: 2 }, 40),
          ),
          { scale: 1.86, y: 330, shadow: 60 },
        ),
      },
    },
    {
      slug: "breadfruit",
      alt: "Whole green breadfruit with its leaf",
      first: stand(produce.breadfruit(), { scale: 1.14, y: 350, shadow: 92 }),
      second: {
        alt: "Two wedges of breadfruit showing cream flesh",
        drawing: stand(produce.breadfruitCut(), { scale: 1.08, y: 320, shadow: 112 }),
      },
    },
    {
      slug: "green-plantains",
      alt: "Hand of four firm green plantains",
      first: stand(produce.plantainHand(["#4F8F3A", "#5A9A42", "#69A84C", "#7AB85A"], "#4F7F34", false), {
        x: 196,
        y: 330,
        scale: 1.08,
        shadow: 118,
      }),
      second: {
        alt: "Green plantain cut into rounds",
        drawing: stand(produce.plantainSlices("#5A9A42", "#F6EBC4"), { scale: 1.36, y: 300, shadow: 92 }),
      },
    },
    {
      slug: "garden-eggs",
      alt: "White and green-striped garden eggs",
      first: stand(produce.gardenEggs(), { scale: 1.1, y: 342, shadow: 118 }),
      second: {
        alt: "Garden eggs cut across to show their seeds",
        drawing: stand(produce.gardenEggCut(), { scale: 1.26, y: 318, shadow: 96 }),
      },
    },
    {
      slug: "cassava-root",
      alt: "Three brown cassava roots, cut ends showing white flesh",
      first: stand(produce.cassavaRoots(), { scale: 1.08, y: 334, shadow: 118 }),
      second: {
        alt: "Peeled white cassava in short lengths",
        drawing: stand(produce.cassavaCut(), { scale: 1.3, y: 340, shadow: 96 }),
      },
    },
    {
      slug: "fresh-ginger-root",
      alt: "A plump hand of fresh ginger",
      first: stand(produce.gingerRoots(), { scale: 1.1, y: 316, shadow: 118 }),
      second: {
        alt: "Slices of juicy yellow ginger",
        drawing: stand(produce.gingerSlices(), { scale: 1.2, y: 320, shadow: 108 }),
      },
    },
    {
      slug: "sugar-cane-sticks",
      alt: "Two lengths of sugar cane, one green and one purple, and a cut round",
      first: stand(produce.sugarCane(), { scale: 1.16, y: 354, shadow: 92 }),
      second: {
        alt: "Glass of pale green cane juice",
        drawing:
          stand(produce.sugarCane(), { x: 136, scale: 0.96, y: 352, shadow: 80 }) +
          stand(glass("#D9DE8A"), { x: 290, y: 358, scale: 1.3, shadow: 32 }),
      },
    },
    {
      slug: "chayote",
      alt: "Three pale green chayotes",
      first: stand(produce.chayotes(), { scale: 1.14, y: 346, shadow: 104 }),
      second: {
        alt: "Chayote cut in half around its flat seed",
        drawing: stand(produce.chayoteCut(), { scale: 1.06, y: 334, shadow: 112 }),
      },
    },
    {
      slug: "cocoyam-malanga",
      alt: "Cocoyam corms with ringed brown skin, one cut open",
      first: stand(produce.cocoyams(), { scale: 1.1, y: 344, shadow: 118 }),
      second: {
        alt: "Two halves of cocoyam with lilac-flecked flesh",
        drawing: stand(produce.cocoyamCut(), { scale: 1.12, y: 326, shadow: 108 }),
      },
    },
    {
      slug: "ugu-leaves-frozen",
      alt: "Clear bag of chopped frozen ugu leaves",
      first: stand(
        frozenBag({ name: "Ugu", kind: "Pumpkin leaf, chopped", colour: "#14693F", cloth, loose: ugu }),
        { scale: 1.12, shadow: 100 },
      ),
      second: {
        alt: "A pile of fluted pumpkin leaves",
        drawing: stand(produce.leafPile("#2C7334", true), { scale: 0.94, y: 336, shadow: 120 }),
      },
    },
    {
      slug: "ewedu-leaves-frozen",
      alt: "Clear bag of frozen ewedu jute leaves",
      first: stand(frozenBag({ name: "Ewédú", kind: "Jute leaf", colour: "#4A7A1E", cloth, loose: ewedu }), {
        scale: 1.12,
        shadow: 100,
      }),
      second: {
        alt: "Bowl of silky green ewedu soup",
        drawing: stand(
          bowl(
            { colour: "#B98046", band: "#8A5A2A" },
            soup(
              "#4F7F2E",
              clipped(
                level,
                grainField({ grain: "crumb", colours: ["#5F9238", "#3E6B24", "#6FA541"], size: 1.2 }, box),
              ),
              "#DDF0B0",
            ),
          ),
          { scale: 1.86, y: 330, shadow: 60 },
        ),
      },
    },
    {
      slug: "bitter-leaf-frozen",
      alt: "Clear bag of washed, frozen bitter leaf",
      first: stand(
        frozenBag({ name: "Bitter Leaf", kind: "Washed", colour: "#0F5132", cloth, loose: bitter }),
        { scale: 1.12, shadow: 100 },
      ),
    },
  ],
};
