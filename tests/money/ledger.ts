import type { Sql } from "@calabash/data-service/database";
import type Stripe from "stripe";
import { expect } from "vitest";
import type { Mailbox } from "#server/messages/mailbox.ts";
import {
  type BookedChange,
  type BookedFee,
  type BookedLine,
  type BookedOrder,
  type BookedPayment,
  type BookedRefund,
  type BookedRows,
  type BookedStoreOrder,
  PAID,
  readBookedRows,
} from "./booked-rows.ts";
import { ofGroup } from "./of-group.ts";

/** A store and its payment provider. */
interface Compared {
  shop: { database: { admin: Sql }; mailbox: Pick<Mailbox, "list"> };
  stripe: Stripe;
}

/** Maximum per customer, because another order replaces the unpaid one. */
const MAX_UNPAID = 1;

/** Records of one sequence. */
export interface Left {
  orderIds: readonly string[];
  /** Counted products and sizes, with their initial stock, and whether the store ever marked them as sold out. */
  counted: readonly { id: number; sizeId: number | null; start: number; isMarked: boolean }[];
}

/**
 * Compares the store's ledger with the provider's for the orders and products of these sequences, reading each once.
 * Amounts in cents.
 * @param since when the first sequence started, in Unix seconds
 */
export async function expectTruth(fire: Compared, since: number, sequences: readonly Left[]): Promise<void> {
  const orderIds = sequences.flatMap((each) => each.orderIds);
  const bookedRows = await readBookedRows(
    fire.shop.database.admin,
    orderIds,
    sequences.flatMap(({ counted }) => counted),
  );
  const ledger = await readLedger(fire, since, orderIds);
  for (const [place, left] of sequences.entries())
    await ofGroup(place, () => expectTruthOf(fire, left, bookedRowsOf(bookedRows, left.orderIds), ledger));
  expect(bookedRows.unpaid.filter((count) => count > MAX_UNPAID)).toEqual([]);
  expect(bookedRows.miscounted, "uses of discount codes").toEqual([]);
  expect(bookedRows.overfull, "pickup times over capacity").toEqual([]);
}

/** Filters the records to these orders and keeps global ones. */
function bookedRowsOf(bookedRows: BookedRows, orderIds: readonly string[]): BookedRows {
  const ids = new Set(orderIds);
  const own = <Row extends { order_id: string }>(rows: readonly Row[]) =>
    rows.filter(({ order_id }) => ids.has(order_id));
  return {
    ...bookedRows,
    orders: bookedRows.orders.filter(({ id }) => ids.has(id)),
    lines: own(bookedRows.lines),
    payments: own(bookedRows.payments),
    refunds: own(bookedRows.refunds),
    changes: own(bookedRows.changes),
    fees: own(bookedRows.fees),
    storeOrders: own(bookedRows.storeOrders),
    mails: own(bookedRows.mails),
    alerted: bookedRows.alerted.filter((id) => ids.has(id)),
    packed: bookedRows.packed.filter((id) => ids.has(id)),
  };
}

