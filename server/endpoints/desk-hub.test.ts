import { setTimeout as delay } from "node:timers/promises";
import type { Database } from "@calabash/data-service/database";
import { expect, onTestFinished, test, vi } from "vitest";
import { createDeskHub, type DeskEvent } from "./desk-hub.ts";

type Listening = Parameters<Database["listen"]>[0];

/** Creates a hub with a fake database, whose notifications arrive or not. */
function newHub({ isDelivered }: { isDelivered: boolean }) {
  const database = { isDelivered };
  const open = new Set<Listening>();
  const reports: boolean[] = [];
  const readChanges = vi.fn(async (ids: string[]) => ({ cards: ids.map((id) => ({ id })) }));
  const notify = (payload: string, channel = "desk") => {
    for (const { onMessage } of database.isDelivered ? open : []) onMessage(payload, channel);
  };
  const hub = createDeskHub({
    listen: (listening) => {
      open.add(listening);
      setTimeout(listening.onListening, 5);
      return { end: async () => void open.delete(listening) };
    },
    readChanges,
    sendTest: async (_, payload) => notify(payload),
    onLiveChange: (isLive) => reports.push(isLive),
    logError: (error) => {
      throw error;
    },
    limits: { testMs: 100, retryMs: 50, lingerMs: 20 },
  });
  onTestFinished(() => hub.close());
  return { hub, database, open, reports, notify, readChanges };
}

function subscribe({ hub }: ReturnType<typeof newHub>) {
  const events: DeskEvent[] = [];
  const onClosing = vi.fn();
  const leave = hub.subscribe((event) => events.push(event), onClosing);
  onClosing.mockImplementation(() => leave?.());
  return { events, onClosing, leave };
}

test("the test notification is not an order change, and boards keep receiving changes", async () => {
  const desk = newHub({ isDelivered: true });
  const { events, onClosing, leave } = subscribe(desk);
  await expect.poll(() => events).toEqual([{ kind: "reload" }]);
  desk.notify("order 1");
  await expect.poll(() => events.at(-1)?.kind).toBe("changes");
  await delay(150);
  expect([desk.readChanges.mock.calls, desk.hub.isLive(), desk.reports]).toEqual([[[["order 1"]]], true, []]);
  expect(onClosing).not.toHaveBeenCalled();
  leave?.();
  await expect.poll(() => desk.open.size).toBe(0);
});

test("a board that opens reloads once, when changes arrive", async () => {
  const desk = newHub({ isDelivered: true });
  const first = subscribe(desk);
  expect(first.events).toEqual([]);
  await expect.poll(() => first.events).toEqual([{ kind: "reload" }]);
  const second = subscribe(desk);
  expect(second.events).toEqual([{ kind: "reload" }]);
  expect(first.events).toHaveLength(1);
});

test("a watch of an order gets its new status, and null after notifications were missed", async () => {
  const desk = newHub({ isDelivered: true });
  const onChange = vi.fn();
  const stop = desk.hub.watchOrder("1", onChange);
  await expect.poll(() => onChange.mock.calls).toEqual([[null]]);
  desk.notify("1");
  desk.notify("2 paid", "order_status");
  desk.notify("1 paid", "order_status");
  expect(onChange.mock.calls).toEqual([[null], ["paid"]]);
  expect(desk.readChanges).not.toHaveBeenCalled();
  stop?.();
  desk.notify("1 preparing", "order_status");
  expect(onChange).toHaveBeenCalledTimes(2);
  await expect.poll(() => desk.open.size).toBe(0);
});

test("without notifications, orders are not watched", async () => {
  const desk = newHub({ isDelivered: false });
  const onChange = vi.fn();
  desk.hub.watchOrder("order 1", onChange);
  await expect.poll(() => desk.hub.isLive()).toBe(false);
  expect(onChange).toHaveBeenCalled();
  expect(desk.hub.watchOrder("order 1", onChange)).toBeNull();
});

test("without its test notification, the hub closes boards until notifications arrive again", async () => {
  const desk = newHub({ isDelivered: false });
  const { onClosing } = subscribe(desk);
  await expect.poll(() => desk.hub.isLive()).toBe(false);
  expect([onClosing.mock.calls.length, desk.reports]).toEqual([1, [false]]);
  // It retries more than once, but reports the failure once.
  await delay(400);
  expect([desk.hub.isLive(), desk.reports]).toEqual([false, [false]]);
  desk.database.isDelivered = true;
  await expect.poll(() => desk.hub.isLive()).toBe(true);
  await expect.poll(() => [desk.reports, desk.open.size]).toEqual([[false, true], 0]);
  const { events } = subscribe(desk);
  await expect.poll(() => events).toEqual([{ kind: "reload" }]);
  desk.notify("order 2");
  await expect.poll(() => events.at(-1)?.kind).toBe("changes");
});

test("a hub that is closed while notifications do not arrive stops listening", async () => {
  const desk = newHub({ isDelivered: false });
  subscribe(desk);
  await expect.poll(() => desk.hub.isLive()).toBe(false);
  await desk.hub.close();
  await delay(150);
  expect(desk.open.size).toBe(0);
});
