import { clothIn, clothOf } from "../patterns.ts";
import { beside, stand } from "../scene.ts";
import { clearBag, flourBag, frozenBag, pouch, sack } from "../shapes/bags.ts";
import { box } from "../shapes/boxes-and-tins.ts";
import { cassavaPieces, maizeCob, plantainFinger, yamSlices } from "../shapes/garnishes.ts";
import { bowl, bowlful, heap, type Loose, soup } from "../shapes/grains.ts";
import { bagBack } from "../shapes/pack-backs.ts";
import { swallow } from "../shapes/swallow.ts";
import { place } from "../svg.ts";
import type { Entry, Shelf } from "./entry.ts";

const cloth = clothOf("grains");
const green = clothIn("grains", "#14693F", "#CFE3A4");
const blue = clothIn("grains", "#1F4E79", "#BFD9EE");
const red = clothIn("grains", "#A3260F", "#F6D58C");
const brown = clothIn("grains", "#4A2E1C", "#D9B98A");

const whiteGarri = { grain: "crumb", colours: ["#F6EEDA", "#EBDFC2", "#FDF8EA"], size: 1.1 } as const;
const ijebu = { grain: "crumb", colours: ["#F1E6CB", "#E3D3AC", "#FAF3E0"], size: 0.9 } as const;
const yellowGarri = { grain: "crumb", colours: ["#F2CB4A", "#E8B92E", "#F8DB74"], size: 1.1 } as const;
const rice = { grain: "rice", colours: ["#F3E6BE", "#EBDAA6", "#F9F0D2"], size: 1.2 } as const;
const ofada = { grain: "rice", colours: ["#E3D0A6", "#B98A5A", "#D6BE90", "#8A5A38"], size: 1.2 } as const;
const honeyBeans = { grain: "bean", colours: ["#A5622A", "#B97438", "#8F5222"], size: 1.4 } as const;
const eyed = { grain: "eyedPea", colours: ["#F5EBD7", "#EEE0C4", "#FAF4E6"], size: 1.5 } as const;
const pigeon = { grain: "pea", colours: ["#B9783A", "#A8672E", "#CC9050", "#8F5222"], size: 1.3 } as const;
const fonio = { grain: "powder", colours: ["#F3E3B4", "#DDC488", "#FBF2D2"], size: 0.8 } as const;
const cornmeal = { grain: "crumb", colours: ["#F5C842", "#E9B62E", "#FBD968"], size: 0.8 } as const;
const semolina = { grain: "powder", colours: ["#F6E2A6", "#EBD28A", "#FBEEC6"], size: 0.9 } as const;

function served(dish: string, band: string, alt: string): NonNullable<Entry["second"]> {
  return {
    alt,
    drawing: stand(bowl({ colour: "#FBF7EC", rim: "#D9D2C0", band }, dish), {
      scale: 1.86,
      y: 330,
      shadow: 60,
    }),
  };
}

function spilled(loose: Loose): string {
  return heap(116, 40, loose);
}

