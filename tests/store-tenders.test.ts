import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { requestRefund } from "#app/features/order-admin/request-refund.ts";
import { planTenders, type SnapLine } from "#app/features/payments/tenders.ts";
import type { TableRow } from "#app/platform/selected-row.ts";
import { shopDayOf } from "#app/values/shop-clock.ts";
import { seededRandomInt } from "./money/seeds.ts";
import { refundOfLine } from "./paying.ts";
import { browserOf, call, readRow, readRows, update } from "./requests.ts";
import { aProduct, openTestShop } from "./running-shop.ts";

type Product = Awaited<ReturnType<typeof aProduct>>;

const shop = await openTestShop();
const [ola, mina] = await Promise.all([shop.signUpAdmin("Ola Owner"), shop.signUpStaff("Mina Manager", "manager")]);
/** Eligible and not taxed; eligible and taxed; taxed and not eligible. */
const [yam, soda, dress] = await Promise.all([
  aProduct(shop, { name: "Puna Yam", price: 17.99 }),
  aProduct(shop, { name: "Malt Soda", price: 3.49 }),
  aProduct(shop, { table: "authentic_african_wear", name: "Madras Dress", price: 49.99 }),
]);
const sql = shop.database.admin;
await sql`update public.store_settings set accepts_snap = true`;
const [food, taxable] = (await sql<{ id: number }[]>`select id from public.tax_classes order by id`).map(
  ({ id }) => id,
);
await sql`delete from public.tax_rates`;
await sql`insert into public.tax_rates (class_id, valid_from, percent) values (${taxable}, '2020-01-01', 8.25)`;
await sql`insert into public.tax_exceptions (product_id, class_id) values (${soda.id}, ${taxable}), (${yam.id}, ${food})`;

type Made = TableRow<"orders">;
interface TenderRow {
  method: string;
  amount_cents: number;
  cash_received_cents?: number | null;
}

async function make(...quantities: (readonly [Product, number])[]): Promise<Made> {
  const sold = quantities.filter(([, quantity]) => quantity > 0);
  const items = sold.map(([{ id }, quantity]) => ({ product_id: id, quantity }));
  const { total: expected_total } = await call(mina, "quote_sale", { items });
  const order = { items, delivery_type: "pickup", customer: { name: "Kwame Asante" }, expected_total };
  return call(mina, "create_point_of_sale_order", { ...order, request_key: randomUUID() });
}
const record = (orderId: string, tenders: unknown, person = mina, request_key = randomUUID()) =>
  person.client.rpc("record_store_tenders", { order_id: orderId, tenders, request_key });
const cash = (amount_cents: number, cash_received_cents: number | null = null): TenderRow => ({
  method: "store_cash",
  amount_cents,
  cash_received_cents,
});
const card = (amount_cents: number): TenderRow => ({ method: "store_card", amount_cents });
const ebt = (amount_cents: number): TenderRow => ({ method: "store_ebt", amount_cents });
const paymentsOf = (order_id: string) => {
  const columns = "method, purpose, amount_cents, refunded_cents, cash_received_cents, recorded_by";
  return readRows(mina, "payments", columns, { order_id }, "payment_intent_id");
};
const orderOf = async (id: string): Promise<Made> => (await readRow(shop, "orders", "*", { id })) as never;
async function snapLinesOf(orderId: string): Promise<SnapLine[]> {
  const { unpaid } = await call(mina, "read_point_of_sale");
  const lines = unpaid.find(({ id }) => id === orderId)?.snap_lines ?? [];
  return lines.map(({ amount, tax }) => ({ amountCents: Math.round(amount * 100), taxCents: Math.round(tax * 100) }));
}
const refund = (order_id: string, more: object) => call(mina, "request_refund", { order_id, ...more });
const refundsOf = (order_id: string) =>
  readRows(shop, "refunds", "id, amount_cents, tax_cents, status, payments(method)", { order_id });
/** Returns the method of a refund's payment. */
const methodOf = (payment: unknown) => (payment as { method: string }).method;
async function giveAll(orderId: string) {
  for (const { id, status } of await refundsOf(orderId)) {
    if (status === "requested") await call(mina, "refund_in_store", { refund_id: id });
  }
}

