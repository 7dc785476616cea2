import { randomUUID } from "node:crypto";
import type { Database } from "@calabash/data-service/database";
import type { Base } from "#server/settings/base.ts";

/** Part of the result of `desk_changes` that the server reads. */
export interface DeskChanges {
  cards: readonly { id: string }[];
  /** Orders that packers may see; not sent to boards. */
  packer_order_ids?: readonly string[];
}

/** Event for an open order board: changed orders, or a request to reload. */
export type DeskEvent = { kind: "changes"; changes: DeskChanges } | { kind: "reload" };

export interface DeskHub {
  /** @returns a function that unsubscribes; null if this process has too many open boards */
  subscribe(notify: (event: DeskEvent) => void, onClosing: () => void): (() => void) | null;
  /** Returns whether notifications arrive; otherwise boards have to poll. */
  isLive(): boolean;
  /** Notifies all open order boards of the shutdown and stops listening. */
  close(): Promise<void>;
}

export interface DeskHubOptions {
  /** Listens for database notifications; while boards are open, all boards of this process share one connection. */
  listen: Database["listen"];
  /** Calls the database's `desk_changes` once for all boards. */
  readChanges: (orderIds: string[]) => Promise<DeskChanges>;
  /** Sends a notification on the board's channel over a different connection than the listening one. */
  sendTest: (channel: string, payload: string) => Promise<unknown>;
  /** Called when notifications stop arriving, and when they arrive again. */
  onLiveChange: (isLive: boolean) => void;
  logError: (error: unknown) => void;
  /** Time that a test notification may take, and time until the next attempt, in ms. */
  limits?: { testMs: number; retryMs: number };
}

/** Notification channel of the triggers in `supabase/schemas/desk/order-board.sql`. */
const CHANNEL = "desk";
/** Delay that combines changes, such as many orders that change status at once, into one event. */
const BREATH_MS = 50;
const MAX_AT_ONCE = 100;
const MAX_DESKS = 1000;
/** Includes the time to connect. */
const TEST_MS = 10_000;
const RETRY_MS = 30_000;

/** Opens the hub of this process's order boards. @returns null with a hosted project */
export function openDeskHub({ database, data, logErrorOf, observe }: Base): DeskHub | null {
  if (!database) return null;
  return createDeskHub({
    listen: database.listen,
    readChanges: async (order_ids) =>
      (await data.service.rpc("desk_changes", { order_ids }).throwOnError()).data as unknown as DeskChanges,
    sendTest: (channel, payload) => database.requests.shop`select pg_notify(${channel}, ${payload})`,
    onLiveChange: (isLive) => observe({ type: "board-updates", isLive }),
    logError: logErrorOf("desk"),
  });
}

/**
 * Forwards database notifications to the order boards of this process; each process has its own hub. A connection through a
 * transaction pooler, for example, listens without an error and receives nothing, so each new one is tested with a notification.
 */
export function createDeskHub(options: DeskHubOptions): DeskHub {
  const { listen, readChanges, sendTest, onLiveChange, logError, limits } = options;
  const { testMs, retryMs } = limits ?? { testMs: TEST_MS, retryMs: RETRY_MS };
  const desks = new Map<(event: DeskEvent) => void, () => void>();
  let listener: ReturnType<Database["listen"]> | null = null;
  let received = new Set<string>();
  let isNotifying = false;
  let isLive = true;
  let isClosed = false;
  let testId = "";
  let timer: NodeJS.Timeout | undefined;

  function startListening(): void {
    expectTest();
    listener = listen({
      channel: CHANNEL,
      onMessage: handleMessage,
      onListening: () => {
        // Also after a lost connection, because notifications were missed.
        notifyAll({ kind: "reload" });
        expectTest();
        // Other processes receive this id, too; to them it is an unknown order.
        testId = randomUUID();
        void sendTest(CHANNEL, testId).catch(logError);
      },
    });
  }

  async function stopListening(): Promise<void> {
    clearTimeout(timer);
    const ending = listener;
    listener = null;
    await ending?.end();
  }

  function expectTest(): void {
    clearTimeout(timer);
    timer = setTimeout(() => void handleSilence(), testMs);
  }

  /** Closes the streams of open boards, which then poll, and listens again after a while. */
  async function handleSilence(): Promise<void> {
    if (isLive) onLiveChange(false);
    isLive = false;
    for (const onClosing of [...desks.values()]) onClosing();
    await stopListening().catch(logError);
    if (!isClosed) timer = setTimeout(startListening, retryMs);
  }

  function handleTest(): void {
    clearTimeout(timer);
    testId = "";
    if (!isLive) onLiveChange(true);
    isLive = true;
    if (desks.size === 0) void stopListening().catch(logError);
  }

  function notifyAll(event: DeskEvent): void {
    for (const notify of desks.keys()) notify(event);
  }

  function handleMessage(orderId: string): void {
    if (orderId === testId) {
      handleTest();
      return;
    }
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
      if (!listener && isLive) startListening();
      return () => {
        desks.delete(notify);
        if (desks.size === 0 && isLive) void stopListening().catch(logError);
      };
    },
    isLive: () => isLive,
    close: async () => {
      for (const onClosing of desks.values()) onClosing();
      desks.clear();
      isClosed = true;
      await stopListening();
    },
  };
}
