import type { Database, TransactionSql } from "@calabash/data-service/database";
import fc from "fast-check";
import { expect } from "vitest";
import { openShopDatabase } from "../running-shop.ts";
import { ofGroup } from "./of-group.ts";

const MAX_LINES = 6;
/**
 * Orders that share settings and a transaction, because refreshing derived data after each change of settings costs as
 * much for all of them as for one. Each has its own products, zone, and code.
 */
export const ORDERS_PER_GROUP = 5;
/** Stock of each product, more than all orders of a group can buy. */
const START_STOCK = 10_000;

let database: Database;
/** Products per tax class: enough for all lines of all orders in a group. */
let products: string[][];
let classes: string[];

const yesOrNo = fc.boolean();
const cents = (max: number, min = 1) => fc.integer({ min, max });
const count = cents;

const anyLine = fc.record({
  product: fc.nat({ max: 2 }),
  cents: cents(30_000, 2),
  /** Discount of a catalog offer. */
  offCents: fc.nat({ max: 29_999 }),
  quantity: count(7),
  /** A price by quantity: a set of pieces costs this percentage of their single prices. */
  together: fc.option(fc.record({ pieces: count(5, 2), percent: count(120) }), { nil: null }),
});
const anyRefund = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant("line" as const),
      line: fc.nat({ max: 5 }),
      quantity: count(4),
      isReturned: yesOrNo,
      fails: yesOrNo,
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("amount" as const), cents: cents(20_000), fails: yesOrNo }) },
);
/** An out-of-stock line while packing, optionally with a replacement that has its own tax class and price. */
const anyChange = fc.record({
  line: fc.nat({ max: 5 }),
  quantity: count(4),
  replacement: fc.option(fc.record({ product: fc.nat({ max: 2 }), cents: cents(30_000), quantity: count(3) }), {
    nil: null,
    freq: 3,
  }),
});
const anyOrder = fc.record({
  lines: fc.array(anyLine, { minLength: 1, maxLength: MAX_LINES }),
  deliveryCents: fc.oneof(fc.constant(0), cents(4_000)),
  /** The customer's discount code, for food only or for all products. */
  code: fc.option(
    fc.record({ percent: fc.option(count(100), { nil: null }), cents: cents(50_000), isForFood: yesOrNo }),
    { nil: null },
  ),
  refunds: fc.array(anyRefund, { maxLength: 6 }),
  changes: fc.array(anyChange, { maxLength: 4 }),
});

type Order = typeof anyOrder extends fc.Arbitrary<infer Value> ? Value : never;
type Line = Order["lines"][number];
type Refund = Order["refunds"][number];
type Change = Order["changes"][number];

/** Tax settings shared by all orders of a group. */
interface Taxes {
  isDeliveryTaxed: boolean;
  /** In ten-thousandths of a percent, like the column. */
  rates: [number, number];
}

const anyGroup = fc.record({
  taxes: fc.record<Taxes>({
    isDeliveryTaxed: fc.boolean(),
    rates: fc.tuple(fc.integer({ min: 0, max: 500_000 }), fc.constantFrom(0, 62_500, 82_500, 99_999)),
  }),
  // A tuple, because an order in it is as likely to have minimum and maximum values as a single one.
  orders: fc.tuple(...Array.from({ length: ORDERS_PER_GROUP }, () => anyOrder)),
});

class UndoneError extends Error {}

/** Random orders whose taxes and refunds must add up and never exceed the payment. */
export const amountsProperty = fc.asyncProperty(anyGroup, async ({ taxes, orders }) => {
  await database.admin
    .begin(async (sql) => {
      // The trigger functions run with this role; each change of role makes PostgreSQL plan their queries again.
      await sql`select set_config('role', 'shop_owner', true)`;
      await setUp(sql, taxes, orders);
      for (const [place, order] of orders.entries()) await ofGroup(place, () => followOrder(sql, place, order, taxes));
      throw new UndoneError();
    })
    .catch((error: unknown) => {
      if (!(error instanceof UndoneError)) throw error;
    });
});

