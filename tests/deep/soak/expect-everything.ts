import { join } from "node:path";
import type { Sql } from "@calabash/data-service/database";
import Stripe from "stripe";
import { expect } from "vitest";
import { openMailbox } from "#server/messages/mailbox.ts";
import { expectTruth } from "../../money/ledger.ts";
import type { CounterSale } from "./counter-sales.ts";
import type { Bought } from "./shopper.ts";
import { LATER_FEE, type Shelf, STOCK } from "./store-setup.ts";

/** Time to wait for the worker. */
const PATIENCE_MS = 15 * 60 * 1000;

interface Given {
  sql: Sql;
  origin: string;
  dataDir: string;
  /** In Unix seconds. */
  startedAt: number;
  bought: readonly Bought[];
  sales: readonly CounterSale[];
  shelf: Shelf;
}

/** Waits for the worker to finish, then expects orders, stock, emails, and the sandbox's payments to match. */
export async function expectEverything({ sql, origin, dataDir, startedAt, bought, sales, shelf }: Given) {
  const boughtIds = bought.map(({ id }) => id);
  await expect
    .poll(() => countUnfinished(sql, boughtIds), { timeout: PATIENCE_MS, interval: 250 })
    .toEqual({ mails: 0, orders: 0, holds: 0, refunds: 0, fees: 0 });

  const mailbox = await openMailbox(join(dataDir, "mailbox.jsonl"), Number.POSITIVE_INFINITY);
  await mailbox.close();
  const sandbox = `${origin}/sandbox/stripe`;
  const stripe = new Stripe("sk_test_soak", {
    telemetry: false,
    httpClient: Stripe.createFetchHttpClient(async (url, init) => {
      const { pathname, search } = new URL(String(url));
      return fetch(`${sandbox}${pathname}${search}`, init);
    }),
  });
  const counted = [
    { id: shelf.food.productId, sizeId: null, start: STOCK, isMarked: false },
    { id: shelf.dress.productId, sizeId: shelf.dress.sizeId, start: STOCK, isMarked: false },
  ];
  const orderIds = [...boughtIds, ...sales.map(({ id }) => id)];
  await expectTruth({ shop: { database: { admin: sql }, mailbox }, stripe }, startedAt, [{ orderIds, counted }]);

  const orders = await sql`
    select id, status, total::float8, delivery_cost > 0 as "isDelivered", window_starts_at is not null as "isFetched",
      discount > 0 as "hasCode",
      (select amount::float8 from delivery_fees where order_id = orders.id) as fee,
      array(select quantity from order_items where order_id = orders.id order by quantity, id) as quantities,
      array(select purpose from payments where order_id = orders.id order by received_at) as payments,
      array(select reason from refunds where order_id = orders.id) as refunds,
      (select sum(refunded_quantity)::int from order_items where order_id = orders.id) as refunded
    from orders where id = any (${boughtIds}) order by array_position(${boughtIds}, id)`;
  expect(orders).toEqual(bought.map(expectedOrder));

  const sold = await sql`
    select id, status, (select json_object_agg(method, amount_cents) from payments where order_id = orders.id) as tenders
    from orders where channel = 'counter' order by array_position(${sales.map(({ id }) => id)}, id)`;
  expect(sold).toEqual(
    sales.map(({ id, tenders, isReturned }) => ({ id, status: isReturned ? "refunded" : "paid", tenders })),
  );

  const [mails] = await sql<{ counts: Record<string, number> }[]>`
    select json_object_agg(kind, count) as counts
    from (select kind, count(*) from outgoing_mails where order_id = any (${boughtIds}) group by kind) as kinds`;
  const far = bought.filter(({ delivery }) => delivery === "far").length;
  expect(mails?.counts).toEqual({
    order_paid: bought.length,
    shop_order_paid: bought.length,
    order_refunded: bought.filter(({ givesBack }) => givesBack !== null).length,
    order_ready: bought.filter(({ isWeighed }) => isWeighed).length,
    delivery_fee: far,
    delivery_fee_paid: far,
  });
}

function expectedOrder({ id, total, delivery, hasCode, quantity, otherQuantity, isWeighed, givesBack }: Bought) {
  const refunds = isWeighed ? ["weight"] : givesBack ? [givesBack] : [];
  return {
    id,
    status: isWeighed ? "ready" : "paid",
    total,
    isDelivered: delivery === "near",
    isFetched: delivery === "pickup",
    hasCode,
    fee: delivery === "far" ? LATER_FEE : null,
    quantities: [quantity, otherQuantity, ...(isWeighed ? [1] : [])].toSorted(),
    payments: delivery === "far" ? ["order", "delivery_fee"] : ["order"],
    refunds,
    refunded: givesBack ? 1 : 0,
  };
}

/** Counts in one snapshot, because a change and its email are written in the same transaction. */
async function countUnfinished(sql: Sql, orderIds: string[]) {
  const [unfinished] = await sql`
    with own as (select id, status from orders where id = any (${orderIds}))
    select
      (select count(*)::int from outgoing_mails where status = 'waiting') as mails,
      (select count(*)::int from own where status = 'pending') as orders,
      (select count(*)::int from payments join own on own.id = order_id
        where held_until is not null and captured_at is null) as holds,
      (select count(*)::int from refunds where status in ('requested', 'pending')) as refunds,
      (select count(*)::int from delivery_fees join own on own.id = order_id where paid_at is null) as fees`;
  return unfinished;
}
