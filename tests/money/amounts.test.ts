import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { TransactionSql } from "#data-service/database/connect.ts";
import type { Database } from "#data-service/database/open-database.ts";
import { openShopDatabase } from "../running-shop.ts";

/** `MONEY_SEQUENCES=20000 npx vitest run tests/money/amounts.test.ts` asks for more, `MONEY_SEED=…` for the same again. */
const ORDERS = Number(process.env["MONEY_SEQUENCES"] ?? 2000);
const SEED = Number(process.env["MONEY_SEED"] ?? Date.now() % 2 ** 31);

const MOST_LINES = 6;

let database: Database;
/** Of each class as many as an order may have lines. */
let products: string[][];
let classes: string[];

beforeAll(async () => {
  database = await openShopDatabase();
  const rows = await database.admin<{ id: string; category: string }[]>`
    insert into products (category, name, price)
    select category, category, 1 from unnest(array['more', 'wears', 'drinks']) as category, generate_series(1, ${MOST_LINES})
    returning id, category`;
  products = ["more", "wears", "drinks"].map((category) =>
    rows.filter((row) => row.category === category).map(({ id }) => id),
  );
  await database.admin`insert into tax_classes (title) values ('Reduced')`;
  const found = await database.admin<{ id: string }[]>`select id from tax_classes order by id`;
  classes = found.map(({ id }) => id);
  await database.admin`
    insert into tax_exceptions (product_id, class_id)
    select id, ${classes[2] ?? ""} from products where category = 'drinks'`;
});
afterAll(() => database.close());

/** A code that the customer has; for food alone, or for all. */
interface Code {
  percent: number | null;
  cents: number;
  isForFood: boolean;
}

interface Line {
  product: number;
  cents: number;
  /** Taken off by an offer of the catalogue. */
  offCents: number;
  quantity: number;
}

type Refund =
  | { kind: "line"; line: number; quantity: number; fails: boolean }
  | { kind: "amount"; cents: number; fails: boolean };

const fails = fc.boolean();
const anyOrder = fc.record({
  lines: fc.array(
    fc.record({
      product: fc.nat({ max: 2 }),
      cents: fc.integer({ min: 2, max: 30_000 }),
      offCents: fc.nat({ max: 29_999 }),
      quantity: fc.integer({ min: 1, max: 7 }),
    }),
    { minLength: 1, maxLength: MOST_LINES },
  ),
  deliveryCents: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 4_000 })),
  isDeliveryTaxed: fc.boolean(),
  code: fc.option(
    fc.record({
      percent: fc.option(fc.integer({ min: 1, max: 100 }), { nil: null }),
      cents: fc.integer({ min: 1, max: 50_000 }),
      isForFood: fc.boolean(),
    }),
    { nil: null },
  ),
  // In ten-thousandths of a percent, as the column holds them.
  rates: fc.tuple(fc.integer({ min: 0, max: 500_000 }), fc.constantFrom(0, 62_500, 82_500, 99_999)),
  refunds: fc.array(
    fc.oneof(
      {
        weight: 3,
        arbitrary: fc.record({
          kind: fc.constant("line" as const),
          line: fc.nat({ max: 5 }),
          quantity: fc.integer({ min: 1, max: 4 }),
          fails,
        }),
      },
      {
        weight: 1,
        arbitrary: fc.record({
          kind: fc.constant("amount" as const),
          cents: fc.integer({ min: 1, max: 20_000 }),
          fails,
        }),
      },
    ),
    { maxLength: 6 },
  ),
});

class UndoneError extends Error {}

test("whatever is bought, taxed and given back, the cents add up and nobody gets more than was paid", async () => {
  console.log(`orders: ${ORDERS} (MONEY_SEED=${SEED} repeats them)`);
  await fc.assert(
    fc.asyncProperty(anyOrder, async (order) => {
      await database.admin
        .begin(async (sql) => {
          await sql`insert into tax_rates (class_id, valid_from, percent) values
            (${classes[1] ?? ""}, '2020-01-01', ${order.rates[0] / 10_000}::numeric),
            (${classes[2] ?? ""}, '2020-01-01', ${order.rates[1] / 10_000}::numeric)`;
          await sql`update store_settings set delivery_tax_class_id = ${order.isDeliveryTaxed ? (classes[1] ?? "") : null}::bigint`;
          const id = await buy(sql, order.lines, order.deliveryCents, order.code);
          await expectSums(sql, id, order);
          await pay(sql, id);
          for (const refund of order.refunds) await giveBack(sql, id, refund);
          await expectRest(sql, id);
          throw new UndoneError();
        })
        .catch((error: unknown) => {
          if (!(error instanceof UndoneError)) throw error;
        });
    }),
    { numRuns: ORDERS, seed: SEED, endOnFailure: false },
  );
}, 600_000);

