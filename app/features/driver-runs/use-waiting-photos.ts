import { useCallback, useEffect, useRef, useState } from "react";
import { t } from "#app/messages/t.ts";
import { getBrowserData } from "#app/platform/browser-data.ts";
import { showToast } from "#app/ui/toast.tsx";
import { isSameStop, type Outcome, type StopId } from "./outcomes.ts";
import { newPhotoName, stopOfPhoto } from "./photo-name.ts";
import { sendPhoto } from "./send-photo.ts";
import { deleteWaitingPhoto, listWaitingPhotos, readWaitingPhoto, saveWaitingPhoto } from "./waiting-photos.ts";

const RETRY_MS = 4_000;

/**
 * Sends photos of deliveries, each after the server has received the outcome of its stop.
 * @param onSent called after the server has stored a photo
 */
export function useWaitingPhotos(outcomes: readonly Outcome[], onSent: () => Promise<unknown>) {
  const [names, setNames] = useState<readonly string[]>([]);
  const latestOnSent = useRef(onSent);
  useEffect(() => {
    latestOnSent.current = onSent;
  });

  useEffect(() => {
    // Blocked storage has no photos.
    void listWaitingPhotos()
      .catch(() => [])
      .then((saved) => setNames((now) => [...new Set([...saved, ...now])]));
  }, []);

  const next = names.find((name) => !outcomes.some((outcome) => isOf(name, outcome)));
  useEffect(() => {
    if (next === undefined) return;
    let isOver = false;
    let isSending = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const send = async () => {
      clearTimeout(timer);
      if (isSending) return;
      isSending = true;
      const result = await sendWaiting(next).catch(() => "not received" as const);
      isSending = false;
      if (result === "not received") {
        if (!isOver) timer = setTimeout(send, RETRY_MS);
        return;
      }
      if (result === "rejected") showToast({ kind: "error", text: t("The photo of the delivery couldn't be saved.") });
      await deleteWaitingPhoto(next).catch(console.error);
      await latestOnSent.current();
      setNames((now) => now.filter((name) => name !== next));
    };
    void send();
    const handleOnline = () => void send();
    addEventListener("online", handleOnline);
    return () => {
      isOver = true;
      clearTimeout(timer);
      removeEventListener("online", handleOnline);
    };
  }, [next]);

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
