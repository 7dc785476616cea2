/** Three views of the shop: its front in a Houston strip mall, the shelves, the produce stand. */

import { shopCloths } from "../goods/wears.ts";
import { text } from "../label.ts";
import { across, aslant, down } from "../paint.ts";
import { cream, darker, darkGreen, gold, green, lighter } from "../palette.ts";
import { clothIn, clothOf, textile } from "../patterns.ts";
import { type Drawing, stand } from "../scene.ts";
import { flourBag, pillowBag, pouch, sack } from "../shapes/bags.ts";
import { jar, oilBottle, sauceBottle, shaker, sodaBottle } from "../shapes/bottles.ts";
import { box, tin } from "../shapes/boxes-and-tins.ts";
import { crate } from "../shapes/cookware.ts";
import { foldedCloth, hungCloth, maxiDress } from "../shapes/garments.ts";
import { maizeCob } from "../shapes/garnishes.ts";
import { bowl, bowlful } from "../shapes/grains.ts";
import * as produce from "../shapes/produce.ts";
import { circle, ellipse, line, path, place, rect, repeat } from "../svg.ts";
import { logoMark, markColours } from "./brand.ts";

function wide(content: string): Drawing {
  return { width: 600, height: 450, content };
}

const crateOf = {
  plantains: (width: number) =>
    crate(
      width,
      [-0.26, 0.26]
        .map((at) =>
          place(
            at * width,
            26,
            produce.plantainHand(["#E2AE1E", "#EDBB2A", "#F2C63A", "#F6D04C"], "#B08A24", true),
            { scale: width / 480 },
          ),
        )
        .join(""),
    ),
  green: (width: number) =>
    crate(
      width,
      [-0.26, 0.26]
        .map((at) =>
          place(
            at * width,
            26,
            produce.plantainHand(["#4F8F3A", "#5A9A42", "#69A84C", "#7AB85A"], "#4F7F34", false),
            { scale: width / 480 },
          ),
        )
        .join(""),
    ),
  peppers: (width: number) =>
    crate(
      width,
      [-0.24, 0.24, 0]
        .map((at, i) =>
          place(at * width, i === 2 ? 10 : 18, produce.scotchBonnetGroup(), { scale: width / 520 }),
        )
        .join(""),
    ),
  yams: (width: number) =>
    crate(
      width,
      [-0.2, 0.22, 0]
        .map((at, i) =>
          place(at * width, i === 2 ? -22 : -2, produce.yamTuber(), {
            scale: width / 560,
            rotate: i * 9 - 8,
          }),
        )
        .join(""),
    ),
  mangoes: (width: number) =>
    crate(
      width,
      [-0.24, 0.24].map((at) => place(at * width, 22, produce.mangoes(), { scale: width / 420 })).join(""),
    ),
  okra: (width: number) =>
    crate(
      width,
      [-0.2, 0.2].map((at) => place(at * width, 20, produce.okra(), { scale: width / 460 })).join(""),
    ),
  gardenEggs: (width: number) =>
    crate(
      width,
      [-0.24, 0.24].map((at) => place(at * width, 20, produce.gardenEggs(), { scale: width / 460 })).join(""),
    ),
  callaloo: (width: number) =>
    crate(
      width,
      [-0.28, 0, 0.28]
        .map((at) =>
          place(at * width, 30, produce.leafBunch(["#2C8A48", "#1F6E39", "#38994F"], "#C2410C"), {
            scale: width / 500,
          }),
        )
        .join(""),
    ),
};

function awning(x: number, y: number, width: number): string {
  const stripes = Math.round(width / 22);
  const step = width / stripes;
  return (
    repeat(stripes, (i) =>
      path(
        `M${x + i * step} ${y}H${x + (i + 1) * step}L${x + (i + 1) * step} ${y + 34}Q${x + (i + 0.5) * step} ${y + 46} ${x + i * step} ${y + 34}Z`,
        i % 2 ? cream : green,
      ),
    ) + rect(x, y, width, 34, 0, down([0, "#fff", 0.16], [1, "#1A1008", 0.2]))
  );
}

