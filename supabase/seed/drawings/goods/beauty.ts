import { clothIn, clothOf } from "../patterns.ts";
import { beside, stand } from "../scene.ts";
import { pouch } from "../shapes/bags.ts";
import { dropperBottle, jar, oilBottle, openTub, pumpBottle } from "../shapes/bottles.ts";
import { satinBonnet } from "../shapes/garments.ts";
import { castorBeans, coconutHalf, leafSprig, sheaNuts } from "../shapes/garnishes.ts";
import { bowl, bowlful, heap } from "../shapes/grains.ts";
import {
  bareSoap,
  carvedCalabash,
  incenseBurner,
  mortarAndPestle,
  netSponge,
  netSpongeBunched,
  sheaLump,
  soapBar,
  turningStick,
} from "../shapes/household.ts";
import { jarBack, pouchBack } from "../shapes/pack-backs.ts";
import type { Shelf } from "./entry.ts";

const cloth = clothOf("beauty");
const earth = clothIn("beauty", "#6B3A14", "#F1DC9C");
const night = clothIn("beauty", "#2A1D14", "#E0B060");
const leafy = clothIn("beauty", "#1E5A34", "#BFE3B0");
const chebe = { grain: "powder", colours: ["#6A4428", "#7A5234", "#5A381F"], size: 1 } as const;

