import { setTimeout as wait } from "node:timers/promises";

/** How long a visitor waits for the version, and how long anything does. */
const CLIENT_WAITS_MS = 250;
const READ_LIMIT_MS = 2000;

export interface ContentVersion {
  /** "" until it could be read for the first time. */
  readonly current: string;
  /** It could not be read when it was last tried. */
  readonly isUnknown: boolean;
  /** Read so recently that no new read is needed. */
  isFresh(): boolean;
  /** Reads the version when due. Failures delay nobody; the next call retries. */
  refresh(): Promise<void>;
}

/**
 * The version of everything public: one row that triggers raise.
 * @param read gives the version, or fails
 * @param everyMs it is read at most once in this time
 */
export function createContentVersion(read: () => Promise<string>, everyMs: number): ContentVersion {
  let current = "";
  let isUnknown = false;
  let readAt = Number.NEGATIVE_INFINITY;
  let reading: Promise<void> | null = null;

  const isFresh = () => !isUnknown && performance.now() - readAt < everyMs;

  async function readNow(): Promise<void> {
    const limit = new AbortController();
    try {
      const late = wait(READ_LIMIT_MS, undefined, { signal: limit.signal }).then(() => {
        throw new Error("The version of the content could not be read in time.");
      });
      current = await Promise.race([read(), late]);
      isUnknown = false;
    } catch {
      isUnknown = true;
      // Fresh again by itself, not when the next visitor comes.
      setTimeout(() => void start(), Math.max(everyMs, 1)).unref();
    } finally {
      limit.abort();
      readAt = performance.now();
      reading = null;
    }
  }

  function start(): Promise<void> {
    reading ??= readNow();
    return reading;
  }

  return {
    get current() {
      return current;
    },
    get isUnknown() {
      return isUnknown;
    },
    isFresh,
    refresh: async () => {
      if (isFresh()) return;
      if (isUnknown) return void start();
      const enough = new AbortController();
      const waited = wait(CLIENT_WAITS_MS, "late", { signal: enough.signal }).catch(() => "read");
      const answer = await Promise.race([start(), waited]);
      enough.abort();
      if (answer === "late") isUnknown = true;
    },
  };
}
