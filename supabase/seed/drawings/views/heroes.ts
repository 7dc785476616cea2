import { shopCloths } from "../goods/wears.ts";
import { clothOf } from "../patterns.ts";
import { type Drawing, stand } from "../scene.ts";
import { pouch } from "../shapes/bags.ts";
import { jar, oilBottle, shaker } from "../shapes/bottles.ts";
import { dish, ice, lemonAndHerb, mackerel, shrimps } from "../shapes/fish.ts";
import {
  agbada,
  beadBracelet,
  filaCap,
  foldedCloth,
  gele,
  hungCloth,
  maxiDress,
} from "../shapes/garments.ts";
import { palmFruits, scotchBonnet, suyaStick } from "../shapes/garnishes.ts";
import { bowl, bowlful, heap } from "../shapes/grains.ts";
import { goatPieces, henPieces, tray } from "../shapes/meat.ts";
import { scotchBonnetGroup } from "../shapes/produce.ts";
import { place } from "../svg.ts";
import { onTable } from "./table.ts";

export function clothHero(): Drawing {
  const { adire, kente, petals, purple, sunburst } = shopCloths;
  return onTable(
    "wears",
    450,
    place(86, 330, hungCloth(kente, 1.1), { scale: 0.74 }) +
      place(516, 330, hungCloth(sunburst, 1.5), { scale: 0.74 }) +
      stand(maxiDress(petals), { x: 226, y: 404, scale: 1.08, shadow: 92 }) +
      stand(agbada(), { x: 386, y: 404, scale: 0.98, shadow: 90 }) +
      stand(gele(purple), { x: 532, y: 408, scale: 0.66, shadow: 70 }) +
      stand(foldedCloth(adire, 1.1, 3), { x: 82, y: 384, scale: 0.62, shadow: 118 }) +
      stand(filaCap({ weave: "asoOke", colours: ["#7E3484", "#E9BE52", "#5A1F5E"] }), {
        x: 84,
        y: 316,
        scale: 0.42,
        shadow: 0,
      }) +
      stand(beadBracelet(), { x: 296, y: 416, scale: 0.26, shadow: 110 }),
  );
}

export function condimentHero(): Drawing {
  const cloth = clothOf("condiments");
  const egusi = { grain: "seed", colours: ["#F3E3B8", "#EAD4A0", "#F8EDCF"], size: 1.3 } as const;
  const suya = { grain: "powder", colours: ["#B8652A", "#A65420", "#CC7C3A"], size: 1 } as const;
  return onTable(
    "condiments",
    450,
    stand(oilBottle({ name: "Red Palm Oil", colour: "#C23A0A", ink: "#8A2A06", cloth }), {
      x: 96,
      y: 380,
      scale: 1.08,
      shadow: 66,
    }) +
      stand(
        pouch({
          name: "Egusi",
          kind: "Ground melon seed",
          colour: "#A3360A",
          cloth,
          loose: { grain: "crumb", colours: ["#EFDCAE", "#E3CB96", "#F6E9C6"] },
        }),
        { x: 262, y: 376, scale: 0.98, shadow: 100 },
      ) +
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
        { x: 412, y: 376, scale: 1.0, shadow: 60 },
      ) +
      stand(
        jar({
          name: "Shito",
          kind: "Black pepper sauce",
          colour: "#2E1710",
          ink: "#8C1D0C",
          cap: "#1C1A16",
          cloth,
        }),
        { x: 530, y: 374, scale: 0.8, shadow: 82 },
      ) +
      stand(palmFruits(), { x: 66, y: 410, scale: 0.9, shadow: 0 }) +
      stand(heap(130, 44, egusi), { x: 190, y: 412, shadow: 0 }) +
      stand(scotchBonnetGroup(), { x: 322, y: 414, scale: 0.52, shadow: 110 }) +
      stand(bowl({ colour: "#6B4423" }, bowlful(suya, 34)), { x: 450, y: 414, scale: 0.66, shadow: 60 }) +
      stand(suyaStick(), { x: 540, y: 420, scale: 0.72, shadow: 0 }),
  );
}

export function meatHero(): Drawing {
  const cloth = clothOf("meat");
  return onTable(
    "meat",
    450,
    place(150, 236, tray("Goat Meat", goatPieces(), cloth), { scale: 0.8 }) +
      place(450, 236, tray("Stewing Hen", henPieces(), cloth, "#D9D4C8"), { scale: 0.8 }) +
      place(176, 412, dish(ice() + mackerel()), { scale: 0.92 }) +
      place(462, 410, dish(ice() + place(0, 2, shrimps("#DBAE9E"), { scale: 0.94 })), { scale: 0.8 }) +
      place(318, 424, lemonAndHerb(), { scale: 1.1 }) +
      place(318, 262, scotchBonnet("#D9261C"), { scale: 0.5 }) +
      place(286, 266, scotchBonnet("#F2A01E"), { scale: 0.46 }),
  );
}
