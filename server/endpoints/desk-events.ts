import { networkOf } from "@calabash/data-service/http";
import { type Context, Hono } from "hono";
import { streamSSE } from "hono/streaming";
import type { ShopData } from "#server/settings/shop-data.ts";
import { failed } from "#server/settings/unavailable.ts";
import { LOGIN_NEEDED, readCaller } from "./caller.ts";
import type { DeskEvent, DeskHub } from "./desk-hub.ts";

/** Connections that are silent for longer are considered dead, here and by proxies. */
const BEAT_MS = 10_000;
/** Roles that may see the order board; drivers see their runs only. */
const PACKING: ReadonlySet<string | null> = new Set(["owner", "manager", "packer"]);
/** Limits per user (tabs and devices) and per network (a store's devices share one address). */
const MAX_STREAMS_PER_USER = 10;
const MAX_STREAMS_PER_NETWORK = 50;

/**
 * `GET /desk/events` with the bearer token of whoever packs: server-sent events (the HTML standard's
 * `text/event-stream`) for as long as the session lives. `changes`: `{ order_count, sales, unread_count, counts, read_at,
 * cards }` as `desk_changes` of the database tells them, in dollars; `reload`: read the desk anew, at the beginning
 * and after whatever was missed; `end`: the session or the right to the desk has ended, do not come back with this
 * token. A comment comes every ten seconds.
 * Errors, as `{ error }`: 401 without a valid token, 404 for everybody else, 501 where the database is hosted and
 * tells nothing, or its notifications do not arrive, 429 when the account or its network has too many open, 503 when all have.
 * @param options.hub null where there is no database of our own to listen to
 */
export function createDeskEventsEndpoint({
  data,
  hub,
  addressOf,
}: {
  data: ShopData;
  hub: DeskHub | null;
  /** The visitor's address, or null inside this process. */
  addressOf: (context: Context) => string | null;
}): Hono {
  const ofUsers = createStreamCount(MAX_STREAMS_PER_USER);
  const ofNetworks = createStreamCount(MAX_STREAMS_PER_NETWORK);
  return new Hono().get("/desk/events", async (c) => {
    const caller = readCaller(c.req.header("authorization"));
    if (!caller) return c.json(LOGIN_NEEDED, 401);
    const mine = data.as(caller.token);
    const right = await mine.rpc("staff_role");
    if (right.status === 401) return c.json(LOGIN_NEEDED, 401);
    if (right.error) throw failed(right.error);
    if (!PACKING.has(right.data)) return c.json({ error: "Not found." }, 404);
    if (!hub?.isLive()) return c.json({ error: "Live updates are off. Poll for changes." }, 501);

    // A proxy that gathers an answer before it passes it on would keep everything to itself.
    c.header("x-accel-buffering", "no");
    const leaveUser = ofUsers(caller.claimedUserId);
    const leaveNetwork = leaveUser && ofNetworks(networkOf(addressOf(c)));
    const leave = () => {
      leaveUser?.();
      leaveNetwork?.();
    };
    if (!leaveUser || !leaveNetwork) {
      leave();
      return c.json({ error: "Too many order boards are open. Close one first." }, 429);
    }
    let role = right.data;
    const waiting: DeskEvent[] = [];
    let wake = () => {};
    let isOver = false;
    const end = () => {
      isOver = true;
      wake();
    };
    const unsubscribe = hub.subscribe((event) => {
      // A client that does not read gets a single reload event.
      if (waiting.length < 50) waiting.push(event);
      else waiting.splice(0, waiting.length, { kind: "reload" });
      wake();
    }, end);
    if (!unsubscribe) leave();
    if (!unsubscribe) return c.json({ error: "Too many order boards are open. Try again later." }, 503);

    return streamSSE(c, async (stream) => {
      stream.onAbort(end);
      const beat = setInterval(() => void stayOrEnd(), BEAT_MS);
      try {
        await stream.writeSSE({ event: "reload", data: "{}" });
        while (!isOver) {
          const next = waiting.shift();
          if (next) {
            const event = eventFor(role, next);
            const changed = event.kind === "changes" ? event.changes : {};
            await stream.writeSSE({ event: event.kind, data: JSON.stringify(changed) });
          } else {
            await new Promise<void>((resolve) => {
              wake = resolve;
            });
          }
        }
      } finally {
        clearInterval(beat);
        unsubscribe();
        leave();
      }

      async function stayOrEnd(): Promise<void> {
        await stream.write(": beat\n\n");
        const still = await mine.rpc("staff_role");
        // An unavailable database does not change anyone's permissions.
        const isGone = still.status === 401 || (!still.error && !PACKING.has(still.data));
        role = still.data ?? role;
        if (!isGone || isOver) return;
        await stream.writeSSE({ event: "end", data: "{}" });
        end();
      }
    });
  });
}

/** Adds one to the count of a key. @returns a function that releases it; null past the limit */
function createStreamCount(max: number): (key: string) => (() => void) | null {
  const counts = new Map<string, number>();
  return (key) => {
    const count = counts.get(key) ?? 0;
    if (count >= max) return null;
    counts.set(key, count + 1);
    return () => {
      const left = (counts.get(key) ?? 1) - 1;
      if (left === 0) counts.delete(key);
      else counts.set(key, left);
    };
  };
}

/** Packers receive events only of orders that they may see; they learn of removed orders at their next read. */
function eventFor(role: string | null, event: DeskEvent): DeskEvent {
  if (event.kind === "reload") return event;
  const { packer_order_ids: packerOrderIds = [], ...changes } = event.changes;
  const isForAll = role !== "packer" || changes.cards.every(({ id }) => packerOrderIds.includes(id));
  return isForAll ? { kind: "changes", changes } : { kind: "reload" };
}
