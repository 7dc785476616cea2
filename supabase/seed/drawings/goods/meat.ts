import { clothOf } from "../patterns.ts";
import { stand } from "../scene.ts";
import { clearBag } from "../shapes/bags.ts";
import {
  croaker,
  dish,
  herringFillets,
  ice,
  lemonAndHerb,
  mackerel,
  saltfish,
  shrimps,
  smokedCatfish,
  stockfishPieces,
  tilapia,
} from "../shapes/fish.ts";
import { bowl, soup } from "../shapes/grains.ts";
import * as cuts from "../shapes/meat.ts";
import { place } from "../svg.ts";
import type { Entry, Shelf } from "./entry.ts";

const cloth = clothOf("meat");

function onDish(fish: string, colour = "#FFFFFF"): string {
  return stand(dish(fish, colour), { y: 308, scale: 1.12, shadow: 0 });
}

function inTray(name: string, goods: string, colour?: string): string {
  return stand(cuts.tray(name, goods, cloth, colour), { y: 316, scale: 1.14, shadow: 134 });
}

function stewed(gravy: string, meat: string, alt: string): NonNullable<Entry["second"]> {
  return {
    alt,
    drawing: stand(
      bowl(
        { colour: "#5A3A26", rim: "#3A2414", band: "#E8A17D" },
        soup(gravy, cuts.stewBowlMeat(meat), "#FFC58A"),
      ),
      { scale: 1.86, y: 330, shadow: 60 },
    ),
  };
}

export const meat: Shelf = {
  category: "meat",
  entries: [
    {
      slug: "whole-mackerel-frozen",
      alt: "Whole mackerel with dark wavy bars on a dish of ice",
      first: onDish(ice() + place(0, 0, mackerel(), { scale: 0.94, rotate: -4 })),
      second: {
        alt: "Two whole mackerel laid head to tail",
        drawing: onDish(
          place(0, -32, mackerel(), { scale: 0.84, rotate: -3 }) +
            place(0, 34, mackerel(), { scale: 0.84, rotate: 3, flip: -1 }),
        ),
      },
    },
    {
      slug: "goat-meat-bone-in",
      alt: "Tray of cubed goat meat on the bone",
      first: inTray("Goat Meat", cuts.goatPieces()),
      second: stewed("#B8701E", "#6B2E18", "Bowl of curry goat"),
    },
    {
      slug: "shell-on-shrimp-frozen",
      alt: "Grey shell-on shrimp on a dish of ice",
      first: onDish(ice() + place(0, 4, shrimps("#DBAE9E"), { scale: 0.98 })),
      second: {
        alt: "Cooked coral-red shrimp with lemon",
        drawing: onDish(
          place(0, -2, shrimps("#F0764A", true), { scale: 0.96 }) + place(86, 54, lemonAndHerb()),
        ),
      },
    },
    {
      slug: "oxtail-cut",
      alt: "Tray of thick-cut oxtail rounds",
      first: inTray("Oxtail", cuts.oxtailPieces()),
      second: stewed("#6B2E14", "#8A4A2A", "Bowl of brown oxtail stew"),
    },
    {
      slug: "whole-tilapia-frozen",
      alt: "Whole scored tilapia on a dish",
      first: onDish(ice() + place(0, 4, tilapia(), { scale: 0.9 })),
      second: {
        alt: "Grilled tilapia with lemon and herbs",
        drawing: onDish(place(0, -4, tilapia(true), { scale: 0.9 }) + place(80, 52, lemonAndHerb())),
      },
    },
    {
      slug: "smoked-dried-catfish",
      alt: "Smoked catfish bent into a ring, dark and dry",
      first: onDish(place(6, 22, smokedCatfish(), { scale: 0.86, squash: 0.86 }), "#E7CFA4"),
    },
    {
      slug: "whole-croaker-frozen",
      alt: "Whole croaker with golden fins on a dish of ice",
      first: onDish(ice() + place(0, 4, croaker(), { scale: 0.92, rotate: -2 })),
    },
    {
      slug: "boneless-saltfish",
      alt: "Two pale fillets of salted fish with salt crystals",
      first: onDish(saltfish(), "#E9EFF2"),
      second: {
        alt: "Clear bag of saltfish pieces",
        drawing: stand(
          clearBag({
            name: "Saltfish",
            kind: "Boneless",
            colour: "#1F4E79",
            cloth,
            loose: { grain: "flake", colours: ["#F1E6C9", "#E3D3A6", "#FAF3E0"], size: 2.4 },
          }),
          { scale: 1.12, shadow: 100 },
        ),
      },
    },
    {
      slug: "stewing-hen-cut",
      alt: "Tray of cut stewing hen: breast, legs and wing",
      first: inTray("Stewing Hen", cuts.henPieces(), "#D9D4C8"),
      second: stewed("#C2501C", "#C98A4A", "Bowl of chicken in red stew"),
    },
    {
      slug: "smoked-turkey-wings",
      alt: "Tray of brown smoked turkey wings",
      first: inTray("Turkey Wings", cuts.turkeyWings()),
    },
    {
      slug: "stockfish-pieces",
      alt: "Cut pieces of dry golden stockfish",
      first: onDish(stockfishPieces(), "#E7D3B0"),
    },
    {
      slug: "beef-tripe-shaki",
      alt: "Tray of white honeycomb tripe",
      first: inTray("Shaki", cuts.tripe(), "#2C2A29"),
      second: stewed("#A83A14", "#E9D6B2", "Bowl of peppered shaki stew"),
    },
    { slug: "smoked-herring-fillets", alt: "Three smoked herring fillets", first: onDish(herringFillets()) },
    {
      slug: "cow-skin-ponmo",
      alt: "Tray of brown ponmo pieces",
      first: inTray("Ponmo", cuts.ponmoPieces(), "#D9D4C8"),
      second: stewed("#B02E14", "#9A6238", "Bowl of peppered ponmo"),
    },
    {
      slug: "cow-foot-cut",
      alt: "Tray of split and cut cow foot",
      first: inTray("Cow Foot", cuts.cowFootPieces()),
    },
  ],
};