/** Opens the database that the orders of a test file share. */
export async function openAmounts(): Promise<void> {
  database = await openShopDatabase({ usesGenericPlans: true });
  const rows = await database.admin<{ id: string; category: string }[]>`
    insert into products (category, name, price, availability)
    select category, category, 1, 'counted' from unnest(array['more', 'wears', 'drinks']) as category, generate_series(1, ${MAX_LINES * ORDERS_PER_GROUP})
    returning id, category`;
  await database.admin`
    insert into product_stock (product_id, stock_count)
    select id, ${START_STOCK} from unnest(${rows.map(({ id }) => id)}::bigint[]) as id`;
  products = ["more", "wears", "drinks"].map((category) =>
    rows.filter((row) => row.category === category).map(({ id }) => id),
  );
  await database.admin`insert into tax_classes (title) values ('Reduced')`;
  classes = (await database.admin<{ id: string }[]>`select id from tax_classes order by id`).map(({ id }) => id);
  await database.admin`
    insert into tax_exceptions (product_id, class_id)
    select id, ${classes[2] ?? ""} from products where category = 'drinks'`;
}

export const closeAmounts = (): Promise<void> => database.close();

/** Saves the owner's settings for all orders of a group. */
async function setUp(sql: TransactionSql, { rates, isDeliveryTaxed }: Taxes, orders: readonly Order[]): Promise<void> {
  await sql`insert into tax_rates (class_id, valid_from, percent) values
    (${classes[1] ?? ""}, '2020-01-01', ${rates[0] / 10_000}::numeric),
    (${classes[2] ?? ""}, '2020-01-01', ${rates[1] / 10_000}::numeric)`;
  await sql`update store_settings set delivery_tax_class_id = ${isDeliveryTaxed ? (classes[1] ?? "") : null}::bigint`;
  const zones = orders.map(({ deliveryCents }, place) => ({ zip: zipOf(place), fee: deliveryCents / 100 }));
  await sql`insert into delivery_zones (name, zips, fee)
    select 'Near ' || zip, array[zip], fee
    from jsonb_to_recordset(${sql.json(zones)}) as zones (zip text, fee numeric)`;
  const codes = orders.flatMap(({ code }, place) =>
    code
      ? {
          code: codeOf(place),
          percent: code.percent,
          amount: code.percent === null ? code.cents / 100 : null,
          categories: code.isForFood ? ["more"] : [],
        }
      : [],
  );
  if (codes.length > 0) {
    await sql`insert into discount_codes (code, percent, amount, categories)
      select code, percent, amount, categories from jsonb_to_recordset(${sql.json(codes)})
        as codes (code text, percent numeric, amount numeric, categories text[])`;
  }
  const priced = orders.flatMap(({ lines }, place) =>
    orderedOf(lines, place).map(({ product_id, price, discount_price }) => ({ product_id, price, discount_price })),
  );
  await sql`update products set price = priced.price, discount_price = priced.discount_price
    from jsonb_to_recordset(${sql.json(priced)})
      as priced (product_id bigint, price numeric, discount_price numeric)
    where products.id = priced.product_id`;
  const together = orders.flatMap(({ lines }, place) =>
    lines.flatMap((line, ofLine) => {
      const cents = togetherCents(line);
      return line.together && cents !== null
        ? { product_id: productOf(line, place, ofLine), pieces: line.together.pieces, price: cents / 100 }
        : [];
    }),
  );
  if (together.length > 0) {
    await sql`insert into quantity_prices (product_id, pieces, price, ends_at)
      select product_id, pieces, price, now() + interval '1 day' from jsonb_to_recordset(${sql.json(together)})
        as made (product_id bigint, pieces int, price numeric)`;
  }
  // Allows the move to the server, because these orders are moved without a user.
  await sql`insert into order_status_moves (from_status, to_status, moved_by)
    values ('paid', 'out_for_delivery', '{server}')`;
}

