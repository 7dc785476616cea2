import { useCallback, useEffect, useState } from "react";
import { t } from "#app/messages/t.ts";
import { type BrowserData, getBrowserData } from "#app/platform/browser-data.ts";
import { PHOTO_CACHE } from "#app/platform/personal-data.ts";
import { useOutbox } from "#app/platform/use-outbox.ts";
import { refreshPolled } from "#app/platform/use-polled-query.ts";
import { showToast } from "#app/ui/toast.tsx";
import { fieldsOf } from "#app/values/unknown-value.ts";
import { isSameStop, type Outcome, type StopId } from "./outcomes.ts";
import { newPhotoName, PHOTO_BUCKET, stopOfPhoto } from "./photo-name.ts";

/** Unsent photos, which are kept on this device when the page is reloaded. The Cache API requires a secure context. */

const FOLDER = "/waiting-photos/";

/** @throws if the device has no space left */
async function saveWaitingPhoto(name: string, file: Blob): Promise<void> {
  const cache = await caches.open(PHOTO_CACHE);
  await cache.put(FOLDER + name, new Response(file, { headers: { "content-type": file.type } }));
}

async function listWaitingPhotos(): Promise<string[]> {
  const cache = await globalThis.caches?.open(PHOTO_CACHE);
  const requests = (await cache?.keys()) ?? [];
  return requests
    .map(({ url }) => new URL(url).pathname.slice(FOLDER.length))
    .filter((name) => stopOfPhoto(name) !== null);
}

/** Returns null if there is no such photo. */
async function readWaitingPhoto(name: string): Promise<Blob | null> {
  const found = await (await caches.open(PHOTO_CACHE)).match(FOLDER + name);
  return found ? found.blob() : null;
}

async function deleteWaitingPhoto(name: string): Promise<void> {
  await (await caches.open(PHOTO_CACHE)).delete(FOLDER + name);
}

/** Sends photos of deliveries, each after the server has received the outcome of its stop. */
export function useWaitingPhotos(outcomes: readonly Outcome[]) {
  const [names, setNames] = useState<readonly string[]>([]);
  // Unsent photos are in the Cache API. Blocked storage has none.
  useEffect(() => {
    void listWaitingPhotos()
      .catch(() => [])
      .then((saved) => setNames((now) => [...new Set([...saved, ...now])]));
  }, []);

  const next = names.find((name) => !outcomes.some((outcome) => isOf(name, outcome)));
  useOutbox(next ?? null, async () => {
    if (next === undefined) return true;
    const result = await sendWaiting(next).catch(() => "not received" as const);
    if (result === "not received") return false;
    if (result === "rejected") showToast({ kind: "error", text: t("The photo of the delivery couldn't be saved.") });
    await deleteWaitingPhoto(next).catch(console.error);
    await refreshPolled();
    setNames((now) => now.filter((name) => name !== next));
    return true;
  });

  /** Replaces a stop's unsent photo; null deletes it. */
  const replace = useCallback(async (stop: StopId, photo: Blob | null) => {
    for (const name of await listWaitingPhotos().catch(() => [])) {
      if (isOf(name, stop)) await deleteWaitingPhoto(name).catch(console.error);
    }
    setNames((now) => now.filter((name) => !isOf(name, stop)));
    if (!photo) return;
    const name = newPhotoName(stop);
    try {
      await saveWaitingPhoto(name, photo);
      setNames((now) => [...now, name]);
    } catch {
      showToast({ kind: "error", text: t("This device couldn't save the photo. The delivery is saved without it.") });
    }
  }, []);

  return { count: names.length, replace };
}

async function sendWaiting(name: string) {
  const photo = await readWaitingPhoto(name);
  return photo ? sendPhoto(getBrowserData(), name, photo) : "saved";
}

function isOf(name: string, stop: StopId): boolean {
  const own = stopOfPhoto(name);
  return own !== null && isSameStop(own, stop);
}

type SentPhoto = "saved" | "rejected" | "not received";

/** Sends a photo of a delivered stop. The result is saved, rejected, or not received; the latter is sent again. */
async function sendPhoto(data: BrowserData, name: string, photo: Blob): Promise<SentPhoto> {
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
