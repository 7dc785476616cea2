import { useEffect, useEffectEvent, useRef, useState } from "react";
import { readStored, writeStored } from "#app/values/device-storage.ts";

const RETRY_MS = 4_000;

/** Text that this device keeps; null until it is set. If storage is blocked, it is kept in memory only. */
export function useStoredText(storageKey: string) {
  const [text, setText] = useState(() => readStored(storageKey));
  function store(changed: string) {
    writeStored(storageKey, changed);
    setText(changed);
  }
  return [text, store] as const;
}

/**
 * State that this device keeps. If storage is full or blocked, it is kept in memory only.
 * @param read validates the stored text, because anyone can edit it
 */
export function useStoredList<Entry>(storageKey: string, read: (stored: string | null) => readonly Entry[]) {
  const [entries, setEntries] = useState(() => read(readStored(storageKey)));
  useEffect(() => void writeStored(storageKey, JSON.stringify(entries)), [storageKey, entries]);
  return [entries, setEntries] as const;
}

/**
 * Sends the next unsent entry of this device: at once, every four seconds, and when the network returns, one request at
 * a time. A changed key sends again, after a request that is under way.
 * @param key changes with the entry; null while there is none
 * @param send resolves with false if the server did not receive the entry; an error counts as that
 */
export function useOutbox(key: unknown, send: () => Promise<boolean>): void {
  const sending = useRef(Promise.resolve());
  const sendNext = useEffectEvent(send);
  useEffect(() => {
    if (key === null) return;
    let isOver = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const start = () => {
      clearTimeout(timer);
      sending.current = sending.current.then(async () => {
        if (isOver || (await sendNext().catch(() => false)) || isOver) return;
        timer = setTimeout(start, RETRY_MS);
      });
    };
    start();
    addEventListener("online", start);
    return () => {
      isOver = true;
      clearTimeout(timer);
      removeEventListener("online", start);
    };
  }, [key]);
}

/** Returns whether a request that failed with this status is sent again; after a 401, once the user logs in. */
export function isNotReceived(status: number): boolean {
  return status >= 500 || [0, 401, 429].includes(status);
}
