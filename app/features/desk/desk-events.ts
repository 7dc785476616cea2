import { createParser, type EventSourceMessage } from "eventsource-parser";
import type { BrowserData } from "#app/platform/browser-data.ts";
import { type Desk, toDesk } from "./desk.ts";

export interface DeskWatch {
  /** Receives the changed cards. */
  onChanges: (changes: Desk) => void;
  /** Reads the whole board again. @returns whether it succeeded */
  onReload: () => Promise<boolean>;
  /** Receives whether events arrive as they happen; otherwise the board polls every few seconds. */
  onLive: (isLive: boolean) => void;
  /** Called when the session or the permission has ended. */
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

/** Reads the event stream until it ends or the connection is lost. */
async function listenOnce(data: BrowserData, watch: DeskWatch, signal: AbortSignal): Promise<"ended" | "lost"> {
  const leaving = new AbortController();
  const leave = () => leaving.abort();
  signal.addEventListener("abort", leave);
  let silence = setTimeout(leave, SILENCE_MS);
  let hasEnded = false;
  const handle = ({ event, data: text }: EventSourceMessage) => {
    if (event === "changes") watch.onChanges(toDesk(JSON.parse(text)));
    // After a failed read, a new connection reads again; on this one, no other event would.
    if (event === "reload") void watch.onReload().then((isRead) => (isRead ? watch.onLive(true) : leave()));
    // The token may have expired. If the permission has ended, too, the next response is 401 or 404.
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
    // The connection was lost; `watchDesk` connects again.
  } finally {
    clearTimeout(silence);
    signal.removeEventListener("abort", leave);
    leave();
  }
  return "lost";
}

/** Waits; ends early when the network is back, or the page becomes visible or hidden. */
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