function expectTruthOf(
  fire: Compared,
  { orderIds, counted }: Left,
  bookedRows: BookedRows,
  provided: readonly LedgerEntry[],
): void {
  const { orders, lines, payments, refunds, changes, fees, storeOrders } = bookedRows;
  const settled = changes.filter(({ settled_at }) => settled_at !== null);
  const ledger = [...provided, ...drawer(payments, refunds)];
  expect(orders.length, "every order has records").toBe(orderIds.length);

  for (const order of orders) {
    const entries = ledger.filter((entry) => entry.orderId === order.id);
    const booked = payments.filter((payment) => payment.order_id === order.id);
    expect(
      booked.map((each) => [each.payment_intent_id, each.amount_cents, each.refunded_cents]).sort(),
      "payments of the order with their refunds",
    ).toEqual(entries.map((entry) => [entry.intentId, entry.receivedCents, entry.refundedCents]).sort());

    const purpose = (name: string) => booked.filter((each) => each.purpose === name);
    const [own] = purpose("order");
    const [feePaid] = purpose("delivery_fee");
    const tenders = own ? [own, ...purpose("tender")] : purpose("tender");
    const received = [...tenders, ...purpose("delivery_fee")];
    const paidCents = received.reduce((sum, each) => sum + each.amount_cents, 0);
    const backCents = received.reduce((sum, each) => sum + each.refunded_cents, 0);
    expect(purpose("order").length, "one payment at most pays the order").toBeLessThanOrEqual(1);
    // What a hold did not charge was neither paid nor refunded.
    const released = refunds.filter(
      ({ payment_intent_id, method, status }) =>
        method === "release" &&
        status === "succeeded" &&
        received.some((each) => each.payment_intent_id === payment_intent_id),
    );
    const releasedCents = released.reduce((sum, each) => sum + each.amount_cents, 0);
    expect(cents(order.paid_amount)).toBe(paidCents - releasedCents);
    expect(cents(order.refunded_amount)).toBe(backCents - releasedCents);
    expectFee(order, fees.find((fee) => fee.order_id === order.id) ?? null, purpose("delivery_fee"), refunds);
    expect(own !== undefined || tenders.length === 0, "additional tenders need a first one").toBe(true);
    if (own) expect(tenders.reduce((sum, each) => sum + each.amount_cents, 0)).toBe(cents(order.total));
    expectParts(order, lines);
    expectTax(order, tenders, feePaid?.payment_intent_id, lines, refunds, settled);
    const store = storeOrders.find((each) => each.order_id === order.id);
    expectChanges(order, store, changes, refunds);
    expectWeights(order, lines, changes, refunds);

    const left = paidCents - backCents;
    if (PAID.includes(order.status)) expect(left, "a paid order holds money").toBeGreaterThan(0);
    else expect(left, `a ${order.status} order holds no money`).toBe(0);
    expect(order.status === "refunded", "an order is refunded if it was paid and everything was refunded").toBe(
      own !== undefined && left === 0,
    );
    // Second and late payments were refunded in full. A wrong amount keeps its payment and raises an alert.
    for (const stray of [...purpose("duplicate"), ...purpose("cancelled_order"), ...purpose("withdrawn_fee")]) {
      expect(stray.refunded_cents).toBe(stray.amount_cents);
    }
    expect(bookedRows.alerted.includes(order.id)).toBe(purpose("mismatch").length > 0);
    if (order.status === "pending" || order.status === "cancelled") {
      const right = entries.filter((entry) => entry.receivedCents === cents(order.total));
      expect(
        right.filter((entry) => entry.refundedCents < entry.receivedCents),
        "no money without an order",
      ).toEqual([]);
    }
  }

  const storeOf = (line: BookedLine) => storeOrders.find((store) => store.order_id === line.order_id);
  for (const { id, sizeId, start, isMarked } of counted) {
    const isThis = (product: number | null, size: number | null) => product === id && size === sizeId;
    const ofProduct = lines.filter((line) => isThis(line.product_id, line.size_id));
    for (const line of ofProduct) {
      const order = orders.find(({ id }) => id === line.order_id) as BookedOrder;
      const store = storeOf(line);
      const isPaid = payments.some((payment) => payment.order_id === order.id && payment.purpose === "order");
      const [min, max] = unitsTaken(order, isPaid, store, line, refunds, replacedOf(line, settled));
      expect(line.stock_taken, `units taken by a ${order.status} order`).toBeGreaterThanOrEqual(min);
      expect(line.stock_taken, `units taken by a ${order.status} order`).toBeLessThanOrEqual(max);
    }
    const taken =
      ofProduct.reduce((sum, line) => sum + line.stock_taken + replacedOf(line, settled), 0) +
      settled
        .filter((change) => isThis(change.replacement_product_id, change.replacement_size_id))
        .reduce((sum, change) => sum + change.stock_taken, 0);
    const left =
      sizeId === null
        ? bookedRows.productStock.find((stock) => stock.product_id === id)
        : bookedRows.sizeStock.find((stock) => stock.size_id === sizeId);
    // Replacements that were replaced again may never have been counted in the stock.
    const uncounted = ofProduct
      .filter((line) => isReplacement(storeOf(line), line))
      .reduce((sum, line) => sum + replacedOf(line, settled), 0);
    expect(left?.stock_count, "stock is at most the initial stock minus units taken").toBeLessThanOrEqual(
      start - taken + uncounted,
    );
    if (!isMarked) {
      expect(left?.stock_count, "stock is the initial stock minus units taken").toBeGreaterThanOrEqual(start - taken);
    }
  }
  expectMailsOnce(fire, bookedRows);
}

