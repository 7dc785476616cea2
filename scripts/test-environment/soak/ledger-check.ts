import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { SupabaseClient } from "@supabase/supabase-js";
import { type CounterSale, soldAtCounter } from "./counter-sales.ts";
import type { Bought } from "./shopper.ts";
import { CODE, GOAT_POUNDS, LATER_FEE, type Shelf } from "./store-setup.ts";

/** Time to wait for the worker; anything unfinished after that is a fault. */
const PATIENCE_MS = 15 * 60 * 1000;
const READ_AT_ONCE = 100;

interface BookedOrder {
  id: string;
  status: string;
  total: number;
  paid_amount: number;
  refunded_amount: number;
  discount: number;
  tax_amount: number;
  delivery_cost: number;
  window_starts_at: string | null;
  delivery_fees: { amount: number; tax_amount: number; paid_at: string | null } | null;
  order_items: {
    size_id: number | null;
    pounds_each: number | null;
    price_per_pound: number | null;
    quantity: number;
    unit_price: number;
    discount: number;
    tax_amount: number;
    stock_taken: number;
    refunded_quantity: number;
  }[];
  refunds: { amount_cents: number; status: string; reason: string; method: string | null }[];
  payments: {
    amount_cents: number;
    refunded_cents: number;
    purpose: string;
    payment_intent_id: string;
    held_until: string | null;
    captured_at: string | null;
  }[];
}

interface Given {
  server: SupabaseClient;
  owner: SupabaseClient;
  origin: string;
  dataDir: string;
  bought: readonly Bought[];
  sales: readonly CounterSale[];
  shelf: Shelf;
}

/**
 * Waits for the worker to finish, then compares orders, stock, emails, and the sandbox's payments.
 * @returns the differences, as sentences
 */
export async function countEverything(given: Given): Promise<string[]> {
  const { server, bought, shelf } = given;
  const faults: string[] = [];
  const expectSame = (what: string, found: unknown, expected: unknown) => {
    if (found !== expected) faults.push(`${what}: ${String(found)} instead of ${String(expected)}`);
  };
  const count = async (table: string, column: string, value: string) =>
    (await server.from(table).select("*", { count: "exact", head: true }).eq(column, value).throwOnError()).count;
  const all = (isMeant: (order: Bought) => boolean) => bought.filter(isMeant).length;

  const orders = await untilQuiet(given);
  expectSame("distinct orders", new Set(bought.map(({ id }) => id)).size, bought.length);
  const ledger = await readLedger(given.origin);
  for (const purchase of bought) {
    const order = orders.get(purchase.id);
    if (!order) faults.push(`order ${purchase.id} is missing`);
    else faults.push(...faultsOf(purchase, order, ledger.get(purchase.id)));
  }

  const booked = [...orders.values()];
  expectSame("orders with a time", booked.filter((each) => each.window_starts_at).length, all(isFetched));
  expectSame(
    "orders with a discount",
    booked.filter(({ discount }) => discount > 0).length,
    all((each) => each.hasCode),
  );
  const { data: code } = await given.owner
    .from("discount_codes")
    .select("used_count")
    .eq("code", CODE)
    .single()
    .throwOnError();
  expectSame(
    "uses of the code",
    code.used_count,
    all((each) => each.hasCode),
  );

  // A returned item is restocked, a missing one is not.
  const away = (ofDress: boolean) =>
    bought.reduce((sum, order) => {
      if (order.isDress !== ofDress) return sum + order.otherQuantity;
      return sum + order.quantity - (order.givesBack === "returned" ? 1 : 0);
    }, 0);
  const { data: food } = await server
    .from("product_stock")
    .select("stock_count")
    .eq("product_id", shelf.food.productId)
    .single()
    .throwOnError();
  expectSame("stock of the food", food.stock_count, shelf.stock - away(false) - soldAtCounter(given.sales, "food"));
  const { data: dress } = await server
    .from("size_stock")
    .select("stock_count")
    .eq("size_id", shelf.dress.sizeId)
    .single()
    .throwOnError();
  expectSame("stock of the dress", dress.stock_count, shelf.stock - away(true) - soldAtCounter(given.sales, "dress"));

  expectSame("emails that failed", await count("outgoing_mails", "status", "dead"), 0);
  const arrived = readFileSync(join(given.dataDir, "mailbox.jsonl"), "utf8")
    .split("\n")
    .filter(Boolean)
    .map((line) => (JSON.parse(line) as { messageId?: string }).messageId)
    .filter((id) => id !== undefined);
  expectSame("emails received twice", arrived.length - new Set(arrived).size, 0);
  expectSame("emails received", arrived.length, await count("outgoing_mails", "status", "sent"));
  const far = all((each) => each.delivery === "far");
  for (const [kind, expected] of Object.entries({
    order_paid: bought.length,
    shop_order_paid: bought.length,
    order_refunded: all((each) => each.givesBack !== null),
    order_ready: all((each) => each.isWeighed),
    delivery_fee: far,
    delivery_fee_paid: far,
  })) {
    expectSame(`emails of kind ${kind}`, await count("outgoing_mails", "kind", kind), expected);
  }
  return faults;
}

