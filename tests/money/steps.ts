import { randomUUID } from "node:crypto";
import fc from "fast-check";
import Stripe from "stripe";
import { eligibleCents, planTenders, type SnapLine, waivedTaxCents } from "#app/features/payments/tenders.ts";
import type { Crash, Pair, ShopUnderFire } from "./shop-under-fire.ts";

/** A second line of the order. */
interface OtherLine {
  product: 0 | 1 | 2;
  quantity: number;
}

/** Delivery to this ZIP code has a fee. Pickup windows hold `WINDOW_ROOM` orders. */
export const NEAR_ZIP = "77338";
/** For this ZIP code, staff set the delivery fee. */
export const FAR_ZIP = "77379";
export const WINDOW_ROOM = 2;

/** State of one run of a sequence. */
export interface Run {
  fire: ShopUnderFire;
  /** Customers of this sequence. */
  customers: Pair;
  /** Start of the sequence in Unix seconds, the provider's unit. */
  since: number;
  /**
   * The first is counted, the second always available and sold by weight, and the third comes in sizes, of which one is
   * counted.
   */
  products: readonly [ProductOfRun, ProductOfRun, ProductOfRun];
  /** Discount code of this sequence. */
  code: string;
  /** Pickup time of all its orders, as long as it has capacity. */
  window: string;
  orders: { id: string; customer: 0 | 1; isPointOfSale: boolean; intents: string[]; feeIntents: string[] }[];
  /** Products that the store marked as sold out at least once. */
  marked: Set<number>;
}

export interface ProductOfRun {
  id: number;
  /** The size to buy; null for a product without sizes. */
  sizeId: number | null;
}

const order = fc.nat({ max: 3 });
const yesOrNo = fc.boolean();
const isDouble = yesOrNo;
const percent = fc.integer({ min: 60, max: 120 });
const quantity = fc.integer({ min: 1, max: 2 });
const line = fc.nat({ max: 1 });
const tabs = fc.constantFrom(1 as const, 2 as const);
const product = fc.constantFrom(0 as const, 0 as const, 1 as const, 2 as const, 2 as const);
const other: fc.Arbitrary<OtherLine | null> = fc.option(fc.record({ product, quantity }), { nil: null, freq: 3 });
const crash: fc.Arbitrary<Crash | null> = fc.option(
  fc.record({ call: fc.integer({ min: 1, max: 24 }), isAnswerLost: yesOrNo }),
  { nil: null, freq: 2 },
);

const ebtPercent: fc.Arbitrary<number> = fc.constantFrom(0, 0, 37, 100);
const cardPercent: fc.Arbitrary<number> = fc.constantFrom(0, 50, 100);
const changeCents: fc.Arbitrary<number | null> = fc.option(fc.nat({ max: 2000 }));

type Values<Fields> = { [Name in keyof Fields]: Fields[Name] extends fc.Arbitrary<infer Value> ? Value : never };

function step<const Kind extends string, Fields extends Record<string, fc.Arbitrary<unknown>>>(
  weight: number,
  kind: Kind,
  fields: Fields,
) {
  const arbitrary = fc.record({ kind: fc.constant(kind), ...fields });
  return { weight, arbitrary: arbitrary as unknown as fc.Arbitrary<{ kind: Kind } & Values<Fields>> };
}