test("cash received is at most $1,000.00 more than its part of the total", async () => {
  const made = await make([yam, 2]);
  for (const received of [9_000_000_000_000_000, 3598 + 100_001]) {
    const { error } = await record(made.id, [cash(3598, received)]);
    expect(error?.message).toBe("The cash received is more than $1,000.00 above its part of the total.");
  }
  expect((await record(made.id, [cash(3598, 3598 + 100_000)])).error).toBeNull();
});

test("an order is paid partly by card and partly in cash, with change, and both are in ledger and audit log", async () => {
  const made = await make([yam, 2]);
  const key = randomUUID();
  const tenders = [card(2000), cash(1598, 2000)];
  const keyless = await record(made.id, tenders, mina, null as never);
  expect(keyless.error?.message).toBe("A request key is required.");
  await Promise.all([1, 2].map(() => record(made.id, tenders, mina, key).throwOnError()));
  expect(await orderOf(made.id)).toMatchObject({ status: "paid", total: 35.98, paid_amount: 35.98 });
  expect(await paymentsOf(made.id)).toMatchObject([
    { method: "store_card", purpose: "order", amount_cents: 2000, cash_received_cents: null, recorded_by: mina.id },
    { method: "store_cash", purpose: "tender", amount_cents: 1598, cash_received_cents: 2000, recorded_by: mina.id },
  ]);
  expect(
    (await readRows(ola, "audit_log", "after", { subject: `Order ${made.order_number}` }, "id"))?.slice(1),
  ).toEqual([{ after: { paid: 20, method: "store_card" } }, { after: { paid: 15.98, method: "store_cash" } }]);
});

test("the daily report, the drawer, and the accounting export have each tender", async () => {
  const day = shopDayOf(new Date(), "America/Chicago");
  const range = { first_day: day, last_day: day };
  const report = async () => {
    const { order_count, sales, methods } = await call(mina, "daily_report", range);
    const of = (method: string) => Math.round((methods.find((each) => each.method === method)?.sales ?? 0) * 100);
    return [order_count, Math.round(sales * 100), of("store_ebt"), of("store_card"), of("store_cash")];
  };
  const before = await report();
  const made = await make([yam, 1], [dress, 1]);
  await record(made.id, [ebt(1799), card(3000), cash(Math.round(made.total * 100) - 4799)]).throwOnError();
  const after = await report();
  expect(after.map((figure, place) => figure - (before[place] ?? 0))).toEqual([1, 7210, 1799, 3000, 2411]);
  type Exported = { order_number: number; method: string; amount: number };
  const exported = async (what: string) =>
    ((await call(ola, "export_accounting", { what, ...range })) as Exported[]).filter(
      ({ order_number }) => order_number === made.order_number,
    );
  expect((await exported("payments")).map(({ method, amount }) => [method, amount]).toSorted()).toEqual([
    ["store_card", 30],
    ["store_cash", 24.11],
    ["store_ebt", 17.99],
  ]);
  expect(await exported("orders")).toMatchObject([{ total: 72.1, tax: 4.12, refunded: 0 }]);
  const months = await call(ola, "report_sales_tax", { year: Number(day.slice(0, 4)) });
  expect(months.reduce((sum, { gross, collected }) => sum + Math.round((gross + collected) * 100), 0)).toBe(after[1]);
});

test.for([
  ["a cent too little", [card(2000), cash(1597)], "PT409"],
  ["a cent too much", [card(2000), cash(1599)], "PT409"],
  ["less cash than its part", [card(2000), cash(1598, 1500)], "PT422"],
  ["a method twice", [cash(2000), cash(1598)], "22023"],
  ["an online card", [{ method: "card", amount_cents: 3598 }], "22023"],
  ["a negative part", [card(4000), cash(-402)], "22023"],
  ["change for a card", [{ ...card(3598), cash_received_cents: 4000 }], "22023"],
  ["no tender", [], "22023"],
  ["null instead of a list", null, "22023"],
  ["more EBT than eligible products", [ebt(3599), cash(1)], "PT422"],
] as const)("%s is rejected, and nothing is recorded", async ([, tenders, code]) => {
  const made = await make([yam, 2]);
  expect((await record(made.id, tenders)).error?.code).toBe(code);
  expect(await paymentsOf(made.id)).toEqual([]);
  expect(await orderOf(made.id)).toMatchObject({ status: "pending", total: 35.98 });
});

