/** The shop's mark, a bottle gourd with a carved band, and the picture for shared links. */
import { text } from "../label.ts";
import { down } from "../paint.ts";
import { darkGreen, gold, green, palettes } from "../palette.ts";
import { clothOf, textile } from "../patterns.ts";
import { type Drawing, stand } from "../scene.ts";
import { pouch, sack } from "../shapes/bags.ts";
import { oilBottle } from "../shapes/bottles.ts";
import { plantainHand, scotchBonnetGroup } from "../shapes/produce.ts";
import { circle, line, place, rect } from "../svg.ts";

export interface MarkColours {
  ground: string;
  gourd: string;
  carving: string;
}

export const markColours: MarkColours = { ground: green, gourd: gold, carving: darkGreen };

/** 32 by 32. Few, thick strokes: it has to be read in a browser tab. */
export function logoMark({ ground, gourd, carving }: MarkColours): string {
  return (
    `<rect width="32" height="32" rx="8" fill="${ground}"/>` +
    `<path d="M17.6 9.2C17.3 6.7 18.6 4.6 21.2 3.9" fill="none" stroke="${gourd}" stroke-width="2.6" stroke-linecap="round"/>` +
    `<path d="M16.5 8C19.3 8 20.7 9.8 20.3 12.1C20.1 13.5 20.9 14.3 22.1 15.3C24.2 17 25.2 19 25.2 21.2C25.2 25.7 21.3 28.4 16 28.4C10.7 28.4 6.8 25.7 6.8 21.2C6.8 19 7.8 17 9.9 15.3C11.5 14 12.5 13.3 12.7 11.6C13 9.3 14.3 8 16.5 8Z" fill="${gourd}"/>` +
    `<path d="M8.8 20.1L11.2 22.9L13.6 20.1L16 22.9L18.4 20.1L20.8 22.9L23.2 20.1" fill="none" stroke="${carving}" stroke-width="2.1" stroke-linejoin="round" stroke-linecap="round"/>`
  );
}

export function logoSvg(): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32" role="img" aria-label="Calabash Market">${logoMark(markColours)}</svg>\n`;
}

export function sharePicture(): Drawing {
  const goods =
    stand(
      sack({
        name: "Ijebu Garri",
        colour: "#8A5A00",
        cloth: clothOf("grains"),
        loose: { grain: "crumb", colours: ["#F1E6CB", "#E3D3AC", "#FAF3E0"] },
      }),
      { x: 372, y: 276, scale: 0.66, shadow: 90 },
    ) +
    stand(
      oilBottle({ name: "Red Palm Oil", colour: "#C23A0A", ink: "#8A2A06", cloth: clothOf("condiments") }),
      { x: 464, y: 280, scale: 0.66, shadow: 60 },
    ) +
    stand(
      pouch({
        name: "Egusi",
        kind: "Ground melon seed",
        colour: "#A3360A",
        cloth: clothOf("condiments"),
        loose: { grain: "crumb", colours: ["#EFDCAE", "#E3CB96"] },
      }),
      { x: 540, y: 282, scale: 0.5, shadow: 90 },
    ) +
    stand(scotchBonnetGroup(), { x: 420, y: 298, scale: 0.3, shadow: 100 }) +
    stand(plantainHand(["#E2AE1E", "#EDBB2A", "#F2C63A", "#F6D04C"], "#B08A24", true), {
      x: 524,
      y: 298,
      scale: 0.32,
      shadow: 0,
    });
  return {
    width: 600,
    height: 315,
    content:
      rect(0, 0, 600, 315, 0, down([0, "#14693F", 1], [1, "#06281A", 1])) +
      circle(478, 150, 170, palettes.grains.ground, 0.14) +
      circle(478, 150, 128, palettes.grains.ground, 0.12) +
      rect(0, 296, 600, 19, 0, textile(clothOf("wears"), 0.5)) +
      goods +
      place(44, 74, logoMark({ ground: gold, gourd: green, carving: gold }), { scale: 2 }) +
      text("Calabash", 136, 180, 50, "#FFFFFF") +
      text("Market", 117, 226, 50, gold) +
      text("African and Caribbean food and fashion", 166, 257, 14.5, "#DDF3E6", 600) +
      line("M46 272H140", gold, 3),
  };
}
