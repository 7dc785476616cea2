import type { ProductPicture } from "#app/features/catalog/product.ts";
import { t } from "#app/messages/t.ts";
import type { PictureChange } from "./picture-changes.ts";

/** Maximum number of images of a product, as in the database. */
export const MAX_PICTURES = 8;
export const LONGEST_ALT = 250;

/** Image of a product in the open form. */
export interface PictureInForm {
  key: string;
  /** Preview URL; empty while it is being made. */
  preview: string;
  alt: string;
  source:
    | { kind: "saved"; address: string }
    | { kind: "preparing" }
    | { kind: "new"; file: File }
    | { kind: "rejected"; problemOf: (label: string) => string };
}

/** Image to save: an existing one, or a file to upload. */
export interface PictureToSave {
  change: PictureChange;
  /** URL of an image that is already saved. */
  savedAddress: string | null;
  alt: string;
}

/** Returns the name of an image in the form and in messages. */
export function labelOf(place: number): string {
  return t("Image {number}", { number: place + 1 });
}

/** Returns the field name of an image's file input. */
export function fieldOf(key: string): string {
  return `picture_${key}`;
}

export function picturesInForm(pictures: readonly ProductPicture[]): PictureInForm[] {
  return pictures.map(({ address, alt }) => ({
    key: address,
    preview: address,
    alt,
    source: { kind: "saved", address },
  }));
}

/** Returns the list with one image moved; a position out of range becomes the first or last one. */
export function movePicture<Item extends { key: string }>(list: readonly Item[], key: string, place: number): Item[] {
  const moved = list.find((item) => item.key === key);
  if (!moved) return [...list];
  const others = list.filter((item) => item !== moved);
  return others.toSpliced(Math.min(Math.max(place, 0), others.length), 0, moved);
}

/** Returns the position of the dragged item: after each item whose middle is above the pointer. */
export function placeAt(y: number, others: readonly { top: number; height: number }[]): number {
  return others.filter(({ top, height }) => top + height / 2 < y).length;
}

/** Returns error messages by field name. */
export function pictureProblems(list: readonly PictureInForm[]): Record<string, string> {
  return Object.fromEntries(
    list.flatMap(({ key, source }, place) =>
      source.kind === "rejected" ? [[fieldOf(key), source.problemOf(labelOf(place))]] : [],
    ),
  );
}

export function picturesToSave(list: readonly PictureInForm[]): PictureToSave[] {
  return list.flatMap(({ source, alt }): PictureToSave[] => {
    const words = alt.trim();
    if (source.kind === "saved") return [{ change: { kind: "keep" }, savedAddress: source.address, alt: words }];
    if (source.kind !== "new") return [];
    return [{ change: { kind: "replace", file: source.file }, savedAddress: null, alt: words }];
  });
}

/** Returns whether saving would change nothing. */
export function isSamePictures(before: readonly ProductPicture[], after: readonly PictureToSave[]): boolean {
  return (
    before.length === after.length &&
    after.every(({ savedAddress, alt }, place) => savedAddress === before[place]?.address && alt === before[place]?.alt)
  );
}
