import { clothIn, clothOf } from "../patterns.ts";
import { beside, stand } from "../scene.ts";
import { pouch } from "../shapes/bags.ts";
import { juiceBottle, sixPack, sodaBottle } from "../shapes/bottles.ts";
import { box, can, drinkCarton, tin } from "../shapes/boxes-and-tins.ts";
import {
  citrusHalf,
  cup,
  gingerHand,
  glass,
  greenCoconut,
  hibiscus,
  teaLeaves,
} from "../shapes/garnishes.ts";
import { bowl, bowlful, heap } from "../shapes/grains.ts";
import { circle, ellipse, line, place } from "../svg.ts";
import type { Shelf } from "./entry.ts";

const cloth = clothOf("drinks");
const amber = clothIn("drinks", "#A85A10", "#FFD9A0");
const green = clothIn("drinks", "#14693F", "#CDE8B0");
const blue = clothIn("drinks", "#1F4E9B", "#BFD9F5");
const petals = { grain: "petal", colours: ["#8C1432", "#A31C40", "#6E0F26"], size: 1.7 } as const;
const coffee = { grain: "coffee", colours: ["#5A3318", "#6B3F20", "#4A2812"], size: 1.5 } as const;
const tigerNuts = { grain: "pea", colours: ["#A8763E", "#B98850", "#946430"], size: 1.5 } as const;
const foam =
  ellipse(0, -104, 33, 9, "#F3E3C6") + circle(-14, -106, 8, "#F8EDD8") + circle(10, -108, 9, "#F8EDD8");

