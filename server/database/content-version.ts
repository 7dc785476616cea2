import { setTimeout as wait } from "node:timers/promises";
import type { ShopData } from "./shop-data.ts";

/** Time that a client waits for a read, and timeout of a read. */
const CLIENT_WAITS_MS = 250;
const READ_LIMIT_MS = 2000;
const EVERY_MS = 1000;

export interface ContentVersion {
  /** Empty until the first successful read. */
  readonly current: string;
  /** Whether the last read failed or is late. */
  readonly isUnknown: boolean;
  /** Whether the last read is recent enough. */
  isFresh(): boolean;
  /**
   * Reads the version when due. After the first read, a slow or failed one does not delay clients; the version is read
   * again later.
   */
  refresh(): Promise<void>;
}

const versions = new WeakMap<ShopData, ContentVersion>();

/** Returns the version that all parts of a process share; it is read once a second at most. */
export function contentVersionOf(data: ShopData): ContentVersion {
  const version = versions.get(data) ?? createContentVersion(() => readVersion(data), EVERY_MS);
  versions.set(data, version);
  return version;
}

async function readVersion(data: ShopData): Promise<string> {
  const { data: row } = await data.public.from("content_version").select("version,epoch").single().throwOnError();
  return `${row.version}.${row.epoch}`;
}

/**
 * Caches the version of all public content, one row that triggers update.
 * @param read returns the version, or throws
 * @param everyMs minimum time between reads
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
      // Retries on a timer instead of waiting for the next client.
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
      // Nothing is known yet, not even whether the store is open to the public.
      if (current === "") return start();
      const enough = new AbortController();
      const waited = wait(CLIENT_WAITS_MS, "late", { signal: enough.signal }).catch(() => "read");
      const result = await Promise.race([start(), waited]);
      enough.abort();
      if (result === "late") isUnknown = true;
    },
  };
}
