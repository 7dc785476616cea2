import { randomUUID } from "node:crypto";
import { createParser } from "eventsource-parser";
import { expect, onTestFinished, test, vi } from "vitest";
import { expectReply } from "#tests/expect-reply.ts";
import { aPaidOrder } from "#tests/paying.ts";
import { requestAs } from "#tests/requests.ts";
import { anOrder, aProduct, openTestShop, type Person } from "#tests/running-shop.ts";
import { createDeskEventsEndpoint } from "./desk-events.ts";
import { createDeskHub } from "./desk-hub.ts";

const shop = await openTestShop();
const [ama, ola] = await shop.signUpAll("customer", "owner");
const yam = await aProduct(shop);

interface ReceivedEvent {
  event: string;
  received: { cards?: { id: string; status: string; packed_line_ids: number[] }[]; order_count?: number };
}

const ask = (person?: Person, init: { signal?: AbortSignal } = {}) => requestAs(person, shop, "/api/desk/events", init);

/** Opens an order board and collects its events. */
async function openDesk(person: Person) {
  const leaving = new AbortController();
  const response = await ask(person, { signal: leaving.signal });
  expect([response.status, response.headers.get("content-type")]).toEqual([200, "text/event-stream"]);
  const received: ReceivedEvent[] = [];
  let hasEnded = false;
  const parser = createParser({
    onEvent: ({ event, data }) => void received.push({ event: event ?? "", received: JSON.parse(data) }),
  });
  const reading = (async () => {
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    for (;;) {
      const part = await reader?.read();
      if (!part || part.done) break;
      parser.feed(part.value);
    }
    hasEnded = true;
  })();
  const leave = async () => {
    await response.body?.cancel().catch(() => undefined);
    leaving.abort();
  };
  onTestFinished(() => void leave());
  // The first reload event means that the board is subscribed.
  await expect.poll(() => received.filter(({ event }) => event === "reload").length).toBeGreaterThan(0);
  return { received, reading, hasEnded: () => hasEnded };
}

const until = (isSo: () => boolean) => expect.poll(isSo, { timeout: 5000 }).toBe(true);
const cardOf = (received: ReceivedEvent[], id: string) =>
  received.flatMap((each) => each.received.cards ?? []).findLast((card) => card.id === id);

test("an open order board receives orders, picks, and status changes, also of other processes", async () => {
  const [mine, packers] = [await openDesk(ola), await openDesk(await shop.signUpStaff("Ike", "packer"))];
  const order = await aPaidOrder(shop, ama, yam);
  for (const { received } of [mine, packers]) await until(() => cardOf(received, order.id)?.status === "paid");
  const { data } = await shop.data.service.from("order_items").select("id").eq("order_id", order.id).single();
  const line = data?.id ?? 0;
  await ola.client.rpc("pick_line", { order_item_id: line, is_packed: true }).throwOnError();
  await until(() => cardOf(packers.received, order.id)?.packed_line_ids[0] === line);
  expect(cardOf(packers.received, order.id)?.status).toBe("preparing");
  // Notifies as another process of the store would.
  const before = packers.received.length;
  await shop.database.admin`select pg_notify('desk', ${order.id})`;
  await until(() => packers.received.length > before);
  const pending = await anOrder(ama, yam);
  await ola.client.rpc("move_order", { order_id: order.id, to_status: "ready" }).throwOnError();
  await until(() => cardOf(packers.received, order.id)?.status === "ready");
  expect(cardOf(packers.received, pending.id)).toBeUndefined();
});

test("after its database connection was lost, an order board reloads", async () => {
  const { received } = await openDesk(ola);
  const count = () => received.filter(({ event }) => event === "reload").length;
  await until(() => count() >= 1);
  const [listening] = await shop.database.admin<{ pid: number }[]>`
    select pid from pg_stat_activity
    where application_name like 'calabash listener%' and datname = current_database()`;
  const before = count();
  await shop.database.admin`select pg_terminate_backend(${listening?.pid ?? 0})`;
  await until(() => count() > before);
  const order = await aPaidOrder(shop, ama, yam);
  await until(() => cardOf(received, order.id) !== undefined);
});

test("only staff can open the order board's events, which end with the session", async () => {
  expect((await ask()).status).toBe(401);
  expect((await ask(ama)).status).toBe(404);
  expect((await ask({ ...ola, accessToken: `${ola.accessToken.slice(0, -4)}AAAA` })).status).toBe(401);

  const [packer, gone] = await shop.signUpAll("packer", "owner");
  const [one, other] = [await openDesk(packer), await openDesk(gone)];
  await ola.client.from("staff").delete().eq("user_id", packer.id).throwOnError();
  await gone.client.auth.signOut();
  await Promise.all([one.reading, other.reading]);
  for (const { received } of [one, other]) expect(received.at(-1)?.event).toBe("end");
  expect((await ask(packer)).status).toBe(404);
}, 30_000);