function windowView(x: number, y: number, width: number, height: number, inside: string): string {
  return (
    rect(x - 5, y - 5, width + 10, height + 10, 3, darkGreen) +
    rect(x, y, width, height, 0, "#FFF3D2") +
    rect(x, y, width, height, 0, down([0, "#F9DD9A", 0.6], [1, "#E9C27A", 0.25])) +
    inside +
    rect(
      x,
      y,
      width,
      height,
      0,
      aslant(
        [0, "#fff", 0.4],
        [0.28, "#fff", 0.1],
        [0.3, "#fff", 0],
        [0.55, "#fff", 0.02],
        [0.57, "#fff", 0.18],
        [0.7, "#fff", 0.05],
        [1, "#fff", 0],
      ),
    )
  );
}

const egusi = { grain: "crumb", colours: ["#EFDCAE", "#E3CB96", "#F6E9C6"] } as const;
const garri = { grain: "crumb", colours: ["#F1E6CB", "#E3D3AC", "#FAF3E0"] } as const;
const plain = clothOf("condiments");

/** A row of packs for a shelf; each is drawn about 200 wide before it is scaled. */
const shelfGoods = {
  grains: [
    sack({ name: "Ijebu Garri", colour: "#8A5A00", cloth: clothOf("grains"), loose: garri }),
    flourBag({ name: "Semolina", colour: "#273A7A", cloth: clothIn("grains", "#1F4E79", "#BFD9EE") }),
    sack({
      name: "Parboiled Rice",
      colour: "#14693F",
      cloth: clothIn("grains", "#14693F", "#CFE3A4"),
      loose: { grain: "rice", colours: ["#F3E6BE", "#EBDAA6"] },
    }),
    flourBag({ name: "Cornmeal", colour: "#D9981E", cloth: clothIn("grains", "#A3260F", "#F6D58C") }),
    box({ name: "Plantain Fufu", colour: "#4F8431", cloth: clothIn("grains", "#14693F", "#CFE3A4") }),
    sack({
      name: "Yellow Garri",
      colour: "#A3260F",
      cloth: clothIn("grains", "#A3260F", "#F6D58C"),
      loose: { grain: "crumb", colours: ["#F2CB4A", "#E8B92E"] },
    }),
  ],
  spices: [
    oilBottle({ name: "Palm Oil", colour: "#C23A0A", ink: "#8A2A06", cloth: plain }),
    pouch({ name: "Egusi", colour: "#A3360A", cloth: plain, loose: egusi }),
    jar({ name: "Shito", colour: "#2E1710", ink: "#8C1D0C", cap: "#1C1A16", cloth: plain }),
    shaker({ name: "Suya", colour: "#B8652A", ink: "#7A2A0C", cap: "#3A1E12", cloth: plain }),
    sauceBottle({ name: "Pepper Sauce", colour: "#EDA81C", ink: "#8A2A06", cloth: plain }),
    pouch({
      name: "Berbere",
      colour: "#8C1D0C",
      cloth: plain,
      loose: { grain: "powder", colours: ["#A3260F", "#B8381A"] },
    }),
    jar({ name: "Jerk", colour: "#5A4A1E", ink: "#1E5A34", cap: "#14693F", cloth: plain }),
    oilBottle({ name: "Zomi", colour: "#E0641A", ink: "#8A3A06", cap: "#F2B632", cloth: plain }),
  ],
  snacks: [
    pillowBag({ name: "Plantain Chips", colour: "#2C8A48", cloth: clothOf("snacks") }),
    tin({ name: "Ackee", colour: "#C8341E", cloth: clothIn("more", "#14693F", "#F2D06A") }),
    pouch({
      name: "Chin Chin",
      colour: "#B45F06",
      cloth: clothOf("snacks"),
      loose: { grain: "cube", colours: ["#D9963E", "#C98430"], size: 1.7 },
    }),
    sodaBottle({ name: "Kola", colour: "#E8701A", ink: "#B3261E", cloth: clothOf("drinks") }),
    sodaBottle({
      name: "Ginger Beer",
      colour: "#D9A84A",
      ink: "#14693F",
      cap: "#14693F",
      cloth: clothOf("drinks"),
    }),
    tin({ name: "Coconut Milk", colour: "#1F4E79", cloth: clothIn("more", "#1F4E79", "#BFD9EE") }),
    pillowBag({ name: "Cassava Chips", colour: "#1F4E79", cloth: clothOf("snacks") }),
    box({ name: "Kenyan Tea", colour: "#A3260F", cloth: clothOf("drinks") }),
  ],
} as const;

