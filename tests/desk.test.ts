import { expect, test } from "vitest";
import { aPaidOrder, count, move, orderOf, refundOfLine, replacedBy } from "./paying.ts";
import { call, readRow, readRows, update } from "./requests.ts";
import { anOrder, aProduct, openTestShop, type Person } from "./running-shop.ts";

const shop = await openTestShop();
const [ama, ola, paul] = await shop.signUpAll("customer", "owner", "packer");
const yam = await aProduct(shop, { name: "Puna Yam", price: 10 });

const desk = () => call(ola, "read_desk");
const cardOf = async (id: string) => (await desk()).cards.find((card) => card.id === id);
const sheetOf = async (id: string) => {
  const [sheet] = await call(ola, "read_pick_lists", { order_ids: [id] });
  if (!sheet) throw new Error("There is no pick list.");
  return sheet;
};
const aPaidYam = (quantity = 1) => aPaidOrder(shop, ama, yam, quantity);
const mailsAbout = async (id: string) => {
  const { data } = await shop.data.service.from("outgoing_mails").select("kind, status").eq("order_id", id);
  return data ?? [];
};
/** Moves timestamps into the past, with triggers off because they forbid it. */
const letPass = (table: "orders" | "order_status_changes", id: string, interval: string) =>
  table === "orders"
    ? shop.withoutTriggers`update orders set paid_at = paid_at - ${interval}::interval where id = ${id}`
    : shop.withoutTriggers`
        update order_status_changes set changed_at = changed_at - ${interval}::interval where order_id = ${id}`;

test("the order board shows paid orders of any day, earliest promise first, and no pending ones", async () => {
  const late = await aPaidYam(3);
  const firstOrder = await aPaidYam();
  const chosen = await aPaidYam();
  const pending = await anOrder(ama, yam);
  await letPass("orders", firstOrder.id, "3 days");
  await shop.database.admin`
    update orders set window_starts_at = now() - interval '5 days', window_ends_at = now() - interval '5 days'
    where id = ${chosen.id}`;
  const { cards, counts } = await desk();
  const ids = cards.map(({ id }) => id);
  expect(ids).toEqual([chosen.id, firstOrder.id, late.id]);
  expect(ids).not.toContain(pending.id);
  expect(counts).toEqual({ to_pack: 3, packing: 0, waiting: 0, done: 0 });
  expect(cards[2]).toMatchObject({ name: "Ama Mensah", item_count: 3, line_ids: [expect.any(Number)], status: "paid" });
  const [first] = cards;
  const after = await call(ola, "list_desk", {
    board_column: "to_pack",
    after_at: first?.window_starts_at,
    after_id: first?.id,
    max_count: 1,
  });
  expect(after.map(({ id }) => id)).toEqual([firstOrder.id]);
  await move(ola, late.id, "preparing", "ready");
  await move(ola, firstOrder.id, "preparing", "ready", "completed");
  expect((await desk()).counts).toEqual({ to_pack: 1, packing: 0, waiting: 1, done: 1 });
  await letPass("order_status_changes", firstOrder.id, "1 day");
  expect((await desk()).counts["done"]).toBe(0);
});

test("orders of one promised time are on the board by order number, and the list continues there", async () => {
  const orders = [await aPaidYam(), await aPaidYam(), await aPaidYam()];
  const ids = orders.map(({ id }) => id);
  const at = new Date(Date.now() + 3_600_000).toISOString();
  await shop.database.admin`
    update orders set window_starts_at = ${at}, window_ends_at = ${at} where id = any (${ids})`;
  expect((await desk()).cards.map(({ id }) => id).filter((id) => ids.includes(id))).toEqual(ids);
  for (const [place, id] of ids.entries()) {
    const after = await call(ola, "list_desk", { board_column: "to_pack", after_at: at, after_id: id });
    expect(after.map((card) => card.id).filter((other) => ids.includes(other))).toEqual(ids.slice(place + 1));
  }
});

test("the order board's header shows today's orders and sales as the daily report does", async () => {
  const before = await desk();
  const order = await aPaidYam(2);
  const other = await aPaidYam();
  await shop.database.admin`
    update payments set received_at = received_at - interval '1 day' where order_id = ${other.id}`;
  await call(ola, "request_refund", { order_id: order.id, amount_cents: 500, request_key: crypto.randomUUID() });
  await shop.worker.runOnce();
  await expect.poll(async () => (await orderOf(shop, order.id)).refunded_amount).toBe(5);
  const after = await desk();
  expect([after.order_count - before.order_count, after.sales - before.sales]).toEqual([1, 20]);
});

