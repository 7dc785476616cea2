import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import type { FunctionRow, TableRow } from "#app/platform/selected-row.ts";
import { aPaidOrder, orderOf, pay, refundOfLine, untilOrder } from "./paying.ts";
import { addLine, call, insert, insertRow, readRow, readRows, update } from "./requests.ts";
import { aProduct, openShopForTest, openTestShop, type Person, requestOrder } from "./running-shop.ts";

const shop = await openTestShop();
const admin = await shop.signUpAdmin("Ola Owner");
const oil = await aProduct(shop, { name: "Red Palm Oil", price: 12.99 });
const yam = await aProduct(shop, { table: "more", name: "Puna Yam", price: 17.99 });
const dress = await aProduct(shop, { table: "authentic_african_wear", name: "Madras Dress", price: 30 });

type OrderedItem = { id: number; quantity: number };

const items = (ordered: readonly OrderedItem[]) => ordered.map(({ id, quantity }) => ({ product_id: id, quantity }));
const one = ({ id }: { id: number }, quantity = 1): OrderedItem => ({ id, quantity });

async function aCode(chosen: Record<string, unknown> = {}): Promise<string> {
  const code = `T${randomUUID().replaceAll("-", "").slice(0, 10).toUpperCase()}`;
  const row = { code, ...("amount" in chosen ? {} : { percent: 10 }), ...chosen };
  await insert(admin, "discount_codes", row as never);
  return code;
}

const enter = ({ client }: Pick<Person, "client">, code: string) => client.rpc("enter_discount_code", { code });

type Quote = FunctionRow<"quote_cart">;

const quote = async ({ client }: Pick<Person, "client">, ordered: readonly OrderedItem[]): Promise<Quote> =>
  await call(client, "quote_cart", { items: items(ordered) });

const place = ({ client }: Pick<Person, "client">, ordered: readonly OrderedItem[], expected_total: number) =>
  requestOrder(client, items(ordered), expected_total);

/** Places an order at the cart's total. */
async function buy(person: Person, ordered: readonly OrderedItem[]): Promise<TableRow<"orders">> {
  return (await place(person, ordered, (await quote(person, ordered)).total).throwOnError()).data;
}

const usesOf = async (code: string) => (await readRow(admin, "discount_codes", "used_count", { code })).used_count;
const changeCode = (code: string, values: object) => update(admin, "discount_codes", { code }, values);
const linesOf = async (orderId: string) =>
  readRows(shop, "order_items", "id, unit_price, quantity, discount", { order_id: orderId }, "id");

async function aShopper(code?: string): Promise<Person> {
  const person = await shop.signUp("Ama Mensah");
  if (code !== undefined) await enter(person, code).throwOnError();
  return person;
}

test("a 10% code is distributed over the lines to the cent and stored with the order", async () => {
  const code = await aCode();
  const ama = await aShopper();
  const ordered = [one(oil, 1), one(yam, 1), one(dress, 1)];
  expect(await quote(ama, ordered)).toMatchObject({ subtotal: 60.98, discount: 0, discount_code: null, total: 60.98 });
  expect((await enter(ama, ` ${code.toLowerCase().slice(0, 4)} - ${code.slice(4)}`)).data).toBe(code);
  const discounted = { total: 54.88, discount: 6.1, discount_code: code };
  expect(await quote(ama, ordered)).toMatchObject({ ...discounted, subtotal: 60.98, discount_error: null });
  const order = await buy(ama, ordered);
  expect(order).toMatchObject(discounted);
  // 1.299…, 1.799…, 3.001…: the remaining cent goes to the line whose share was rounded down the most.
  expect((await linesOf(order.id)).map(({ discount }) => discount)).toEqual([1.3, 1.8, 3]);
  await changeCode(code, { percent: 50 });
  await pay(shop, order.id);
  expect(await orderOf(shop, order.id)).toMatchObject({ total: 54.88, paid_amount: 54.88 });
  expect(await usesOf(code)).toBe(1);
});

test("a used code is not applied to the next order automatically", async () => {
  const ama = await aShopper(await aCode());
  await pay(shop, (await buy(ama, [one(oil)])).id);
  expect(await quote(ama, [one(oil)])).toMatchObject({ discount: 0, discount_code: null, total: 12.99 });
});