const isFetched = ({ delivery }: Bought) => delivery === "pickup";

/** Compares an order's rows with the purchase and with the provider's payments and refunds. */
function faultsOf(purchase: Bought, order: BookedOrder, ledger: LedgerEntry | undefined): string[] {
  const faults: string[] = [];
  const expectSame = (what: string, found: unknown, expected: unknown) => {
    if (found !== expected) faults.push(`order ${order.id}, ${what}: ${String(found)} instead of ${String(expected)}`);
  };
  const goat = order.order_items.find(({ pounds_each }) => pounds_each !== null);
  const pieces = order.order_items.filter((each) => each !== goat);
  const line = pieces.find(({ size_id }) => (size_id !== null) === purchase.isDress);
  const other = pieces.find((each) => each !== line);
  const [fee, isFar] = [order.delivery_fees, purchase.delivery === "far"];
  const paidBy = (purpose: string) => order.payments.filter((payment) => payment.purpose === purpose);
  expectSame("status", order.status, purchase.isWeighed ? "ready" : "paid");
  expectSame("total", order.total, purchase.total);
  expectSame("payments of the order", paidBy("order").length, 1);
  expectSame("payments of the fee", paidBy("delivery_fee").length, isFar ? 1 : 0);
  expectSame("all payments", order.payments.length, isFar ? 2 : 1);
  expectSame("the fee", fee?.amount, isFar ? LATER_FEE : undefined);
  if (isFar) expectSame("whether the fee is paid", Boolean(fee?.paid_at), true);
  expectSame("delivery", order.delivery_cost > 0, purchase.delivery === "near");
  expectSame("lines", order.order_items.length, purchase.isWeighed ? 3 : 2);
  if (!line || !other) return [...faults, `order ${order.id} does not have both lines`];
  for (const each of [line, other]) expectSame("tax of a line", each.tax_amount > 0, each.size_id !== null);
  const productCentsOf = (each: typeof line) => cents(each.unit_price) * each.quantity - cents(each.discount);
  const products = productCentsOf(line);
  expectSame(
    "parts",
    products +
      productCentsOf(other) +
      (goat ? productCentsOf(goat) : 0) +
      cents(order.delivery_cost) +
      cents(order.tax_amount),
    cents(order.total),
  );
  expectSame("stock taken by the other line", other.stock_taken, purchase.otherQuantity);
  expectSame("refunded quantity of the other line", other.refunded_quantity, 0);
  expectSame("refunded quantity", line.refunded_quantity, purchase.givesBack ? 1 : 0);
  expectSame("stock taken", line.stock_taken, purchase.quantity - (purchase.givesBack === "returned" ? 1 : 0));

  const [hold] = paidBy("order");
  const isHeld = typeof hold?.held_until === "string";
  expectSame("whether the card was held", isHeld, purchase.isWeighed);
  if (isHeld) expectSame("whether the hold was captured", typeof hold?.captured_at, "string");
  const given = order.refunds.filter(({ status }) => status === "succeeded");
  expectSame("refunds", order.refunds.map(({ reason }) => reason).join(), goat ? "weight" : (purchase.givesBack ?? ""));
  const sumOf = (refunds: typeof given) => refunds.reduce((sum, { amount_cents }) => sum + amount_cents, 0);
  const back = sumOf(given);
  const released = sumOf(given.filter(({ method }) => method === "release"));
  expectSame("refunded amount", cents(order.refunded_amount), back - released);
  if (goat) {
    const [most, paidFor] = [cents(goat.unit_price), productCentsOf(goat)];
    const weighed = Math.round(cents(goat.price_per_pound ?? 0) * GOAT_POUNDS.packed);
    expectSame("refund for the goat's missing weight", back, paidFor - Math.round((paidFor * weighed) / most));
  }
  // Half of the price of the two, rounded to the cent up or down.
  if (purchase.givesBack) {
    const half = (products + cents(line.tax_amount)) / 2;
    expectSame("refund of half the line", Math.abs(back - half) <= 1, true);
  }
  const paid = cents(order.total) + (fee ? cents(fee.amount) + cents(fee.tax_amount) : 0);
  expectSame("paid amount", cents(order.paid_amount), paid - released);
  expectSame("amount received by the provider", ledger?.takenCents, paid);
  expectSame("amount refunded by the provider", ledger?.givenBackCents, back);
  return faults;
}