async function buy(
  sql: TransactionSql,
  lines: readonly Line[],
  deliveryCents: number,
  code: Code | null,
): Promise<string> {
  await sql`insert into delivery_zones (name, zips, fee) values ('Near', '{77338}', ${deliveryCents}::int / 100.0)`;
  const [order] = await sql<{ id: string }[]>`
    insert into orders (delivery_type, delivery_address, delivery_phone_number, delivery_zip)
    values ('delivery', '18 Cypress Bend', '2815550123', '77338') returning id`;
  const id = order?.id ?? "";
  if (code) {
    await sql`
      with made as (
        insert into discount_codes (code, percent, amount, categories)
        values ('RANDOM', ${code.percent}::numeric, ${code.percent === null ? code.cents / 100 : null}::numeric,
          ${code.isForFood ? ["more"] : []}::text[])
        returning id
      )
      update orders set discount_code_id = made.id from made where orders.id = ${id}`;
  }
  const wanted = lines.map((line, place) => ({
    product_id: products[line.product]?.[place] ?? "",
    price: line.cents / 100,
    discount_price: priceOf(line) < line.cents ? priceOf(line) / 100 : null,
    quantity: line.quantity,
  }));
  await sql`update products set price = wanted.price, discount_price = wanted.discount_price
    from jsonb_to_recordset(${sql.json(wanted)})
      as wanted (product_id bigint, price numeric, discount_price numeric)
    where products.id = wanted.product_id`;
  await sql`insert into order_items (order_id, product_id, product_name, quantity, unit_price)
    select ${id}, product_id, '', quantity, 0
    from jsonb_to_recordset(${sql.json(wanted)}) as wanted (product_id bigint, quantity int)`;
  return id;
}

function priceOf({ cents, offCents }: Line): number {
  return offCents < cents ? cents - offCents : cents;
}

interface Books {
  total: number;
  discount: number;
  tax: number;
  deliveryTax: number;
  lines: { id: number; quantity: number; amount: number; tax: number; percent: number }[];
}

/** In cents, the rates in percent. */
async function read(sql: TransactionSql, id: string): Promise<Books> {
  const [order] = await sql<Record<string, string>[]>`
    select total * 100 as total, discount * 100 as discount, tax_amount * 100 as tax, delivery_tax_amount * 100 as delivery
    from orders where id = ${id}`;
  const lines = await sql<Record<string, string>[]>`
    select id, quantity, private.line_amount(items) * 100 as amount, tax_amount * 100 as tax, tax_rate
    from order_items as items where order_id = ${id} order by id`;
  return {
    total: Number(order?.["total"]),
    discount: Number(order?.["discount"]),
    tax: Number(order?.["tax"]),
    deliveryTax: Number(order?.["delivery"]),
    lines: lines.map((line) => ({
      id: Number(line["id"]),
      quantity: Number(line["quantity"]),
      amount: Number(line["amount"]),
      tax: Number(line["tax"]),
      percent: Number(line["tax_rate"]),
    })),
  };
}

async function expectSums(
  sql: TransactionSql,
  id: string,
  order: { lines: readonly Line[]; deliveryCents: number; isDeliveryTaxed: boolean; rates: [number, number] },
): Promise<void> {
  const books = await read(sql, id);
  const percents = [0, ...order.rates.map((rate) => rate / 10_000)];
  const deliveryPercent = order.isDeliveryTaxed ? (percents[1] ?? 0) : 0;
  expect(books.lines.map(({ percent }) => percent)).toEqual(
    order.lines.map(({ product }) => percents[product]),
  );
  expect(sumOf(books.lines, "tax") + books.deliveryTax).toBe(books.tax);
  expect(sumOf(books.lines, "amount") + order.deliveryCents + books.tax).toBe(books.total);
  const goods = order.lines.reduce((sum, line) => sum + priceOf(line) * line.quantity, 0);
  expect(sumOf(books.lines, "amount")).toBe(goods - books.discount);
  expect(books.lines.every(({ amount }) => amount >= 0)).toBe(true);
  const parts = [
    ...books.lines.map(({ amount, percent, tax }) => ({ exact: (amount * percent) / 100, tax })),
    { exact: (order.deliveryCents * deliveryPercent) / 100, tax: books.deliveryTax },
  ];
  for (const { exact, tax } of parts) {
    expect(Math.abs(tax - exact)).toBeLessThan(1 + 1e-6);
    if (exact === 0) expect(tax).toBe(0);
  }
  expect(Math.abs(books.tax - sumOf(parts, "exact"))).toBeLessThanOrEqual(0.5 + 1e-6);
}