test("the order board's header still counts an order that is refunded in full", async () => {
  const before = await desk();
  const order = await aPaidYam(2);
  const [line] = (await sheetOf(order.id)).lines;
  expect(await cardOf(order.id)).toMatchObject({ line_ids: [line?.id] });
  await call(ola, "request_refund", refundOfLine(order.id, line?.id, "missing", 2));
  await shop.worker.runOnce();
  await expect.poll(async () => (await orderOf(shop, order.id)).refunded_amount).toBe(20);
  const after = await desk();
  expect([after.order_count - before.order_count, after.sales - before.sales]).toEqual([1, 20]);
});

test("the last pick of a line counts, and the first one starts preparation", async () => {
  const order = await aPaidYam();
  const line = (await sheetOf(order.id)).lines[0]?.id ?? 0;
  const pick = (person: Person, is_packed: boolean, secondsAgo = 0) =>
    call(person, "pick_line", {
      order_item_id: line,
      is_packed,
      picked_at: new Date(Date.now() - secondsAgo * 1000).toISOString(),
    });
  expect(await pick(paul, true, 60)).toBe(true);
  expect(await cardOf(order.id)).toMatchObject({ status: "preparing", packed_line_ids: [line] });
  expect((await sheetOf(order.id)).lines[0]?.picked_by).toBe("Paul Packer");
  expect(await pick(ola, false, 30)).toBe(false);
  // From a phone that was offline.
  expect(await pick(paul, true, 45)).toBe(false);
  expect((await cardOf(order.id))?.packed_line_ids).toEqual([]);
  // From a phone whose clock is ahead: the current time counts instead, so the next pick is later.
  expect(await pick(paul, true, -3600)).toBe(true);
  expect(await pick(ola, false, 0)).toBe(false);
  expect(await pick(ola, true)).toBe(true);
  await move(ola, order.id, "ready");
  const late = await paul.client.rpc("pick_line", { order_item_id: line, is_packed: false });
  expect([late.status, late.error?.message]).toEqual([409, expect.stringMatching(/is no longer being packed/)]);
  await move(ola, order.id, "completed");
  expect((await shop.data.service.from("picked_lines").select().eq("order_id", order.id)).data).toEqual([]);
});

test("a pick list follows the aisle sequence and ends with frozen products", async () => {
  const [garri, plantain, fish] = await Promise.all([
    aProduct(shop, { table: "grain_flour_cereal", name: "Ijebu Garri" }),
    aProduct(shop, { table: "fruits_and_vegetables", name: "Ripe Plantain" }),
    aProduct(shop, { table: "grain_flour_cereal", name: "Aaa Frozen Fufu" }),
  ]);
  await update(shop, "products", { id: fish.id }, { storage: "frozen" });
  const order = await aPaidYam();
  for (const { id, name } of [fish, plantain, garri]) {
    await shop.withoutTriggers`
        insert into order_items (order_id, product_id, product_name, quantity, unit_price, choice_ids)
        values (${order.id}, ${id}, ${name}, 1, 1, '{}')`;
  }
  const names = async () => (await sheetOf(order.id)).lines.map(({ name }) => name);
  expect(await names()).toEqual(["Ijebu Garri", "Puna Yam", "Ripe Plantain", "Aaa Frozen Fufu"]);
  const before = await readRows(ola, "categories", "prefix", {}, "aisle");
  const walk = before.map(({ prefix }: { prefix: string }) => prefix);
  const others = walk.filter((prefix) => prefix !== "fruits");
  const order_aisles = (prefixes: string[]) => ola.client.rpc("order_aisles", { prefixes });
  await order_aisles(["fruits", ...others]).throwOnError();
  expect(await names()).toEqual(["Ripe Plantain", "Ijebu Garri", "Puna Yam", "Aaa Frozen Fufu"]);
  for (const wrong of [others, [...walk, "fruits"], [...others, "nowhere"], []]) {
    const { status, error: rejected } = await order_aisles(wrong);
    expect([status, rejected?.message]).toEqual([422, "List each category exactly once."]);
  }
  await order_aisles(walk).throwOnError();
  expect(await names()).toEqual(["Ijebu Garri", "Puna Yam", "Ripe Plantain", "Aaa Frozen Fufu"]);
});

test("an order is new until a staff member acknowledges it", async () => {
  const order = await aPaidYam();
  const before = (await desk()).unread_count;
  expect((await cardOf(order.id))?.is_unread).toBe(true);
  await call(paul, "acknowledge_orders", { order_ids: [order.id] });
  await call(paul, "acknowledge_orders", { order_ids: [order.id] });
  expect((await cardOf(order.id))?.is_unread).toBe(false);
  expect((await desk()).unread_count).toBe(before - 1);
});

test("all new orders are acknowledged at once, also those that a full board does not show", async () => {
  const orders = [await aPaidYam(), await aPaidYam()];
  await call(paul, "acknowledge_orders", { order_ids: null });
  expect((await desk()).unread_count).toBe(0);
  for (const { id } of orders) expect((await cardOf(id))?.is_unread).toBe(false);
});