export const anyStep = fc.oneof(
  step(5, "place", {
    customer: fc.constantFrom(0 as const, 1 as const),
    product,
    quantity,
    other,
    isDelivery: yesOrNo,
    isFar: yesOrNo,
    hasCode: yesOrNo,
    isDouble,
  }),
  step(3, "place at the counter", {
    product: fc.constantFrom(0 as const, 0 as const, 1 as const, 2 as const),
    quantity,
    other,
    hasCode: yesOrNo,
    hasWindow: yesOrNo,
    isDouble,
  }),
  step(2, "open the pay link", { order, tabs, crash }),
  step(4, "take it in the store", { order, isCash: yesOrNo, isDouble, crash }),
  // Shares of the amount due, in percent. The rest is paid in cash.
  step(5, "take several tenders", { order, ebtPercent, cardPercent, changeCents, isDouble, crash }),
  step(3, "choose to pay in the store", { order, isDouble }),
  step(2, "give back in the store", { order, isDouble }),
  step(6, "request intent", { order, tabs, crash }),
  step(7, "pay", { order, isDeclined: yesOrNo, isDouble }),
  step(2, "pay another intent", { order, isAmountRight: yesOrNo }),
  step(8, "deliver", { event: fc.nat({ max: 20 }), isDouble, crash }),
  step(3, "cancel", { order, isAdmin: yesOrNo, isDouble }),
  step(2, "withdraw", { order, isDouble, crash }),
  step(3, "move on", { order, percent, isToTheEnd: yesOrNo }),
  // Weight of a line in percent of the expected weight.
  step(1, "weigh", { order, line, percent, isDouble }),
  step(3, "refund", {
    order,
    what: fc.constantFrom("all" as const, "a line" as const, "an amount" as const),
    line,
    cents: fc.integer({ min: 1, max: 2500 }),
    reason: fc.constantFrom("missing" as const, "damaged" as const, "returned" as const),
    isMarkedSoldOut: yesOrNo,
    isDouble,
  }),
  // Without a replacement, the unit is removed.
  step(4, "not here", {
    order,
    line,
    replacement: fc.constantFrom(0 as const, 1 as const, 2 as const, null),
    isMarkedSoldOut: yesOrNo,
    isDouble,
  }),
  step(1, "take back a change", { order, isDouble }),
  step(5, "agree on a fee", {
    order,
    cents: fc.option(fc.constantFrom(0, 50, 750, 1999), { nil: null, freq: 6 }),
    isDouble,
  }),
  step(5, "pay the fee", { order, tabs, isOldTab: yesOrNo, crash }),
  step(1, "refund the fee", { order, isDouble }),
  step(2, "refund in the dashboard", { order, cents: fc.option(fc.integer({ min: 1, max: 1500 }), { nil: null }) }),
  step(1, "cancel the intent in the dashboard", { order }),
  step(1, "a day passes", { order }),
  step(4, "work", { crash }),
);

/** One action of a person, the provider, the network, or the machine. Orders are identified by their index. */
export type Step = typeof anyStep extends fc.Arbitrary<infer Value> ? Value : never;

/** Runs one step. A rejection by the store or the provider is not a failure. */
export async function take(run: Run, step: Step): Promise<void> {
  const { fire } = run;
  const { stripe } = fire;
  if (step.kind === "place") return place(run, step);
  if (step.kind === "place at the counter") return placeAtCounter(run, step);
  if (step.kind === "deliver") return deliver(run, step);
  if (step.kind === "work") return fire.work(step.crash);
  const named = run.orders[step.order % Math.max(run.orders.length, 1)];
  if (!named) return;
  const customer = run.customers[named.customer];
  const latest = named.intents.at(-1);
  switch (step.kind) {
    case "request intent":
      await times(step.tabs, async () => {
        const path = "/create-payment-intent";
        await recordIntent(named.intents, await post(fire, step.crash, path, { orderId: named.id }, customer));
      });
      return;
    case "open the pay link":
      await times(step.tabs, async () => {
        const token = fire.shop.orderLinks.signForPaying(named.id, new Date());
        await recordIntent(named.intents, await post(fire, step.crash, "/pay-link/payment", { token }));
      });
      return;
    case "take it in the store": {
      const method = step.isCash ? "store_cash" : "store_card";
      const payment = { orderId: named.id, requestKey: randomUUID(), method };
      await press(step, () => post(fire, step.crash, "/counter/payment", payment, fire.admin));
      return;
    }
    case "take several tenders":
      return takeTenders(run, named.id, step);
    case "choose to pay in the store":
      await press(step, async () => customer.client.rpc("choose_pay_in_store", { order_id: named.id }));
      return;
    case "give back in the store": {
      const [owed] = await fire.shop.database.admin<{ id: string }[]>`
        select id from refunds where order_id = ${named.id} and status = 'requested' order by created_at limit 1`;
      if (!owed) return;
      await press(step, async () => fire.admin.client.rpc("refund_in_store", { refund_id: owed.id }));
      return;
    }
    case "pay": {
      if (!latest) return;
      const card = step.isDeclined ? "pm_card_chargeDeclined" : "pm_card_visa";
      await press(step, () => refusable(stripe.paymentIntents.confirm(latest, { payment_method: card })));
      return;
    }
    case "pay another intent": {
      const [booked] = await fire.shop.database.admin<{ cents: string }[]>`
        select (total * 100)::bigint as cents from orders where id = ${named.id}`;
      const amount = Number(booked?.cents) + (step.isAmountRight ? 0 : 100);
      if (amount < 50) return;
      const intent = await stripe.paymentIntents.create({ amount, currency: "usd", metadata: { order_id: named.id } });
      await stripe.paymentIntents.confirm(intent.id, { payment_method: "pm_card_visa" });
      named.intents.unshift(intent.id);
      return;
    }
    case "cancel": {
      const { client } = step.isAdmin ? fire.admin : customer;
      await press(step, async () => client.rpc("cancel_order", { order_id: named.id }));
      return;
    }
    case "withdraw":
      await press(step, () => withdraw(run, step.crash, named.id, named.customer));
      return;
    case "weigh": {
      const [line] = await linesOf(run, named.id, step.line);
      if (line) await press(step, () => weigh(run, line.id, step.percent));
      return;
    }
    case "move on":
      for (const to_status of ["preparing", "ready", "completed"]) {
        if (to_status === "ready") await weighAll(run, named.id, step.percent);
        const moved = await fire.admin.client.rpc("move_order", { order_id: named.id, to_status });
        if (!moved.error && !step.isToTheEnd) return;
      }
      return;
    case "refund":
      return refund(run, named.id, step);
    case "not here":
      return changeLine(run, named.id, step);
    case "take back a change": {
      const [open] = await fire.shop.database.admin<{ id: string }[]>`
        select id from substitutions where order_id = ${named.id} and settled_at is null order by id limit 1`;
      if (!open) return;
      await press(step, async () => fire.admin.client.rpc("undo_substitution", { substitution_id: Number(open.id) }));
      return;
    }
    case "agree on a fee": {
      const amount = step.cents === null ? null : step.cents / 100;
      const given = { order_id: named.id, amount };
      await press(step, async () => fire.admin.client.rpc("set_delivery_fee", given));
      return;
    }
    case "pay the fee":
      return payFee(run, named, step);
    case "refund the fee": {
      const given = { order_id: named.id, request_key: randomUUID() };
      await press(step, async () => fire.admin.client.rpc("refund_delivery_fee", given));
      return;
    }
    case "refund in the dashboard":
      for (const intent of [latest, named.feeIntents.at(-1)]) {
        if (!intent) continue;
        const amount = step.cents === null ? {} : { amount: step.cents };
        await refusable(stripe.refunds.create({ payment_intent: intent, ...amount }));
      }
      return;
    case "cancel the intent in the dashboard":
      if (latest) await refusable(stripe.paymentIntents.cancel(latest));
      return;
    case "a day passes":
      // Orders cannot be dated back except with triggers off. An order paid in the store holds its time until after it.
      await fire.asTime`
        update orders set created_at = now() - interval '25 hours',
          window_reserved_until = case when pays_in_store then window_reserved_until else now() - interval '24 hours' end
        where id = ${named.id}`;
      // For an order paid in the store, also its pickup time.
      await fire.asTime`
        update pay_in_store_orders set pay_by = now() - interval '1 second' where order_id = ${named.id} and is_waiting`;
  }
}

