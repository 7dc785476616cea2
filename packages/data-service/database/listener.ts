import { setTimeout as delay } from "node:timers/promises";
import { Client } from "pg";
import { KEEP_ALIVE_MS, withLibpqWords } from "./connect.ts";

export interface ListenerOptions {
  /** A name that PostgreSQL takes as it is: lower-case letters and underscores. */
  channel: string;
  /** Called with the payload of each notification, in their order. */
  onMessage: (payload: string) => void;
  /** Called when listening (again): notifications sent before were missed. */
  onListening: () => void;
}

/** One connection that does nothing but listen. */
export interface Listener {
  /** The database has another address from now on. */
  moveTo(url: string): void;
  end(): Promise<void>;
}

const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 5_000;
/** A connection that was cut without a word is missed after so long. */
const ASK_EVERY_MS = 15_000;
const ANSWER_MS = 5_000;

/**
 * Listens on a channel of PostgreSQL (`NOTIFY`) until it is ended. A connection that is lost, or cannot be had, is
 * opened again by itself, after a quarter of a second and then less and less often, down to every five seconds.
 */
export function openListener(url: string, { channel, onMessage, onListening }: ListenerOptions): Listener {
  const ending = new AbortController();
  let address = url;
  let current: Client | null = null;
  const isOver = reconnectLoop();

  return {
    moveTo: (moved) => {
      if (moved === address) return;
      address = moved;
      // At once: `end` would wait for a server that may be silent.
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

  /** @returns whether there was a connection for a while */
  async function listenOnce(): Promise<boolean> {
    const client = new Client({
      connectionString: withLibpqWords(address),
      application_name: `calabash listener: ${channel}`,
      connectionTimeoutMillis: ANSWER_MS,
      query_timeout: ANSWER_MS,
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    });
    const ended = new Promise<void>((resolve) => client.once("end", resolve));
    // Its end is what is waited for; without a listener it would end the process.
    client.on("error", () => undefined);
    client.on("notification", ({ payload }) => onMessage(payload ?? ""));
    try {
      await client.connect();
      current = client;
      if (ending.signal.aborted) return true;
      await client.query(`listen ${channel}`);
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
