import { categories } from "#app/features/catalog/categories.ts";
import type { HeroSlide } from "#app/features/home/hero-slides.ts";
import { homeRows } from "#app/features/home/home-rows.ts";
import type { PictureInForm } from "#app/features/images/picture-list.ts";
import { t } from "#app/messages/t.ts";
import { isOwnPicture } from "#app/values/picture-address.ts";
import { englishSlides } from "./slide-queries.ts";

/** Maximum number of slides; this and the maximum lengths match the database. */
export const MAX_SLIDES = 6;
export const LONGEST_HEADER = 50;
export const LONGEST_TEXT = 110;
export const LONGEST_BUTTON = 24;
const LONGEST_LINK = 300;

/** Form values of one slide. */
export interface SlideDraft extends HeroSlide {
  /** Whether the link is typed instead of chosen from the list. */
  isLinkTyped: boolean;
}

/** Newly chosen, unsaved images by slide id. */
export type SlidePictures = Readonly<Record<string, Pick<PictureInForm, "preview" | "source">>>;

/** Returns the link targets offered in the list, in groups. */
export function linkPlaces(): readonly { group: string; places: readonly { to: string; label: string }[] }[] {
  return [
    { group: t("Categories"), places: categories.map(({ path, menuLabel }) => ({ to: path, label: menuLabel() })) },
    {
      group: t("On the home page"),
      places: [
        { to: "/home#wearsandStyles", label: t("Shelf: African Wears") },
        ...homeRows.flatMap(({ anchor, title }) =>
          anchor ? [{ to: `/home#${anchor}`, label: t("Shelf: {title}", { title: title() }) }] : [],
        ),
      ],
    },
    {
      group: t("Other pages"),
      places: [
        { to: "/blog", label: t("Articles") },
        { to: "/about", label: t("About") },
        { to: "/contact", label: t("Contact") },
      ],
    },
  ];
}

/** Returns the initial values: the owner's slides, or the three default ones. */
export function slidesDraft(saved: readonly HeroSlide[]): SlideDraft[] {
  const known = new Set(linkPlaces().flatMap(({ places }) => places.map(({ to }) => to)));
  return (saved.length > 0 ? saved : englishSlides()).map((slide) => ({
    ...slide,
    isLinkTyped: !known.has(slide.link),
  }));
}

export function emptySlide(id: string): SlideDraft {
  const link = categories[0].path;
  return { id, image: "", alt: "", header: "", text: "", buttonLabel: "Shop Now", link, isLinkTyped: false };
}

/** Returns the slides to save; an empty list if they are the three default ones. */
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
    header: slide.header.trim() || t("Your header"),
    text: slide.text.trim() || t("Your text"),
    buttonLabel: slide.buttonLabel.trim() || t("Your button"),
    // Until the typed link is valid, the preview links to the home page.
    link: linkProblem(slide.link) ? "/home" : slide.link.trim(),
  }));
}

/** Returns the name of a slide's form field. It contains the slide's id, so it survives reordering. */
export function slideField(id: string, field: keyof HeroSlide): string {
  return `${id}.${field}`;
}

/** Returns error messages by field name, in the order of the form. */
export function slideProblems(
  draft: readonly SlideDraft[],
  pictures: SlidePictures,
): Record<string, string | undefined> {
  return Object.fromEntries(
    draft.flatMap((slide, place) => [
      [slideField(slide.id, "image"), pictureProblem(slide, place, pictures)],
      [slideField(slide.id, "header"), wordsProblem(slide.header, LONGEST_HEADER, t("Header is required"))],
      [slideField(slide.id, "text"), wordsProblem(slide.text, LONGEST_TEXT, t("Text is required"))],
      [
        slideField(slide.id, "buttonLabel"),
        wordsProblem(slide.buttonLabel, LONGEST_BUTTON, t("Button text is required")),
      ],
      [slideField(slide.id, "link"), linkProblem(slide.link)],
    ]),
  );
}

function pictureProblem(slide: SlideDraft, place: number, pictures: SlidePictures): string | undefined {
  const source = pictures[slide.id]?.source;
  if (source?.kind === "rejected") return source.problemOf(pictureLabel(place));
  return source || isOwnPicture(slide.image)
    ? undefined
    : t("{picture} is missing. Choose one", { picture: pictureLabel(place) });
}

/** Returns the name of a slide's image in messages. */
export function pictureLabel(place: number): string {
  return t("The image of slide {number}", { number: place + 1 });
}

function wordsProblem(typed: string, longest: number, missing: string): string | undefined {
  const words = typed.trim();
  if (words === "") return missing;
  return words.length > longest ? t("{longest} characters at most", { longest }) : undefined;
}

/** Accepts a path of this store or a safe external URL, never a script. */
export function linkProblem(typed: string): string | undefined {
  const link = typed.trim();
  const isRight = /^\/([^/\s\\][^\s\\]*)?$/.test(link) || /^https:\/\/[^/\s\\]+\.[^\s\\]+$/.test(link);
  return isRight && link.length <= LONGEST_LINK
    ? undefined
    : t("Enter a page of this store, such as /drinkandbeverages, or a URL that starts with https://");
}