export const beauty: Shelf = {
  category: "beauty",
  entries: [
    {
      slug: "dudu-osun-black-soap",
      alt: "Dark bar of black soap in a blue textile band",
      first: stand(soapBar("Dudu-Osun", cloth), { scale: 1.12, y: 296, shadow: 118 }),
      second: {
        alt: "The bare dark soap bar with bubbles of lather",
        drawing: stand(bareSoap(), { scale: 1.14, y: 288, shadow: 118 }),
      },
    },
    {
      slug: "raw-shea-butter",
      alt: "Open tub of raw shea butter with shea nuts",
      first:
        stand(
          openTub(
            { name: "Shea Butter", kind: "Raw · Ori", colour: "#E9D7A0", ink: "#6B3A14", cloth: earth },
            "#F3E0A2",
          ),
          { x: 176, y: 340, scale: 1.16, shadow: 120 },
        ) + stand(sheaNuts(), { x: 300, y: 360, scale: 0.9, shadow: 0 }),
      second: {
        alt: "A lump of raw shea butter in a calabash bowl",
        drawing: stand(bowl({ colour: "#B9783A", band: "#7A4520" }, sheaLump()), {
          scale: 1.8,
          y: 330,
          shadow: 60,
        }),
      },
    },
    {
      slug: "carved-calabash-bowl",
      alt: "Dried gourd bowl with carved borders",
      first: stand(carvedCalabash(), { scale: 1.16, y: 318, shadow: 80 }),
      second: {
        alt: "The calabash bowl seen from above, filled with kola-brown nuts",
        drawing: stand(
          bowl(
            { colour: "#C98B45", band: "#6B3A14" },
            bowlful({ grain: "peanut", colours: ["#B97834", "#A8682C", "#C68A44"], size: 1.6 }, 44),
          ),
          { scale: 1.86, y: 330, shadow: 60 },
        ),
      },
    },
    {
      slug: "jamaican-black-castor-oil",
      alt: "Dark bottle of Jamaican black castor oil with castor beans",
      first: beside(
        oilBottle({
          name: "Black Castor Oil",
          kind: "Jamaican",
          colour: "#3A2417",
          ink: "#2A1D14",
          cap: "#1C1A16",
          cloth: night,
        }),
        castorBeans(),
        { x: 284 },
      ),
    },
    {
      slug: "coconut-oil-hair-and-skin",
      alt: "Jar of white coconut oil with half a coconut",
      first: beside(
        jar({ name: "Coconut Oil", kind: "Hair and skin", colour: "#F3F1E6", ink: "#1F4E79", cloth }),
        coconutHalf(),
        { x: 290, scale: 1.1 },
      ),
      second: {
        alt: "Back of the coconut oil jar with its panel of facts",
        drawing: stand(jarBack({ colour: "#DDE9EE", cloth, heading: "How to use" }), { scale: 1.14 }),
      },
    },
    {
      slug: "mortar-and-pestle",
      alt: "Carved wooden mortar with its pestle and whole peppers",
      first: stand(mortarAndPestle(), { scale: 1.14, y: 346, shadow: 84 }),
    },
    {
      slug: "satin-sleep-bonnet",
      alt: "Plum satin sleep bonnet with a wide dark band",
      first: stand(satinBonnet(), { scale: 1.08, y: 334, shadow: 110 }),
    },
    {
      slug: "whipped-shea-cocoa-body-butter",
      alt: "Open tub of whipped shea and cocoa body butter",
      first: stand(
        openTub(
          {
            name: "Body Butter",
            kind: "Shea and cocoa",
            colour: "#B98862",
            ink: "#FFF6E6",
            cap: "#F6EADB",
            cloth: clothIn("beauty", "#5A3018", "#F1D2A6"),
          },
          "#FBF0DC",
        ),
        { x: 170, scale: 1.18, y: 342, shadow: 120 },
      ),
    },
    {
      slug: "incense-chips-turaren-wuta",
      alt: "Incense burner with glowing wood chips, smoke and a jar of chips",
      first:
        stand(
          jar({
            name: "Turaren Wuta",
            kind: "Wood and amber",
            colour: "#8A5A30",
            ink: "#5A2A12",
            cloth: earth,
            loose: { grain: "chunk", colours: ["#7A4A28", "#8A5A30", "#5A3A20"], size: 1.5 },
          }),
          { x: 136, y: 344, scale: 0.94 },
        ) + stand(incenseBurner(), { x: 276, y: 354, scale: 0.92, shadow: 56 }),
      second: {
        alt: "Clay incense burner with smoking wood chips",
        drawing: stand(incenseBurner(), { scale: 1.24, y: 350, shadow: 60 }),
      },
    },
    {
      slug: "liquid-african-black-soap",
      alt: "Pump bottle of liquid African black soap",
      first: stand(
        pumpBottle({
          name: "Black Soap",
          kind: "Liquid, unscented",
          colour: "#4A3020",
          ink: "#2A1D14",
          cloth: night,
        }),
        { scale: 1.16, shadow: 70 },
      ),
    },
    {
      slug: "chebe-hair-powder",
      alt: "Pouch of chebe hair powder with a heap of the brown powder",
      first: beside(
        pouch({ name: "Chebe", kind: "Hair powder", colour: "#5A3A26", cloth: earth, loose: chebe }),
        heap(110, 40, chebe),
      ),
      second: {
        alt: "Back of the chebe pouch with its directions",
        drawing: stand(pouchBack({ colour: "#5A3A26", cloth: earth, heading: "How to use" }), {
          scale: 1.12,
        }),
      },
    },
    {
      slug: "neem-oil",
      alt: "Amber dropper bottle of neem oil with a neem sprig",
      first: beside(
        dropperBottle({
          name: "Neem Oil",
          kind: "Dilute before use",
          colour: "#7A4A1C",
          ink: "#1E5A34",
          cloth: leafy,
        }),
        leafSprig("#3B8A3E", 7),
        { x: 286, scale: 1.3, shadow: 30 },
      ),
    },
    {
      slug: "net-sponge-sapo",
      alt: "Two long mesh bathing nets, teal and orange",
      first: stand(netSponge(), { scale: 1.12, shadow: 92 }),
      second: {
        alt: "The teal bathing net bunched up with soap bubbles",
        drawing: stand(netSpongeBunched(), { scale: 1.2, y: 316, shadow: 96 }),
      },
    },
    {
      slug: "turning-stick-omorogun",
      alt: "Two smooth wooden turning sticks",
      first: stand(turningStick(), { scale: 1.06, y: 356, shadow: 80 }),
    },
  ],
};
