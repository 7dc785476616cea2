import type { Category } from "../palette.ts";

/** One product: what is drawn, and the words for those who cannot see it. */
export interface Entry {
  slug: string;
  alt: string;
  first: string;
  second?: { alt: string; drawing: string };
}

export interface Shelf {
  category: Category;
  entries: Entry[];
}