/** @param place index of the order in its group */
async function followOrder(sql: TransactionSql, place: number, order: Order, taxes: Taxes): Promise<void> {
  const id = await buy(sql, place, order);
  let booked = await readBookedRows(sql, id);
  expectSums(booked, order, taxes);
  await pay(sql, id);
  const firstAmount = order.refunds.findIndex(({ kind }) => kind === "amount");
  const packedAfter = firstAmount === -1 ? order.refunds.length : firstAmount;
  for (const refund of order.refunds.slice(0, packedAfter)) booked = await giveBack(sql, id, refund, booked);
  booked = await settle(sql, id, order.changes, booked);
  for (const refund of order.refunds.slice(packedAfter)) booked = await giveBack(sql, id, refund, booked);
  await expectCounts(sql, id);
  await expectRest(sql, id);
}

/**
 * Expects each line to take the units that were bought and neither returned nor replaced, and the stock counts to
 * match.
 */
async function expectCounts(sql: TransactionSql, id: string): Promise<void> {
  const lines = await sql<{ taken: number; expected: number }[]>`
    select items.stock_taken as taken, greatest(0, items.quantity - coalesce((
      select sum(line.quantity) from refunds
      cross join jsonb_to_recordset(refunds.lines) as line (order_item_id bigint, quantity integer)
      where refunds.order_id = ${id} and refunds.reason = 'returned' and refunds.status = 'succeeded'
        and line.order_item_id = items.id
    ), 0) - coalesce((
      select sum(quantity) from substitutions
      where order_item_id = items.id and kind = 'replaced' and settled_at is not null
    ), 0))::int as expected
    from order_items as items where items.order_id = ${id} order by items.id`;
  expect(lines.map(({ taken }) => taken)).toEqual(lines.map(({ expected }) => expected));
  const wrong = await sql`
    select stock.product_id, stock.stock_count, away.count
    from product_stock as stock
    cross join lateral (
      select coalesce((
        select sum(items.stock_taken + coalesce((
          select sum(changes.quantity) from substitutions as changes
          where changes.order_item_id = items.id and changes.kind = 'replaced' and changes.settled_at is not null
        ), 0))
        from order_items as items where items.product_id = stock.product_id
      ), 0) + coalesce((
        select sum(changes.stock_taken) from substitutions as changes
        where changes.replacement_product_id = stock.product_id
      ), 0) as count
    ) as away
    where stock.stock_count <> ${START_STOCK} - away.count`;
  expect(wrong).toEqual([]);
}

async function buy(sql: TransactionSql, place: number, { lines, code }: Order): Promise<string> {
  const [order] = await sql<{ id: string }[]>`
    insert into orders (delivery_type, delivery_address, delivery_phone_number, delivery_zip)
    values ('delivery', '18 Cypress Bend', '2815550123', ${zipOf(place)}) returning id`;
  const id = order?.id ?? "";
  if (code) {
    await sql`update orders set discount_code_id = made.id from discount_codes as made
      where made.code = ${codeOf(place)} and orders.id = ${id}`;
  }
  const ordered = orderedOf(lines, place).map(({ product_id, quantity }) => ({ product_id, quantity }));
  await sql`insert into order_items (order_id, product_id, product_name, quantity, unit_price)
    select ${id}, product_id, '', quantity, 0
    from jsonb_to_recordset(${sql.json(ordered)}) as ordered (product_id bigint, quantity int)`;
  return id;
}

/** Chooses an order's products and prices. @param place index of the order in its group */
function orderedOf(lines: readonly Line[], place: number) {
  return lines.map((line, ofLine) => ({
    product_id: productOf(line, place, ofLine),
    price: line.cents / 100,
    discount_price: priceOf(line) < line.cents ? priceOf(line) / 100 : null,
    quantity: line.quantity,
  }));
}

/** @param place index of the order in its group */
function productOf(line: Line, place: number, ofLine: number): string {
  return products[line.product]?.[place * MAX_LINES + ofLine] ?? "";
}

