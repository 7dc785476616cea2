import fc from "fast-check";
import { expectTruth, type Left } from "./ledger.ts";
import { ofGroup } from "./of-group.ts";
import { openShopUnderFire, type Pair, type ShopUnderFire } from "./shop-under-fire.ts";
import { anyStep, FAR_ZIP, NEAR_ZIP, type Run, type Step, take, WINDOW_ROOM } from "./steps.ts";

/**
 * The sequences of a group run one after the other, and the worker then finishes the jobs of all at once, which costs
 * little more than for one. Each has its own products, code, and customers, so that they do not affect each other. The
 * worker also sees unfinished jobs of earlier groups.
 */
export const SEQUENCES_PER_GROUP = 5;
/** Opening a store costs as much as several groups, but each group also processes what earlier ones left behind. */
const GROUPS_PER_SHOP = 30;
const SEQUENCES_PER_SHOP = GROUPS_PER_SHOP * SEQUENCES_PER_GROUP;
const MAX_ROUNDS = 8;

let current: {
  fire: ShopUnderFire;
  groupCount: number;
  /** Products and code of each sequence, created all at once, which costs little more than for one. */
  catalogs: readonly Catalog[];
  /** Everything before this time has been compared with the provider. */
  comparedAt: Date | null;
} | null = null;

type Catalog = Pick<Run, "products" | "code">;

interface Sequence {
  steps: readonly Step[];
  /** Initial stock of counted products. */
  stock: number;
  hasFee: boolean;
  /** The first order has a product sold by weight and is paid. */
  isWeighed: boolean;
  /** How the first order is paid in the store if it is a pickup; null: by card online. */
  inStore: InStore | null;
}

/** Steps of staff with the order that is paid in the store. */
interface InStore {
  /** The line that is out of stock before the payment, and its replacement; null: removed. */
  missing: { replacement: 0 | 1 | 2 | null; line: number } | null;
  /** Whether the payment comes before or after all other steps. */
  isPaidFirst: boolean;
  ebtPercent: number;
  cardPercent: number;
  changeCents: number | null;
}

const anySequence: fc.Arbitrary<Sequence> = fc.record({
  steps: fc.array(anyStep, { minLength: 4, maxLength: 14 }),
  stock: fc.integer({ min: 1, max: 3 }),
  hasFee: fc.boolean(),
  isWeighed: fc.boolean(),
  inStore: fc.option(
    fc.record({
      missing: fc.option(
        fc.record({ replacement: fc.constantFrom(0 as const, 1 as const, 2 as const, null), line: fc.nat({ max: 1 }) }),
        { nil: null, freq: 2 },
      ),
      isPaidFirst: fc.boolean(),
      ebtPercent: fc.constantFrom(0, 37, 100),
      cardPercent: fc.constantFrom(0, 50, 100),
      changeCents: fc.option(fc.nat({ max: 2000 })),
    }),
    { nil: null, freq: 2 },
  ),
});
/**
 * A tuple, because a sequence in it is as likely to have special values, such as minimum and maximum, as a single one.
 */
const anyGroup = fc.tuple(...Array.from({ length: SEQUENCES_PER_GROUP }, () => anySequence));

/** Random sequences of steps and crashes, which must end with correct money, stock, and emails. */
export const sequencesProperty = fc.asyncProperty(anyGroup, runGroup);

/** Resets `current` before closing, so that a store that cannot close fails one sequence instead of all later ones. */
export async function closeSequences(): Promise<void> {
  const closing = current;
  current = null;
  await closing?.fire.close();
}

async function runGroup(group: readonly Sequence[]): Promise<void> {
  const { fire, catalogs } = await openShop();
  const since = providerSeconds();
  await setStock(fire, catalogs, group);
  const windows = await listWindows(fire);
  const left: Left[] = [];
  for (const [place, sequence] of group.entries()) {
    const [own, customers] = [catalogs[place], fire.pairs[place]];
    if (!own || !customers) throw new Error("A sequence has no products or customers.");
    const window = windows[place] ?? "";
    left.push(await ofGroup(place, () => runSequence(fire, sequence, own, customers, window)));
  }
  await becomeQuiet(
    fire,
    left.flatMap(({ orderIds }) => orderIds),
  );
  await expectTruth(fire, since, left);
}

