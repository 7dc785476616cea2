import { clothIn, clothOf } from "../patterns.ts";
import { beside, stand } from "../scene.ts";
import { clearBag, pillowBag, pouch } from "../shapes/bags.ts";
import * as baked from "../shapes/baked.ts";
import { jar } from "../shapes/bottles.ts";
import { deliTub } from "../shapes/boxes-and-tins.ts";
import { cassavaPieces, chilli, plantainFinger, puffPuffs, snackHeap } from "../shapes/garnishes.ts";
import { bowl, bowlful, heap } from "../shapes/grains.ts";
import { kilishiStrips } from "../shapes/meat.ts";
import { pouchBack } from "../shapes/pack-backs.ts";
import { place } from "../svg.ts";
import type { Shelf } from "./entry.ts";

const cloth = clothOf("snacks");
const green = clothIn("snacks", "#14693F", "#F2D06A");
const red = clothIn("snacks", "#A3260F", "#FFD166");
const brown = clothIn("snacks", "#5A3018", "#F2C98A");
const chinChin = { grain: "cube", colours: ["#D9963E", "#C98430", "#E3A850"], size: 1.7 } as const;
const salted = { grain: "chip", colours: ["#F2CF5E", "#EBC24A", "#F8DC80"], size: 2 } as const;
const spicy = { grain: "chip", colours: ["#E9983A", "#D9842A", "#F2AC54"], size: 2 } as const;
const cassava = { grain: "chip", colours: ["#F8EFD8", "#F0E2C0", "#FDF8EA"], size: 2 } as const;
const peanuts = { grain: "peanut", colours: ["#A8542E", "#B9663A", "#964622"], size: 1.4 } as const;

