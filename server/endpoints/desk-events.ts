import { networkOf } from "@calabash/data-service/http";
import { type Context, Hono } from "hono";
import { streamSSE } from "hono/streaming";
import { t } from "#app/messages/t.ts";
import type { ShopData } from "#server/database/shop-data.ts";
import { readRole, requireCaller } from "./caller.ts";
import type { DeskEvent, DeskHub } from "./desk-hub.ts";

/** Interval of comments; a connection that is silent for longer counts as dead, here and in proxies. */
const BEAT_MS = 10_000;
/** Roles that may see the order board; drivers see their runs only. */
const PACKING: ReadonlySet<string | null> = new Set(["owner", "manager", "packer"]);
/** Limits per user (tabs and devices) and per network (a store's devices share one address). */
const MAX_STREAMS_PER_USER = 10;
const MAX_STREAMS_PER_NETWORK = 50;

/**
 * `GET /desk/events` with the bearer token of staff who pack orders: server-sent events (`text/event-stream`) until the
 * session ends. `changes`: `{ order_count, sales, unread_count, counts, read_at, cards }` from the database's
 * `desk_changes`, money in dollars; `reload`: reload the board, at the start and after missed events; `end`: the
 * session or the permission has ended, so do not reconnect with this token. A comment is sent every ten seconds.
 * Errors, as `{ error }`: 401 without a valid token; 404 for others; 429 if the user or the network has too many
 * streams, 503 if the process has; 501 with a hosted database, or while notifications do not arrive.
 * @param options.hub null with a hosted project, which sends no notifications
 */
export function createDeskEventsEndpoint({
  data,
  hub,
  addressOf,
}: {
  data: ShopData;
  hub: DeskHub | null;
  /** Returns the client's address, or null for a request within the process. */
  addressOf: (context: Context) => string | null;
}): Hono {
  const ofUsers = createOpenCount(MAX_STREAMS_PER_USER);
  const ofNetworks = createOpenCount(MAX_STREAMS_PER_NETWORK);
  return new Hono().get("/desk/events", async (c) => {
    const caller = requireCaller(c);
    const mine = data.as(caller.token);
    let role = await readRole(data, caller);
    if (!PACKING.has(role)) return c.json({ error: t("Not found.") }, 404);
    if (!hub?.isLive()) return c.json({ error: t("Live updates are off. Poll for changes.") }, 501);

    // Prevents proxies such as nginx from buffering the stream.
    c.header("x-accel-buffering", "no");
    const leaveUser = ofUsers(caller.claimedUserId);
    const leaveNetwork = leaveUser && ofNetworks(networkOf(addressOf(c)));
    const leave = () => {
      leaveUser?.();
      leaveNetwork?.();
    };
    if (!leaveUser || !leaveNetwork) {
      leave();
      return c.json({ error: t("Too many order boards are open. Close one first.") }, 429);
    }
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
    if (!unsubscribe) return c.json({ error: t("Too many order boards are open. Try again later.") }, 503);

    return streamSSE(c, async (stream) => {
      stream.onAbort(end);
      const beat = setInterval(() => void stayOrEnd(), BEAT_MS);
      let isBeating = false;
      try {
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
        void writeBeat();
        const still = await mine.rpc("staff_role");
        // An unavailable database does not change anyone's permissions.
        const isGone = still.status === 401 || (!still.error && !PACKING.has(still.data));
        role = still.data ?? role;
        if (!isGone || isOver) return;
        // A client that does not read lets no write through.
        const patience = setTimeout(() => stream.abort(), BEAT_MS);
        await stream.writeSSE({ event: "end", data: "{}" });
        clearTimeout(patience);
        end();
      }

      /** Writes one comment at a time, because a client that does not read lets none through. */
      async function writeBeat(): Promise<void> {
        if (isBeating) return;
        isBeating = true;
        await stream.write(": beat\n\n");
        isBeating = false;
      }
    });
  });
}

/** Adds one to the count of a key. @returns a function that releases it; null past the limit */
export function createOpenCount(max: number): (key: string) => (() => void) | null {
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

/** Returns the event that a role may see. Packers see only some orders, so other changes become a reload. */
function eventFor(role: string | null, event: DeskEvent): DeskEvent {
  if (event.kind === "reload") return event;
  const { packer_order_ids: packerOrderIds = [], ...changes } = event.changes;
  const isForAll = role !== "packer" || changes.cards.every(({ id }) => packerOrderIds.includes(id));
  return isForAll ? { kind: "changes", changes } : { kind: "reload" };
}