const providerSeconds = (): number => Math.floor(Date.now() / 1000);

async function runSequence(
  fire: ShopUnderFire,
  { steps, stock, hasFee, isWeighed, inStore }: Sequence,
  catalogs: Catalog,
  customers: Pair,
  window: string,
): Promise<Left> {
  const run: Run = { fire, customers, ...catalogs, since: providerSeconds(), window, orders: [], marked: new Set() };
  // An order to start with, because otherwise many sequences would have no effect.
  const kind = "place";
  const first = {
    customer: 0,
    product: isWeighed ? (1 as const) : (0 as const),
    quantity: 1,
    other: { product: 2, quantity: 1 },
    isDelivery: hasFee,
    isFar: hasFee,
    hasCode: false,
    isDouble: false,
  } as const;
  await take(run, { kind, ...first });
  await take(run, { kind: "request intent", order: 0, tabs: 1, crash: null });
  const store = hasFee ? null : inStore;
  if (store) await packUnpaid(run, store);
  if (store?.isPaidFirst) await payUnpaid(run, store);
  // Random steps rarely reach an order to pack.
  if (isWeighed && !hasFee && !store) {
    await take(run, { kind: "pay", order: 0, isDeclined: false, isDouble: false });
    await take(run, { kind: "work", crash: null });
  }
  // Random steps rarely reach a separate delivery fee, too.
  if (hasFee) {
    await take(run, { kind: "pay", order: 0, isDeclined: false, isDouble: false });
    await take(run, { kind: "work", crash: null });
    await take(run, { kind: "agree on a fee", order: 0, cents: 750, isDouble: false });
  }
  for (const step of steps) await take(run, step);
  if (store && !store.isPaidFirst) await payUnpaid(run, store);
  const [counted, , sized] = run.products;
  return {
    orderIds: run.orders.map(({ id }) => id),
    counted: [
      { ...counted, start: stock, isMarked: run.marked.has(counted.id) },
      { ...sized, start: stock, isMarked: run.marked.has(sized.id) },
    ],
  };
}

/** Random sequences rarely reach an unpaid order with an out-of-stock line and its payment. */
async function packUnpaid(run: Run, { missing }: InStore): Promise<void> {
  await take(run, { kind: "choose to pay in the store", order: 0, isDouble: false });
  if (missing) await take(run, { kind: "not here", order: 0, ...missing, isMarkedSoldOut: false, isDouble: false });
}

async function payUnpaid(run: Run, { ebtPercent, cardPercent, changeCents }: InStore): Promise<void> {
  const tenders = { ebtPercent, cardPercent, changeCents, isDouble: false, crash: null };
  for (const line of [0, 1]) await take(run, { kind: "weigh", order: 0, line, percent: 90, isDouble: false });
  await take(run, { kind: "take several tenders", order: 0, ...tenders });
}

/**
 * Opens a store or reuses the current one.
 * @returns the store, and the products of the next group's sequences
 */
async function openShop(): Promise<{ fire: ShopUnderFire; catalogs: readonly Catalog[] }> {
  if (current && current.groupCount >= GROUPS_PER_SHOP) await closeSequences();
  current ??= await openConfiguredShop();
  const { fire, catalogs, groupCount, comparedAt } = current;
  current.groupCount += 1;
  // Moves emails two days back, so that no address reaches its daily limit, and reconciliation to the last comparison,
  // so that it reads only new events.
  await fire.asTime`
    with dated_back as (
      update outgoing_mails set created_at = created_at - interval '2 days' where created_at > now() - interval '1 day'
    )
    update private.reconciliation set reconciled_until = ${comparedAt}::timestamptz + interval '1 hour'
    where ${comparedAt}::timestamptz is not null`;
  // A customer can have only one unpaid order that is paid in the store.
  const waiting = await fire.asTime<{ order_id: string }[]>`
    update pay_in_store_orders set pay_by = now() - interval '1 second' where is_waiting returning order_id`;
  for (const { order_id } of waiting) {
    await fire.shop.data.service.rpc("cancel_abandoned_order", { order_id }).throwOnError();
  }
  const start = groupCount * SEQUENCES_PER_GROUP;
  return { fire, catalogs: catalogs.slice(start, start + SEQUENCES_PER_GROUP) };
}

