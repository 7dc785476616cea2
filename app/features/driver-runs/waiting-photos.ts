import { PHOTO_CACHE } from "#app/platform/personal-data.ts";
import { stopOfPhoto } from "./photo-name.ts";

/** Unsent photos, which are kept on this device when the page is reloaded. The Cache API requires a secure context. */

const FOLDER = "/waiting-photos/";

/** @throws if the device has no space left */
export async function saveWaitingPhoto(name: string, file: Blob): Promise<void> {
  const cache = await caches.open(PHOTO_CACHE);
  await cache.put(FOLDER + name, new Response(file, { headers: { "content-type": file.type } }));
}

export async function listWaitingPhotos(): Promise<string[]> {
  const cache = await globalThis.caches?.open(PHOTO_CACHE);
  const requests = (await cache?.keys()) ?? [];
  return requests
    .map(({ url }) => new URL(url).pathname.slice(FOLDER.length))
    .filter((name) => stopOfPhoto(name) !== null);
}

/** Returns null if there is no such photo. */
export async function readWaitingPhoto(name: string): Promise<Blob | null> {
  const found = await (await caches.open(PHOTO_CACHE)).match(FOLDER + name);
  return found ? found.blob() : null;
}

export async function deleteWaitingPhoto(name: string): Promise<void> {
  await (await caches.open(PHOTO_CACHE)).delete(FOLDER + name);
}
