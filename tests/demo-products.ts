import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { CategoryPrefix } from "#app/features/catalog/categories.ts";

interface DemoProduct {
  category: CategoryPrefix;
  name: string;
  description_header: string;
  description: string;
  price: number;
  size: string;
  also_called?: string;
  ingredients?: string;
}

/** Products of the demo store. */
export const DEMO_PRODUCTS: DemoProduct[] = JSON.parse(
  readFileSync(join(import.meta.dirname, "..", "supabase", "seed", "content", "products.json"), "utf8"),
);

/** Rows of the table `products` for them, with the texts that searches read. */
export const DEMO_ROWS = DEMO_PRODUCTS.map(
  ({ category, name, description_header, description, price, size, also_called = "", ingredients = "" }) => ({
    category,
    name,
    description_header,
    description,
    price,
    size,
    also_called,
    ingredients,
  }),
);