export const grains: Shelf = {
  category: "grains",
  entries: [
    {
      slug: "ijebu-garri",
      alt: "Sack of Ijebu garri with a heap of fine cream grains",
      first: beside(
        sack({ name: "Ijebu Garri", kind: "Calabash", colour: "#8A5A00", cloth, loose: ijebu }),
        spilled(ijebu),
      ),
      second: served(
        soup(
          "#F1ECE0",
          place(0, 3, bowlful({ ...ijebu, size: 1 }, 18), { scale: 0.62 }) +
            place(0, 4, heap(10, 2, { grain: "peanut", colours: ["#B97834", "#A8672E"], size: 1.3 })),
        ),
        "#8A5A00",
        "Garri soaking in cold milk with peanuts",
      ),
    },
    {
      slug: "long-grain-parboiled-rice",
      alt: "Large bag of long grain parboiled rice",
      first: beside(
        sack({ name: "Parboiled Rice", kind: "Long grain", colour: "#14693F", cloth: green, loose: rice }),
        spilled(rice),
      ),
      second: served(
        bowlful({ grain: "rice", colours: ["#FDFBF2", "#F3EEDD", "#FFFFFF"], size: 1.4 }, 48),
        "#14693F",
        "Bowl of fluffy cooked rice",
      ),
    },
    {
      slug: "pounded-yam-flour",
      alt: "Bag of pounded yam flour with slices of yam",
      first: beside(
        flourBag({
          name: "Iyán",
          kind: "Pounded yam flour",
          colour: "#1F4E79",
          cloth: blue,
          art: yamSlices(),
        }),
        yamSlices(),
        { x: 300 },
      ),
      second: {
        alt: "Smooth mound of pounded yam on a plate",
        drawing: stand(swallow("#FBF6EA"), { scale: 1.2, y: 340, shadow: 0 }),
      },
    },
    {
      slug: "honey-beans-oloyin",
      alt: "Clear bag of brown honey beans",
      first: beside(
        clearBag({ name: "Honey Beans", kind: "Oloyin", colour: "#8F5222", cloth, loose: honeyBeans }),
        heap(104, 34, honeyBeans),
        { x: 304, scale: 0.86 },
      ),
      second: served(
        soup("#B0602A", place(0, 2, bowlful({ ...honeyBeans, size: 1.2 }, 26), { scale: 0.94 }), "#FFC58A"),
        "#A3260F",
        "Bowl of stewed honey beans in palm oil",
      ),
    },
    {
      slug: "ofada-rice",
      alt: "Sack of ofada rice with brown-flecked grains",
      first: beside(
        sack({ name: "Ọfàdà Rice", kind: "Unpolished", colour: "#7A3A1C", cloth: brown, loose: ofada }),
        spilled(ofada),
      ),
      second: served(bowlful({ ...ofada, size: 1.4 }, 46), "#7A3A1C", "Bowl of cooked ofada rice"),
    },
    {
      slug: "yellow-garri",
      alt: "Sack of golden yellow garri",
      first: beside(
        sack({
          name: "Yellow Garri",
          kind: "With palm oil",
          colour: "#A3260F",
          cloth: red,
          loose: yellowGarri,
        }),
        spilled(yellowGarri),
      ),
      second: {
        alt: "Smooth mound of yellow eba on a plate",
        drawing: stand(swallow("#F0C548"), { scale: 1.2, y: 340, shadow: 0 }),
      },
    },
    {
      slug: "black-eyed-peas",
      alt: "Clear bag of black-eyed peas",
      first: beside(
        clearBag({ name: "Black-Eyed Peas", kind: "Dried", colour: "#14693F", cloth: green, loose: eyed }),
        heap(104, 34, eyed),
        { x: 304, scale: 0.86 },
      ),
      second: served(
        bowlful({ grain: "peanut", colours: ["#C07A26", "#B06A1C", "#CC8A34"], size: 2.5 }, 52),
        "#14693F",
        "Bowl of fried akara",
      ),
    },
    {
      slug: "plantain-fufu-flour",
      alt: "Box of plantain fufu flour with a green plantain",
      first: beside(
        box(
          {
            name: "Plantain Fufu",
            kind: "Flour",
            colour: "#4F8431",
            cloth: green,
            art: plantainFinger("#6FA541"),
          },
          158,
          214,
        ),
        plantainFinger("#5A9A42"),
        { x: 292, scale: 0.96 },
      ),
      second: {
        alt: "Smooth tan mound of plantain fufu on a plate",
        drawing: stand(swallow("#D9B98A"), { scale: 1.2, y: 340, shadow: 0 }),
      },
    },
    {
      slug: "fine-cornmeal",
      alt: "Bag of fine yellow cornmeal with a cob of maize",
      first: beside(
        flourBag({ name: "Cornmeal", kind: "Fine yellow", colour: "#D9981E", cloth: red, art: maizeCob() }),
        maizeCob(),
        { x: 298, scale: 1.06 },
      ),
      second: served(bowlful(cornmeal, 36), "#D9981E", "Bowl of fine yellow cornmeal"),
    },
    {
      slug: "white-garri",
      alt: "Sack of white garri with cassava",
      first: beside(
        sack({ name: "White Garri", kind: "Calabash", colour: "#1F4E79", cloth: blue, loose: whiteGarri }),
        cassavaPieces(),
        { x: 296 },
      ),
      second: {
        alt: "Back of the garri bag with cooking directions",
        drawing: stand(bagBack({ colour: "#1F4E79", cloth: blue, heading: "How to cook eba" }), {
          scale: 1.12,
        }),
      },
    },
    {
      slug: "yam-flour-elubo",
      alt: "Brown bag of elubo yam flour with a heap of flour",
      first: beside(
        flourBag({
          name: "Elubo",
          kind: "Yam flour for amala",
          colour: "#6B4423",
          cloth: brown,
          art: yamSlices(),
        }),
        heap(112, 38, { grain: "powder", colours: ["#C9AE8A", "#B99A72", "#D9C2A2"] }),
      ),
      second: {
        alt: "Dark smooth mound of amala on a plate",
        drawing: stand(swallow("#5A4030"), { scale: 1.2, y: 340, shadow: 0 }),
      },
    },
    {
      slug: "fonio",
      alt: "Pouch of fonio with a heap of tiny grains",
      first: beside(
        pouch({ name: "Fonio", kind: "Quick-cooking grain", colour: "#B98A1E", cloth: green, loose: fonio }),
        spilled(fonio),
      ),
      second: served(bowlful({ ...fonio, size: 0.9 }, 42), "#B98A1E", "Bowl of cooked fonio"),
    },
    {
      slug: "cassava-fufu-flour",
      alt: "Bag of cassava fufu flour with cassava root",
      first: beside(
        flourBag({ name: "Cassava Fufu", kind: "Flour", colour: "#8A5A00", cloth, art: cassavaPieces() }),
        cassavaPieces(),
        { x: 300 },
      ),
    },
    {
      slug: "semolina",
      alt: "Blue bag of semolina with a heap of pale yellow grains",
      first: beside(
        flourBag({ name: "Semolina", kind: "Coarse wheat semo", colour: "#273A7A", cloth: blue }),
        spilled(semolina),
      ),
      second: {
        alt: "Smooth mound of semo on a plate",
        drawing: stand(swallow("#F3E2B0"), { scale: 1.2, y: 340, shadow: 0 }),
      },
    },
    {
      slug: "banku-mix-flour",
      alt: "Box of banku mix flour with maize",
      first: beside(
        box(
          { name: "Banku Mix", kind: "Corn and cassava", colour: "#A3360A", cloth: red, art: maizeCob() },
          158,
          214,
        ),
        maizeCob(),
        { x: 302, scale: 0.96 },
      ),
    },
    {
      slug: "dried-pigeon-peas",
      alt: "Clear bag of dried pigeon peas",
      first: beside(
        clearBag({
          name: "Gungo Peas",
          kind: "Pigeon peas, dried",
          colour: "#8F5222",
          cloth: green,
          loose: pigeon,
        }),
        heap(104, 34, pigeon),
        { x: 304, scale: 0.86 },
      ),
      second: served(
        bowlful({ grain: "rice", colours: ["#EBDDC0", "#E0CDA8", "#8F5222", "#EBDDC0"], size: 1.5 }, 46),
        "#A3260F",
        "Bowl of rice and peas",
      ),
    },
    {
      slug: "pap-ogi-white-corn-frozen",
      alt: "Frozen bag of smooth white corn pap",
      first:
        stand(
          frozenBag({
            name: "Pap",
            kind: "Ogi · white corn",
            colour: "#1F4E79",
            cloth: blue,
            loose: { grain: "powder", colours: ["#FBF8EE", "#F1ECDC", "#FFFFFF"], size: 1.2 },
          }),
          { x: 178, scale: 1.06, y: 346, shadow: 100 },
        ) + stand(maizeCob(), { x: 304, y: 358, scale: 0.94, shadow: 40 }),
      second: served(soup("#FBF6E8"), "#1F4E79", "Bowl of smooth warm pap"),
    },
  ],
};
