import { isUuid, randomUuid } from "#app/values/ids.ts";
import type { StopId } from "./outcomes.ts";

/** Maximum side length in pixels: enough to recognize the bag and the door, and small enough for a slow network. */
export const PHOTO_SIDE = 1600;

/** Returns a new file name for a stop's photo. The database reads the stop from it. */
export function newPhotoName({ runId, orderId }: StopId): string {
  return `${runId}/${orderId}/${randomUuid()}`;
}

/** Parses the stop from a photo's file name; null for other names. */
export function stopOfPhoto(name: string): StopId | null {
  const [run = "", orderId = "", photoId = "", ...more] = name.split("/");
  if (!/^\d{1,15}$/.test(run) || !isUuid(orderId) || !isUuid(photoId) || more.length > 0) return null;
  return { runId: Number(run), orderId };
}

/** Private bucket of photos of deliveries, each named `run/order/photo`. */
export const PHOTO_BUCKET = "delivery_photos";
