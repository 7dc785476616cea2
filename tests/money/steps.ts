import { randomUUID } from "node:crypto";
import fc from "fast-check";
import Stripe from "stripe";
import { confirm, stripeOf } from "../paying.ts";
import type { Crash, ShopUnderFire } from "./shop-under-fire.ts";

/** One thing that people, the provider, the network or the machine may do. Orders are named by their place. */
export type Step =
  | { kind: "place"; customer: 0 | 1; product: 0 | 1 | 2; quantity: number; isDouble: boolean }
  | { kind: "request intent"; order: number; tabs: 1 | 2; crash: Crash | null }
  | { kind: "pay"; order: number; isDeclined: boolean; isDouble: boolean }
  | { kind: "pay another intent"; order: number; isAmountRight: boolean }
  | { kind: "deliver"; event: number; isDouble: boolean; crash: Crash | null }
  | { kind: "cancel"; order: number; isAdmin: boolean; isDouble: boolean }
  | { kind: "withdraw"; order: number; isDouble: boolean; crash: Crash | null }
  | { kind: "move on"; order: number }
  | {
      kind: "refund";
      order: number;
      what: "all" | "a line" | "an amount";
      cents: number;
      doGoodsComeBack: boolean;
      isDouble: boolean;
    }
  | { kind: "refund in the dashboard"; order: number; cents: number | null }
  | { kind: "cancel the intent in the dashboard"; order: number }
  | { kind: "a day passes"; order: number }
  | { kind: "work"; crash: Crash | null };

/** What one run of a sequence knows. */
export interface Run {
  fire: ShopUnderFire;
  /** The first is counted, the second always there, the third comes in sizes of which one is counted. */
  products: readonly [ProductOfRun, ProductOfRun, ProductOfRun];
  orders: { id: string; customer: 0 | 1; intents: string[] }[];
}

export interface ProductOfRun {
  id: number;
  /** Which of its sizes is bought; null where it has none. */
  sizeId: number | null;
}

const order = fc.nat({ max: 3 });
const isDouble = fc.boolean();
const crash = fc.option(fc.record({ call: fc.integer({ min: 1, max: 24 }), isAnswerLost: fc.boolean() }), {
  nil: null,
  freq: 2,
});

export const anyStep: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant("place" as const),
      customer: fc.constantFrom(0 as const, 1 as const),
      product: fc.constantFrom(0 as const, 0 as const, 1 as const, 2 as const, 2 as const),
      quantity: fc.integer({ min: 1, max: 2 }),
      isDouble,
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant("request intent" as const),
      order,
      tabs: fc.constantFrom(1 as const, 2 as const),
      crash,
    }),
  },
  {
    weight: 7,
    arbitrary: fc.record({
      kind: fc.constant("pay" as const),
      order,
      isDeclined: fc.boolean(),
      isDouble,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant("pay another intent" as const),
      order,
      isAmountRight: fc.boolean(),
    }),
  },
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constant("deliver" as const),
      event: fc.nat({ max: 20 }),
      isDouble,
      crash,
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant("cancel" as const), order, isAdmin: fc.boolean(), isDouble }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant("withdraw" as const), order, isDouble, crash }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant("move on" as const), order }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant("refund" as const),
      order,
      what: fc.constantFrom("all" as const, "a line" as const, "an amount" as const),
      cents: fc.integer({ min: 1, max: 2500 }),
      doGoodsComeBack: fc.boolean(),
      isDouble,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant("refund in the dashboard" as const),
      order,
      cents: fc.option(fc.integer({ min: 1, max: 1500 }), { nil: null }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant("cancel the intent in the dashboard" as const), order }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("a day passes" as const), order }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant("work" as const), crash }) },
);