test("a tender that fails halfway leaves nothing behind", async () => {
  const made = await make([yam, 1]);
  await update(shop, "products", { id: yam.id }, { availability: "sold_out" });
  try {
    expect((await record(made.id, [card(1000), cash(799)])).error?.code).toBe("PT409");
    expect(await paymentsOf(made.id)).toEqual([]);
    expect(await orderOf(made.id)).toMatchObject({ status: "pending" });
  } finally {
    await update(shop, "products", { id: yam.id }, { availability: "available" });
  }
});

test("products bought with SNAP EBT bear no sales tax, and the rest does", async () => {
  const made = await make([soda, 2], [dress, 1]);
  // 8.25 % of $6.98 and $49.99.
  expect(made).toMatchObject({ total: 61.67, tax_amount: 4.7 });
  const given = { ebtCents: 698, cardCents: 0, receivedCents: null };
  const due = planTenders({ totalCents: 6167, snapLines: await snapLinesOf(made.id) }, given);
  expect(due).toMatchObject({ dueCents: 6109, cashCents: 5411 });
  await record(made.id, [ebt(698), cash(5411)]).throwOnError();
  expect(await orderOf(made.id)).toMatchObject({ total: 61.09, tax_amount: 4.12, paid_amount: 61.09 });
});

test("a taxed line that SNAP EBT pays in part is taxable for the rest only", async () => {
  const year = new Date().getUTCFullYear();
  const sums = async () => {
    const months = await call(ola, "report_sales_tax", { year });
    return (["gross", "exempt", "taxable", "collected"] as const).map((name) =>
      months.reduce((sum, month) => sum + Math.round(month[name] * 100), 0),
    );
  };
  const before = await sums();
  const made = await make([soda, 2], [yam, 1]);
  // $3.49 of $6.98 soda: half of its $0.58 tax.
  await record(made.id, [ebt(349), cash(2177)]).throwOnError();
  expect((await sums()).map((figure, place) => figure - (before[place] ?? 0))).toEqual([2497, 2148, 349, 29]);
  const columns = "product_id, ebt_amount, tax_amount, tax_rate";
  expect(await readRows(shop, "order_items", columns, { order_id: made.id }, "id")).toEqual([
    { product_id: soda.id, ebt_amount: 3.49, tax_amount: 0.29, tax_rate: 8.25 },
    { product_id: yam.id, ebt_amount: 0, tax_amount: 0, tax_rate: 0 },
  ]);
});

test("without SNAP EBT the tax stays, and a store that does not accept it takes none", async () => {
  const made = await make([soda, 2]);
  await shop.database.admin`update public.store_settings set accepts_snap = false`;
  try {
    expect(await snapLinesOf(made.id)).toEqual([]);
    expect((await record(made.id, [ebt(698), cash(58)])).error?.code).toBe("PT422");
  } finally {
    await shop.database.admin`update public.store_settings set accepts_snap = true`;
  }
  await record(made.id, [cash(756)]).throwOnError();
  expect(await orderOf(made.id)).toMatchObject({ total: 7.56, tax_amount: 0.58 });
});

test("a refund of lines goes back by tender: eligible ones to SNAP EBT, the rest to the card before cash", async () => {
  const made = await make([yam, 1], [dress, 1]);
  await record(made.id, [ebt(1799), card(3000), cash(2411)]).throwOnError();
  const lines = await readRows(shop, "order_items", "id, product_id", { order_id: made.id });
  const lineOf = (product: Product) => lines?.find(({ product_id }) => product_id === product.id)?.id;
  await call(mina, "request_refund", refundOfLine(made.id, lineOf(yam), "missing"));
  await call(mina, "request_refund", refundOfLine(made.id, lineOf(dress), "returned"));
  const parts = (await refundsOf(made.id)).map(({ payments, amount_cents, tax_cents }) => [
    methodOf(payments),
    amount_cents,
    tax_cents,
  ]);
  expect(parts.toSorted()).toEqual([
    ["store_card", 3000, 412],
    ["store_cash", 2411, 0],
    ["store_ebt", 1799, 0],
  ]);
  const { owed } = await call(mina, "read_point_of_sale");
  expect(owed.filter(({ order_id }) => order_id === made.id)).toHaveLength(3);
  await giveAll(made.id);
  expect(await orderOf(made.id)).toMatchObject({ status: "refunded", refunded_amount: 72.1 });
});

