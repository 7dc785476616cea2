import { t } from "#app/messages/t.ts";
import type { BrowserData } from "#app/platform/browser-data.ts";
import { fitPicture } from "./fit-picture.ts";
import { namePicture, removePictures, uploadPicture } from "./product-pictures.ts";

/** Change of an image in a form. */
export type PictureChange = { kind: "keep" } | { kind: "remove" } | { kind: "replace"; file: File };

/** `addresses` are in the order of the changes; `names` are the uploaded files, removed if the row is not written. */
export type Uploads =
  | { kind: "done"; addresses: (string | null)[]; names: string[] }
  | { kind: "failed"; place: number };

/** Returns null if the image cannot be made small enough. */
export async function fitChange(change: PictureChange): Promise<PictureChange | null> {
  if (change.kind !== "replace") return change;
  const file = await fitPicture(change.file);
  return file && { kind: "replace", file };
}

/**
 * Uploads new images one by one, before the row that names them is written: until then shoppers see no change. If
 * one fails, the earlier ones are removed.
 */
export async function uploadChanges(
  data: BrowserData,
  changes: readonly { change: PictureChange; savedAddress: string | null }[],
  onProgress: (words: string) => void = () => undefined,
): Promise<Uploads> {
  const names: string[] = [];
  const addresses: (string | null)[] = [];
  for (const [place, { change, savedAddress }] of changes.entries()) {
    if (change.kind !== "replace") {
      addresses.push(change.kind === "keep" ? savedAddress : null);
      continue;
    }
    onProgress(progressWords(place, changes.length));
    const picture = namePicture(data, change.file);
    if (!(await uploadPicture(data, picture))) {
      await removePictures(data, names);
      return { kind: "failed", place };
    }
    names.push(picture.name);
    addresses.push(picture.address);
  }
  return { kind: "done", addresses, names };
}

/** Returns the progress text of an upload, which takes a while on a phone. */
export function progressWords(place: number, count: number): string {
  return count === 1 ? t("Uploading image…") : t("Uploading image {place} of {count}…", { place: place + 1, count });
}

/** Removes the uploaded images after their row could not be written. */
export function putBack(data: BrowserData, uploads: Extract<Uploads, { kind: "done" }>): Promise<void> {
  return removePictures(data, uploads.names);
}