export const snacks: Shelf = {
  category: "snacks",
  entries: [
    {
      slug: "chin-chin",
      alt: "Pouch of chin chin with a heap of golden cubes",
      first: beside(
        pouch({ name: "Chin Chin", kind: "Crunchy dough bites", colour: "#B45F06", cloth, loose: chinChin }),
        snackHeap(chinChin.colours, "cube"),
      ),
      second: {
        alt: "Bowl of golden chin chin",
        drawing: stand(
          bowl({ colour: "#FBF7EC", rim: "#D9D2C0", band: "#B45F06" }, bowlful({ ...chinChin, size: 2 }, 48)),
          { scale: 1.86, y: 330, shadow: 60 },
        ),
      },
    },
    {
      slug: "plantain-chips-salted",
      alt: "Green bag of lightly salted plantain chips",
      first: beside(
        pillowBag({ name: "Plantain Chips", kind: "Salted", colour: "#2C8A48", cloth: green, loose: salted }),
        plantainFinger("#6FA541"),
        { x: 296, scale: 0.94 },
      ),
      second: {
        alt: "Plate of thin golden plantain chips",
        drawing: stand(baked.plate(baked.chipsOnPlate(["#F2CF5E", "#EBC24A", "#F6D878"])), {
          y: 340,
          scale: 1.14,
          shadow: 0,
        }),
      },
    },
    {
      slug: "jamaican-beef-patties-frozen",
      alt: "Three golden beef patties on a plate",
      first: stand(baked.plate(place(0, 6, baked.patties(), { scale: 1.08 }), "#FFFFFF", "#14693F"), {
        y: 346,
        scale: 1.1,
        shadow: 0,
      }),
      second: {
        alt: "A beef patty broken open to show its filling",
        drawing: stand(baked.plate(place(0, 2, baked.pattyOpen(), { scale: 1.1 }), "#FFFFFF", "#14693F"), {
          y: 340,
          scale: 1.1,
          shadow: 0,
        }),
      },
    },
    {
      slug: "jamaican-spiced-bun",
      alt: "Dark spiced bun loaf with raisins",
      first: stand(baked.spicedBun(), { y: 312, scale: 1.12, shadow: 118 }),
      second: {
        alt: "Two slices of spiced bun with cheese between",
        drawing: stand(baked.bunAndCheese(), { y: 316, scale: 1.3, shadow: 82 }),
      },
    },
    {
      slug: "puff-puff-mix",
      alt: "Pouch of puff-puff mix with fried golden balls",
      first: beside(
        pouch({
          name: "Puff-Puff",
          kind: "Dough mix",
          colour: "#A3260F",
          cloth: red,
          art: place(0, 0, puffPuffs(6), { scale: 0.72 }),
        }),
        puffPuffs(3),
        { x: 292, scale: 0.96 },
      ),
      second: {
        alt: "Plate piled with round puff-puffs",
        drawing: stand(baked.plate(place(0, 10, puffPuffs(6), { scale: 1.5 })), {
          y: 346,
          scale: 1.1,
          shadow: 0,
        }),
      },
    },
    {
      slug: "nigerian-meat-pies-frozen",
      alt: "Three hand-crimped meat pies on a plate",
      first: stand(baked.plate(place(0, 6, baked.meatPies(), { scale: 1.08 }), "#FFFFFF", "#A3260F"), {
        y: 346,
        scale: 1.1,
        shadow: 0,
      }),
      second: {
        alt: "A meat pie cut to show beef, potato and carrot",
        drawing: stand(baked.plate(place(0, 2, baked.meatPieOpen(), { scale: 1.12 }), "#FFFFFF", "#A3260F"), {
          y: 340,
          scale: 1.1,
          shadow: 0,
        }),
      },
    },
    {
      slug: "plantain-chips-chilli",
      alt: "Red bag of chilli plantain chips",
      first: beside(
        pillowBag({ name: "Plantain Chips", kind: "Chilli", colour: "#C22A1A", cloth: red, loose: spicy }),
        chilli("#D9261C"),
        { x: 290, scale: 1.04 },
      ),
      second: {
        alt: "Plate of chilli-dusted plantain chips",
        drawing: stand(baked.plate(baked.chipsOnPlate(["#E9983A", "#D9842A", "#EFA64C"])), {
          y: 340,
          scale: 1.14,
          shadow: 0,
        }),
      },
    },
    {
      slug: "roasted-groundnuts",
      alt: "Jar of roasted groundnuts in their skins",
      first: beside(
        jar({
          name: "Groundnuts",
          kind: "Dry roasted",
          colour: "#B9663A",
          ink: "#7A2A0C",
          cap: "#A3260F",
          cloth,
          loose: peanuts,
        }),
        heap(110, 38, peanuts),
      ),
    },
    {
      slug: "kilishi-beef-jerky",
      alt: "Sheets of spicy dried kilishi beef",
      first: stand(kilishiStrips(), { y: 322, scale: 1.26, shadow: 108 }),
      second: {
        alt: "Pouch of kilishi with its directions on the back",
        drawing: stand(pouchBack({ colour: "#7A2A12", cloth: red, heading: "How to keep" }), { scale: 1.12 }),
      },
    },
    {
      slug: "coconut-drops",
      alt: "Coconut drops: diced coconut set in brown sugar",
      first: stand(baked.coconutDrops(), { y: 330, scale: 1.24, shadow: 104 }),
      second: {
        alt: "Clear tub of coconut drops",
        drawing: stand(
          deliTub(
            { name: "Coconut Drops", colour: "#8A4F22", cloth: brown },
            place(0, 4, baked.coconutDrops(), { scale: 0.9 }) +
              place(0, -90, baked.coconutDrops(), { scale: 0.9 }),
          ),
          { scale: 1.3, y: 344, shadow: 84 },
        ),
      },
    },
    {
      slug: "kuli-kuli",
      alt: "Pile of brown kuli kuli peanut sticks",
      first: stand(baked.plate(place(0, 6, baked.kuliKuliSticks(), { scale: 1.16 }), "#FFFFFF", "#B45F06"), {
        y: 344,
        scale: 1.1,
        shadow: 0,
      }),
      second: {
        alt: "Clear bag of kuli kuli",
        drawing: stand(
          clearBag({
            name: "Kuli Kuli",
            kind: "Peanut sticks",
            colour: "#A8672E",
            cloth: brown,
            loose: { grain: "stick", colours: ["#A8682C", "#B97834", "#946024"], size: 2.2 },
          }),
          { scale: 1.12, shadow: 100 },
        ),
      },
    },
    {
      slug: "tamarind-balls",
      alt: "Pyramid of sugar-dusted tamarind balls",
      first: stand(baked.tamarindBalls(), { y: 330, scale: 1.2, shadow: 108 }),
      second: {
        alt: "Brown tamarind pods",
        drawing: stand(baked.tamarindPods(), { x: 200, y: 320, scale: 1.9, shadow: 58 }),
      },
    },
    {
      slug: "cassava-chips",
      alt: "Blue bag of thin cassava chips with cassava root",
      first: beside(
        pillowBag({
          name: "Cassava Chips",
          kind: "Sea salt",
          colour: "#1F4E79",
          cloth: clothIn("snacks", "#1F4E79", "#F6EBC4"),
          loose: cassava,
        }),
        cassavaPieces(),
        { x: 298, scale: 0.94 },
      ),
      second: {
        alt: "Plate of pale cassava chips",
        drawing: stand(baked.plate(baked.chipsOnPlate(["#F6EBCF", "#EFE0BC", "#FBF4E2"]), "#E7D3B0"), {
          y: 340,
          scale: 1.14,
          shadow: 0,
        }),
      },
    },
  ],
};