/** Plans the tenders like the point of sale does. */
async function takeTenders(run: Run, orderId: string, step: Step & { kind: "take several tenders" }): Promise<void> {
  const { fire } = run;
  const [due] = await fire.shop.database.admin<{ total_cents: number; snap_lines: SnapLine[] }[]>`
    select (private.due_total(orders) * 100)::integer as total_cents, coalesce((
      select jsonb_agg(jsonb_build_object('amountCents', lines.amount_cents, 'taxCents', lines.tax_cents))
      from private.list_snap_lines(orders.id) as lines
    ), '[]') as snap_lines
    from orders where id = ${orderId} and status = 'pending'`;
  if (!due) return;
  const order = { totalCents: due.total_cents, snapLines: due.snap_lines };
  const ebtCents = Math.round((eligibleCents(order.snapLines) * step.ebtPercent) / 100);
  const restCents = order.totalCents - waivedTaxCents(order.snapLines, ebtCents) - ebtCents;
  const cardCents = Math.round((restCents * step.cardPercent) / 100);
  const plan = planTenders(order, {
    ebtCents,
    cardCents,
    receivedCents: step.changeCents === null ? null : restCents - cardCents + step.changeCents,
  });
  if ("field" in plan) throw new Error(plan.message);
  const payment = { orderId, requestKey: randomUUID(), tenders: plan.tenders };
  await press(step, () => post(fire, step.crash, "/counter/payment", payment, fire.admin));
}

