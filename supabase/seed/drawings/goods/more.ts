import { clothIn, clothOf } from "../patterns.ts";
import { beside, stand } from "../scene.ts";
import { jar } from "../shapes/bottles.ts";
import { carton, lowTin, tin } from "../shapes/boxes-and-tins.ts";
import { mackerel } from "../shapes/fish.ts";
import { coconutHalf, palmFruits, tomato } from "../shapes/garnishes.ts";
import { bowl, bowlful, heap, soup } from "../shapes/grains.ts";
import { ackeePod, noodlePack } from "../shapes/larder.ts";
import { stewBowlMeat } from "../shapes/meat.ts";
import { bitterKolaNuts, yamRounds, yamTuber } from "../shapes/produce.ts";
import { place } from "../svg.ts";
import type { Shelf } from "./entry.ts";

const cloth = clothOf("more");
const green = clothIn("more", "#14693F", "#F2D06A");
const red = clothIn("more", "#A3260F", "#F6D58C");
const blue = clothIn("more", "#1F4E79", "#BFD9EE");
const peanuts = { grain: "peanut", colours: ["#D9A860", "#C99450", "#E3B874"], size: 1.4 } as const;
const white = { colour: "#FBF7EC", rim: "#D9D2C0" };

const yamsInBox =
  place(-60, -168, yamTuber(), { scale: 0.58, rotate: -6 }) +
  place(52, -176, yamTuber(), { scale: 0.56, rotate: 8, flip: -1 }) +
  place(-6, -196, yamTuber(), { scale: 0.56, rotate: -12 }) +
  place(-20, -156, yamTuber(), { scale: 0.6, rotate: 4, flip: -1 });

export const more: Shelf = {
  category: "more",
  entries: [
    {
      slug: "puna-yam",
      alt: "Whole brown puna yam with white cut end",
      first:
        stand(yamTuber(), { y: 252, scale: 1.18, rotate: -16, shadow: 0 }) +
        stand("", { y: 336, shadow: 118 }),
      second: {
        alt: "Thick white rounds of cut yam",
        drawing: stand(yamRounds(), { y: 330, scale: 1.24, shadow: 108 }),
      },
    },
    {
      slug: "ackee-in-brine",
      alt: "Tin of ackee with an open red ackee pod",
      first: beside(
        tin({ name: "Ackee", kind: "In brine", colour: "#C8341E", cloth: green, art: ackeePod() }),
        ackeePod(),
        { x: 298, scale: 1.02 },
      ),
      second: {
        alt: "Bowl of ackee and saltfish with peppers",
        drawing: stand(
          bowl(
            { ...white, band: "#14693F" },
            bowlful(
              {
                grain: "chunk",
                colours: ["#F6D75A", "#F2CB3E", "#FAE38A", "#F6D75A", "#F4EBD2", "#D9321D"],
                size: 2.1,
              },
              44,
            ),
          ),
          { scale: 1.86, y: 330, shadow: 60 },
        ),
      },
    },
    {
      slug: "palm-nut-cream-banga",
      alt: "Tin of palm nut cream with palm fruits",
      first: beside(
        tin(
          { name: "Banga", kind: "Palm nut cream", colour: "#A3360A", cloth: red, art: palmFruits() },
          { radius: 88, height: 226 },
        ),
        palmFruits(),
        { x: 298, scale: 1 },
      ),
      second: {
        alt: "Bowl of deep orange banga soup",
        drawing: stand(
          bowl(
            { colour: "#5A3A26", rim: "#3A2414", band: "#C9A66B" },
            soup("#B8480F", stewBowlMeat("#6B2E18"), "#FFC58A"),
          ),
          { scale: 1.86, y: 330, shadow: 60 },
        ),
      },
    },
    {
      slug: "yam-half-box",
      alt: "Open carton of brown yam tubers",
      first: stand(carton({ name: "Yam", kind: "Half box · 22 lb", colour: "#4A3B2A", cloth }, yamsInBox), {
        y: 336,
        scale: 1.08,
        shadow: 120,
      }),
    },
    {
      slug: "groundnut-paste",
      alt: "Jar of smooth groundnut paste with peanuts",
      first: beside(
        jar({
          name: "Groundnut",
          kind: "Paste · only peanuts",
          colour: "#C08A46",
          ink: "#6B3A14",
          cap: "#6B3A14",
          cloth: red,
        }),
        heap(110, 38, peanuts),
      ),
      second: {
        alt: "Bowl of groundnut soup",
        drawing: stand(
          bowl({ colour: "#B98046", band: "#8A5A2A" }, soup("#C8803A", stewBowlMeat("#7A4A1C"), "#FFE0B0")),
          { scale: 1.86, y: 330, shadow: 60 },
        ),
      },
    },
    {
      slug: "instant-noodles-chicken-carton",
      alt: "Carton of forty packs of instant noodles with two packs in front",
      first:
        stand(carton({ name: "Noodles", kind: "Chicken · 40 packs", colour: "#A3260F", cloth: red }), {
          x: 190,
          y: 318,
          scale: 1.04,
          shadow: 120,
        }) +
        stand(noodlePack("Chicken", "#D9321D", red), { x: 250, y: 366, scale: 0.92, rotate: -6, shadow: 0 }),
      second: {
        alt: "Bowl of cooked noodles",
        drawing: stand(
          bowl(
            { ...white, band: "#A3260F" },
            bowlful({ grain: "stick", colours: ["#F2D486", "#EBC56A", "#F8E2A6"], size: 2.4 }, 40),
          ),
          { scale: 1.86, y: 330, shadow: 60 },
        ),
      },
    },
    {
      slug: "coconut-milk",
      alt: "Tin of coconut milk with half a coconut",
      first: beside(
        tin(
          { name: "Coconut Milk", kind: "Unsweetened", colour: "#1F4E79", cloth: blue, art: coconutHalf() },
          { radius: 78, height: 206 },
        ),
        coconutHalf(),
        { x: 294, scale: 1.1 },
      ),
      second: {
        alt: "Bowl of thick white coconut milk",
        drawing: stand(bowl({ colour: "#6B4226" }, soup("#FBFAF5")), { scale: 1.8, y: 330, shadow: 60 }),
      },
    },
    {
      slug: "bitter-kola",
      alt: "Pile of brown bitter kola nuts, one bitten",
      first: stand(bitterKolaNuts(), { y: 330, scale: 1.16, shadow: 108 }),
    },
    {
      slug: "mackerel-in-tomato-sauce",
      alt: "Low round tin of mackerel in tomato sauce with a tomato",
      first:
        stand(
          lowTin({
            name: "Mackerel in Tomato",
            kind: "Ready to eat",
            colour: "#A3260F",
            cloth: red,
            art: place(0, -24, mackerel(), { scale: 0.4 }),
          }),
          { x: 178, y: 340, scale: 1.18, shadow: 104 },
        ) + stand(tomato(), { x: 304, y: 360, scale: 0.9, shadow: 46 }),
    },
  ],
};
