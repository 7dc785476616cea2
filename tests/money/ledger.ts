import type Stripe from "stripe";
import { expect } from "vitest";
import { stripeOf } from "../paying.ts";
import type { ShopUnderFire } from "./shop-under-fire.ts";

/** What one order is in the shop's books. */
interface BookedOrder {
  id: string;
  status: string;
  cancelled_by: string | null;
  cancel_reason: string | null;
  total: string;
  paid_amount: string;
  refunded_amount: string;
  tax_amount: string;
}
interface BookedLine {
  id: string;
  order_id: string;
  product_id: string;
  size_id: string | null;
  quantity: number;
  stock_taken: number;
  refunded_quantity: number;
  tax_amount: string;
}
interface BookedRefund {
  order_id: string;
  payment_intent_id: string;
  status: string;
  amount_cents: string;
  tax_cents: string;
  lines: { order_item_id: number; quantity: number }[] | null;
  goods_come_back: boolean;
}
interface BookedPayment {
  payment_intent_id: string;
  order_id: string;
  amount_cents: string;
  purpose: string;
  refunded_cents: string;
}

const PAID = ["paid", "preparing", "ready", "out_for_delivery", "completed"];
/** The most of each person: another order replaces it. */
const MOST_UNPAID = 1;

/**
 * The shop's books against the provider's ledger, for these orders. Amounts in cents.
 * @param counted the products, or sizes of them, that are counted, with what there was at the start
 */
export async function expectTruth(
  fire: ShopUnderFire,
  orderIds: readonly string[],
  counted: readonly { id: number; sizeId: number | null; start: number }[],
): Promise<void> {
  const sql = fire.shop.database.admin;
  const orders = await sql<
    BookedOrder[]
  >`select * from orders where id = any(${orderIds as string[]}::uuid[])`;
  const lines = await sql<
    BookedLine[]
  >`select * from order_items where order_id = any(${orderIds as string[]}::uuid[])`;
  const payments = await sql<
    BookedPayment[]
  >`select * from payments where order_id = any(${orderIds as string[]}::uuid[])`;
  const refunds = await sql<
    BookedRefund[]
  >`select * from refunds where order_id = any(${orderIds as string[]}::uuid[])`;
  const ledger = await readLedger(fire, orderIds);

  for (const order of orders) {
    const entries = ledger.filter((entry) => entry.orderId === order.id);
    const booked = payments.filter((payment) => payment.order_id === order.id);
    expect(
      booked
        .map((each) => [each.payment_intent_id, Number(each.amount_cents), Number(each.refunded_cents)])
        .sort(),
      "payments of the order, with what was given back",
    ).toEqual(entries.map((entry) => [entry.intentId, entry.receivedCents, entry.refundedCents]).sort());

    const purpose = (name: string) => booked.filter((each) => each.purpose === name);
    const [own] = purpose("order");
    expect(purpose("order").length, "one payment at most pays the order").toBeLessThanOrEqual(1);
    expect(cents(order.paid_amount)).toBe(own ? Number(own.amount_cents) : 0);
    expect(cents(order.refunded_amount)).toBe(own ? Number(own.refunded_cents) : 0);
    if (own) expect(Number(own.amount_cents)).toBe(cents(order.total));
    expectTax(order, own?.payment_intent_id ?? null, lines, refunds);

    const kept = own ? Number(own.amount_cents) - Number(own.refunded_cents) : 0;
    if (PAID.includes(order.status)) expect(kept, "a paid order holds money").toBeGreaterThan(0);
    else expect(kept, `a ${order.status} order holds no money`).toBe(0);
    expect(order.status === "refunded", "refunded is what was paid and all given back").toBe(
      own !== undefined && kept === 0,
    );
    // Paid twice, or too late: all of it went back. A wrong amount waits for the shopkeeper, with an alert.
    for (const stray of [...purpose("duplicate"), ...purpose("cancelled_order")]) {
      expect(stray.refunded_cents).toBe(stray.amount_cents);
    }
    const alerts =
      await sql`select 1 from shop_alerts where order_id = ${order.id} and kind = 'amount_mismatch'`;
    expect(alerts.length > 0).toBe(purpose("mismatch").length > 0);
    if (order.status === "pending" || order.status === "cancelled") {
      const right = entries.filter((entry) => entry.receivedCents === cents(order.total));
      expect(
        right.filter((entry) => entry.refundedCents < entry.receivedCents),
        "no money without an order",
      ).toEqual([]);
    }
  }

  for (const { id, sizeId, start } of counted) {
    const ofProduct = lines.filter(
      (line) => Number(line.product_id) === id && Number(line.size_id ?? 0) === (sizeId ?? 0),
    );
    for (const line of ofProduct) {
      const order = orders.find(({ id }) => id === line.order_id) as BookedOrder;
      const [least, most] = goodsAway(order, line, refunds);
      expect(line.stock_taken, `goods away of a ${order.status} order`).toBeGreaterThanOrEqual(least);
      expect(line.stock_taken, `goods away of a ${order.status} order`).toBeLessThanOrEqual(most);
    }
    const taken = ofProduct.reduce((sum, line) => sum + line.stock_taken, 0);
    const [left] = await sql<{ stock_count: number }[]>`
      select stock_count from product_stock where product_id = ${id} and ${sizeId}::bigint is null
      union all select stock_count from size_stock where size_id = ${sizeId}`;
    expect(left?.stock_count, "the stock is the start minus what went away").toBe(start - taken);
  }
  const unpaid = await sql<{ count: string }[]>`
    select count(*) from orders where status = 'pending' and user_id is not null group by user_id`;
  expect(unpaid.filter(({ count }) => Number(count) > MOST_UNPAID)).toEqual([]);
  await expectMailsOnce(fire, orderIds);
}

