import type { BrowserData } from "#app/platform/browser-data.ts";
import { PHOTO_BUCKET } from "#app/values/delivery-photo.ts";
import { fieldsOf } from "#app/values/unknown-value.ts";

export type SentPhoto = "saved" | "rejected" | "not received";

/** Sends a photo of a delivered stop. The result is saved, rejected, or not received; the latter is sent again. */
export async function sendPhoto(data: BrowserData, name: string, photo: Blob): Promise<SentPhoto> {
  const { error } = await data.storage.from(PHOTO_BUCKET).upload(name, photo, { contentType: photo.type });
  return error === null ? "saved" : outcomeOf(error);
}

/** Converts an error of the storage service, which often responds 400 and puts the actual status in the body. */
export function outcomeOf(error: unknown): SentPhoto {
  const { status, statusCode } = fieldsOf(error);
  if (typeof status !== "number") return "not received";
  const code = Number(statusCode ?? status);
  // The photo is already stored; only the response was lost.
  if (code === 409) return "saved";
  return status >= 500 || code >= 500 || [401, 429].includes(code) ? "not received" : "rejected";
}
