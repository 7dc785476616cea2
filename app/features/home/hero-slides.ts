import type { Translatable } from "#app/values/untranslated.ts";

export interface HeroSlide extends Translatable {
  id: string;
  image: string;
  /** Alternative text; empty for a decorative image. */
  alt: string;
  header: string;
  text: string;
  buttonLabel: string;
  link: string;
}

export const HERO_ADVANCE_MS = 10_000;

/** Patterns of the slides, by position. */
const PATTERNS = ["kente", "bogolan", "scale"] as const;

export function patternAt(place: number): (typeof PATTERNS)[number] {
  return PATTERNS[place % PATTERNS.length] ?? PATTERNS[0];
}

/** Returns the next position; the first slide follows the last. */
export function placeAfter(place: number, count: number): number {
  return (place + 1) % count;
}