async function pay(sql: TransactionSql, id: string): Promise<void> {
  await sql`insert into payments (payment_intent_id, order_id, amount_cents, currency, purpose)
    select 'pi', id, (total * 100)::bigint, 'usd', 'order' from orders where id = ${id}`;
  await sql`update orders set status = 'paid', payment_intent_id = 'pi' where id = ${id}`;
}

/** As request_refund asks for it; what is refused there is left out here. */
async function giveBack(sql: TransactionSql, id: string, refund: Refund): Promise<void> {
  const { lines } = await read(sql, id);
  const [left] = await sql<{ cents: string }[]>`select private.refundable_cents('pi') as cents`;
  let wanted: string | null = null;
  let cents = Math.min(refund.kind === "amount" ? refund.cents : 0, Number(left?.cents));
  if (refund.kind === "line") {
    const line = lines[refund.line % lines.length];
    const [back] = await sql<{ quantity: number }[]>`
      select coalesce(sum(line.quantity), 0)::int as quantity
      from refunds cross join jsonb_to_recordset(refunds.lines) as line (order_item_id bigint, quantity int)
      where status <> 'failed' and lines is not null and line.order_item_id = ${line?.id ?? 0}`;
    const quantity = Math.min(refund.quantity, (line?.quantity ?? 0) - (back?.quantity ?? 0));
    if (quantity < 1) return;
    const [priced] = await sql<{ lines: Priced[] }[]>`
      select private.price_refund_lines(${id}, ${sql.json([{ order_item_id: line?.id ?? 0, quantity }])}) as lines`;
    const made = priced?.lines ?? [];
    expect(made.every((each) => each.amount_cents >= 0 && each.tax_cents >= 0)).toBe(true);
    wanted = JSON.stringify(made);
    cents = sumOf(made, "amount_cents") + sumOf(made, "tax_cents");
  }
  if (cents < 1 || cents > Number(left?.cents)) return;
  const [made] = await sql<{ id: string }[]>`
    insert into refunds (order_id, payment_intent_id, amount_cents, lines, reason)
    values (${id}, 'pi', ${cents}, ${wanted}::jsonb, 'requested_by_customer') returning id`;
  await sql`update refunds set status = ${refund.fails ? "failed" : "succeeded"}, settled_at = now()
    where id = ${made?.id ?? ""}`;
  await expectWithin(sql, id);
}

interface Priced {
  order_item_id: number;
  quantity: number;
  amount_cents: number;
  tax_cents: number;
}

/** @returns what went back, and how much of it is tax */
async function expectWithin(sql: TransactionSql, id: string): Promise<{ cents: number; tax: number }> {
  const books = await read(sql, id);
  const refunds = await sql<{ amount_cents: string; tax_cents: string; lines: Priced[] | null }[]>`
    select amount_cents, tax_cents, lines from refunds where order_id = ${id} and status <> 'failed'`;
  const cents = refunds.reduce((sum, refund) => sum + Number(refund.amount_cents), 0);
  const tax = refunds.reduce((sum, refund) => sum + Number(refund.tax_cents), 0);
  expect(cents).toBeLessThanOrEqual(books.total);
  expect(tax).toBeLessThanOrEqual(books.tax);
  expect(books.tax - tax, "what is left holds the tax that is left").toBeLessThanOrEqual(books.total - cents);
  const lines = refunds.flatMap((refund) => refund.lines ?? []);
  for (const line of books.lines) {
    const back = lines.filter((each) => each.order_item_id === line.id);
    expect(sumOf(back, "amount_cents")).toBeLessThanOrEqual(line.amount);
    expect(sumOf(back, "tax_cents")).toBeLessThanOrEqual(line.tax);
    if (sumOf(back, "quantity") === line.quantity) {
      expect([sumOf(back, "amount_cents"), sumOf(back, "tax_cents")]).toEqual([line.amount, line.tax]);
    }
  }
  return { cents, tax };
}

/** All that is left brings back exactly what was paid, and its tax. */
async function expectRest(sql: TransactionSql, id: string): Promise<void> {
  await sql`select private.refund_rest('pi', 'cancelled', null)`;
  const { total, tax } = await read(sql, id);
  expect(await expectWithin(sql, id)).toEqual({ cents: total, tax });
}

function sumOf<Key extends string>(rows: readonly Record<Key, number>[], key: Key): number {
  return rows.reduce((sum, row) => sum + row[key], 0);
}