/** Opens a store in which orders can have everything: delivery fees, sales tax on dresses, and pickup times. */
async function openConfiguredShop(): Promise<NonNullable<typeof current>> {
  const fire = await openShopUnderFire(SEQUENCES_PER_GROUP);
  const sql = fire.shop.database.admin;
  await sql`insert into tax_rates (class_id, valid_from, percent)
    select id, '2020-01-01', 8.25 from tax_classes where title = 'Taxable'`;
  await sql`insert into delivery_zones (name, zips, fee)
    values ('Humble', ${[NEAR_ZIP]}, 4.99), ('Spring', ${[FAR_ZIP]}, null)`;
  await sql`update store_settings
    set delivery_tax_class_id = (select id from tax_classes where title = 'Taxable')`;
  await sql`insert into window_rules (delivery_type, weekday, length_minutes, capacity)
    select 'pickup', weekday, 30, ${WINDOW_ROOM} from generate_series(0, 6) as weekday`;
  await sql`update store_settings set pickup_windows = true, accepts_snap = true`;
  await sql`update pay_in_store_settings set is_on = true, max_total = 10000, needs_completed_order = false, max_no_shows = 0`;
  // Paying in the store needs a verified email or phone. A verified email would get more messages.
  await sql`update auth.users set phone_confirmed_at = now()`;
  return { fire, groupCount: 0, catalogs: await addProducts(fire), comparedAt: null };
}

/** Creates each sequence's products, and a discount code with two uses. */
async function addProducts(fire: ShopUnderFire): Promise<Catalog[]> {
  const sql = fire.shop.database.admin;
  const codes = await sql<{ code: string }[]>`
    insert into discount_codes (code, percent, max_uses)
    select 'RUN' || run, 15, 2 from generate_series(1, ${SEQUENCES_PER_SHOP}) as run returning code`;
  const add = async (category: string, name: string, price: number, availability: string) => {
    const rows = await sql<{ id: string }[]>`
      insert into products (category, name, price, availability)
      select ${category}, ${name}, ${price}::numeric, ${availability} from generate_series(1, ${SEQUENCES_PER_SHOP})
      returning id`;
    return rows.map(({ id }) => Number(id));
  };
  const counted = await add("condiments", "Last Yam", 9.5, "counted");
  await sql`insert into quantity_prices (product_id, pieces, price, ends_at)
    select product_id, 2, 15, now() + interval '1 year' from unnest(${counted}::bigint[]) as product_id`;
  const plenty = await add("condiments", "Goat Leg", 5.55, "available");
  await sql`update products set pounds_each = 2.05 where id = any (${plenty}::bigint[])`;
  // SNAP EBT pays for them, so they are not taxed.
  await sql`insert into tax_exceptions (product_id, class_id)
    select product_id, (select id from tax_classes where title = 'Taxable') from unnest(${plenty}::bigint[]) as product_id`;
  const dresses = await add("wears", "Dress", 20, "available");
  const sizes = await sql<{ id: string; product_id: string; label: string }[]>`
    insert into product_sizes (product_id, label, position, price, availability)
    select product_id, label, position, price, availability from unnest(${dresses}::bigint[]) as product_id
    cross join (values ('M', 1, 15.75, 'counted'), ('L', 2, null, 'available'))
      as made (label, position, price, availability)
    returning id, product_id, label`;
  // One unit each until a sequence sets its stock: restocking a sold-out product refreshes pages, at the same cost for
  // all as for one.
  await sql`insert into product_stock (product_id, stock_count) select id, 1 from unnest(${counted}::bigint[]) as id`;
  await sql`insert into size_stock (size_id, stock_count) select id, 1 from product_sizes where availability = 'counted'`;
  return codes.map(({ code }, place) => {
    const dress = dresses[place] ?? 0;
    const medium = sizes.find((size) => Number(size.product_id) === dress && size.label === "M");
    return {
      code,
      products: [
        { id: counted[place] ?? 0, sizeId: null },
        { id: plenty[place] ?? 0, sizeId: null },
        { id: dress, sizeId: Number(medium?.id) },
      ],
    };
  });
}