test("a fixed code never exceeds its products and leaves 50 cents to pay", async () => {
  const ama = await aShopper(await aCode({ amount: 5 }));
  expect(await quote(ama, [one(oil)])).toMatchObject({ discount: 5, total: 7.99 });
  await enter(ama, await aCode({ amount: 100 })).throwOnError();
  expect(await quote(ama, [one(oil)])).toMatchObject({ discount: 12.49, total: 0.5 });
  await enter(ama, await aCode({ amount: 100, categories: ["condiments"] })).throwOnError();
  expect(await quote(ama, [one(oil), one(yam)])).toMatchObject({ discount: 12.99, total: 17.99 });
  await enter(ama, await aCode({ percent: 100 })).throwOnError();
  expect(await quote(ama, [one(yam)])).toMatchObject({ discount: 17.49, total: 0.5 });
});

test("a code for some categories discounts only their products", async () => {
  const ama = await aShopper(await aCode({ percent: 50, categories: ["wears", "more"] }));
  const order = await buy(ama, [one(oil), one(yam), one(dress)]);
  expect((await linesOf(order.id)).map(({ discount }) => discount)).toEqual([0, 9, 15]);
  expect(await quote(ama, [one(oil)])).toMatchObject({ discount: 0, discount_error: "other_products" });
});

test("below the minimum order a code gives no discount and states the minimum", async () => {
  const code = await aCode({ min_subtotal: 30 });
  const ama = await aShopper(code);
  const below = { discount: 0, discount_code: code, discount_error: "below_minimum 30.00", total: 25.98 };
  expect(await quote(ama, [one(oil, 2)])).toMatchObject(below);
  expect(await buy(ama, [one(oil, 2)])).toMatchObject({ total: 25.98, discount: 0, discount_code: null });
  expect(await usesOf(code)).toBe(0);
  expect(await quote(ama, [one(oil, 3)])).toMatchObject({ discount: 3.9, discount_error: null });
});

test.for<[what: string, chosen: Record<string, unknown>, problem: string]>([
  ["not started", { valid_from: "2999-01-01T00:00:00Z" }, "not_started"],
  ["ended", { valid_from: "2020-01-01T00:00:00Z", valid_until: "2020-02-01T00:00:00Z" }, "ended"],
])("a code that has %s gives no discount", async ([, chosen, problem]) => {
  const ama = await aShopper(await aCode(chosen));
  expect(await quote(ama, [one(oil)])).toMatchObject({ discount: 0, discount_error: problem });
  expect(await buy(ama, [one(oil)])).toMatchObject({ total: 12.99, discount: 0 });
});

test("a code that expired before the order creates no order at another price", async () => {
  const code = await aCode();
  const ama = await aShopper(code);
  const { total } = await quote(ama, [one(oil)]);
  await changeCode(code, { max_uses: 1 });
  await buy(await aShopper(code), [one(oil)]);
  const rejected = await place(ama, [one(oil)], total);
  expect(rejected.status).toBe(409);
  const amounts = { discount: 0, discount_error: "used_up" };
  expect(JSON.parse(rejected.error?.details ?? "")).toMatchObject({ total: 12.99, amounts });
  expect((await ama.client.from("orders").select("id")).data).toEqual([]);
});

test("a once-per-person code ignores canceled and replaced orders", async () => {
  const code = await aCode({ once_per_person: true });
  const ama = await aShopper(code);
  expect((await buy(ama, [one(oil)])).discount).toBe(1.3);
  const second = await buy(ama, [one(oil, 2)]);
  expect(second.discount).toBe(2.6);
  expect(await usesOf(code)).toBe(1);
  await call(ama, "cancel_order", { order_id: second.id });
  expect(await usesOf(code)).toBe(0);
  await pay(shop, (await buy(ama, [one(oil)])).id);
  await enter(ama, code).throwOnError();
  expect(await quote(ama, [one(oil)])).toMatchObject({ discount: 0, discount_error: "already_used" });
  expect((await quote(await aShopper(code), [one(oil)])).discount).toBe(1.3);
});

test("canceling a paid order releases its code; other refunds do not", async () => {
  const code = await aCode({ max_uses: 1 });
  const ama = await aShopper(code);
  const order = await buy(ama, [one(oil)]);
  await pay(shop, order.id);
  expect((await quote(await aShopper(code), [one(oil)])).discount_error).toBe("used_up");
  await call(ama, "cancel_order", { order_id: order.id });
  await shop.worker.runOnce();
  await untilOrder(shop, order.id, ({ status }) => status === "refunded");
  expect(await usesOf(code)).toBe(0);
  const other = await buy(await aShopper(code), [one(oil)]);
  await pay(shop, other.id);
  await call(admin, "request_refund", { order_id: other.id });
  await shop.worker.runOnce();
  await untilOrder(shop, other.id, ({ status }) => status === "refunded");
  expect(await usesOf(code)).toBe(1);
});

