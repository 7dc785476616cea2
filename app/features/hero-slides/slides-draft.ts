import { categories } from "#app/features/catalogue/categories.ts";
import type { HeroSlide } from "#app/features/catalogue/hero-slides.ts";
import { homeRows } from "#app/features/catalogue/home-rows.ts";
import type { PictureInForm } from "#app/features/images/picture-list.ts";
import { isOwnPicture } from "#app/values/picture-address.ts";
import { englishSlides } from "./english-slides.ts";

/** Maximum number of slides; like the maximum lengths, the same as in the database. */
export const MAX_SLIDES = 6;
export const LONGEST_HEADER = 50;
export const LONGEST_TEXT = 110;
export const LONGEST_BUTTON = 24;
const LONGEST_LINK = 300;

/** A slide as its form holds it. */
export interface SlideDraft extends HeroSlide {
  /** Whether the link is typed, because it is none of the list. */
  isLinkTyped: boolean;
}

/** Chosen, unsaved images by the slides' ids. */
export type SlidePictures = Readonly<Record<string, Pick<PictureInForm, "preview" | "source">>>;

/** Targets for a slide's button that need no typing. */
export const LINK_PLACES: Readonly<Record<string, readonly { to: string; label: string }[]>> = {
  Categories: categories.map(({ path, menuLabel }) => ({ to: path, label: menuLabel() })),
  "On the home page": [
    { to: "/home#wearsandStyles", label: "Shelf: African Wears" },
    ...homeRows.flatMap(({ anchor, title }) => (anchor ? [{ to: `/home#${anchor}`, label: `Shelf: ${title()}` }] : [])),
  ],
  "Other pages": [
    { to: "/blog", label: "Articles" },
    { to: "/about", label: "About" },
    { to: "/contact", label: "Contact" },
  ],
};

const PLACES = new Set(
  Object.values(LINK_PLACES)
    .flat()
    .map(({ to }) => to),
);

/** Returns the initial values: the owner's slides, or the three default ones. */
export function slidesDraft(saved: readonly HeroSlide[]): SlideDraft[] {
  return (saved.length > 0 ? saved : englishSlides()).map((slide) => ({
    ...slide,
    isLinkTyped: !PLACES.has(slide.link),
  }));
}

export function emptySlide(id: string): SlideDraft {
  const link = categories[0].path;
  return { id, image: "", alt: "", header: "", text: "", buttonLabel: "Shop Now", link, isLinkTyped: false };
}

/** Returns the slides to save; an empty list for the three default ones. */
export function slidesRow(draft: readonly SlideDraft[], images: readonly string[]): HeroSlide[] {
  const slides = draft.map((slide, place) => ({
    id: slide.id,
    image: images[place] ?? slide.image,
    alt: slide.alt.trim(),
    header: slide.header.trim(),
    text: slide.text.trim(),
    buttonLabel: slide.buttonLabel.trim(),
    link: slide.link.trim(),
  }));
  return JSON.stringify(slides) === JSON.stringify(englishSlides()) ? [] : slides;
}

/** Returns the slides for the preview, with placeholders for empty texts. */
export function previewedSlides(draft: readonly SlideDraft[], pictures: SlidePictures): HeroSlide[] {
  return draft.map((slide) => ({
    ...slide,
    image: pictures[slide.id]?.preview ?? slide.image,
    header: slide.header.trim() || "Your header",
    text: slide.text.trim() || "Your text",
    buttonLabel: slide.buttonLabel.trim() || "Your button",
    // A link that is not finished leads nowhere else meanwhile.
    link: linkProblem(slide.link) ? "/home" : slide.link.trim(),
  }));
}

/** The name of a slide's field, which stays with it at another place. */
export function slideField(id: string, field: keyof HeroSlide): string {
  return `${id}.${field}`;
}

/** Messages by the names of the fields, in the order of the form. */
export function slideProblems(
  draft: readonly SlideDraft[],
  pictures: SlidePictures,
): Record<string, string | undefined> {
  return Object.fromEntries(
    draft.flatMap((slide, place) => [
      [slideField(slide.id, "image"), pictureProblem(slide, place, pictures)],
      [slideField(slide.id, "header"), wordsProblem(slide.header, LONGEST_HEADER, "Header is required")],
      [slideField(slide.id, "text"), wordsProblem(slide.text, LONGEST_TEXT, "Text is required")],
      [slideField(slide.id, "buttonLabel"), wordsProblem(slide.buttonLabel, LONGEST_BUTTON, "Button text is required")],
      [slideField(slide.id, "link"), linkProblem(slide.link)],
    ]),
  );
}

function pictureProblem(slide: SlideDraft, place: number, pictures: SlidePictures): string | undefined {
  const source = pictures[slide.id]?.source;
  if (source?.kind === "rejected") return source.problemOf(pictureLabel(place));
  return source || isOwnPicture(slide.image) ? undefined : `${pictureLabel(place)} is missing. Choose one`;
}

/** Returns the name of a slide's image in messages. */
export function pictureLabel(place: number): string {
  return `The image of slide ${place + 1}`;
}

function wordsProblem(typed: string, longest: number, missing: string): string | undefined {
  const words = typed.trim();
  if (words === "") return missing;
  return words.length > longest ? `${longest} characters at most` : undefined;
}

/** Accepts a page of this store or a safe one elsewhere, never a script. */
export function linkProblem(typed: string): string | undefined {
  const link = typed.trim();
  const isRight = /^\/([^/\s\\][^\s\\]*)?$/.test(link) || /^https:\/\/[^/\s\\]+\.[^\s\\]+$/.test(link);
  return isRight && link.length <= LONGEST_LINK
    ? undefined
    : "Enter a page of this store, such as /drinkandbeverages, or a URL that starts with https://";
}