/** Sets the stock that each sequence of the group chose. */
async function setStock(fire: ShopUnderFire, catalogs: readonly Catalog[], group: readonly Sequence[]): Promise<void> {
  const sql = fire.shop.database.admin;
  const stocks = catalogs.map(({ products }, place) => ({
    product_id: products[0].id,
    size_id: products[2].sizeId,
    stock_count: group[place]?.stock ?? 0,
  }));
  await sql`
    with new_stock as (
      select * from jsonb_to_recordset(${sql.json(stocks)}) as new_stock (product_id bigint, size_id bigint, stock_count int)
    ), of_product as (
      update product_stock set stock_count = new_stock.stock_count from new_stock
      where product_stock.product_id = new_stock.product_id
    )
    update size_stock set stock_count = new_stock.stock_count from new_stock where size_stock.size_id = new_stock.size_id`;
}

/** @returns the starts of the next free pickup windows, one for each sequence of a group */
async function listWindows(fire: ShopUnderFire): Promise<string[]> {
  const next = await fire.shop.database.admin<{ starts_at: Date }[]>`
    select starts_at from list_windows('pickup', ${SEQUENCES_PER_GROUP})`;
  return next.map(({ starts_at }) => starts_at.toISOString());
}

/** Runs the worker until nothing is left to do, and makes all retries due. */
async function becomeQuiet(fire: ShopUnderFire, orderIds: readonly string[]): Promise<void> {
  const sql = fire.shop.database.admin;
  const readLeft = async () => {
    const [left] = await sql<{ owed: string[]; count: string }[]>`
      select array(
        select refunds.id from refunds join payments using (payment_intent_id)
        where refunds.status = 'requested' and payments.method <> 'card'
      ) as owed, (
        -- While a payment is held, what is requested of it waits for the capture.
        select count(*) from refunds join payments using (payment_intent_id)
        where refunds.status in ('requested', 'pending')
          and (payments.held_until is null or payments.captured_at is not null or payments.capture_at <= now())
      )
        + (select count(*) from outgoing_mails where status = 'waiting')
        + (select count(*) from list_unclosed_fee_intents(1000))
        + (select count(*) from orders where status = 'cancelled' and payment_intent_id is not null
            and intent_closed_at is null and id = any(${orderIds as string[]}::uuid[])) as count`;
    return { owed: left?.owed ?? [], count: Number(left?.count) };
  };
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    await fire.asTime`
      with refunds_due as (update refunds set next_attempt_at = now() where status = 'requested'), captures_due as (
        update payments set capture_at = now() where capture_cents is not null and captured_at is null
      )
      update outgoing_mails set next_attempt_at = now() where status = 'waiting'`;
    if (current) current.comparedAt = new Date();
    await fire.work(null);
    // Staff pay out store refunds in cash; the provider is not involved.
    let left = await readLeft();
    for (const id of left.owed) await fire.admin.client.rpc("refund_in_store", { refund_id: id }).throwOnError();
    if (left.owed.length > 0) left = await readLeft();
    // The next poll cycle processes results of this one, such as a refund's event.
    if (round > 0 && left.count === 0) return;
  }
}