/** Returns the price by quantity, at least a cent; null without one. */
function togetherCents(line: Line): number | null {
  if (!line.together) return null;
  return Math.max(1, Math.floor((priceOf(line) * line.together.pieces * line.together.percent) / 100));
}

/** Returns the discount by quantity of a line: for each full set that is cheaper than its pieces. */
function savedCents(line: Line): number {
  const cents = togetherCents(line);
  if (!line.together || cents === null) return 0;
  const { pieces } = line.together;
  return Math.floor(line.quantity / pieces) * Math.max(0, pieces * priceOf(line) - cents);
}

const zipOf = (place: number): string => String(77_330 + place);

const codeOf = (place: number): string => `RANDOM${place}`;

/** Returns the id of an order's payment intent. */
const intentOf = (id: string): string => `pi_${id}`;

const priceOf = ({ cents, offCents }: Line): number => (offCents < cents ? cents - offCents : cents);

interface Priced {
  order_item_id: number;
  quantity: number;
  amount_cents: number;
  tax_cents: number;
}

/** Amounts in cents, rates in percent. */
interface BookedRows {
  total: number;
  discount: number;
  tax: number;
  deliveryTax: number;
  /** Tax included in the price paid for exempt products that were replaced by taxed ones. */
  taxOfReplacements: number;
  lines: { id: number; quantity: number; amount: number; tax: number; percent: number; saving: number }[];
  /** Refunds that did not fail. */
  refunds: { cents: number; tax: number; lines: Priced[] | null }[];
  /** The difference in value of lines that were replaced by something cheaper. */
  lost: { line: number; amount: number; tax: number }[];
}

/** Reads everything in one query, because thousands of orders run it after each step. */
async function readBookedRows(sql: TransactionSql, id: string): Promise<BookedRows> {
  const [read] = await sql<{ booked: BookedRows }[]>`
    select json_build_object(
      'total', total * 100, 'discount', discount * 100, 'tax', tax_amount * 100,
      'deliveryTax', delivery_tax_amount * 100,
      'taxOfReplacements', (
        select coalesce(sum(replacement_tax_cents - paid_tax_cents), 0) from substitutions
        where order_id = orders.id and settled_at is not null and replacement_tax_cents > paid_tax_cents
      ),
      'lines', array(
        select json_build_object(
          'id', id, 'quantity', quantity, 'amount', private.line_amount(items) * 100, 'tax', tax_amount * 100,
          'percent', tax_rate, 'saving', quantity_saving * 100
        )
        from order_items as items where order_id = orders.id order by id
      ),
      'refunds', array(
        select json_build_object('cents', amount_cents, 'tax', tax_cents, 'lines', lines)
        from refunds where order_id = orders.id and status <> 'failed'
      ),
      'lost', array(
        select json_build_object(
          'line', order_item_id, 'amount', sum(paid_cents - replacement_cents), 'tax', sum(paid_tax_cents - replacement_tax_cents)
        )
        from substitutions where order_id = orders.id and kind = 'replaced' and settled_at is not null
        group by order_item_id
      )
    ) as booked
    from orders where id = ${id}`;
  if (!read) throw new Error("The order is missing.");
  return read.booked;
}