/** The order's tax is that of its lines; what goes back holds a part of it, all of it once all is back. */
function expectTax(
  order: BookedOrder,
  intentId: string | null,
  lines: readonly BookedLine[],
  refunds: readonly BookedRefund[],
): void {
  const ofLines = lines
    .filter((line) => line.order_id === order.id)
    .reduce((sum, line) => sum + cents(line.tax_amount), 0);
  expect(ofLines, "the tax of the lines is the order's").toBe(cents(order.tax_amount));
  const given = refunds.filter((refund) => refund.order_id === order.id && refund.status !== "failed");
  const own = given.filter((refund) => refund.payment_intent_id === intentId);
  const tax = own.reduce((sum, refund) => sum + Number(refund.tax_cents), 0);
  const all = own.reduce((sum, refund) => sum + Number(refund.amount_cents), 0);
  expect(tax, "no more tax goes back than was charged").toBeLessThanOrEqual(cents(order.tax_amount));
  if (intentId !== null && all === cents(order.total)) expect(tax).toBe(cents(order.tax_amount));
  for (const refund of given) {
    if (refund.payment_intent_id !== intentId) expect(Number(refund.tax_cents)).toBe(0);
  }
}

/**
 * How many of a counted line are away from the shelf, at least and at most. Refunds give back what was said to come
 * back; a cancellation gives back all but what was refunded without coming back, be it that such a refund failed
 * before or after it.
 */
function goodsAway(
  order: BookedOrder,
  line: BookedLine,
  refunds: readonly BookedRefund[],
): [least: number, most: number] {
  const ofOrder = refunds.filter((refund) => refund.order_id === order.id);
  const quantityIn = (some: readonly BookedRefund[]) =>
    some
      .flatMap((refund) => refund.lines ?? [])
      .filter((refunded) => refunded.order_item_id === Number(line.id))
      .reduce((sum, refunded) => sum + refunded.quantity, 0);
  const gone = ofOrder.filter((refund) => !refund.goods_come_back);
  if (order.status === "pending" || order.cancel_reason === "sold_out") return [0, 0];
  if (order.cancelled_by !== null) {
    if (Number(order.paid_amount) === 0) return [0, 0];
    const most = Math.min(line.quantity, quantityIn(gone));
    return [Math.min(most, quantityIn(gone.filter(({ status }) => status !== "failed"))), most];
  }
  const back = ofOrder.filter((refund) => refund.goods_come_back && refund.status === "succeeded");
  // With all that was left everything came back but what was missing, as far as that was said by then.
  if (back.some((refund) => refund.lines === null)) {
    return [
      Math.min(line.quantity, quantityIn(gone.filter(({ status }) => status !== "failed"))),
      line.quantity,
    ];
  }
  const away = line.quantity - quantityIn(back);
  return [away, away];
}

/** Every mail of these orders was sent, and lies in the mailbox once. */
async function expectMailsOnce(fire: ShopUnderFire, orderIds: readonly string[]): Promise<void> {
  const sql = fire.shop.database.admin;
  const mails = await sql<{ id: string; status: string; kind: string; order_id: string }[]>`
    select * from outgoing_mails where order_id = any(${orderIds as string[]}::uuid[])`;
  expect(mails.filter(({ status }) => status !== "sent")).toEqual([]);
  for (const { id } of mails) {
    const arrived = fire.shop.mailbox.list().filter(({ messageId }) => messageId?.includes(id));
    expect(arrived.length, "a mail arrives once").toBe(1);
  }
  const paid = await sql<{ order_id: string }[]>`
    select distinct order_id from order_status_changes
    where to_status = 'preparing' and order_id = any(${orderIds as string[]}::uuid[])`;
  for (const { order_id } of paid) {
    const told = mails.filter((mail) => mail.order_id === order_id && mail.kind === "order_paid");
    expect(told.length, "the customer was told once that the order is paid").toBe(1);
  }
}

interface LedgerEntry {
  orderId: string;
  intentId: string;
  receivedCents: number;
  refundedCents: number;
}

/** Every intent of these orders that took money. */
async function readLedger(fire: ShopUnderFire, orderIds: readonly string[]): Promise<LedgerEntry[]> {
  const stripe = stripeOf(fire.shop);
  const entries: LedgerEntry[] = [];
  const { data: intents } = await stripe.paymentIntents.list({ limit: 100 });
  for (const intent of intents) {
    const orderId = intent.metadata["order_id"] ?? "";
    if (intent.status !== "succeeded" || !orderIds.includes(orderId)) continue;
    const { data: refunds } = await stripe.refunds.list({ payment_intent: intent.id, limit: 100 });
    const ofOurs = refunds.flatMap(({ metadata }) => metadata?.["refund_id"] ?? []);
    expect(new Set(ofOurs).size, "a refund that was asked for once is made once").toBe(ofOurs.length);
    const givenBack = (refund: Stripe.Refund) => (refund.status === "succeeded" ? refund.amount : 0);
    entries.push({
      orderId,
      intentId: intent.id,
      receivedCents: intent.amount_received,
      refundedCents: refunds.reduce((sum, refund) => sum + givenBack(refund), 0),
    });
  }
  return entries;
}

function cents(dollars: string): number {
  return Math.round(Number(dollars) * 100);
}