async function place(run: Run, step: Step & { kind: "place" }): Promise<void> {
  const { client } = run.customers[step.customer];
  const items = itemsOf(run, step);
  if (step.hasCode) await client.rpc("enter_discount_code", { code: run.code });
  const delivery_type = step.isDelivery ? "delivery" : "pickup";
  const zip = step.isFar ? FAR_ZIP : NEAR_ZIP;
  const { data: quote } = await client.rpc("quote_cart", { items, delivery_type, delivery_zip: zip });
  const given = {
    items,
    delivery_type,
    delivery_address: step.isDelivery ? `12 Main Street, Humble, Texas ${zip}` : "",
    delivery_phone_number: step.isDelivery ? "(281) 555-0123" : "",
    expected_total: (quote as { total: number }).total,
    request_key: randomUUID(),
    window_starts_at: step.isDelivery ? null : run.window,
  };
  const attempt = () => client.rpc("place_order", given);
  await press(step, async () => {
    let placed = await attempt();
    // An earlier order has a started payment: cancel it first, like the cart.
    if (placed.error?.code === "PT423") {
      await withdraw(run, null, (JSON.parse(placed.error.details) as { order_id: string }).order_id, step.customer);
      placed = await attempt();
    }
    const id = (placed.data as { id: string } | null)?.id;
    if (id && run.orders.every((known) => known.id !== id)) {
      run.orders.push({ id, customer: step.customer, isPointOfSale: false, intents: [], feeIntents: [] });
    }
  });
}

function itemsOf({ products }: Run, step: OtherLine & { other: OtherLine | null }) {
  const lines = step.other && step.other.product !== step.product ? [step, step.other] : [step];
  return lines.map(({ product, quantity }) => {
    const { id, sizeId } = products[product];
    return { product_id: id, size_id: sizeId, quantity };
  });
}

async function placeAtCounter(run: Run, step: Step & { kind: "place at the counter" }): Promise<void> {
  const { client } = run.fire.admin;
  const input = { items: itemsOf(run, step), delivery_type: "pickup", discount_code: step.hasCode ? run.code : null };
  const given = {
    ...input,
    // Its own address, because an address gets at most a hundred emails a day.
    customer: { name: "Kwame Asante", phone: "2815550123", email: `kwame.${run.code}@test.example` },
    expected_total: ((await client.rpc("quote_sale", input)).data as { total: number }).total,
    request_key: randomUUID(),
    window_starts_at: step.hasWindow ? run.window : null,
  };
  await press(step, async () => {
    const made = await client.rpc("create_point_of_sale_order", given);
    const id = (made.data as { id: string } | null)?.id;
    if (id && run.orders.every((known) => known.id !== id)) {
      run.orders.push({ id, customer: 0, isPointOfSale: true, intents: [], feeIntents: [] });
    }
  });
}

const post = (fire: ShopUnderFire, crash: Crash | null, path: string, body: object, person?: Pair[number]) =>
  fire.ask(crash, path, {
    method: "POST",
    headers: person ? { authorization: `Bearer ${person.accessToken}` } : {},
    body: JSON.stringify(body),
  });

async function recordIntent(intents: string[], answer: Response | null): Promise<void> {
  if (answer?.status !== 200) return;
  const { clientSecret } = (await answer.json()) as { clientSecret: string };
  const intent = clientSecret.split("_secret_")[0];
  if (intent && !intents.includes(intent)) intents.push(intent);
}

/** Pays the fee. A tab that was opened earlier may still pay the earlier amount. */
async function payFee(run: Run, named: Run["orders"][number], step: Step & { kind: "pay the fee" }): Promise<void> {
  const { fire } = run;
  await times(step.tabs, async () => {
    const customer = run.customers[named.customer];
    const answer = await post(fire, step.crash, "/pay-delivery-fee", { orderId: named.id }, customer);
    await recordIntent(named.feeIntents, answer);
  });
  const intent = named.feeIntents.at(step.isOldTab ? 0 : -1);
  if (!intent) return;
  const { stripe } = fire;
  await times(step.tabs, () => refusable(stripe.paymentIntents.confirm(intent, { payment_method: "pm_card_visa" })));
}

async function withdraw(run: Run, crash: Crash | null, orderId: string, customer: 0 | 1): Promise<void> {
  await post(run.fire, crash, "/withdraw-order", { orderId }, run.customers[customer]);
}

async function refund(run: Run, order_id: string, step: Step & { kind: "refund" }): Promise<void> {
  const lines = await linesOf(run, order_id, step.line);
  const what = {
    all: {},
    "a line": { lines: lines.map(({ id }) => ({ order_item_id: Number(id), quantity: 1 })) },
    "an amount": { amount_cents: step.cents },
  }[step.what];
  const mark_sold_out = step.reason === "missing" && step.isMarkedSoldOut;
  const why = step.what === "an amount" ? {} : { reason: step.reason, mark_sold_out };
  if ("mark_sold_out" in why && mark_sold_out) {
    const refunded = step.what === "all" ? await allLinesOf(run, order_id) : lines;
    for (const line of refunded) run.marked.add(Number(line.product_id));
  }
  const given = { order_id, ...what, ...why, request_key: randomUUID() };
  await press(step, async () => run.fire.admin.client.rpc("request_refund", given));
}

