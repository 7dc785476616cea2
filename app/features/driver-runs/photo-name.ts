import { isUuid, randomUuid } from "#app/values/ids.ts";
import type { StopId } from "./outcomes.ts";

/** In pixels: shows the bag and the door, and is sent over a weak network. */
export const PHOTO_SIDE = 1600;

/** Returns a new name for a photo of a stop; the database reads the stop from it. */
export function newPhotoName({ runId, orderId }: StopId): string {
  return `${runId}/${orderId}/${randomUuid()}`;
}

/** Returns the stop of a photo's name; null for any other text. */
export function stopOfPhoto(name: string): StopId | null {
  const [run = "", orderId = "", photoId = "", ...more] = name.split("/");
  if (!/^\d{1,15}$/.test(run) || !isUuid(orderId) || !isUuid(photoId) || more.length > 0) return null;
  return { runId: Number(run), orderId };
}