test("of many concurrent uses of a code's last one, exactly one succeeds", async () => {
  const code = await aCode({ max_uses: 3 });
  const shoppers = await Promise.all(Array.from({ length: 24 }, () => aShopper(code)));
  await buy(shoppers[0] as Person, [one(oil)]);
  await buy(shoppers[1] as Person, [one(oil)]);
  const responses = await Promise.all(shoppers.slice(2).map((person) => place(person, [one(oil)], 11.69)));
  expect(responses.filter(({ error }) => error === null)).toHaveLength(1);
  expect(responses.filter(({ status }) => status === 409)).toHaveLength(21);
  expect(await usesOf(code)).toBe(3);
});

test("customers who enter each other's codes at the same time all get their orders", async () => {
  const [first, second] = await Promise.all([aCode(), aCode()]);
  const shoppers = await Promise.all(Array.from({ length: 8 }, () => aShopper()));
  for (let round = 0; round < 4; round += 1) {
    await Promise.all(
      shoppers.map(async (person, place) => {
        await enter(person, (place + round) % 2 === 0 ? first : second).throwOnError();
        expect((await buy(person, [one(oil)])).discount).toBe(1.3);
      }),
    );
  }
  expect((await usesOf(first)) + (await usesOf(second))).toBe(shoppers.length);
});

test("refunds by line return what was paid and add up to the order", async () => {
  const ama = await aShopper(await aCode({ amount: 1 }));
  const order = await buy(ama, [one(oil, 3), one(yam, 1)]);
  expect(order.total).toBe(55.96);
  await pay(shop, order.id);
  const [oils, yams] = await linesOf(order.id);
  const back: number[] = [];
  for (const line of [oils, yams, oils, oils]) {
    back.push((await call(admin, "request_refund", refundOfLine(order.id, line?.id, "missing"))).amount_cents);
  }
  expect([oils?.discount, yams?.discount]).toEqual([0.68, 0.32]);
  expect(back[1]).toBe(1767);
  expect(back.reduce((sum, cents) => sum + cents, 0)).toBe(5596);
});

test("the sales tax is computed after the discount", async () => {
  const taxable = await readRow(admin, "tax_classes", "id", { title: "Taxable" });
  await insert(admin, "tax_rates", { class_id: taxable.id, valid_from: "2020-01-01", percent: 8.25 });
  const ama = await aShopper(await aCode({ percent: 50 }));
  // The code covers all of the oil and $15.00 of the dress.
  expect(await quote(ama, [one(oil), one(dress)])).toMatchObject({ subtotal: 42.99, discount: 21.5, total: 22.73 });
  const order = await buy(ama, [one(oil), one(dress)]);
  const { data } = await ama.client.from("orders").select("tax_amount").eq("id", order.id).single();
  expect(data?.tax_amount).toBe(1.24);
  await admin.client.from("tax_rates").delete().eq("class_id", taxable.id).throwOnError();
});

test("a wrong code is rejected, and ten within an hour block further attempts", async () => {
  const code = await aCode();
  const ama = await aShopper();
  const tries = await Promise.all(Array.from({ length: 14 }, (_, place) => enter(ama, `WRONG${place}`)));
  expect(tries.filter(({ data, error }) => data === null && error === null)).toHaveLength(10);
  expect(tries.filter(({ status }) => status === 429)).toHaveLength(4);
  expect((await enter(ama, code)).error?.message).toBe("Too many wrong codes. Try again in an hour.");
  expect(await quote(ama, [one(oil)])).toMatchObject({ discount: 0, discount_code: null });
  expect((await enter(await aShopper(), code)).data).toBe(code);
});

const quoteGuest = (code: string, { client }: Pick<Person, "client"> = { client: shop.guest }) =>
  client.rpc("quote_guest_cart", { items: items([one(oil)]), delivery_type: "pickup", delivery_zip: "", code });

test("a guest's cart is quoted with a code like a customer's, without the limit per person", async () => {
  const code = await aCode({ once_per_person: true });
  const ama = await aShopper(code);
  expect((await quoteGuest(` ${code.toLowerCase()} `)).data).toEqual(await quote(ama, [one(oil)]));
  await pay(shop, (await buy(ama, [one(oil)])).id);
  expect((await quoteGuest(code)).data).toMatchObject({ discount: 1.3, discount_code: code, discount_error: null });
  const other = await aCode({ categories: ["wears"] });
  const unfit = { discount: 0, discount_code: other, discount_error: "other_products" };
  expect((await quoteGuest(other)).data).toMatchObject(unfit);
  expect((await quoteGuest("NOSUCH")).data).toMatchObject({ discount: 0, discount_code: null, total: 12.99 });
  expect((await quoteGuest(code, ama)).error?.code).toBe("42501");
});