/** Does one step. What the shop or the provider refuses is refused; that is no failure here. */
export async function take(run: Run, step: Step): Promise<void> {
  const { fire } = run;
  const stripe = stripeOf(fire.shop);
  if (step.kind === "place") return place(run, step);
  if (step.kind === "deliver") return deliver(run, step);
  if (step.kind === "work") return fire.work(step.crash);
  const named = run.orders[step.order % Math.max(run.orders.length, 1)];
  if (!named) return;
  const customer = fire.customers[named.customer];
  const latest = named.intents.at(-1);
  switch (step.kind) {
    case "request intent":
      await times(step.tabs, async () => {
        const answer = await fire.ask(step.crash, "/create-payment-intent", {
          method: "POST",
          headers: { authorization: `Bearer ${customer.accessToken}` },
          body: JSON.stringify({ orderId: named.id }),
        });
        if (answer?.status !== 200) return;
        const { clientSecret } = (await answer.json()) as { clientSecret: string };
        const intent = clientSecret.split("_secret_")[0];
        if (intent && !named.intents.includes(intent)) named.intents.push(intent);
      });
      return;
    case "pay": {
      if (!latest) return;
      const card = step.isDeclined ? "pm_card_chargeDeclined" : "pm_card_visa";
      await times(step.isDouble ? 2 : 1, () =>
        refusable(stripe.paymentIntents.confirm(latest, { payment_method: card })),
      );
      return;
    }
    case "pay another intent": {
      const [booked] = await fire.shop.database.admin<{ cents: string }[]>`
        select (total * 100)::bigint as cents from orders where id = ${named.id}`;
      const amount = Number(booked?.cents) + (step.isAmountRight ? 0 : 100);
      if (amount < 50) return;
      const intent = await stripe.paymentIntents.create({
        amount,
        currency: "usd",
        metadata: { order_id: named.id },
      });
      await confirm(fire.shop, intent.id);
      named.intents.unshift(intent.id);
      return;
    }
    case "cancel": {
      const { client } = step.isAdmin ? fire.admin : customer;
      await times(step.isDouble ? 2 : 1, async () => client.rpc("cancel_order", { order_id: named.id }));
      return;
    }
    case "withdraw":
      await times(step.isDouble ? 2 : 1, () => withdraw(run, step.crash, named.id, named.customer));
      return;
    case "move on":
      for (const to_status of ["preparing", "ready", "completed"]) {
        const moved = await fire.admin.client.rpc("move_order", { order_id: named.id, to_status });
        if (!moved.error) return;
      }
      return;
    case "refund":
      return refund(run, named.id, step);
    case "refund in the dashboard":
      if (latest) {
        const amount = step.cents === null ? {} : { amount: step.cents };
        await refusable(stripe.refunds.create({ payment_intent: latest, ...amount }));
      }
      return;
    case "cancel the intent in the dashboard":
      if (latest) await refusable(stripe.paymentIntents.cancel(latest));
      return;
    case "a day passes":
      await fire.shop.database.admin.begin(async (sql) => {
        // Nobody may date an order back; time itself may.
        await sql`set local session_replication_role = replica`;
        await sql`update orders set created_at = now() - interval '25 hours' where id = ${named.id}`;
      });
  }
}

async function place(run: Run, step: Step & { kind: "place" }): Promise<void> {
  const product = run.products[step.product];
  const { client } = run.fire.customers[step.customer];
  const items = [{ product_id: product.id, size_id: product.sizeId, quantity: step.quantity }];
  const { data: quote } = await client.rpc("quote_cart", { items });
  const given = {
    items,
    delivery_type: "pickup",
    delivery_address: "",
    delivery_phone_number: "",
    expected_total: (quote as { total: number }).total,
    request_key: randomUUID(),
  };
  const attempt = () => client.rpc("place_order", given);
  await times(step.isDouble ? 2 : 1, async () => {
    let placed = await attempt();
    // The payment of an earlier order was begun: it is closed first, as the cart does.
    if (placed.error?.code === "PT423") {
      const earlier = (JSON.parse(placed.error.details) as { order_id: string }).order_id;
      await withdraw(run, null, earlier, step.customer);
      placed = await attempt();
    }
    const id = (placed.data as { id: string } | null)?.id;
    if (id && run.orders.every((known) => known.id !== id)) {
      run.orders.push({ id, customer: step.customer, intents: [] });
    }
  });
}

async function withdraw(run: Run, crash: Crash | null, orderId: string, customer: 0 | 1): Promise<void> {
  await run.fire.ask(crash, "/withdraw-order", {
    method: "POST",
    headers: { authorization: `Bearer ${run.fire.customers[customer].accessToken}` },
    body: JSON.stringify({ orderId }),
  });
}

async function refund(run: Run, order_id: string, step: Step & { kind: "refund" }): Promise<void> {
  const lines = await run.fire.shop.database.admin<{ id: string }[]>`
    select id from order_items where order_id = ${order_id} limit 1`;
  const what = {
    all: {},
    "a line": { lines: lines.map(({ id }) => ({ order_item_id: Number(id), quantity: 1 })) },
    "an amount": { amount_cents: step.cents },
  }[step.what];
  const given = { order_id, ...what, request_key: randomUUID() };
  const goods_come_back = step.doGoodsComeBack && step.what !== "an amount";
  await times(step.isDouble ? 2 : 1, async () =>
    run.fire.admin.client.rpc("request_refund", { ...given, goods_come_back }),
  );
}

/** One of the events of this run's orders, whether it was delivered before or not. */
async function deliver(run: Run, step: Step & { kind: "deliver" }): Promise<void> {
  const { shop } = run.fire;
  const { data } = await stripeOf(shop).events.list({ limit: 60 });
  const ours = data.filter((event) => {
    const text = JSON.stringify(event);
    return run.orders.some(({ id, intents }) => [id, ...intents].some((each) => text.includes(each)));
  });
  const event = ours[step.event % Math.max(ours.length, 1)];
  if (!event) return;
  const payload = JSON.stringify(event);
  await times(step.isDouble ? 2 : 1, async () =>
    run.fire.ask(step.crash, "/webhook", {
      method: "POST",
      headers: {
        "stripe-signature": Stripe.webhooks.generateTestHeaderString({ payload, secret: shop.webhookSecret }),
      },
      body: payload,
    }),
  );
}

/** At once, as two tabs or a double click do. */
async function times(count: number, begin: () => Promise<unknown>): Promise<void> {
  await Promise.all(Array.from({ length: count }, begin));
}

/** A refusal of the provider is an answer like any other; everything else is a fault of the test. */
async function refusable(asked: Promise<unknown>): Promise<void> {
  await asked.catch((error: unknown) => {
    if (!(error instanceof Stripe.errors.StripeError)) throw error;
  });
}
