import type { Database } from "@calabash/data-service/database";
import type { Base } from "#server/settings/base.ts";

/** Part of the result of `desk_changes` that the server reads. */
export interface DeskChanges {
  cards: readonly { id: string }[];
  /** Left out of what a board is sent. */
  packer_order_ids?: readonly string[];
}

/** Event for an open order board: changed orders, or a request to reload. */
export type DeskEvent = { kind: "changes"; changes: DeskChanges } | { kind: "reload" };

export interface DeskHub {
  /** @returns ends it; null when this process has more open desks than it serves */
  subscribe(notify: (event: DeskEvent) => void, onClosing: () => void): (() => void) | null;
  /** Notifies all open order boards of the shutdown and stops listening. */
  close(): Promise<void>;
}

export interface DeskHubOptions {
  /** The database's voice; there is one connection for all desks of this process, while there are any. */
  listen: Database["listen"];
  /** `desk_changes` of the database, read once for all desks. */
  readChanges: (orderIds: string[]) => Promise<DeskChanges>;
  logError: (error: unknown) => void;
}

/** Notification channel of the triggers in `supabase/schemas/desk/order-board.sql`. */
const CHANNEL = "desk";
/** Delay that combines changes, such as many orders that move at once, into one event. */
const BREATH_MS = 50;
const MAX_AT_ONCE = 100;
const MAX_DESKS = 1000;

/** Opens the hub of this process's order boards. @returns null with a hosted project */
export function openDeskHub({ database, data, logErrorOf }: Base): DeskHub | null {
  if (!database) return null;
  return createDeskHub({
    listen: database.listen,
    readChanges: async (order_ids) =>
      (await data.service.rpc("desk_changes", { order_ids }).throwOnError()).data as unknown as DeskChanges,
    logError: logErrorOf("desk"),
  });
}

/** Forwards database notifications to the order boards of this process; each process has its own hub. */
export function createDeskHub({ listen, readChanges, logError }: DeskHubOptions): DeskHub {
  const desks = new Map<(event: DeskEvent) => void, () => void>();
  let listener: ReturnType<Database["listen"]> | null = null;
  let received = new Set<string>();
  let isNotifying = false;

  function notifyAll(event: DeskEvent): void {
    for (const notify of desks.keys()) notify(event);
  }

  function handleMessage(orderId: string): void {
    received.add(orderId);
    if (isNotifying) return;
    isNotifying = true;
    setTimeout(() => void notifyReceived(), BREATH_MS);
  }

  async function notifyReceived(): Promise<void> {
    while (received.size > 0 && desks.size > 0) {
      const orderIds = [...received];
      received = new Set();
      try {
        notifyAll(
          orderIds.length > MAX_AT_ONCE
            ? { kind: "reload" }
            : { kind: "changes", changes: await readChanges(orderIds) },
        );
      } catch (error) {
        logError(error);
        notifyAll({ kind: "reload" });
      }
    }
    received = new Set();
    isNotifying = false;
  }

  return {
    subscribe: (notify, onClosing) => {
      if (desks.size >= MAX_DESKS) return null;
      desks.set(notify, onClosing);
      // After a lost connection, too, because notifications were missed.
      listener ??= listen({
        channel: CHANNEL,
        onMessage: handleMessage,
        onListening: () => notifyAll({ kind: "reload" }),
      });
      return () => {
        desks.delete(notify);
        if (desks.size > 0) return;
        void listener?.end().catch(logError);
        listener = null;
      };
    },
    close: async () => {
      for (const onClosing of desks.values()) onClosing();
      desks.clear();
      await listener?.end();
      listener = null;
    },
  };
}
