import { beforeEach, expect, test } from "vitest";
import { anotherIntent, aPaidOrder, confirm, orderOf, requestIntent, stripeOf, untilOrder } from "./paying.ts";
import { addLine, call, insert, insertRow, NO_CODE, readRow, update } from "./requests.ts";
import { aProduct, openTestShop, type Person, requestOrder } from "./running-shop.ts";

const shop = await openTestShop({ paymentIntentLimit: 100 });
const [ama, kofi, admin] = await shop.signUpAll("customer", "customer", "owner");
const dress = await aProduct(shop, { table: "authentic_african_wear", name: "Madras Dress", price: 49.99 });
const yam = await aProduct(shop, { table: "more", name: "Puna Yam", price: 17.99 });
const { data } = await admin.client.from("tax_classes").select("id, title").order("id").throwOnError();
/** Tax classes of a new store. */
const [FOOD, TAXABLE] = data.map(({ id }) => id) as [number, number];

/** Each test starts with a rate of 8.25 % on taxable products that has applied for years. */
beforeEach(async () => {
  await shop.database.admin`delete from tax_rates`;
  await shop.database.admin`delete from tax_exemptions`;
  await setRate(TAXABLE, 8.25);
});

const setRate = (class_id: number, percent: number, valid_from = "2020-01-01") =>
  admin.client.from("tax_rates").upsert({ class_id, percent, valid_from }).throwOnError();

type Items = { product_id: number; quantity: number }[];
const of = (product: { id: number }, quantity = 1) => ({ product_id: product.id, quantity });

const place = (person: Pick<Person, "client">, items: Items, expected_total: number, more: object = {}) =>
  requestOrder(person.client, items, expected_total, more);

const quote = async (items: Items, client = shop.guest) =>
  (await client.rpc("quote_cart", { items }).throwOnError()).data as Record<string, number>;

const quotesCarts = async () =>
  (await shop.guest.from("store_settings").select("quotes_carts").single().throwOnError()).data.quotes_carts;

async function taxOf(orderId: string) {
  const columns = "total, tax_amount, tax_exempt_certificate, order_items(id, tax_rate, tax_amount)";
  const data = await readRow(shop, "orders", columns, { id: orderId });
  const lines = data.order_items.toSorted((one, other) => one.id - other.id);
  return { ...data, order_items: lines.map(({ tax_rate, tax_amount }) => [tax_rate, tax_amount]) };
}

test("a dress is taxed and a yam is not, in quote and order", async () => {
  // Computed, whatever the owner writes.
  await update(admin, "store_settings", { id: true }, { quotes_carts: false });
  expect(await quotesCarts()).toBe(true);
  const items = [of(dress), of(yam, 2)];
  const amounts = { subtotal: 85.97, delivery_cost: 0, delivery_included: true, tax: 4.12, total: 90.09, ...NO_CODE };
  expect(await quote(items)).toEqual(amounts);
  const untaxed = await place(ama, items, 85.97);
  expect([untaxed.status, JSON.parse(untaxed.error?.details ?? "")]).toMatchObject([409, { total: 90.09, amounts }]);
  const { data } = await place(ama, items, 90.09).throwOnError();
  expect(data).toMatchObject({ total: 90.09, tax_amount: 4.12, delivery_tax_amount: 0 });
  expect(await taxOf(data.id)).toEqual({
    total: 90.09,
    tax_amount: 4.12,
    tax_exempt_certificate: null,
    order_items: [
      [8.25, 4.12],
      [0, 0],
    ],
  });
  // Only its customer can read it.
  const read = (client: Person["client"]) => client.from("orders").select("tax_amount").eq("id", data.id);
  expect((await read(ama.client)).data).toEqual([{ tax_amount: 4.12 }]);
  expect((await read(kofi.client)).data).toEqual([]);
});

