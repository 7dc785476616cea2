import { createParser, type EventSourceMessage } from "eventsource-parser";
import type { BrowserData } from "#app/platform/browser-data.ts";
import { type Desk, toDesk } from "./desk.ts";

export interface DeskWatch {
  /** Orders look different. */
  onChanges: (changes: Desk) => void;
  /** Reads everything again. @returns whether it succeeded */
  onReload: () => Promise<boolean>;
  /** Whether events arrive as they happen; otherwise the board polls every few seconds. */
  onLive: (isLive: boolean) => void;
  /** The session or the permission has ended. */
  onEnd: () => void;
}

const ASK_EVERY_MS = 3_000;
/** The server sends an event every ten seconds. */
const SILENCE_MS = 25_000;

/** Follows the order board until the signal aborts; polls if events are unavailable. */
export async function watchDesk(data: BrowserData, watch: DeskWatch, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const outcome = await listenOnce(data, watch, signal);
    if (signal.aborted) return;
    if (outcome === "ended") return watch.onEnd();
    watch.onLive(false);
    await pause(ASK_EVERY_MS, signal);
    if (signal.aborted) return;
    await watch.onReload();
  }
}

/** @returns when the stream has ended, by the server or by a lost connection */
async function listenOnce(data: BrowserData, watch: DeskWatch, signal: AbortSignal): Promise<"ended" | "lost"> {
  const leaving = new AbortController();
  const leave = () => leaving.abort();
  signal.addEventListener("abort", leave);
  let silence = setTimeout(leave, SILENCE_MS);
  let hasEnded = false;
  const handle = ({ event, data: text }: EventSourceMessage) => {
    if (event === "changes") watch.onChanges(toDesk(JSON.parse(text)));
    if (event === "reload") void watch.onReload().then((isRead) => watch.onLive(isRead));
    // The token may have expired: without permission the next response says so.
    if (event === "end") hasEnded = true;
  };
  try {
    const answer = await data.fetchApi("/desk/events", { signal: leaving.signal });
    if (answer.status === 401 || answer.status === 404) return "ended";
    if (!answer.ok || !answer.body) return "lost";
    const parser = createParser({ onEvent: handle });
    const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
    while (!hasEnded) {
      const { done, value } = await reader.read();
      if (done) break;
      clearTimeout(silence);
      silence = setTimeout(leave, SILENCE_MS);
      parser.feed(value);
    }
  } catch {
    // The connection is gone; it is tried again.
  } finally {
    clearTimeout(silence);
    signal.removeEventListener("abort", leave);
    leave();
  }
  return "lost";
}

/** Shorter when the network, or the person, comes back. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      removeEventListener("online", end);
      document.removeEventListener("visibilitychange", end);
      signal.removeEventListener("abort", end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    addEventListener("online", end);
    document.addEventListener("visibilitychange", end);
    signal.addEventListener("abort", end);
  });
}