function expectSums(
  booked: BookedRows,
  order: Pick<Order, "lines" | "deliveryCents" | "code">,
  { rates, isDeliveryTaxed }: Taxes,
): void {
  const percents = [0, ...rates.map((rate) => rate / 10_000)];
  const deliveryPercent = isDeliveryTaxed ? (percents[1] ?? 0) : 0;
  expect(booked.lines.map(({ percent }) => percent)).toEqual(order.lines.map(({ product }) => percents[product]));
  expect(sumOf(booked.lines, "tax") + booked.deliveryTax).toBe(booked.tax);
  expect(sumOf(booked.lines, "amount") + order.deliveryCents + booked.tax).toBe(booked.total);
  const subtotal = order.lines.reduce((sum, line) => sum + priceOf(line) * line.quantity, 0);
  expect(sumOf(booked.lines, "amount")).toBe(subtotal - booked.discount);
  const saved = order.lines.map(savedCents);
  expect(booked.lines.map(({ saving }) => saving)).toEqual(saved);
  const cannotBeFree = Math.min(50, subtotal - sum(saved));
  if (order.code === null) expect(booked.discount).toBe(sum(saved));
  else expect(booked.total - order.deliveryCents - booked.tax).toBeGreaterThanOrEqual(cannotBeFree);
  expect(booked.lines.every(({ amount }) => amount >= 0)).toBe(true);
  const parts = [
    ...booked.lines.map(({ amount, percent, tax }) => ({ exact: (amount * percent) / 100, tax })),
    { exact: (order.deliveryCents * deliveryPercent) / 100, tax: booked.deliveryTax },
  ];
  for (const { exact, tax } of parts) {
    expect(Math.abs(tax - exact)).toBeLessThan(1 + 1e-6);
    if (exact === 0) expect(tax).toBe(0);
  }
  expect(Math.abs(booked.tax - sumOf(parts, "exact"))).toBeLessThanOrEqual(0.5 + 1e-6);
}

async function pay(sql: TransactionSql, id: string): Promise<void> {
  await sql`insert into payments (payment_intent_id, order_id, amount_cents, currency, purpose)
    select ${intentOf(id)}, id, (total * 100)::bigint, 'usd', 'order' from orders where id = ${id}`;
  await sql`update orders set status = 'paid', payment_intent_id = ${intentOf(id)} where id = ${id}`;
  await sql`select private.take_stock(${id})`;
}

/** Applies the changes that substitute_line accepts, and then lets the order leave the store. */
async function settle(
  sql: TransactionSql,
  id: string,
  changes: readonly Change[],
  { lines }: BookedRows,
): Promise<BookedRows> {
  for (const { line: place, quantity, replacement } of changes) {
    const line = lines[place % lines.length];
    const [away] = await sql<{ count: string }[]>`
      select away.refunded_quantity + away.replaced_quantity + away.open_quantity as count
      from order_items as items cross join lateral private.line_unavailable(items) as away where items.id = ${line?.id ?? 0}`;
    const missing = Math.min(quantity, (line?.quantity ?? 0) - Number(away?.count));
    if (missing < 1) continue;
    await sql`insert into substitutions (order_id, order_item_id, kind, quantity, replacement_product_id,
        replacement_name, replacement_quantity, replacement_unit_price, mark_sold_out)
      values (${id}, ${line?.id ?? 0}, ${replacement ? "replaced" : "left_out"}, ${missing},
        ${replacement ? (products[replacement.product]?.[0] ?? "") : null}::bigint, ${replacement ? "Other" : null}::text,
        ${replacement?.quantity ?? null}::int, ${replacement ? replacement.cents / 100 : null}::numeric, false)`;
  }
  await sql`update orders set status = 'out_for_delivery' where id = ${id}`;
  const [back] = await sql<{ open: string; promised: string; requested: string }[]>`
    select count(*) filter (where settled_at is null) as open, coalesce(sum(refund_cents), 0) as promised, (
      select coalesce(sum(amount_cents), 0) from refunds where reason = 'missing' and order_id = ${id}
    ) as requested from substitutions where order_id = ${id}`;
  expect(Number(back?.open)).toBe(0);
  expect(back?.requested, "refunds of substitutions are requested").toBe(back?.promised);
  return readWithin(sql, id);
}