test("without a rate nothing is taxed and carts need no quote, and a rate of 0 ends the tax", async () => {
  await setRate(TAXABLE, 0, "2021-01-01");
  const items = [of(dress)];
  expect(await quote(items)).toMatchObject({ tax: 0, total: 49.99 });
  await shop.database.admin`delete from tax_rates`;
  expect(await quotesCarts()).toBe(false);
  expect(await quote(items)).toMatchObject({ tax: 0, total: 49.99 });
  const { data } = await place(ama, items, 49.99).throwOnError();
  expect(await taxOf(data.id)).toMatchObject({ tax_amount: 0, order_items: [[0, 0]] });
});

test("the tax is rounded once per order, and the remaining cent goes to the line cut the most", async () => {
  const three = await Promise.all(
    [1.03, 1.03, 1.02].map((price) => aProduct(shop, { table: "beauty_and_household", price })),
  );
  const [first, second, third] = three as [typeof dress, typeof dress, typeof dress];
  // 8.4975, 8.4975 and 8.415 cents: 25.41 in all.
  const { data } = await place(ama, [of(third), of(first), of(second)], 3.33).throwOnError();
  expect(await taxOf(data.id)).toMatchObject({
    tax_amount: 0.25,
    order_items: [
      [8.25, 0.08],
      [8.25, 0.09],
      [8.25, 0.08],
    ],
  });
});

test("a tax rate applies from its day in the store's time zone, and an order keeps the rate of its day", async () => {
  await shop.database.admin`delete from tax_rates`;
  await shop.database.admin`
    insert into tax_rates (class_id, valid_from, percent) values
      (${TAXABLE}, (now() at time zone 'Pacific/Kiritimati')::date, 8.25)`;
  const tax = async (zone: string) => {
    await shop.database.admin`update store_settings set time_zone = ${zone}`;
    return (await quote([of(dress)]))["tax"];
  };
  // In Pago Pago it is always an earlier day than in Kiritimati.
  expect([await tax("Pacific/Pago_Pago"), await tax("Pacific/Kiritimati")]).toEqual([0, 4.12]);
  const { data } = await place(ama, [of(dress)], 54.11).throwOnError();
  await shop.database.admin`update tax_rates set percent = 10`;
  expect(await taxOf(data.id)).toMatchObject({ tax_amount: 4.12, order_items: [[8.25, 4.12]] });
  expect(await tax("America/Chicago")).toBeOneOf([0, 5]);
  expect(await tax("Pacific/Kiritimati")).toBe(5);
  await shop.database.admin`update store_settings set time_zone = 'America/Chicago'`;
});

test("an exception is taxed by its own class, and a custom class by its own rate", async () => {
  const soda = await aProduct(shop, { table: "drink_beverage", name: "Kola Soda", price: 2 });
  expect((await quote([of(soda, 10)]))["tax"]).toBe(0);
  await insert(admin, "tax_exceptions", { product_id: soda.id, class_id: TAXABLE, is_draft: true });
  expect((await quote([of(soda, 10)]))["tax"]).toBe(1.65);
  const own = await insertRow(admin, "tax_classes", { title: "Reduced" }, "id");
  await setRate(own.id, 2.5);
  await admin.client.from("tax_exceptions").update({ class_id: own.id }).eq("product_id", soda.id).throwOnError();
  expect(await quote([of(soda, 10), of(dress)])).toMatchObject({ subtotal: 69.99, tax: 4.62 });
  await admin.client.from("category_tax_classes").update({ class_id: FOOD }).eq("category", "wears").throwOnError();
  expect((await quote([of(dress)]))["tax"]).toBe(0);
  await admin.client.from("category_tax_classes").update({ class_id: TAXABLE }).eq("category", "wears").throwOnError();
});

test("a tax class in use cannot be deleted", async () => {
  expect((await admin.client.from("tax_classes").delete().eq("id", TAXABLE)).error?.code).toBe("23503");
});

