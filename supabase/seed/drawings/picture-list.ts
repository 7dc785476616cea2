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
    ...(second ? [{ file: `${slug}-2.webp`, ...square, alt: second.alt, drawing: onGround(category, second.drawing) }] : []),
  ]);
}

export const pictures: Picture[] = [...shelves.flatMap(productPictures)];