test("orders are found by number, name, and phone", async () => {
  const order = await aPaidOrder(shop, await shop.signUp("Kofi Asante-Brown"), yam);
  const { number } = (await cardOf(order.id)) ?? {};
  await shop.database.admin`update orders set delivery_phone_number = '(281) 555-7788' where id = ${order.id}`;
  const found = async (words: string) => (await call(ola, "find_on_desk", { words })).map(({ id }) => id);
  for (const words of [String(number), `#${number}`, `order ${number}`, "asante", "555-7788", "2815557788"]) {
    expect([words, await found(words)]).toEqual([words, [order.id]]);
  }
  expect(await found("")).toEqual([]);
  expect(await found("%")).toEqual([]);
  expect(await found("nobody of this name")).toEqual([]);
  await move(ola, order.id, "preparing", "ready", "completed");
  await letPass("order_status_changes", order.id, "2 days");
  expect(await found(String(number))).toEqual([order.id]);
  // Managers find every order; packers only those on the order board.
  expect(await found("asante")).toEqual([order.id]);
  expect(await found("555-7788")).toEqual([order.id]);
  expect(await call(paul, "find_on_desk", { words: "asante" })).toEqual([]);
});

test("a search that waited for an upgrade finds the orders of every status", async () => {
  const order = await aPaidOrder(shop, await shop.signUp("Efua Late"), yam);
  const { admin } = shop.database;
  const waited = await admin.begin(async (sql) => {
    await sql.script("lock table public.orders in access exclusive mode");
    const answers = Promise.all([
      call(paul, "find_on_desk", { words: "efua" }),
      call(ola, "search_orders", { filter: { words: "efua" } }),
      call(ola, "read_desk"),
    ]);
    const waiting = () => admin`
      select from pg_locks where relation = 'public.orders'::regclass and not granted
        and database = (select oid from pg_database where datname = current_database())`;
    await expect.poll(async () => (await waiting()).length).toBe(3);
    // Writes the table again: its earlier rows are gone for statements that began before.
    await sql.script("alter table public.order_statuses add column is_new boolean generated always as (true) stored");
    return { answers };
  });
  const [onDesk, found, board] = await waited.answers;
  expect(onDesk.map(({ id }) => id)).toEqual([order.id]);
  expect(found).toMatchObject([{ id: order.id }]);
  expect(board.counts.to_pack).toBeGreaterThan(0);
  await admin.script("alter table public.order_statuses drop column is_new");
});

test("the card of an order without a phone number shows the customer's phone number", async () => {
  const order = await aPaidYam();
  await shop.database.admin`update orders set delivery_phone_number = '' where id = ${order.id}`;
  await shop.database.admin`delete from billing_details where order_id = ${order.id}`;
  await shop.database.admin`update private.customers set phone = '2815557711' where user_id = ${ama.id}`;
  expect((await cardOf(order.id))?.phone).toBe("2815557711");
});

test("orders are found regardless of accents, case, and script of names and numbers", async () => {
  const customers: [name: string, phone: string, ...words: string[]][] = [
    [
      "Adébáyọ̀ Ọ̀ṣun".normalize("NFC"),
      "+1 281 555 0001",
      "adebayo",
      "ADEBAYO OSUN",
      "Adébáyọ̀".normalize("NFD"),
      "1 (281) 555-0001",
    ],
    ["Ɓala Ƙofar-Ɗaura", "281.555.0002", "bala", "Kofar-Daura", "ƙofar", "２８１ ５５５ ０００２", "٢٨١٥٥٥٠٠٠٢"],
    ["ሰላም ተስፋዬ", "(281) 555-0003", "ተስፋዬ", "ሰላም"],
    ["أحمد علي", "281-555-0004", "احمد", "\u202Bأحمد\u202C"],
    ["Юлия Ковалёва", "2815550005", "юлия", "ковалева"],
    ["王小明", "2815550006", "小明"],
  ];
  for (const [name, phone, ...words] of customers) {
    const order = await aPaidOrder(shop, await shop.signUp(name), yam);
    await shop.database.admin`update orders set delivery_phone_number = ${phone} where id = ${order.id}`;
    for (const typed of words) {
      for (const person of [ola, paul]) {
        const found = await call(person, "find_on_desk", { words: typed });
        expect([typed, found.map(({ id }) => id)]).toEqual([typed, [order.id]]);
      }
    }
  }
});