test("a taxed delivery has its own share of the tax, after the lines", async () => {
  await admin.client.from("store_settings").update({ delivery_tax_class_id: TAXABLE }).eq("id", true).throwOnError();
  const priced = (deliveryCost: number) => shop.database.admin<Record<string, string>[]>`
    select (head).tax_amount, (head).delivery_tax_rate, (head).delivery_tax_amount, lines[1].tax_amount as line
    from (select (private.add_tax(row(
      jsonb_populate_record(null::orders, ${shop.database.admin.json({
        created_at: new Date().toISOString(),
        delivery_cost: deliveryCost,
      })}),
      array[jsonb_populate_record(null::order_items, ${shop.database.admin.json({
        product_id: dress.id,
        unit_price: 49.99,
        quantity: 1,
      })})]
    )::private.priced_order)).*) as priced`;
  const [taxed] = await priced(5.5);
  expect(Object.values(taxed ?? {}).map(Number)).toEqual([4.58, 8.25, 0.45, 4.13]);
  await admin.client.from("store_settings").update({ delivery_tax_class_id: null }).eq("id", true).throwOnError();
  const [untaxed] = await priced(5.5);
  expect(Object.values(untaxed ?? {}).map(Number)).toEqual([4.12, 0, 0, 4.12]);
});

test("lines added by a plain insert are taxed, whatever the browser sends", async () => {
  const { data: order } = await place(ama, [of(yam)], 17.99).throwOnError();
  const forged = await addLine(ama, order.id, { product_id: dress.id, tax_amount: 0 });
  expect(forged.error?.code).toBe("42501");
  const cheap = await ama.client.from("orders").insert({ delivery_type: "pickup", tax_amount: 0 } as never);
  expect(cheap.error?.code).toBe("42501");
  await addLine(ama, order.id, { product_id: dress.id }).throwOnError();
  expect(await taxOf(order.id)).toMatchObject({ total: 72.1, tax_amount: 4.12 });
  // The owner has ended the tax meanwhile: the next line removes it from the whole order.
  await shop.database.admin`delete from tax_rates`;
  await addLine(shop, order.id, { product_id: yam.id, tax_amount: 3, tax_rate: 9 }).throwOnError();
  const untaxed = { total: 85.97, tax_amount: 0, order_items: Array(3).fill([0, 0]) };
  expect(await taxOf(order.id)).toMatchObject(untaxed);
});

test("a customer with a certificate pays no tax, and the order keeps its number", async () => {
  const charity = await shop.signUp("Charity Kitchen");
  await shop.data.service.auth.admin.updateUserById(charity.id, { email_confirm: true });
  const set = (client: Person["client"], certificate = "TX-01-339", email = charity.email) =>
    client.rpc("set_tax_exemption", { email, certificate });
  expect((await set(admin.client, "x", "nobody@test.example")).status).toBe(404);
  expect((await set(admin.client, "  ")).error?.code).toBe("23514");
  const taxed = await place(charity, [of(dress)], 54.11).throwOnError();
  await set(admin.client).throwOnError();
  await set(admin.client, " TX-01-340 ", ` ${charity.email.toUpperCase()} `).throwOnError();
  expect((await admin.client.rpc("list_tax_exemptions")).data).toMatchObject([
    { user_id: charity.id, name: "Charity Kitchen", email: charity.email, certificate: "TX-01-340" },
  ]);
  // Earlier orders stay unchanged.
  expect(await taxOf(taxed.data.id)).toMatchObject({ tax_amount: 4.12, tax_exempt_certificate: null });
  expect(await quote([of(dress)], charity.client)).toMatchObject({ tax: 0, total: 49.99 });
  expect(await quote([of(dress)])).toMatchObject({ tax: 4.12 });
  const { data: free } = await place(charity, [of(dress)], 49.99).throwOnError();
  expect(await taxOf(free.id)).toMatchObject({ tax_amount: 0, tax_exempt_certificate: "TX-01-340" });
  await admin.client.from("tax_exemptions").delete().eq("user_id", charity.id).throwOnError();
  expect(await quote([of(dress)], charity.client)).toMatchObject({ tax: 4.12 });
  expect(await taxOf(free.id)).toMatchObject({ tax_amount: 0, tax_exempt_certificate: "TX-01-340" });
});

