import { randomInt, randomUUID } from "node:crypto";
import { rmSync } from "node:fs";
import { findFreePort } from "@calabash/data-service/database";
import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import { expect, test } from "vitest";
import type { Bag } from "#app/features/point-of-sale/bag.ts";
import type { PosLine } from "#app/features/point-of-sale/pos-order.ts";
import { recordSale } from "#app/features/point-of-sale/record-sale.ts";
import type { BrowserData } from "#app/platform/browser-data.ts";
import type { FunctionRow } from "#app/platform/selected-row.ts";
import { DEMO_OWNER } from "#e2e/fixtures/test-data.ts";
import { newShopDataDir } from "#scripts/test-environment/prepared-shop.ts";
import { readKeysOf, startShopProcess, stopShopProcess } from "#scripts/test-environment/shop-process.ts";
import { call, insertRow, readRow } from "#tests/requests.ts";

const SALES = 200;
const KILLS = 4;
const FLOAT_CENTS = 10_000;
const NO_SESSION = { auth: { persistSession: false, autoRefreshToken: false } };

const isOneOf = (count: number) => randomInt(count) === 0;
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Loses every fourth request, before or after the store has received it. */
async function losingFetch(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  if (!String(input).includes("/rpc/") || !isOneOf(4)) return fetch(input, init);
  if (isOneOf(2)) throw new TypeError("Failed to fetch");
  await fetch(input, init);
  throw new TypeError("The response was lost");
}