export const drinks: Shelf = {
  category: "drinks",
  entries: [
    {
      slug: "malt-drink",
      alt: "Carrier of six brown bottles of malt drink",
      first: stand(sixPack({ name: "Malt", kind: "Non-alcoholic · 6 bottles", colour: "#3A1C0E", cloth }), {
        scale: 1.1,
        y: 352,
        shadow: 108,
      }),
      second: {
        alt: "One bottle of malt beside a full glass",
        drawing:
          stand(sodaBottle({ name: "Malt", colour: "#3A1C0E", ink: "#8C1D4F", cloth }), {
            x: 150,
            scale: 1.08,
            shadow: 52,
          }) + stand(glass("#4A2412", foam), { x: 266, y: 356, scale: 1.5, shadow: 34 }),
      },
    },
    {
      slug: "dried-hibiscus-zobo",
      alt: "Pouch of dried hibiscus with red petals and a flower",
      first: beside(
        pouch({ name: "Hibiscus", kind: "Zobo · Sorrel · Bissap", colour: "#8C1D4F", cloth, loose: petals }),
        heap(112, 40, petals) + place(26, -18, hibiscus("#C21E56"), { scale: 0.6 }),
      ),
      second: {
        alt: "Glass of iced red zobo beside a bowl of dried hibiscus",
        drawing:
          stand(glass("#A3123C"), { x: 138, scale: 1.8, shadow: 36 }) +
          stand(bowl({ colour: "#B98046" }, bowlful(petals, 40)), {
            x: 268,
            y: 352,
            scale: 0.94,
            shadow: 60,
          }),
      },
    },
    {
      slug: "ethiopian-coffee-whole-bean",
      alt: "Bag of Ethiopian coffee with a heap of roasted beans",
      first: beside(
        pouch({
          name: "Ethiopian Coffee",
          kind: "Whole bean",
          colour: "#2E3A2A",
          cloth: amber,
          loose: coffee,
        }),
        heap(116, 40, coffee),
      ),
      second: {
        alt: "Small cup of black coffee with roasted beans",
        drawing:
          stand(cup("#FFFFFF", "#2A1408", "#A85A10"), { x: 186, y: 330, scale: 1.9, shadow: 44 }) +
          stand(heap(110, 34, coffee), { x: 290, y: 360, shadow: 0 }),
      },
    },
    {
      slug: "ginger-beer",
      alt: "Bottle of cloudy ginger beer with fresh ginger",
      first: beside(
        sodaBottle({
          name: "Ginger Beer",
          kind: "Jamaican style",
          colour: "#D9A84A",
          ink: "#14693F",
          cap: "#14693F",
          cloth: green,
        }),
        gingerHand(),
        { x: 276, scale: 1.15 },
      ),
      second: {
        alt: "Iced glass of ginger beer with ginger root",
        drawing:
          stand(glass("#E3B960"), { x: 160, scale: 1.9, shadow: 36 }) +
          stand(gingerHand(), { x: 272, y: 358, scale: 1.2, shadow: 56 }),
      },
    },
    {
      slug: "coconut-water",
      alt: "Carton of coconut water with a green coconut and straw",
      first: beside(
        drinkCarton({ name: "Coconut Water", colour: "#1E8A7A", cloth: green, art: greenCoconut() }),
        greenCoconut(),
        { x: 296, scale: 1.04 },
      ),
    },
    {
      slug: "caribbean-kola-soda",
      alt: "Bottle of bright amber kola soda",
      first:
        stand(
          sodaBottle({
            name: "Kola Soda",
            kind: "Caribbean",
            colour: "#E8701A",
            ink: "#B3261E",
            cap: "#B3261E",
            cloth: clothIn("drinks", "#C22A22", "#FFD9A0"),
          }),
          { x: 166, scale: 1.12, shadow: 54 },
        ) + stand(glass("#EE8A2E"), { x: 276, y: 358, scale: 1.3, shadow: 32 }),
    },
    {
      slug: "tiger-nut-milk",
      alt: "Bottle of tiger nut milk with tiger nuts",
      first: beside(
        juiceBottle({
          name: "Kunu Aya",
          kind: "Tiger nut milk",
          colour: "#EFE0C2",
          ink: "#7A4A1C",
          cap: "#7A4A1C",
          cloth: amber,
        }),
        heap(112, 38, tigerNuts),
        { x: 288 },
      ),
      second: {
        alt: "Glass of creamy tiger nut milk",
        drawing:
          stand(glass("#F1E3C8"), { x: 152, scale: 1.9, shadow: 36 }) +
          stand(heap(130, 44, tigerNuts), { x: 276, y: 358, shadow: 0 }),
      },
    },
    {
      slug: "chocolate-malt-drink-powder",
      alt: "Green tin of chocolate malt powder with a steaming mug",
      first:
        stand(tin({ name: "Choco Malt", kind: "Drink powder", colour: "#14693F", cloth: amber }), {
          x: 160,
          scale: 1.08,
          shadow: 88,
        }) + stand(cup("#FFFFFF", "#5A2E18", "#14693F"), { x: 284, y: 360, scale: 1.12, shadow: 44 }),
      second: {
        alt: "Steaming mug of chocolate malt drink",
        drawing: stand(cup("#14693F", "#6B3A20", "#F2D06A"), { x: 192, y: 336, scale: 2.3, shadow: 42 }),
      },
    },
    {
      slug: "kenyan-black-tea-bags",
      alt: "Box of Kenyan black tea bags with a cup of tea",
      first: beside(
        box(
          { name: "Kenyan Tea", kind: "100 bags", colour: "#A3260F", cloth: amber, art: teaLeaves() },
          150,
          200,
        ),
        cup("#FFFFFF", "#8A3A10", "#A3260F"),
        { x: 298, scale: 1.06 },
      ),
      second: {
        alt: "Cup of strong tea with a tea bag hanging over its rim",
        drawing: stand(
          cup("#FFFFFF", "#8A3A10", "#A3260F") +
            line("M-20 -72C-34 -62 -38 -50 -38 -40", "#FFFFFF", 1.6) +
            place(-38, -40, line("M-9 0H9V20H-9Z", "#A3260F", 2)),
          { x: 192, y: 336, scale: 2.3, shadow: 42 },
        ),
      },
    },
    {
      slug: "grapefruit-soda",
      alt: "Can of grapefruit soda with half a grapefruit",
      first: beside(
        can({
          name: "Grapefruit Soda",
          colour: "#E2603F",
          cloth: green,
          art: citrusHalf("#F2A03A", "#F2705A"),
        }),
        citrusHalf("#F2A03A", "#F2705A"),
        { x: 280, scale: 1 },
      ),
    },
    {
      slug: "sea-moss-drink-vanilla",
      alt: "Can of vanilla sea moss drink with a full glass",
      first: beside(
        can({ name: "Sea Moss", kind: "Vanilla", colour: "#2F6E8C", cloth: blue }),
        glass("#F6EEDC"),
        { x: 280, scale: 1.3 },
      ),
    },
    {
      slug: "full-cream-milk-powder",
      alt: "Large blue tin of milk powder with a glass of milk",
      first: beside(
        tin(
          { name: "Full Cream Milk", kind: "Milk powder", colour: "#1F4E9B", cloth: blue },
          { radius: 92, height: 232 },
        ),
        glass("#FDFBF4"),
        { x: 300, scale: 1.24 },
      ),
    },
    {
      slug: "evaporated-milk",
      alt: "Small tin of evaporated milk beside a cup of milky tea",
      first:
        stand(
          tin(
            { name: "Evaporated Milk", kind: "Unsweetened", colour: "#C22A22", cloth: blue },
            { radius: 74, height: 150 },
          ),
          { x: 178, scale: 1.2, y: 348, shadow: 78 },
        ) + stand(cup("#C22A22", "#D9A878", "#F6EFE2"), { x: 296, y: 362, scale: 1, shadow: 46 }),
    },
  ],
};