/** Requests the refunds that request_refund accepts. */
async function giveBack(sql: TransactionSql, id: string, refund: Refund, booked: BookedRows): Promise<BookedRows> {
  let line: Omit<Priced, "amount_cents" | "tax_cents"> | null = null;
  if (refund.kind === "line") {
    const refundedLine = booked.lines[refund.line % booked.lines.length];
    if (!refundedLine) throw new Error("The line is missing.");
    const back = booked.refunds
      .flatMap(({ lines }) => lines ?? [])
      .filter(({ order_item_id }) => order_item_id === refundedLine.id);
    const quantity = Math.min(refund.quantity, refundedLine.quantity - sumOf(back, "quantity"));
    if (quantity < 1) return booked;
    line = { order_item_id: refundedLine.id, quantity };
  }
  const [priced] = await sql<{ left: string; made: Priced[] | null }[]>`
    select private.refundable_cents(${intentOf(id)}) as left, case when ${line !== null}::boolean
      then private.price_refund_lines(${id}, ${sql.json(line ? [{ ...line }] : [])}) end as made`;
  const left = Number(priced?.left);
  const made = priced?.made ?? null;
  expect((made ?? []).every((each) => each.amount_cents >= 0 && each.tax_cents >= 0)).toBe(true);
  const pricedLines = made ? JSON.stringify(made) : null;
  const cents =
    refund.kind === "line"
      ? sumOf(made ?? [], "amount_cents") + sumOf(made ?? [], "tax_cents")
      : Math.min(refund.cents, left);
  if (cents < 1 || cents > left) return booked;
  const isReturned = refund.kind === "line" && refund.isReturned;
  const reason = refund.kind === "amount" ? "requested_by_customer" : isReturned ? "returned" : "damaged";
  const [requested] = await sql<{ id: string }[]>`
    insert into refunds (order_id, payment_intent_id, amount_cents, lines, reason)
    values (${id}, ${intentOf(id)}, ${cents}, ${pricedLines}::jsonb, ${reason}) returning id`;
  await sql`update refunds set status = ${refund.fails ? "failed" : "succeeded"}, settled_at = now()
    where id = ${requested?.id ?? ""}`;
  if (isReturned && !refund.fails) await sql`select private.return_stock(${id}, ${pricedLines}::jsonb)`;
  return readWithin(sql, id);
}

async function readWithin(sql: TransactionSql, id: string): Promise<BookedRows> {
  const booked = await readBookedRows(sql, id);
  expectWithin(booked);
  return booked;
}

/** Expects that neither the order nor any of its lines was refunded more than paid. */
function expectWithin(booked: BookedRows): void {
  const { refunds, lost } = booked;
  const cents = sumOf(refunds, "cents");
  const tax = sumOf(refunds, "tax");
  expect(cents).toBeLessThanOrEqual(booked.total);
  const all = booked.tax + booked.taxOfReplacements;
  expect(tax).toBeLessThanOrEqual(all);
  expect(all - tax, "the remaining amount includes the remaining tax").toBeLessThanOrEqual(booked.total - cents);
  // A cheaper replacement refunds money without a quantity, so the rest of its line is worth less.
  const lines = refunds.flatMap((refund) => refund.lines ?? []).filter(({ quantity }) => quantity > 0);
  for (const line of booked.lines) {
    const back = lines.filter((each) => each.order_item_id === line.id);
    const gone = lost.find((each) => each.line === line.id);
    const worth = [line.amount - (gone?.amount ?? 0), line.tax - (gone?.tax ?? 0)] as const;
    expect(sumOf(back, "amount_cents")).toBeLessThanOrEqual(worth[0]);
    expect(sumOf(back, "tax_cents")).toBeLessThanOrEqual(worth[1]);
    if (sumOf(back, "quantity") === line.quantity) {
      expect([sumOf(back, "amount_cents"), sumOf(back, "tax_cents")]).toEqual(worth);
    }
  }
}

/** Expects that a refund of the rest returns exactly what was paid, with its tax. */
async function expectRest(sql: TransactionSql, id: string): Promise<void> {
  await sql`select private.refund_rest(${intentOf(id)}, 'cancelled', null)`;
  const { total, tax, taxOfReplacements, refunds } = await readWithin(sql, id);
  expect([sumOf(refunds, "cents"), sumOf(refunds, "tax")]).toEqual([total, tax + taxOfReplacements]);
}

const sum = (numbers: readonly number[]): number => numbers.reduce((all, number) => all + number, 0);

function sumOf<Key extends string>(rows: readonly Record<Key, number>[], key: Key): number {
  return rows.reduce((sum, row) => sum + row[key], 0);
}