test("of all guests' wrong codes within an hour, 100 are answered, and customers are not affected", async () => {
  const code = await aCode();
  const { admin: sql } = shop.database;
  await sql`delete from private.guest_discount_attempts`;
  for (let batch = 0; batch < 10; batch += 1) {
    const tries = await Promise.all(Array.from({ length: 10 }, (_, place) => quoteGuest(`WRONG${batch}${place}`)));
    expect(tries.map(({ status }) => status)).toEqual(Array(10).fill(200));
  }
  const rejected = { status: 429, error: { message: "Too many wrong codes. Try again in an hour." } };
  expect(await quoteGuest("WRONG")).toMatchObject(rejected);
  expect(await quoteGuest(code)).toMatchObject(rejected);
  expect((await enter(await aShopper(), code)).data).toBe(code);
  await sql`update private.guest_discount_attempts set ends_at = now()`;
  expect((await quoteGuest(code)).data).toMatchObject({ discount_code: code });
  expect((await quoteGuest("WRONG")).status).toBe(200);
  expect(await sql`select wrong_count from private.guest_discount_attempts`).toEqual([{ wrong_count: 1 }]);
});

test("a dropped code no longer discounts the cart", async () => {
  const ama = await aShopper(await aCode());
  await call(ama, "drop_discount_code");
  expect(await quote(ama, [one(oil)])).toMatchObject({ discount: 0, discount_code: null });
  expect(await quote({ client: shop.guest }, [one(oil)])).toMatchObject({ discount: 0, total: 12.99 });
});

test("lines added by a plain insert get the code's discount, too", async () => {
  const ama = await aShopper(await aCode({ min_subtotal: 20 }));
  const order = await insertRow(ama, "orders", { delivery_type: "pickup" } as never, "id");
  const add = () => addLine(ama, order.id, { product_id: oil.id }).throwOnError();
  const totalNow = async () => (await readRow(ama, "orders", "total", { id: order.id })).total;
  await add();
  expect(await totalNow()).toBe(12.99);
  await add();
  expect(await totalNow()).toBe(23.38);
});

test.for<Record<string, unknown>>([
  { percent: null },
  { percent: 10, amount: 5 },
  { percent: 0 },
  { percent: 101 },
  { percent: "NaN" },
  { percent: null, amount: "NaN" },
  { code: "AB" },
  { code: "TEN %" },
  { categories: ["wears", "nothing"] },
  { max_uses: 0 },
  { valid_from: "2026-02-01T00:00:00Z", valid_until: "2026-01-01T00:00:00Z" },
])("a code is not %o", async (wrong) => {
  const row = { code: `W${randomUUID().replaceAll("-", "").slice(0, 8).toUpperCase()}`, percent: 10, ...wrong };
  expect((await admin.client.from("discount_codes").insert(row as never)).status).toBe(400);
});

test("a discount code with orders cannot be deleted, and a deleted account's use still counts", async () => {
  const code = await aCode();
  const ama = await aShopper(code);
  const order = await buy(ama, [one(oil)]);
  expect((await admin.client.from("discount_codes").delete().eq("code", code)).error?.code).toBe("23503");
  await pay(shop, order.id);
  await shop.data.service.auth.admin.deleteUser(ama.id);
  expect(await usesOf(code)).toBe(1);
  const unpaid = await aShopper(code);
  await buy(unpaid, [one(oil)]);
  expect(await usesOf(code)).toBe(2);
  await shop.data.service.auth.admin.deleteUser(unpaid.id);
  expect(await usesOf(code)).toBe(1);
});

test("without codes and zones a cart requests no total, and with zones alone no code", async () => {
  const bare = await openShopForTest();
  const asks = async () =>
    (await bare.guest.from("store_settings").select("quotes_carts, has_discount_codes").single()).data;
  expect(await asks()).toEqual({ quotes_carts: false, has_discount_codes: false });
  const person = await bare.signUp("Ama Mensah");
  await aPaidOrder(bare, person, await aProduct(bare, { price: 3 }));
  const { client } = await bare.signUpAdmin("Ola Owner");
  await insert(client, "delivery_zones", { name: "Near", max_miles: 6, fee: 5 });
  expect(await asks()).toEqual({ quotes_carts: true, has_discount_codes: false });
  const code = await insertRow(client, "discount_codes", { code: "HELLO", percent: 10 }, "id");
  expect(await asks()).toEqual({ quotes_carts: true, has_discount_codes: true });
  await client.from("discount_codes").delete().eq("id", code.id).throwOnError();
  expect(await asks()).toEqual({ quotes_carts: true, has_discount_codes: false });
});