async function untilQuiet({ server, bought }: Given): Promise<Map<string, BookedOrder>> {
  const until = Date.now() + PATIENCE_MS;
  const hasWaitingMails = async () =>
    (
      await server
        .from("outgoing_mails")
        .select("*", { count: "exact", head: true })
        .eq("status", "waiting")
        .throwOnError()
    ).count !== 0;
  for (;;) {
    const isLate = Date.now() > until;
    // Emails are sent last. Reading all orders in each pass would slow the worker down.
    if (isLate || !(await hasWaitingMails())) {
      const orders = await readOrders(server, bought);
      const isSettled = [...orders.values()].every(
        ({ status, payments, refunds, delivery_fees }) =>
          status !== "pending" &&
          payments.every(({ held_until, captured_at }) => held_until === null || captured_at !== null) &&
          refunds.every((refund) => !["requested", "pending"].includes(refund.status)) &&
          (delivery_fees === null || delivery_fees.paid_at !== null),
      );
      // An email is written in the same transaction as the change, so after the last change all emails exist.
      if (isLate || (isSettled && !(await hasWaitingMails()))) return orders;
    }
    await pause(250);
  }
}

async function readOrders(server: SupabaseClient, bought: readonly Bought[]): Promise<Map<string, BookedOrder>> {
  const found = new Map<string, BookedOrder>();
  for (let start = 0; start < bought.length; start += READ_AT_ONCE) {
    const { data } = await server
      .from("orders")
      .select("*, delivery_fees(*), order_items(*), refunds(*), payments(*)")
      .in(
        "id",
        bought.slice(start, start + READ_AT_ONCE).map(({ id }) => id),
      )
      .throwOnError();
    for (const order of data as BookedOrder[]) found.set(order.id, order);
  }
  return found;
}

type LedgerEntry = { takenCents: number; givenBackCents: number };

/** Returns the payments and refunds of the sandbox, by order. */
async function readLedger(origin: string): Promise<Map<string, LedgerEntry>> {
  const intents = await listAll<{
    id: string;
    amount: number;
    amount_received: number;
    capture_method: string;
    metadata: { order_id?: string };
  }>(origin, "payment_intents");
  const refunds = await listAll<{ id: string; payment_intent: string; amount: number; status: string }>(
    origin,
    "refunds",
  );
  const backOf = new Map<string, number>();
  for (const { payment_intent, amount, status } of refunds) {
    if (status === "succeeded") backOf.set(payment_intent, (backOf.get(payment_intent) ?? 0) + amount);
  }
  const entries = new Map<string, LedgerEntry>();
  for (const { id, amount, amount_received, capture_method, metadata } of intents) {
    // The uncaptured part of a hold is listed among its refunds.
    const takenCents = capture_method === "manual" && amount_received > 0 ? amount : amount_received;
    const orderId = metadata.order_id ?? "";
    const entry = entries.get(orderId) ?? { takenCents: 0, givenBackCents: 0 };
    entries.set(orderId, {
      takenCents: entry.takenCents + takenCents,
      givenBackCents: entry.givenBackCents + (backOf.get(id) ?? 0),
    });
  }
  return entries;
}

async function listAll<Row extends { id: string }>(origin: string, what: string): Promise<Row[]> {
  const rows: Row[] = [];
  for (;;) {
    const after = rows.at(-1)?.id;
    const answer = await fetch(
      `${origin}/sandbox/stripe/v1/${what}?limit=100${after ? `&starting_after=${after}` : ""}`,
      { headers: { authorization: "Bearer sk_test_soak" } },
    );
    const page = (await answer.json()) as { data: Row[]; has_more: boolean };
    rows.push(...page.data);
    if (!page.has_more) return rows;
  }
}

function cents(dollars: number): number {
  return Math.round(dollars * 100);
}