test("many orders change status at once, each separately, and their emails wait 10 s", async () => {
  const [one, two] = [await aPaidYam(), await aPaidYam()];
  await shop.worker.runOnce();
  const to = (to_status: string) =>
    call(ola, "move_orders", { moves: [one, two].map(({ id }) => ({ order_id: id, to_status })) });
  expect((await to("preparing")).map(({ status }) => status)).toEqual(["preparing", "preparing"]);
  await move(ola, two.id, "cancelled");
  const moved = await to("ready");
  expect(moved.find(({ order_id }) => order_id === one.id)).toMatchObject({ status: "ready", message: null });
  expect(moved.find(({ order_id }) => order_id === two.id)).toMatchObject({
    status: null,
    message: 'This order is now "Canceled". Nothing was changed.',
  });
  await shop.worker.runOnce();
  expect(await mailsAbout(one.id)).toContainEqual({ kind: "order_ready", status: "waiting" });
  await shop.database.admin`update outgoing_mails set next_attempt_at = next_attempt_at - interval '10 seconds'`;
  await shop.worker.runOnce();
  expect(await mailsAbout(one.id)).toContainEqual({ kind: "order_ready", status: "sent" });
  for (const moves of [[{ order_id: one.id, to_status: "cancelled" }], {}, null]) {
    expect((await ola.client.rpc("move_orders", { moves })).error?.code).toBe("22023");
  }
});

test("undoing a status change within 10 s cancels its email, and the status history has both", async () => {
  const order = await aPaidYam();
  await shop.worker.runOnce();
  const to = (to_status: string) => call(ola, "move_orders", { moves: [{ order_id: order.id, to_status }] });
  const back = async () => (await call(paul, "undo_order_moves", { order_ids: [order.id] }))[0];
  await to("preparing");
  await to("ready");
  expect((await cardOf(order.id))?.moved_from).toBe("preparing");
  expect(await back()).toMatchObject({ status: "preparing", was_notified: false, message: null });
  expect((await mailsAbout(order.id)).map(({ kind }) => kind)).not.toContain("order_ready");
  // An undo cannot be undone.
  expect((await cardOf(order.id))?.moved_from).toBeNull();
  expect(await back()).toMatchObject({ status: null, message: "You can no longer undo this step." });

  await to("ready");
  await shop.database.admin`update outgoing_mails set next_attempt_at = now() where order_id = ${order.id}`;
  await shop.worker.runOnce();
  expect(await back()).toMatchObject({ status: "preparing", was_notified: true });
  // The email is not sent a second time.
  await to("ready");
  expect((await mailsAbout(order.id)).filter(({ kind }) => kind === "order_ready")).toHaveLength(1);
  const steps = await readRows(ama, "order_status_changes", "to_status", { order_id: order.id }, "id");
  expect(steps.map(({ to_status }) => to_status)).toEqual(
    "pending paid preparing ready preparing ready preparing ready".split(" "),
  );
});

test("a status change cannot be undone after 15 minutes or during a refund", async () => {
  const [late, refunded, fresh] = [await aPaidYam(), await aPaidYam(), await aPaidYam()];
  const back = async (id: string) => (await call(ola, "undo_order_moves", { order_ids: [id] }))[0];
  await move(ola, late.id, "preparing");
  await letPass("order_status_changes", late.id, "16 minutes");
  await move(ola, refunded.id, "preparing", "ready");
  await call(ola, "request_refund", { order_id: refunded.id, amount_cents: 100, request_key: crypto.randomUUID() });
  expect((await back(late.id))?.status).toBeNull();
  expect((await back(refunded.id))?.status).toBeNull();
  expect((await back(fresh.id))?.status).toBeNull();
  // Status changes only go forward.
  expect((await ola.client.rpc("move_order", { order_id: refunded.id, to_status: "preparing" })).status).toBe(409);
  // Undoing back to paid does not count as a new payment: paid_at and stock stay.
  await count(shop, yam, 5);
  const order = await aPaidYam(2);
  const paidAt = async () => (await readRow(shop, "orders", "paid_at", { id: order.id })).paid_at;
  const then = await paidAt();
  await move(ola, order.id, "preparing");
  expect((await back(order.id))?.status).toBe("paid");
  expect(await paidAt()).toBe(then);
  expect((await readRow(shop, "product_stock", "stock_count", { product_id: yam.id })).stock_count).toBe(3);
  await shop.data.service.from("products").update({ availability: "available" }).eq("id", yam.id);
});

test("a status change with a substitution cannot be undone", async () => {
  const garri = await aProduct(shop, { name: "Garri of the same price", price: 10 });
  const order = await aPaidYam();
  await call(ola, "move_orders", { moves: [{ order_id: order.id, to_status: "preparing" }] });
  await call(ola, "substitute_line", replacedBy((await sheetOf(order.id)).lines[0]?.id, garri));
  await call(ola, "move_orders", { moves: [{ order_id: order.id, to_status: "ready" }] });
  const [back] = await call(ola, "undo_order_moves", { order_ids: [order.id] });
  expect(back).toMatchObject({ status: null, message: "You can no longer undo this step." });
});
