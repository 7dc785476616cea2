/** Every picture of the demo shop: file name, size, words for those who cannot see it, drawing. */
import { beauty } from "./goods/beauty.ts";
import { condiments } from "./goods/condiments.ts";
import { drinks } from "./goods/drinks.ts";
import type { Shelf } from "./goods/entry.ts";
import { fruits } from "./goods/fruits.ts";
import { grains } from "./goods/grains.ts";
import { meat } from "./goods/meat.ts";
import { more } from "./goods/more.ts";
import { snacks } from "./goods/snacks.ts";
import { wears } from "./goods/wears.ts";
import { type Drawing, onGround } from "./scene.ts";
import { articlePictures } from "./views/article-pictures.ts";
import { sharePicture } from "./views/brand.ts";
import { clothHero, condimentHero, meatHero } from "./views/heroes.ts";
import { teamPortraits, testimonialPortraits } from "./views/portraits.ts";
import { produceView, shelfView, shopFront } from "./views/shop.ts";

export interface Picture {
  file: string;
  width: number;
  height: number;
  alt: string;
  drawing: Drawing;
}

const shelves: Shelf[] = [wears, beauty, condiments, drinks, fruits, grains, meat, snacks, more];

function productPictures({ category, entries }: Shelf): Picture[] {
  const square = { width: 800, height: 800 };
  return entries.flatMap(({ slug, alt, first, second }) => [
    { file: `${slug}.webp`, ...square, alt, drawing: onGround(category, first) },
    ...(second
      ? [{ file: `${slug}-2.webp`, ...square, alt: second.alt, drawing: onGround(category, second.drawing) }]
      : []),
  ]);
}

const wide = { width: 1200, height: 900 };
const portrait = { width: 400, height: 400 };

export const pictures: Picture[] = [
  ...shelves.flatMap(productPictures),
  {
    file: "hero-cloth.webp",
    ...wide,
    alt: "Maxi dress, agbada and gele between hanging kente and wax print",
    drawing: clothHero(),
  },
  {
    file: "hero-condiments.webp",
    ...wide,
    alt: "Palm oil, egusi, suya pepper and shito with palm fruits and Scotch bonnets",
    drawing: condimentHero(),
  },
  {
    file: "hero-meat-and-seafood.webp",
    ...wide,
    alt: "Mackerel and shrimp on ice, with trays of goat meat and stewing hen",
    drawing: meatHero(),
  },
  {
    file: "shop-front.webp",
    ...wide,
    alt: "Drawing of a strip-mall shop with the sign Calabash Market and crates of produce outside",
    drawing: shopFront(),
  },
  {
    file: "shop-shelves.webp",
    ...wide,
    alt: "Drawing of shelves filled with sauces, snacks, garri, rice and flour",
    drawing: shelfView(),
  },
  {
    file: "shop-produce.webp",
    ...wide,
    alt: "Drawing of the produce stand with plantains, peppers, yams, mangoes and greens in crates",
    drawing: produceView(),
  },
  ...testimonialPortraits.map(({ file, name, drawing }) => ({
    file,
    ...portrait,
    alt: `Drawn portrait for the sample customer ${name}`,
    drawing,
  })),
  ...teamPortraits.map(({ file, title, drawing }) => ({
    file,
    width: 600,
    height: 600,
    alt: `Drawn placeholder portrait: ${title}`,
    drawing,
  })),
  ...articlePictures.map(({ file, alt, drawing }) => ({ file, width: 1200, height: 800, alt, drawing })),
  {
    file: "share.webp",
    width: 1200,
    height: 630,
    alt: "Calabash Market, African and Caribbean food and fashion",
    drawing: sharePicture(),
  },
];
