import { randomUUID } from "node:crypto";
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
  /** Whether notifications arrive; otherwise boards have to poll. */
  isLive(): boolean;
  /** Notifies all open order boards of the shutdown and stops listening. */
  close(): Promise<void>;
}

export interface DeskHubOptions {
  /** The database's voice; there is one connection for all desks of this process, while there are any. */
  listen: Database["listen"];
  /** `desk_changes` of the database, read once for all desks. */
  readChanges: (orderIds: string[]) => Promise<DeskChanges>;
  /** Sends a notification on the board's channel, over another connection than the one that listens. */
  sendTest: (channel: string, payload: string) => Promise<unknown>;
  /** Called when notifications do not arrive, and when they do again. */
  onLiveChange: (isLive: boolean) => void;
  logError: (error: unknown) => void;
  /** How long a test notification may take, and how long to wait before it is tried again, in ms. */
  limits?: { testMs: number; retryMs: number };
}

/** Notification channel of the triggers in `supabase/schemas/desk/order-board.sql`. */
const CHANNEL = "desk";
/** Delay that combines changes, such as many orders that move at once, into one event. */
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
        // After a lost connection, too, because notifications were missed.
        notifyAll({ kind: "reload" });
        expectTest();
        // For other processes, an order that is not on their board.
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

  /** Sends open boards away, which then poll, and listens anew after a while. */
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