test("an exempt email address counts only once the account has verified it", async () => {
  const squatter = await shop.signUp("Charity Kitchen");
  const exempt = () => admin.client.rpc("set_tax_exemption", { email: squatter.email, certificate: "TX-01-339" });
  const { status, error } = await exempt();
  expect([status, error?.message]).toEqual([409, "This email address is not verified yet."]);
  expect(await quote([of(dress)], squatter.client)).toMatchObject({ tax: 4.12 });
  await shop.data.service.auth.admin.updateUserById(squatter.id, { email_confirm: true });
  await exempt().throwOnError();
  expect(await quote([of(dress)], squatter.client)).toMatchObject({ tax: 0 });
});

test("a tax rate is from 0 to 50 percent, from a day on", async () => {
  const row = { class_id: FOOD, valid_from: "2020-01-01", percent: 1 };
  for (const each of [{ percent: 51 }, { percent: -1 }, { percent: "NaN" }, { valid_from: "infinity" }]) {
    const { error } = await admin.client.from("tax_rates").insert({ ...row, ...each } as never);
    expect([each, error?.code]).toEqual([each, "23514"]);
  }
});

test("Stripe charges the total with tax, which is fixed once the payment has started", async () => {
  const { data: order } = await place(ama, [of(dress), of(yam)], 72.1).throwOnError();
  const intentId = await requestIntent(shop, ama, order.id);
  expect(await stripeOf(shop).paymentIntents.retrieve(intentId)).toMatchObject({ amount: 7210 });
  const changes = [{ tax_amount: 0 }, { delivery_tax_rate: 1 }, { tax_exempt_certificate: "mine" }, { discount: 1 }];
  for (const change of changes) {
    expect((await shop.data.service.from("orders").update(change).eq("id", order.id)).status).toBe(409);
  }
  const line = await shop.data.service.from("order_items").update({ tax_amount: 0 }).eq("order_id", order.id);
  expect(line.status).toBe(409);
  await confirm(shop, intentId);
  await untilOrder(shop, order.id, ({ status }) => status === "paid");
  expect(await orderOf(shop, order.id)).toMatchObject({ total: 72.1, paid_amount: 72.1 });
  const [mail] = await shop.database.admin<{ facts: { tax_amount: number } }[]>`
    select facts from outgoing_mails where order_id = ${order.id} and kind = 'order_paid'`;
  expect(mail?.facts.tax_amount).toBe(4.12);
  await shop.worker.runOnce();
  const mails = shop.mailbox.list().filter(({ text }) => text.includes("$72.10"));
  expect(mails.map(({ to }) => to).sort()).toEqual([ama.email, "hello@calabash.example"]);
  for (const { text } of mails) expect(text).toMatch(/Sales tax\D+\$4\.12/);
});

// Refunds

const refund = (order_id: string, input: object = {}) =>
  admin.client.rpc("request_refund", { order_id, ...("lines" in input ? { reason: "damaged" } : {}), ...input });

test("refunding one of three equal items returns its tax, and the other two exactly the rest", async () => {
  const order = await aPaidOrder(shop, ama, [
    [dress, 3],
    [yam, 1],
  ]);
  const [line] = order.lines;
  // $149.97 and $12.37 of tax.
  const { data: first } = await refund(order.id, {
    lines: [{ order_item_id: line, quantity: 1, amount_cents: 1, tax_cents: 1 }],
  }).throwOnError();
  expect(first).toMatchObject({ amount_cents: 4999 + 412, tax_cents: 412 });
  const { data: rest } = await refund(order.id, { lines: [{ order_item_id: line, quantity: 2 }] }).throwOnError();
  expect(rest).toMatchObject({ amount_cents: 9998 + 825, tax_cents: 825 });
  expect((await refund(order.id).throwOnError()).data).toMatchObject({ amount_cents: 1799, tax_cents: 0 });
  await shop.worker.runOnce();
  expect(await orderOf(shop, order.id)).toMatchObject({ status: "refunded", refunded_amount: 180.33 });
});

