import type { HeroSlide } from "#app/features/home/hero-slides.ts";
import { putBack, uploadChanges } from "#app/features/images/picture-changes.ts";
import { removeUnusedPictures } from "#app/features/images/product-pictures.ts";
import { t } from "#app/messages/t.ts";
import type { BrowserData } from "#app/platform/browser-data.ts";
import { rowWriter } from "#app/platform/save-changes.ts";
import { saveMerged } from "#app/ui/save-merged.ts";
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
  const result = await write(data, before, slidesRow(draft, images)).catch(async (error: unknown) => {
    await putBack(data, uploads);
    throw error;
  });
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
  const { error, saved } = await saveMerged({
    before: { hero_slides: [...before] },
    mine: { hero_slides: [...after] },
    subject: t("This setting"),
    labels: ([, id, field]) => slideLabel([...after, ...before], id, field),
    write: rowWriter(data, "store_settings", { id: true }),
  });
  if (error) {
    if (error.hint === "hero_slides") return { kind: "rejected", message: error.message };
    console.error(error);
    return { kind: "rejected", message: t("We couldn't save the slides. Try again.") };
  }
  const slides = saved.hero_slides;
  const replaced = before.map(({ image }) => image).filter((image) => !slides.some((slide) => slide.image === image));
  // An image that could not be removed stays in the bucket, unused.
  await removeUnusedPictures(data, replaced).catch(console.error);
  return { kind: "saved", slides };
}

function slideLabel(slides: readonly HeroSlide[], id?: string, field?: string): string {
  const labels: Record<string, string> = {
    header: t("Header"),
    buttonLabel: t("Button text"),
    text: t("Text"),
    link: t("Button link"),
    alt: t("Image description"),
    image: t("Image"),
  };
  const header = slides.find((slide) => slide.id === id)?.header ?? "";
  return `${labels[field ?? ""] ?? t("Slide")} (${header})`;
}