test("a packer's board reloads instead of receiving orders that packers may not see", async () => {
  const packer = await shop.signUpStaff("Pia", "packer");
  const [owners, packers] = [await openDesk(ola), await openDesk(packer)];
  const order = await aPaidOrder(shop, ama, yam);
  await until(() => cardOf(packers.received, order.id) !== undefined);
  await shop.withoutTriggers`
      update public.orders set status = 'completed', paid_at = now() - interval '8 days' where id = ${order.id}`;
  const before = { owners: owners.received.length, packers: packers.received.length };
  await shop.database.admin`select pg_notify('desk', ${order.id})`;
  await until(() => owners.received.length > before.owners && packers.received.length > before.packers);
  expect(cardOf(owners.received.slice(before.owners), order.id)?.status).toBe("completed");
  expect(packers.received.slice(before.packers).map(({ event }) => event)).toEqual(["reload"]);
  expect(JSON.stringify(packers.received.slice(before.packers))).not.toContain(order.id);
  expect(JSON.stringify(owners.received)).not.toContain("packer_order_ids");
});

test("a process that does not receive its test notification makes boards poll", async () => {
  const hub = createDeskHub({
    listen: ({ onListening }) => {
      onListening();
      return { end: async () => undefined };
    },
    readChanges: async () => ({ cards: [] }),
    sendTest: async () => undefined,
    onLiveChange: () => undefined,
    logError: (error) => console.error(error),
    limits: { testMs: 50, retryMs: 60_000 },
  });
  onTestFinished(() => hub.close());
  const endpoint = createDeskEventsEndpoint({ data: shop.data, hub, addressOf: () => null });
  const ask = () => endpoint.request("/desk/events", { headers: { authorization: `Bearer ${ola.accessToken}` } });
  // The first stream ends, and the board connects again.
  expect(await (await ask()).text()).toBe("event: reload\ndata: {}\n\n");
  await expectReply(await ask(), 501, { error: "Live updates are off. Poll for changes." });
});

test("an account opens at most ten boards, and closing one allows another", async () => {
  const person = await shop.signUpStaff("Kwesi", "manager");
  const open: Response[] = [];
  for (let count = 0; count < 10; count += 1) open.push(await ask(person));
  onTestFinished(async () => void (await Promise.all(open.map(({ body }) => body?.cancel()))));
  expect(open.map(({ status }) => status)).toEqual(Array(10).fill(200));
  expect((await ask(person)).status).toBe(429);
  await openDesk(ola);
  await open.pop()?.body?.cancel();
  await expect
    .poll(async () => {
      const response = await ask(person);
      if (response.status === 200) open.push(response);
      return response.status;
    })
    .toBe(200);
});

test("a network opens at most fifty boards, whoever opens them, and closing one allows another", async () => {
  const { ask } = fakeBoards();
  const askAsAnother = (network = "203.0.113.7") =>
    ask(network, `e30.${Buffer.from(JSON.stringify({ sub: randomUUID() })).toString("base64url")}.e30`);
  const open: Response[] = [];
  for (let place = 0; place < 50; place += 1) open.push(await askAsAnother());
  expect(open.map(({ status }) => status)).toEqual(Array(50).fill(200));
  expect((await askAsAnother()).status).toBe(429);
  expect((await askAsAnother("203.0.114.7")).status).toBe(200);
  await open.pop()?.body?.cancel();
  await expect.poll(async () => (await askAsAnother()).status).toBe(200);
});

test("a stream that nobody reads ends when the person is no longer staff", async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const boards = fakeBoards();
  expect((await boards.ask(null)).status).toBe(200);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(boards.openCount()).toBe(1);
  boards.endRole();
  await vi.advanceTimersByTimeAsync(30_000);
  expect(boards.openCount()).toBe(0);
});

/** An endpoint for packers with a hub that has no events. */
function fakeBoards() {
  let role: string | null = "packer";
  let openCount = 0;
  let address: string | null = null;
  const endpoint = createDeskEventsEndpoint({
    data: { as: () => ({ rpc: async () => ({ status: 200, error: null, data: role }) }) } as never,
    hub: {
      subscribe: () => {
        openCount += 1;
        return () => {
          openCount -= 1;
        };
      },
      watchOrder: () => null,
      isLive: () => true,
      close: async () => undefined,
    },
    addressOf: () => address,
  });
  return {
    ask: async (from: string | null, token: string = ola.accessToken) => {
      address = from;
      return endpoint.request("/desk/events", { headers: { authorization: `Bearer ${token}` } });
    },
    openCount: () => openCount,
    endRole: () => {
      role = null;
    },
  };
}