test("a partial refund has its share of the tax, the rest has the rest, and other payments none", async () => {
  const order = await aPaidOrder(shop, ama, [
    [dress, 1],
    [yam, 1],
  ]);
  expect((await refund(order.id, { amount_cents: 1000 }).throwOnError()).data.tax_cents).toBe(57);
  // Refunds in the dashboard are split the same way.
  await stripeOf(shop).refunds.create({ payment_intent: order.intentId, amount: 500 });
  await untilOrder(shop, order.id, ({ refunds }) => refunds.length === 2);
  const { data: rest } = await refund(order.id).throwOnError();
  const [sum] = await shop.database.admin<{ tax: string }[]>`
    select sum(tax_cents) as tax from refunds where order_id = ${order.id}`;
  expect([rest.amount_cents, Number(sum?.tax)]).toEqual([7210 - 1500, 412]);

  const paid = await aPaidOrder(shop, ama, yam);
  const twice = await anotherIntent(shop, paid.id, 1799);
  await confirm(shop, twice);
  await untilOrder(shop, paid.id, ({ refunds }) => refunds.length === 1);
  const [back] = await shop.database.admin`select tax_cents from refunds where payment_intent_id = ${twice}`;
  expect(back).toEqual({ tax_cents: "0" });
});

test("the tax of a failed refund can be refunded again", async () => {
  const order = await aPaidOrder(shop, ama, [[dress, 2]]);
  const one = { lines: [{ order_item_id: order.lines[0], quantity: 1 }] };
  const { data: failed } = await refund(order.id, one).throwOnError();
  const failure = { refund_id: failed.id, provider_refund_id: null, status: "failed", error: "no" };
  await call(shop, "finalize_refund", failure);
  const { data: again } = await refund(order.id, one).throwOnError();
  const { data: rest } = await refund(order.id).throwOnError();
  expect([failed.tax_cents, again.tax_cents, rest.tax_cents]).toEqual([413, 413, 412]);
});

// The report

test("the monthly tax report matches the ledger in the store's time zone", async () => {
  await shop.worker.runOnce();
  const order = await aPaidOrder(shop, ama, [
    [dress, 2],
    [yam, 1],
  ]);
  const back = await refund(order.id, { lines: [{ order_item_id: order.lines[0], quantity: 1 }] });
  await shop.worker.runOnce();
  // Paid in the last minute of March in Texas, which is April in UTC; refunded in May.
  const sql = shop.database.admin;
  await shop.withoutTriggers`update payments set received_at = '2025-04-01 04:59:30+00' where order_id = ${order.id}`;
  await shop.withoutTriggers`update refunds set settled_at = '2025-05-01 05:00:00+00' where id = ${back.data.id}`;
  const { data: months } = await admin.client.rpc("report_sales_tax", { year: 2025 }).throwOnError();
  const empty = { order_count: 0, gross: 0, exempt: 0, taxable: 0, collected: 0, refunded: 0, returned: 0 };
  expect(months).toHaveLength(12);
  expect(months[1]).toEqual({ ...empty, month: "2025-02-01" });
  const sold = { order_count: 1, gross: 117.97, exempt: 17.99, taxable: 99.98, collected: 8.25 };
  expect(months[2]).toEqual({ ...empty, month: "2025-03-01", ...sold });
  expect(months[3]).toEqual({ ...empty, month: "2025-04-01" });
  expect(months[4]).toEqual({ ...empty, month: "2025-05-01", refunded: 54.12, returned: 4.13 });

  const thisYear = new Date().getUTCFullYear();
  const years = await Promise.all(
    [...new Set([2025, thisYear - 1, thisYear])].map((year) =>
      admin.client.rpc("report_sales_tax", { year }).throwOnError(),
    ),
  );
  const all = years.flatMap(({ data }) => data as typeof months);
  const sum = (column: string) => Math.round(all.reduce((total, row) => total + Number(row[column]), 0) * 100);
  const [ledger] = await sql<Record<string, string>[]>`
    select sum(amount_cents) as paid, sum(refunded_cents) as refunded from payments where purpose = 'order'`;
  expect(sum("gross") + sum("collected")).toBe(Number(ledger?.["paid"]));
  expect(sum("refunded")).toBe(Number(ledger?.["refunded"]));
  expect(sum("exempt") + sum("taxable")).toBe(sum("gross"));
});