function shelfRow(goods: readonly string[], x: number, y: number, width: number, scale: number): string {
  const step = width / goods.length;
  return goods
    .map(
      (item, i) =>
        place(x + (i + 0.5) * step - 10 * scale, y - 26, item, { scale: scale * 0.96 }) +
        rect(x + (i + 0.5) * step - 90 * scale, y - 260 * scale, 180 * scale, 230 * scale, 0, "#3A2414", 0) +
        place(x + (i + 0.5) * step, y, item, { scale }),
    )
    .join("");
}

function plank(x: number, y: number, width: number): string {
  return (
    rect(x, y, width, 10, 2, "#B9854E") +
    rect(x, y, width, 4, 2, "#D2A068") +
    rect(x, y + 10, width, 14, 0, down([0, "#1A1008", 0.24], [1, "#1A1008", 0]))
  );
}

export function shopFront(): Drawing {
  const wall = "#E9D9BC";
  const bush = (x: number) =>
    circle(x, 360, 16, "#2C7334") + circle(x + 18, 364, 13, "#3B8A3E") + circle(x - 16, 365, 12, "#3B8A3E");
  return wide(
    rect(0, 0, 600, 450, 0, down([0, "#7DB9E3", 1], [0.6, "#D6ECF7", 1], [1, "#D6ECF7", 1])) +
      ellipse(94, 60, 58, 15, "#fff", 0.85) +
      ellipse(130, 50, 40, 17, "#fff", 0.85) +
      ellipse(480, 40, 62, 13, "#fff", 0.75) +
      ellipse(520, 32, 36, 13, "#fff", 0.75) +
      // Palms behind the roof, as along many Houston car parks.
      [40, 566]
        .map(
          (x) =>
            path(`M${x - 5} 190L${x - 3} 92H${x + 3}L${x + 5} 190Z`, "#8A6B4A") +
            repeat(7, (i) =>
              place(x, 92, path("M0 0C14 -20 40 -20 56 -2C38 -8 18 -4 0 0Z", i % 2 ? "#3B8A3E" : "#2C7334"), {
                rotate: -170 + i * 28,
              }),
            ),
        )
        .join("") +
      rect(0, 176, 70, 206, 0, darker(wall, 0.12)) +
      rect(530, 176, 70, 206, 0, darker(wall, 0.12)) +
      rect(0, 168, 70, 12, 0, darker(wall, 0.3)) +
      rect(530, 168, 70, 12, 0, darker(wall, 0.3)) +
      rect(10, 240, 48, 120, 2, "#9DB7C2") +
      rect(542, 240, 48, 120, 2, "#9DB7C2") +
      rect(62, 112, 476, 272, 0, wall) +
      rect(62, 112, 476, 272, 0, down([0, "#fff", 0.25], [1, "#8A5A2E", 0.16])) +
      path("M62 112V100H196L220 84H380L404 100H538V112Z", darker(wall, 0.12)) +
      rect(56, 108, 488, 9, 2, darker(wall, 0.32)) +
      rect(62, 194, 476, 9, 0, textile(shopCloths.kente, 0.3)) +
      // The sign.
      rect(116, 120, 368, 66, 12, darkGreen) +
      rect(119, 123, 362, 60, 10, green) +
      rect(119, 123, 362, 60, 10, down([0, "#fff", 0.16], [1, "#000", 0.12])) +
      place(132, 129, logoMark({ ...markColours, ground: darkGreen }), { scale: 1.5 }) +
      text("Calabash Market", 330, 158, 37, "#FFFFFF") +
      text("African and Caribbean food and fashion", 330, 175, 13, "#F6D98B", 600) +
      windowView(
        82,
        234,
        150,
        122,
        plank(82, 296, 150) +
          shelfRow(shelfGoods.spices.slice(0, 6), 84, 296, 146, 0.17) +
          plank(82, 352, 150) +
          shelfRow(shelfGoods.grains.slice(0, 5), 84, 352, 146, 0.17),
      ) +
      windowView(
        368,
        234,
        150,
        122,
        place(404, 350, hungCloth(shopCloths.sunburst, 1.2), { scale: 0.36 }) +
          place(452, 352, maxiDress(shopCloths.petals), { scale: 0.36 }) +
          place(494, 350, foldedCloth(shopCloths.kente, 0.8, 4), { scale: 0.2 }) +
          place(494, 312, foldedCloth(shopCloths.adire, 0.9, 3), { scale: 0.19 }),
      ) +
      // Double door with the open sign.
      rect(250, 228, 100, 154, 2, darkGreen) +
      [256, 302]
        .map(
          (x) =>
            rect(x, 236, 42, 142, 0, "#F9E2AE") +
            rect(
              x,
              236,
              42,
              142,
              0,
              aslant([0, "#fff", 0.5], [0.4, "#fff", 0.05], [0.6, "#fff", 0.2], [1, "#B98046", 0.3]),
            ),
        )
        .join("") +
      line("M294 300V326M306 300V326", gold, 3.4) +
      rect(262, 258, 30, 16, 4, "#B3261E") +
      text("OPEN", 277, 270, 10.5, "#FFFFFF") +
      awning(74, 206, 164) +
      awning(244, 206, 112) +
      awning(362, 206, 164) +
      // Pavement, car park and the stand outside.
      rect(0, 380, 600, 20, 0, "#D9D2C4") +
      rect(0, 380, 600, 3, 0, "#BDB5A5") +
      rect(0, 398, 600, 52, 0, "#5F6266") +
      rect(0, 398, 600, 5, 0, "#8A8A86") +
      [40, 160, 440, 560]
        .map((x) =>
          path(
            `M${x} 406L${x + (x - 300) * 0.14} 450H${x + (x - 300) * 0.14 + 6}L${x + 5} 406Z`,
            "#F1EFE8",
            0.9,
          ),
        )
        .join("") +
      bush(24) +
      bush(576) +
      place(112, 391, crateOf.plantains(168), { scale: 0.5 }) +
      place(200, 391, crateOf.peppers(168), { scale: 0.5 }) +
      place(404, 391, crateOf.yams(168), { scale: 0.5 }) +
      place(492, 391, crateOf.mangoes(168), { scale: 0.5 }),
  );
}

