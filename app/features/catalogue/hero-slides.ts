import type { TextilePattern } from "#app/ui/textile.tsx";
import { bucketPicture } from "#app/values/picture-address.ts";

export interface HeroSlide {
  id: string;
  image: string;
  header: string;
  text: string;
  buttonLabel: string;
  link: string;
  pattern: TextilePattern;
}

export const HERO_ADVANCE_MS = 10_000;

export const heroSlides: readonly HeroSlide[] = [
  {
    id: "wears",
    image: bucketPicture("hero-cloth.webp"),
    header: "Cloth with a story, cut for today",
    text: "Ankara, kente and agbada from makers we know, ready to wear or ready for your tailor.",
    buttonLabel: "Shop Now",
    link: "/home#wearsandStyles",
    pattern: "kente",
  },
  {
    id: "condiments",
    image: bucketPicture("hero-condiments.webp"),
    header: "The taste of home, by the spoon",
    text: "Egusi, red palm oil, suya pepper and jerk: everything the pot is waiting for.",
    buttonLabel: "Explore",
    link: "/condiments",
    pattern: "bogolan",
  },
  {
    id: "meat",
    image: bucketPicture("hero-meat-and-seafood.webp"),
    header: "From the market, fresh and frozen",
    text: "Goat cut to order, whole mackerel, smoked catfish and the right fish for your stew.",
    buttonLabel: "Learn More",
    link: "/home#meatandSeaFood",
    pattern: "scale",
  },
];

/** After the last slide comes the first. */
export function placeAfter(place: number): number {
  return (place + 1) % heroSlides.length;
}
