import { randomUUID } from "node:crypto";
import type { Database } from "@calabash/data-service/database";
import type { Base } from "#server/database/open-base.ts";

/** Part of the result of `desk_changes` that the server reads. */
export interface DeskChanges {
  cards: readonly { id: string }[];
  /** Orders that packers may see; not sent to boards. */
  packer_order_ids?: readonly string[];
}

/** Event for an open order board: changed orders, or a request to reload. */
export type DeskEvent = { kind: "changes"; changes: DeskChanges } | { kind: "reload" };

export type OnStatus = (status: string | null) => void;

export interface DeskHub {
  /**
   * Subscribes a board; it gets a request to reload once notifications of later changes arrive.
   * @returns a function that unsubscribes; null if this process has too many open boards
   */
  subscribe(notify: (event: DeskEvent) => void, onClosing: () => void): (() => void) | null;
  /**
   * Calls back with each new status of an order, and with null whenever some may have been missed.
   * @returns a function that stops waiting; null if notifications do not arrive, or too many wait
   */
  watchOrder(orderId: string, onChange: OnStatus): (() => void) | null;
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
  /**
   * Time that a test notification may take, time until the next attempt, and time without boards and watches until
   * listening stops, in ms.
   */
  limits?: { testMs: number; retryMs: number; lingerMs?: number };
}

/** Channel of changed orders, whose payload is the id. */
const CHANNEL = "desk";
/** Channel of new statuses, whose payload is the order's id and the status. */
const STATUS_CHANNEL = "order_status";
/** Delay that combines changes, such as many orders that change status at once, into one event. */
const BATCH_MS = 50;
const MAX_AT_ONCE = 100;
const MAX_DESKS = 1000;
const MAX_WATCHES = 1000;
/** Starting to listen costs a new connection. */
const LINGER_MS = 60_000;
/** Includes the time to connect. */
const TEST_MS = 10_000;
const RETRY_MS = 30_000;

/** Opens the hub of this process's order boards. @returns null with a hosted project */
export function openDeskHub({ database, data, logErrorOf, observe }: Base): DeskHub | null {
  if (!database) return null;
  return createDeskHub({
    listen: database.listen,
    readChanges: async (order_ids) => (await data.service.rpc("desk_changes", { order_ids }).throwOnError()).data,
    sendTest: (channel, payload) => database.requests.shop`select pg_notify(${channel}, ${payload})`,
    onLiveChange: (isLive) => observe({ type: "board-updates", isLive }),
    logError: logErrorOf("desk"),
  });
}

/**
 * Forwards database notifications to the order boards of this process; each process has its own hub. A connection
 * through a transaction pooler, for example, listens without an error and receives nothing, so each new one is tested
 * with a notification.
 */
export function createDeskHub(options: DeskHubOptions): DeskHub {
  const { listen, readChanges, sendTest, onLiveChange, logError, limits } = options;
  const { testMs, retryMs, lingerMs = LINGER_MS } = limits ?? { testMs: TEST_MS, retryMs: RETRY_MS };
  const desks = new Map<(event: DeskEvent) => void, () => void>();
  const watches = createWatches();
  let listener: ReturnType<Database["listen"]> | null = null;
  let lingering: NodeJS.Timeout | undefined;
  let isListening = false;
  let isLive = true;
  let isClosed = false;
  let testId = "";
  let timer: NodeJS.Timeout | undefined;

  const changes = createChangeBatches(readChanges, { hasBoards: () => desks.size > 0, notifyAll, logError });

  function startListening(): void {
    expectTest();
    listener = listen({
      channels: [CHANNEL, STATUS_CHANNEL],
      onMessage: handleMessage,
      onListening: () => {
        isListening = true;
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
    clearTimeout(lingering);
    const ending = listener;
    listener = null;
    isListening = false;
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
    watches.notifyAll();
    await stopListening().catch(logError);
    if (!isClosed) timer = setTimeout(startListening, retryMs);
  }

  function handleTest(): void {
    clearTimeout(timer);
    testId = "";
    if (!isLive) onLiveChange(true);
    isLive = true;
    stopUnlessNeeded();
  }

  function stopUnlessNeeded(): void {
    clearTimeout(lingering);
    if (desks.size > 0 || watches.count() > 0 || !isLive) return;
    lingering = setTimeout(() => void stopListening().catch(logError), lingerMs);
    lingering.unref();
  }

  function needListener(): void {
    clearTimeout(lingering);
    if (!listener && isLive && !isClosed) startListening();
  }

  function notifyAll(event: DeskEvent): void {
    for (const notify of desks.keys()) notify(event);
    if (event.kind === "reload") watches.notifyAll();
  }

  function handleMessage(payload: string, channel: string): void {
    if (channel === STATUS_CHANNEL) {
      const [orderId = "", status = null] = payload.split(" ");
      watches.notify(orderId, status);
    } else if (payload === testId) handleTest();
    else if (desks.size > 0) changes.add(payload);
  }

  return {
    subscribe: (notify, onClosing) => {
      if (desks.size >= MAX_DESKS) return null;
      desks.set(notify, onClosing);
      if (isListening) notify({ kind: "reload" });
      needListener();
      return () => {
        desks.delete(notify);
        stopUnlessNeeded();
      };
    },
    watchOrder: (orderId, onChange) => {
      if (!isLive || isClosed || watches.count() >= MAX_WATCHES) return null;
      const end = watches.add(orderId, onChange);
      needListener();
      return () => {
        if (end()) stopUnlessNeeded();
      };
    },
    isLive: () => isLive,
    close: async () => {
      isClosed = true;
      for (const onClosing of desks.values()) onClosing();
      desks.clear();
      watches.notifyAll();
      await stopListening();
    },
  };
}

/** Open pages that each wait for the change of one order. */
function createWatches() {
  const watches = new Map<string, Set<OnStatus>>();
  let count = 0;
  const notify = (orderId: string, status: string | null) => {
    for (const onChange of watches.get(orderId) ?? []) onChange(status);
  };
  return {
    count: () => count,
    notify,
    notifyAll: () => {
      for (const orderId of [...watches.keys()]) notify(orderId, null);
    },
    /** @returns a function that ends the watch, and returns false if it had ended before */
    add: (orderId: string, onChange: OnStatus) => {
      const ofOrder = watches.get(orderId) ?? new Set();
      watches.set(orderId, ofOrder.add(onChange));
      count += 1;
      return () => {
        if (!ofOrder.delete(onChange)) return false;
        if (ofOrder.size === 0) watches.delete(orderId);
        count -= 1;
        return true;
      };
    },
  };
}

/** Reads the changes of the orders that were reported within a short time together. */
function createChangeBatches(
  readChanges: DeskHubOptions["readChanges"],
  boards: { hasBoards: () => boolean; notifyAll: (event: DeskEvent) => void; logError: (error: unknown) => void },
) {
  const { hasBoards, notifyAll, logError } = boards;
  let received = new Set<string>();
  let isNotifying = false;

  async function notifyReceived(): Promise<void> {
    while (received.size > 0 && hasBoards()) {
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
    add: (orderId: string) => {
      received.add(orderId);
      if (isNotifying) return;
      isNotifying = true;
      setTimeout(() => void notifyReceived(), BATCH_MS);
    },
  };
}