export function shelfView(): Drawing {
  return wide(
    rect(0, 0, 600, 450, 0, "#F6E9CF") +
      rect(0, 0, 600, 450, 0, down([0, "#FFFFFF", 0.5], [0.5, "#fff", 0], [1, "#8A5A2E", 0.2])) +
      rect(0, 0, 600, 40, 0, darkGreen) +
      text("Grains · Spices · Drinks and snacks", 300, 27, 20, "#FFFFFF") +
      rect(0, 40, 600, 10, 0, textile(clothOf("grains"), 0.5)) +
      rect(14, 62, 572, 352, 4, "#8A5A30") +
      rect(22, 62, 556, 344, 0, "#5A3A20") +
      rect(22, 62, 556, 344, 0, down([0, "#F9DD9A", 0.32], [0.5, "#F9DD9A", 0.12], [1, "#1A1008", 0.1])) +
      shelfRow(shelfGoods.spices, 26, 164, 548, 0.31) +
      plank(14, 164, 572) +
      shelfRow(shelfGoods.snacks, 26, 282, 548, 0.34) +
      plank(14, 282, 572) +
      shelfRow(shelfGoods.grains, 26, 402, 548, 0.36) +
      plank(14, 402, 572) +
      repeat(14, (i) => rect(42 + i * 39, 166, 20, 7, 1, "#FFFDF7")) +
      repeat(12, (i) => rect(48 + i * 44, 284, 22, 7, 1, "#FFFDF7")) +
      repeat(8, (i) => rect(58 + i * 66, 404, 24, 7, 1, "#FFFDF7")) +
      rect(0, 418, 600, 32, 0, "#C9B28E") +
      rect(0, 418, 600, 32, 0, down([0, "#1A1008", 0.3], [1, "#fff", 0.1])) +
      rect(10, 62, 8, 356, 2, across([0, "#A8743E"], [1, "#6B4423"])) +
      rect(582, 62, 8, 356, 2, across([0, "#A8743E"], [1, "#6B4423"])),
  );
}