/**
 * Expects the total to be the subtotal minus discount plus delivery and tax, and the order's discount to be the sum of
 * its lines'.
 */
function expectParts(order: BookedOrder, lines: readonly BookedLine[]): void {
  const own = lines.filter((line) => line.order_id === order.id);
  const subtotal = own.reduce((sum, line) => sum + cents(line.unit_price) * line.quantity, 0);
  const discount = own.reduce((sum, line) => sum + cents(line.discount), 0);
  expect(discount, "the discount of the lines is the order's").toBe(cents(order.discount));
  expect(subtotal - discount + cents(order.delivery_cost) + cents(order.tax_amount)).toBe(cents(order.total));
}

function replacedOf(line: BookedLine, settled: readonly BookedChange[]): number {
  return settled
    .filter((change) => change.kind === "replaced" && change.order_item_id === line.id)
    .reduce((sum, change) => sum + change.quantity, 0);
}

/**
 * Expects substitutions to stay open while the order is packed, to be finalized with it, and to refund their amount
 * once.
 */
function expectChanges(
  order: BookedOrder,
  store: BookedStoreOrder | undefined,
  changes: readonly BookedChange[],
  refunds: readonly BookedRefund[],
): void {
  const own = changes.filter((change) => change.order_id === order.id);
  const open = own.filter((change) => change.settled_at === null);
  if (!["paid", "preparing"].includes(order.status) && store?.is_waiting !== true)
    expect(open, `open changes of a ${order.status} order`).toEqual([]);
  expect(open.filter((change) => change.refund_id !== null)).toEqual([]);
  // Other tenders return their parts as separate refunds.
  for (const refund of refunds.filter(({ id }) => own.some((change) => change.refund_id === id))) {
    expect(refund.amount_cents, "at most the amount of the substitutions").toBeLessThanOrEqual(
      own.filter((change) => change.refund_id === refund.id).reduce((sum, change) => sum + change.refund_cents, 0),
    );
  }
}

/** Expects all weights to be final once an order is packed, with one refund for the missing weight. */
function expectWeights(
  order: BookedOrder,
  lines: readonly BookedLine[],
  changes: readonly BookedChange[],
  refunds: readonly BookedRefund[],
): void {
  const weighed = lines.filter((line) => line.order_id === order.id && line.price_per_pound !== null);
  const given = refunds.filter((refund) => refund.order_id === order.id);
  const less = given.filter(({ reason, part_of_id }) => reason === "weight" && part_of_id === null);
  expect(less.length, "one refund for all weights").toBeLessThanOrEqual(1);
  if (["ready", "completed"].includes(order.status)) {
    expect(weighed.filter(({ weighed_at }) => weighed_at === null)).toEqual([]);
  }
  const lessByTender = given.filter(({ reason }) => reason === "weight");
  const isPlain = given.length === lessByTender.length && !changes.some((change) => change.order_id === order.id);
  if (!isPlain || order.discount > 0 || weighed.some(({ weighed_at }) => weighed_at === null)) return;
  const expected = weighed.reduce((sum, { unit_price, quantity, price_per_pound, packed_pounds }) => {
    const most = cents(unit_price) * quantity;
    const exact = Number(((price_per_pound ?? 0) * (packed_pounds ?? 0) * 100).toFixed(6));
    return sum + most - Math.min(most, Math.round(exact));
  }, 0);
  expect(
    lessByTender.reduce((sum, { amount_cents, tax_cents }) => sum + amount_cents - tax_cents, 0),
    "refund for missing weight, without tax",
  ).toBe(expected);
}

