import { setTimeout as delay } from "node:timers/promises";
import { Client } from "pg";
import { KEEP_ALIVE_MS, withLibpqWords } from "./connect.ts";

export interface ListenerOptions {
  /** Names that need no quoting: lowercase letters and underscores. */
  channels: readonly string[];
  /** Called with the payload of each notification, in order. */
  onMessage: (payload: string, channel: string) => void;
  /** Called each time listening starts: earlier notifications were missed. */
  onListening: () => void;
}

/** A connection that only listens. */
export interface Listener {
  /** Switches to a new address of the database. */
  moveTo(url: string): void;
  end(): Promise<void>;
}

const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 5_000;
/** Interval at which a silent connection is checked. */
const ASK_EVERY_MS = 15_000;
const ANSWER_MS = 5_000;

/**
 * Listens on PostgreSQL channels (`NOTIFY`) until `end`. Reconnects after errors, with pauses that grow from a quarter
 * of a second to five seconds.
 */
export function openListener(url: string, { channels, onMessage, onListening }: ListenerOptions): Listener {
  const ending = new AbortController();
  let address = url;
  let current: Client | null = null;
  const isOver = reconnectLoop();

  return {
    moveTo: (moved) => {
      if (moved === address) return;
      address = moved;
      // Close at once: `end` would wait for a server that may be silent.
      current?.connection.stream.destroy();
    },
    end: async () => {
      ending.abort();
      await current?.end().catch(() => undefined);
      await isOver;
    },
  };

  async function reconnectLoop(): Promise<void> {
    let pauseMs = FIRST_PAUSE_MS;
    while (!ending.signal.aborted) {
      const listened = await listenOnce();
      pauseMs = listened ? FIRST_PAUSE_MS : Math.min(pauseMs * 2, LONGEST_PAUSE_MS);
      await delay(pauseMs, undefined, { signal: ending.signal }).catch(() => undefined);
    }
  }

  /** Listens until the connection ends. @returns whether it had connected */
  async function listenOnce(): Promise<boolean> {
    const client = new Client({
      connectionString: withLibpqWords(address),
      application_name: `calabash listener: ${channels.join(", ")}`,
      connectionTimeoutMillis: ANSWER_MS,
      query_timeout: ANSWER_MS,
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    });
    const ended = new Promise<void>((resolve) => client.once("end", resolve));
    // The "end" event reports a lost connection; without this listener, the error would end the process.
    client.on("error", () => undefined);
    client.on("notification", ({ payload, channel }) => onMessage(payload ?? "", channel));
    try {
      await client.connect();
      ending.signal.throwIfAborted();
      current = client;
      await client.query(channels.map((channel) => `listen ${channel}`).join("; "));
    } catch {
      await client.end().catch(() => undefined);
      return false;
    }
    onListening();
    const polling = setInterval(() => {
      client.query("select 1").catch(() => client.end().catch(() => undefined));
    }, ASK_EVERY_MS).unref();
    await ended;
    clearInterval(polling);
    current = null;
    return true;
  }
}