test.for([
  ["after the store stopped accepting it", [soda, yam], false],
  ["after an eligible line that cash paid", [yam, soda], true],
] as const)("a line that SNAP EBT paid goes back to it, %s", async ([, refunded, accepts_snap]) => {
  const made = await make([yam, 1], [soda, 1]);
  await record(made.id, [ebt(349), cash(1799)]).throwOnError();
  await sql`update public.store_settings set accepts_snap = ${accepts_snap}`;
  try {
    for (const { id: product_id } of refunded) {
      const { id } = await readRow(shop, "order_items", "id", { order_id: made.id, product_id });
      await call(mina, "request_refund", refundOfLine(made.id, id, "returned"));
    }
  } finally {
    await sql`update public.store_settings set accepts_snap = true`;
  }
  const parts = (await refundsOf(made.id)).map(({ payments, amount_cents }) => [methodOf(payments), amount_cents]);
  expect(parts.toSorted()).toEqual([
    ["store_cash", 1799],
    ["store_ebt", 349],
  ]);
});

test("a refund over several tenders is reported with all that was recorded, also when it is repeated", async () => {
  const made = await make([dress, 1]);
  await record(made.id, [card(3000), cash(2411)]).throwOnError();
  const [data, key] = [browserOf(mina), randomUUID()];
  const all = { kind: "all", reason: "damaged", isMarkedSoldOut: false } as const;
  expect(await requestRefund(data, made.id, all, key)).toBe(5411);
  expect(await requestRefund(data, made.id, all, key)).toBe(5411);
  const other = requestRefund(data, made.id, { kind: "amount", amountCents: 500 }, key);
  await expect(other).rejects.toThrow("This was already recorded, as $54.11.");
  expect((await refundsOf(made.id)).map(({ amount_cents }) => amount_cents).toSorted()).toEqual([2411, 3000]);
});

test("canceling a paid order returns every tender", async () => {
  const made = await make([yam, 2]);
  await record(made.id, [ebt(2000), card(1000), cash(598)]).throwOnError();
  await call(mina, "cancel_order", { order_id: made.id });
  await giveAll(made.id);
  expect(await orderOf(made.id)).toMatchObject({ status: "refunded", refunded_amount: 35.98 });
  const left = (await paymentsOf(made.id)).map((payment) => payment.amount_cents - payment.refunded_cents);
  expect(left).toEqual([0, 0, 0]);
});

test("for random orders, tenders, and refunds, every cent and all tax are returned by tender", async () => {
  const randomInt = seededRandomInt("store tenders");
  for (let round = 0; round < 40; round++) {
    const quantities = [
      [yam, randomInt(3)],
      [soda, randomInt(4)],
      [dress, 1],
    ] as const;
    const made = await make(...quantities);
    const totalCents = Math.round(made.total * 100);
    const snapLines = await snapLinesOf(made.id);
    const eligible = snapLines.reduce((sum, { amountCents }) => sum + amountCents, 0);
    const given = { ebtCents: randomInt(eligible + 1), cardCents: randomInt(4000), receivedCents: null };
    const plan = planTenders({ totalCents, snapLines }, given);
    if ("field" in plan) throw new Error(plan.message);
    const tenders = plan.tenders.map(({ method, amountCents }) => ({ method, amount_cents: amountCents }));
    await record(made.id, tenders).throwOnError();
    // The browser's plan and the database agree.
    const paid = await orderOf(made.id);
    expect(Math.round(paid.total * 100)).toBe(plan.dueCents);
    const lines = await readRows(shop, "order_items", "id, quantity", { order_id: made.id });
    for (const { id, quantity } of lines ?? []) {
      if (randomInt(2) > 0) continue;
      await call(mina, "request_refund", refundOfLine(made.id, id, "missing", randomInt(1, quantity + 1)));
    }
    if (randomInt(2) === 0) await refund(made.id, { amount_cents: 1 }).catch(() => undefined);
    await refund(made.id, {}).catch(() => undefined);
    await giveAll(made.id);
    const end = await orderOf(made.id);
    const refunds = await refundsOf(made.id);
    const ofEbt = refunds.filter(({ payments }) => methodOf(payments) === "store_ebt");
    expect([
      end.status,
      Math.round(end.refunded_amount * 100),
      refunds.reduce((sum, { tax_cents }) => sum + tax_cents, 0),
      ofEbt.reduce((sum, { tax_cents }) => sum + tax_cents, 0),
      (await paymentsOf(made.id)).every((payment) => payment.refunded_cents === payment.amount_cents),
    ]).toEqual(["refunded", plan.dueCents, Math.round(end.tax_amount * 100), 0, true]);
  }
});