/** Expects a paid fee to have one payment of its amount, and no fee to be open on an ended order. */
function expectFee(
  order: BookedOrder,
  fee: BookedFee | null,
  payments: readonly BookedPayment[],
  refunds: readonly BookedRefund[],
): void {
  expect(payments.length, "one payment at most pays the fee").toBeLessThanOrEqual(1);
  const [paid] = payments;
  expect(fee !== null && fee.paid_at !== null, "a paid fee has a payment").toBe(paid !== undefined);
  if (!fee) return;
  expect(order.delivery_included, "an order with included delivery has no fee").toBe(false);
  expect(order.status).not.toBe("pending");
  if (["cancelled", "refunded"].includes(order.status)) {
    expect(paid !== undefined || cents(fee.amount) === 0, "an ended order has no open fee").toBe(true);
  }
  if (!paid) return;
  expect(paid.payment_intent_id).toBe(fee.payment_intent_id);
  expect(paid.amount_cents).toBe(cents(fee.amount) + cents(fee.tax_amount));
  const back = refunds.filter(
    (refund) => refund.payment_intent_id === paid.payment_intent_id && refund.status !== "failed",
  );
  const tax = back.reduce((sum, refund) => sum + refund.tax_cents, 0);
  const all = back.reduce((sum, refund) => sum + refund.amount_cents, 0);
  expect(tax, "at most the fee's tax is refunded").toBeLessThanOrEqual(cents(fee.tax_amount));
  if (all === paid.amount_cents) expect(tax).toBe(cents(fee.tax_amount));
}

/**
 * Expects the order's tax to be the sum of lines and delivery. Refunds contain a part of it, and all of it once
 * everything is refunded.
 */
function expectTax(
  order: BookedOrder,
  tenders: readonly BookedPayment[],
  feeIntentId: string | undefined,
  lines: readonly BookedLine[],
  refunds: readonly BookedRefund[],
  settled: readonly BookedChange[],
): void {
  const ofReplacements = settled
    .filter((change) => change.order_id === order.id)
    .reduce((sum, each) => sum + Math.max(0, each.replacement_tax_cents - each.paid_tax_cents), 0);
  const charged = cents(order.tax_amount) + ofReplacements;
  const ofLines = lines
    .filter((line) => line.order_id === order.id)
    .reduce((sum, line) => sum + cents(line.tax_amount), 0);
  expect(ofLines + cents(order.delivery_tax_amount), "the tax of lines and delivery is the order's").toBe(
    cents(order.tax_amount),
  );
  const given = refunds.filter((refund) => refund.order_id === order.id && refund.status !== "failed");
  const intents = tenders.map(({ payment_intent_id }) => payment_intent_id);
  const own = given.filter((refund) => intents.includes(refund.payment_intent_id));
  const tax = own.reduce((sum, refund) => sum + refund.tax_cents, 0);
  const all = own.reduce((sum, refund) => sum + refund.amount_cents, 0);
  expect(tax, "at most the charged tax is refunded").toBeLessThanOrEqual(charged);
  // Money refunded before a taxed replacement contains none of its tax.
  if (tenders.length > 0 && all === cents(order.total) && ofReplacements === 0) expect(tax).toBe(charged);
  for (const refund of given) {
    const isOwn = intents.includes(refund.payment_intent_id) || refund.payment_intent_id === feeIntentId;
    const isEbt = tenders.some(
      ({ payment_intent_id, method }) => payment_intent_id === refund.payment_intent_id && method === "store_ebt",
    );
    if (!isOwn || isEbt) expect(refund.tax_cents).toBe(0);
  }
}

/** Returns whether the line replaced another one before payment: the packer had it, even if the stock count was 0. */
function isReplacement(store: BookedStoreOrder | undefined, line: BookedLine): boolean {
  return store?.changes.some(({ replacement_name }) => replacement_name === line.product_name) ?? false;
}

/**
 * Returns how many units of a counted line are off the shelf, as minimum and maximum. Refunds restock the units marked
 * as returned. A cancellation restocks all except units refunded without a return; whether such a refund failed before
 * or after the cancellation is unknown.
 */