function allLinesOf({ fire }: Run, orderId: string) {
  return fire.shop.database.admin<{ product_id: string }[]>`
    select product_id from order_items where order_id = ${orderId}`;
}

/** Returns the line with this index, modulo the number of lines; empty if the order has none. */
function linesOf({ fire }: Run, orderId: string, place: number) {
  return fire.shop.database.admin<{ id: string; product_id: string }[]>`
    select id, product_id from (
      select id, product_id, row_number() over (order by id) - 1 as place, count(*) over () as count
      from order_items where order_id = ${orderId}
    ) as lines where place = ${place} % count`;
}

async function changeLine(run: Run, orderId: string, step: Step & { kind: "not here" }): Promise<void> {
  const [line] = await linesOf(run, orderId, step.line);
  if (!line) return;
  // The number of out-of-stock units of an unpaid order is not stored after its payment.
  if (step.isMarkedSoldOut || (await isPaidInStore(run, orderId))) run.marked.add(Number(line.product_id));
  const product = step.replacement === null ? null : run.products[step.replacement];
  const given = {
    order_item_id: Number(line.id),
    kind: product ? "replaced" : "left_out",
    quantity: 1,
    replacement_product_id: product?.id ?? null,
    replacement_size_id: product?.sizeId ?? null,
    mark_sold_out: step.isMarkedSoldOut,
    request_key: randomUUID(),
  };
  await press(step, async () => run.fire.admin.client.rpc("substitute_line", given));
}

async function isPaidInStore({ fire }: Run, orderId: string): Promise<boolean> {
  const rows = await fire.shop.database
    .admin`select from pay_in_store_orders where order_id = ${orderId} and is_waiting`;
  return rows.length > 0;
}

/** Weighs a line that is sold by weight; others, and weights that are final, are rejected. */
async function weigh({ fire }: Run, order_item_id: string, percent: number): Promise<void> {
  const [line] = await fire.shop.database.admin<{ pounds: number | null }[]>`
    select (pounds_each * private.weigh_units(order_items) * ${percent} / 100)::float8 as pounds
    from order_items where id = ${order_item_id}`;
  const pounds = line?.pounds ?? 1;
  await fire.admin.client.rpc("weigh_line", { order_item_id: Number(order_item_id), pounds, is_confirmed: true });
}

async function weighAll(run: Run, orderId: string, percent: number): Promise<void> {
  const lines = await run.fire.shop.database.admin<{ id: string }[]>`
    select id from order_items where order_id = ${orderId} and pounds_each is not null and not private.has_weight(order_items)`;
  for (const { id } of lines) await weigh(run, id, percent);
}

/** Delivers one of the events of this run's orders, even if it was delivered before. */
async function deliver(run: Run, step: Step & { kind: "deliver" }): Promise<void> {
  const { shop, stripe } = run.fire;
  const ours: Stripe.Event[] = [];
  // Reads all pages, because they contain events of earlier sequences.
  for await (const event of stripe.events.list({ limit: 100, created: { gte: run.since } })) {
    const text = JSON.stringify(event);
    const isOurs = run.orders.some(({ id, intents, feeIntents }) =>
      [id, ...intents, ...feeIntents].some((each) => text.includes(each)),
    );
    if (isOurs) ours.push(event);
  }
  const event = ours[step.event % Math.max(ours.length, 1)];
  if (!event) return;
  const payload = JSON.stringify(event);
  await press(step, async () =>
    run.fire.ask(step.crash, "/webhook", {
      method: "POST",
      headers: {
        "stripe-signature": Stripe.webhooks.generateTestHeaderString({ payload, secret: shop.webhookSecret }),
      },
      body: payload,
    }),
  );
}

/** Presses a button once, or twice at once. */
const press = ({ isDouble }: { isDouble: boolean }, begin: () => Promise<unknown>) => times(isDouble ? 2 : 1, begin);

/** Runs it in parallel, like two tabs or a double-click. */
async function times(count: number, begin: () => Promise<unknown>): Promise<void> {
  await Promise.all(Array.from({ length: count }, begin));
}

/** Ignores rejections by the provider; other errors fail the test. */
async function refusable(request: Promise<unknown>): Promise<void> {
  await request.catch((error: unknown) => {
    if (!(error instanceof Stripe.errors.StripeError)) throw error;
  });
}
