import { heroSlidesFrom } from "#app/features/catalogue/hero-slide-queries.ts";
import type { HeroSlide } from "#app/features/catalogue/hero-slides.ts";
import { putBack, uploadChanges } from "#app/features/images/picture-changes.ts";
import { removeUnusedPictures } from "#app/features/images/product-pictures.ts";
import { t } from "#app/messages/t.ts";
import type { BrowserData } from "#app/platform/browser-data.ts";
import { withoutOrigin } from "#app/values/picture-address.ts";
import { pictureLabel, type SlideDraft, type SlidePictures, slidesRow } from "./slides-draft.ts";

export type SlidesSaved = { kind: "saved"; slides: readonly HeroSlide[] } | { kind: "rejected"; message: string };

/** Saves the slides of the home page; chosen images are uploaded first. */
export async function saveHeroSlides(
  data: BrowserData,
  before: readonly HeroSlide[],
  draft: readonly SlideDraft[],
  pictures: SlidePictures,
  onProgress?: (words: string) => void,
): Promise<SlidesSaved> {
  const changes = draft.map(({ id, image }) => {
    const source = pictures[id]?.source;
    return source?.kind === "new"
      ? { change: { kind: "replace" as const, file: source.file }, savedAddress: null }
      : { change: { kind: "keep" as const }, savedAddress: image };
  });
  const uploads = await uploadChanges(data, changes, onProgress);
  if (uploads.kind === "failed") {
    return {
      kind: "rejected",
      message: t("{picture} could not be uploaded. Nothing was saved.", { picture: pictureLabel(uploads.place) }),
    };
  }
  const images = uploads.addresses.map((address) => withoutOrigin(address ?? ""));
  const result = await write(data, before, slidesRow(draft, images));
  if (result.kind === "rejected") await putBack(data, uploads);
  return result;
}

/** Restores the default slides. */
export function dropHeroSlides(data: BrowserData, before: readonly HeroSlide[]): Promise<SlidesSaved> {
  return write(data, before, []);
}

async function write(
  data: BrowserData,
  before: readonly HeroSlide[],
  after: readonly HeroSlide[],
): Promise<SlidesSaved> {
  const record = () => data.rest.from("store_settings");
  const stands = await record().select("hero_slides").single();
  if (stands.error) return { kind: "rejected", message: tryAgain() };
  if (wordsOf(heroSlidesFrom(stands.data)) !== wordsOf(before)) {
    return {
      kind: "rejected",
      message: t("Someone else changed the slides since you opened this page. Reload it to see their changes."),
    };
  }
  const { data: row, error } = await record()
    .update({ hero_slides: after.map((slide) => ({ ...slide })) })
    .eq("id", true)
    .select("hero_slides")
    .single();
  if (error) {
    if (error.hint === "hero_slides") return { kind: "rejected", message: error.message };
    console.error(error);
    return { kind: "rejected", message: tryAgain() };
  }
  const slides = heroSlidesFrom(row);
  const replaced = before.map(({ image }) => image).filter((image) => !slides.some((slide) => slide.image === image));
  // An image that could not be removed stays in the bucket, unused.
  await removeUnusedPictures(data, replaced).catch(console.error);
  return { kind: "saved", slides };
}

function tryAgain(): string {
  return t("We couldn't save the slides. Try again.");
}

/** Returns the slides as text with a fixed key order, because the database may return the keys in another order. */
function wordsOf(slides: readonly HeroSlide[]): string {
  return JSON.stringify(
    slides.map(({ id, image, alt, header, text, buttonLabel, link }) => [
      id,
      image,
      alt,
      header,
      text,
      buttonLabel,
      link,
    ]),
  );
}