test("two hundred sales with lost answers, closed tabs, and a killed server are each recorded once", async () => {
  const dataDir = newShopDataDir();
  const env = { DATA_DIR: dataDir, PORT: String(await findFreePort()) };
  let shop = await startShopProcess(env);
  const origin = shop.origin ?? "";
  const { anonKey, serviceRoleKey } = readKeysOf(dataDir);
  const server = createClient(origin, serviceRoleKey, NO_SESSION);
  const signIn = async (fetchFor: typeof fetch) => {
    const client = createClient(origin, anonKey, { ...NO_SESSION, global: { fetch: fetchFor } });
    const { error } = await client.auth.signInWithPassword(DEMO_OWNER);
    if (error) throw error;
    return client;
  };
  const owner = await signIn(fetch);
  const till = await signIn(losingFetch as typeof fetch);

  const row = { name: "Test Shito", price: 7.99, img1: "", description: "", description_header: "" };
  const made = await insertRow(owner, "condiments", row, "id");
  const productId = (made as { id: number }).id;
  await server.from("products").update({ availability: "counted" }).eq("id", productId).throwOnError();
  await server.from("product_stock").upsert({ product_id: productId, stock_count: 5000 }).throwOnError();
  const quoted = await call(owner, "quote_sale", { items: [{ product_id: productId, quantity: 1 }] });
  expect((quoted as { total: number }).total).toBe(7.99);

  const day = await today(owner);
  const before = await report(owner, day);
  const drawers: { drawer: number; id: string; cashCents: number }[] = [];
  for (const drawer of [61, 62]) {
    const data = await call(owner, "open_drawer", { float_cents: FLOAT_CENTS, request_key: randomUUID(), drawer });
    drawers.push({ drawer, id: (data as { id: string }).id, cashCents: 0 });
  }

  const sold = { count: 0, pieces: 0, cents: 0, cashCents: 0, refundedCents: 0 };
  const keys: string[] = [];

  /** Sends the bag until the store answers, like one tab of the till; a closed tab sends no more. */
  async function tab(bag: Bag, drawer: number, isClosed: () => boolean): Promise<string | null> {
    while (!isClosed()) {
      const result = await recordSale({ rest: till } as unknown as BrowserData, bag, drawer);
      if (result.kind === "done") return result.orderId;
      if (result.kind === "rejected") throw new Error(result.message);
      await pause(randomInt(50));
    }
    return null;
  }

  /** Repeats a command of the till until it is answered. */
  async function untilAnswered<Result>(
    call: () => PromiseLike<{ data: Result; error: { code?: string; message: string } | null }>,
  ) {
    for (;;) {
      const { data, error } = await call();
      if (!error) return data;
      if (/^PT4|^22|^42/.test(error.code ?? "")) throw new Error(error.message);
      await pause(50);
    }
  }

  async function sell(place: (typeof drawers)[number]) {
    const quantity = randomInt(1, 5);
    const totalCents = 799 * quantity;
    const cardCents = isOneOf(3) ? totalCents : isOneOf(4) ? 300 : 0;
    const cashCents = totalCents - cardCents;
    const tenders = [
      { method: "store_card" as const, amountCents: cardCents, cashReceivedCents: null },
      { method: "store_cash" as const, amountCents: cashCents, cashReceivedCents: cashCents + randomInt(2000) },
    ].filter(({ amountCents }) => amountCents > 0);
    const bag: Bag = {
      key: randomUUID(),
      lines: [{ productId, size: null, choiceIds: [], quantity, pounds: null } as unknown as PosLine],
      customer: null,
      code: "",
      sent: { tenders, dueCents: totalCents, changeCents: null, totalCents },
    };
    keys.push(bag.key);
    // Two tabs of the device send at once; one of them may be closed at any time.
    const closesAt = Date.now() + randomInt(400);
    const isClosing = isOneOf(2);
    const [first, second] = await Promise.all([
      tab(bag, place.drawer, () => isClosing && Date.now() > closesAt),
      isOneOf(2) ? tab(bag, place.drawer, () => false) : null,
    ]);
    // After a reload, the device sends what is still in its bag.
    const orderId = first ?? second ?? (await tab(bag, place.drawer, () => false));
    if (first && second) expect(first).toBe(second);
    sold.count += 1;
    sold.pieces += quantity;
    sold.cents += totalCents;
    sold.cashCents += cashCents;
    place.cashCents += cashCents;

    if (isOneOf(8)) {
      const input = { order_id: orderId, request_key: randomUUID(), lines: null, drawer: place.drawer };
      await untilAnswered(() => till.rpc("return_sale", input));
      sold.pieces -= quantity;
      sold.refundedCents += totalCents;
      place.cashCents -= cashCents;
    }
    if (isOneOf(20)) {
      const cents = randomInt(1, 2000) * (isOneOf(2) ? 1 : -1);
      const input = { session_id: place.id, amount_cents: cents, reason: "Change", request_key: randomUUID() };
      await untilAnswered(() => till.rpc("move_cash", input));
      place.cashCents += cents;
    }
  }

  let started = 0;
  const device = async (place: (typeof drawers)[number]) => {
    while (started < SALES) {
      started += 1;
      await sell(place);
    }
  };
  let isSelling = true;
  const killer = (async () => {
    for (let kill = 1; kill <= KILLS; kill += 1) {
      while (isSelling && sold.count < (SALES * kill) / (KILLS + 1)) await pause(20);
      await pause(randomInt(200));
      process.kill(-(shop.child.pid ?? 0), "SIGKILL");
      await shop.ended;
      shop = await startShopProcess(env);
    }
  })();
  await Promise.all([...drawers, ...drawers].map(device));
  isSelling = false;
  await killer;

  expect(sold.count).toBe(SALES);
  const { data: orders } = await server
    .from("orders")
    .select("request_key, status")
    .in("request_key", keys.slice(0, 100))
    .throwOnError();
  const { data: others } = await server
    .from("orders")
    .select("request_key, status")
    .in("request_key", keys.slice(100))
    .throwOnError();
  const found = [...(orders ?? []), ...(others ?? [])] as { request_key: string; status: string }[];
  expect(found.map(({ request_key }) => request_key).toSorted()).toEqual(keys.toSorted());
  expect([...new Set(found.map(({ status }) => status))].toSorted()).toEqual(["completed", "refunded"]);

  const stock = await readRow(server, "product_stock", "stock_count", { product_id: productId });
  expect((stock as { stock_count: number }).stock_count).toBe(5000 - sold.pieces);

  for (const { id, cashCents } of drawers) {
    const { data } = await owner.rpc("close_drawer", { session_id: id, counted_cents: FLOAT_CENTS + cashCents });
    expect(data).toMatchObject({ expected_cents: FLOAT_CENTS + cashCents, counted_cents: FLOAT_CENTS + cashCents });
  }
  const after = await report(owner, day);
  const cents = (name: "order_count" | "sales" | "refunded") => Math.round(100 * (after[name] - before[name]));
  expect([cents("order_count") / 100, cents("sales"), cents("refunded")]).toEqual([
    ...[SALES, sold.cents, sold.refundedCents],
  ]);
  const cash = (sheet: FunctionRow<"daily_report">) =>
    sheet.methods.find(({ method }) => method === "store_cash")?.sales ?? 0;
  expect(Math.round(100 * (cash(after) - cash(before)))).toBe(sold.cashCents);
  expect(after.drawers.map(({ drawer, expected, counted }) => [drawer, expected - counted])).toEqual([
    [61, 0],
    [62, 0],
  ]);
  await stopShopProcess(shop);
  rmSync(dataDir, { recursive: true, force: true });
});

async function report(owner: SupabaseClient, day: string): Promise<FunctionRow<"daily_report">> {
  // The next day is included, because the test may run across midnight.
  const last = new Date(`${day}T12:00:00Z`);
  last.setUTCDate(last.getUTCDate() + 1);
  return await call(owner, "daily_report", { first_day: day, last_day: last.toISOString().slice(0, 10) });
}

async function today(owner: SupabaseClient): Promise<string> {
  const { data } = await owner.from("store_settings").select("time_zone").single().throwOnError();
  const timeZone = (data as { time_zone: string }).time_zone;
  return new Intl.DateTimeFormat("en-CA", { timeZone }).format(new Date());
}