export function produceView(): Drawing {
  const lamp = (x: number) =>
    line(`M${x} 0V44`, "#4A3B2A", 3) +
    path(`M${x - 30} 66C${x - 28} 46 ${x + 28} 46 ${x + 30} 66Z`, "#C98B45") +
    ellipse(x, 66, 30, 6, "#FFE9B0") +
    path(`M${x - 30} 68L${x - 92} 300H${x + 92}L${x + 30} 68Z`, "#FFE9B0", 0.12);
  return wide(
    rect(0, 0, 600, 450, 0, "#DDEBD6") +
      rect(0, 0, 600, 450, 0, down([0, "#FFFFFF", 0.5], [0.6, "#fff", 0.1], [1, "#14693F", 0.12])) +
      place(92, 190, hungCloth(shopCloths.sunburst, 1.2), { scale: 0.5 }) +
      place(508, 190, hungCloth(shopCloths.madras, 1.5), { scale: 0.5 }) +
      rect(188, 74, 224, 62, 10, darkGreen) +
      text("Fresh today", 300, 114, 34, "#FFFFFF") +
      line("M214 74V40M386 74V40", "#4A3B2A", 3) +
      rect(188, 126, 224, 10, 0, textile(clothOf("fruits"), 0.4)) +
      lamp(150) +
      lamp(450) +
      path("M20 246H580L598 450H2Z", "#8A5A30") +
      path("M20 246H580L598 450H2Z", down([0, "#fff", 0.12], [1, "#1A1008", 0.36])) +
      place(108, 262, crateOf.callaloo(150)) +
      place(300, 262, crateOf.gardenEggs(150)) +
      place(492, 262, crateOf.okra(150)) +
      place(98, 348, crateOf.plantains(168)) +
      place(300, 348, crateOf.peppers(168)) +
      place(502, 348, crateOf.green(168)) +
      place(92, 436, crateOf.yams(180)) +
      place(300, 436, crateOf.mangoes(180)) +
      place(508, 436, crateOf.peppers(180)) +
      stand(maizeCob(), { x: 398, y: 262, scale: 0.5, shadow: 0 }) +
      stand(
        bowl(
          { colour: "#C98B45", band: "#6B3A14" },
          bowlful({ grain: "peanut", colours: ["#B97834", "#A8682C"], size: 1.6 }, 40),
        ),
        { x: 204, y: 262, scale: 0.3, shadow: 0 },
      ) +
      [108, 300, 492]
        .map(
          (x) =>
            rect(x - 24, 244, 48, 14, 3, lighter(gold, 0.2)) + rect(x - 16, 249, 32, 3.5, 1.7, darkGreen),
        )
        .join(""),
  );
}