function unitsTaken(
  order: BookedOrder,
  isPaid: boolean,
  store: BookedStoreOrder | undefined,
  line: BookedLine,
  refunds: readonly BookedRefund[],
  replaced: number,
): [min: number, max: number] {
  const ofOrder = refunds.filter((refund) => refund.order_id === order.id);
  const quantityIn = (some: readonly BookedRefund[]) =>
    some
      .flatMap((refund) => refund.lines ?? [])
      .filter((refunded) => refunded.order_item_id === line.id)
      .reduce((sum, refunded) => sum + refunded.quantity, 0);
  const gone = ofOrder.filter((refund) => refund.reason !== "returned");
  const atLeast = (count: number) => (isReplacement(store, line) ? 0 : Math.min(line.quantity, count));
  if (store?.is_waiting) return [line.quantity, line.quantity];
  if (order.status === "pending" || order.cancel_reason === "sold_out") return [0, 0];
  if (order.cancelled_by !== null) {
    if (!isPaid) return [0, 0];
    const max = Math.min(line.quantity, quantityIn(gone));
    return [atLeast(quantityIn(gone.filter(({ status }) => status !== "failed"))), max];
  }
  const back = ofOrder.filter((refund) => refund.reason === "returned" && refund.status === "succeeded");
  // A refund of the rest restocked everything except units recorded as missing by then.
  if (back.some((refund) => refund.lines === null)) {
    return [atLeast(quantityIn(gone.filter(({ status }) => status !== "failed"))), line.quantity];
  }
  // Returned replacements do not restock the replaced product.
  const away = Math.max(0, line.quantity - replaced - quantityIn(back));
  return [atLeast(away), away];
}

/** Expects every email of these orders to be sent and in the mailbox once. */
function expectMailsOnce({ shop }: Compared, { mails, packed }: BookedRows): void {
  expect(mails.filter(({ status }) => status !== "sent")).toEqual([]);
  const inMailbox = shop.mailbox.list();
  for (const { id } of mails) {
    expect(inMailbox.filter(({ messageId }) => messageId?.includes(id)).length, "an email arrives once").toBe(1);
  }
  for (const order_id of packed) {
    const paidMails = mails.filter((mail) => mail.order_id === order_id && mail.kind === "order_paid");
    expect(paidMails.length, "one email says that the order is paid").toBe(1);
  }
}

interface LedgerEntry {
  orderId: string;
  intentId: string;
  receivedCents: number;
  refundedCents: number;
}

/** Returns every payment intent of these orders that took money. */
async function readLedger({ stripe }: Compared, since: number, orderIds: readonly string[]): Promise<LedgerEntry[]> {
  const entries: LedgerEntry[] = [];
  for await (const intent of stripe.paymentIntents.list({ limit: 100, created: { gte: since } })) {
    const orderId = intent.metadata["order_id"] ?? "";
    if (!orderIds.includes(orderId)) continue;
    const isHold = await isAuthorized(stripe, intent);
    if (intent.status !== "succeeded" && !isHold) continue;
    const { data: refunds } = await stripe.refunds.list({ payment_intent: intent.id, limit: 100 });
    const ofOurs = refunds.flatMap(({ metadata }) => metadata?.["refund_id"] ?? []);
    expect(new Set(ofOurs).size, "a refund requested once is made once").toBe(ofOurs.length);
    const givenBack = (refund: Stripe.Refund) => (refund.status === "succeeded" ? refund.amount : 0);
    entries.push({
      orderId,
      intentId: intent.id,
      // A hold counts with its authorized amount; Stripe records the uncaptured part as a refund.
      receivedCents: isHold ? intent.amount : intent.amount_received,
      refundedCents: refunds.reduce((sum, refund) => sum + givenBack(refund), 0),
    });
  }
  return entries;
}

/** Returns whether the intent is, or was, a hold: a declined card leaves a charge, too, but one that is not paid. */
async function isAuthorized(stripe: Stripe, { capture_method, latest_charge }: Stripe.PaymentIntent): Promise<boolean> {
  if (capture_method !== "manual" || latest_charge === null) return false;
  return (await stripe.charges.retrieve(String(latest_charge))).paid;
}

/**
 * Payments and refunds in the store. No other record exists, so they must agree with each other: the cash drawer holds
 * the payments less the refunds recorded as paid out.
 */
function drawer(payments: readonly BookedPayment[], refunds: readonly BookedRefund[]): LedgerEntry[] {
  return payments
    .filter(({ method }) => method !== "card")
    .map(({ payment_intent_id, order_id, amount_cents }) => ({
      orderId: order_id,
      intentId: payment_intent_id,
      receivedCents: amount_cents,
      refundedCents: refunds
        .filter((refund) => refund.payment_intent_id === payment_intent_id && refund.status === "succeeded")
        .reduce((sum, refund) => sum + refund.amount_cents, 0),
    }));
}

const cents = (dollars: number): number => Math.round(dollars * 100);
