import fc from "fast-check";
import { expectTruth, type Left } from "./ledger.ts";
import { ofGroup } from "./of-group.ts";
import { openShopUnderFire, type Pair, type ShopUnderFire } from "./shop-under-fire.ts";
import { anyStep, FAR_ZIP, NEAR_ZIP, type Run, type Step, take, WINDOW_ROOM } from "./steps.ts";

/** `MONEY_SEQUENCES=20000 npx vitest run tests/money` asks for more, `MONEY_SEED=…` for the same again. */
const SEQUENCES = Number(process.env["MONEY_SEQUENCES"] ?? 2000);
const SEED = Number(process.env["MONEY_SEED"] ?? Date.now() % 2 ** 31);
/** The test files that share them, so that every core has some. */
const PARTS = 4;
/**
 * One after the other, until it is quiet for all of them at once: to become so costs little more for several. Each has
 * products, a code and customers of its own, so that it is no other than alone; but it finds what those before it have not
 * ended.
 */
const SEQUENCES_PER_GROUP = 5;
/** To open one costs as much as several of them, and each finds what the ones before it left behind. */
const GROUPS_PER_SHOP = 25;
const SEQUENCES_PER_SHOP = GROUPS_PER_SHOP * SEQUENCES_PER_GROUP;
const MAX_ROUNDS = 8;

let current: {
  fire: ShopUnderFire;
  groupCount: number;
  /** Workers per sequence: running all at once costs little more than one. */
  catalogs: readonly Catalog[];
  /** All that was before it was compared with the provider. */
  comparedAt: Date | null;
} | null = null;

type Catalog = Pick<Run, "products" | "code">;

interface Sequence {
  steps: readonly Step[];
  /** Initial stock of counted products. */
  stock: number;
  hasFee: boolean;
  /** The first order is of goods sold by weight, and paid. */
  isWeighed: boolean;
  /** How the first order is paid in the store if it is a pickup; null: by card online. */
  inStore: InStore | null;
}

/** Next step of staff with the order that is paid in the store. */
interface InStore {
  /** Item out of stock before the payment: its replacement, or null if it was removed. Absent: nothing is out of stock. */
  missing: { replacement: 0 | 1 | 2 | null; line: number } | null;
  /** Whether it happens before or after everything else. */
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
/** A tuple: a sequence of it is as likely to hold what is special, such as the least and the most, as one alone. */
const anyGroup = fc.tuple(...Array.from({ length: SEQUENCES_PER_GROUP }, () => anySequence));

/** One part's share of the sequences. @param part from 1 */
export async function checkSequences(part: number): Promise<void> {
  const seed = SEED + part;
  const numRuns = Math.ceil(SEQUENCES / PARTS / SEQUENCES_PER_GROUP);
  const count = numRuns * SEQUENCES_PER_GROUP;
  console.log(`money sequences, part ${part}: ${count}, seed ${seed} (MONEY_SEED=${SEED} repeats them)`);
  try {
    await fc.assert(fc.asyncProperty(anyGroup, runGroup), { numRuns, seed, endOnFailure: false });
  } finally {
    await closeShop();
  }
}

/** Forgotten before it closes: a shop that cannot close is told once, and not again by every sequence after it. */
async function closeShop(): Promise<void> {
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
    if (!own || !customers) throw new Error("There are products and customers for each sequence.");
    const window = windows[place] ?? "";
    left.push(await ofGroup(place, () => runSequence(fire, sequence, own, customers, window)));
  }
  await becomeQuiet(
    fire,
    left.flatMap(({ orderIds }) => orderIds),
  );
  await expectTruth(fire, since, left);
}

function providerSeconds(): number {
  return Math.floor(Date.now() / 1000);
}

async function runSequence(
  fire: ShopUnderFire,
  { steps, stock, hasFee, isWeighed, inStore }: Sequence,
  catalogs: Catalog,
  customers: Pair,
  window: string,
): Promise<Left> {
  const run: Run = {
    fire,
    customers,
    ...catalogs,
    since: providerSeconds(),
    window,
    orders: [],
    marked: new Set(),
  };
  // Something to begin with, so that few sequences are empty.
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
  // Few sequences would come by themselves to an order to pack.
  if (isWeighed && !hasFee && !store) {
    await take(run, { kind: "pay", order: 0, isDeclined: false, isDouble: false });
    await take(run, { kind: "work", crash: null });
  }
  // Nor to where a fee is agreed on.
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
  if (missing) {
    await take(run, { kind: "not here", order: 0, ...missing, isMarkedSoldOut: false, isDouble: false });
  }
}

async function payUnpaid(run: Run, { ebtPercent, cardPercent, changeCents }: InStore): Promise<void> {
  const tenders = { ebtPercent, cardPercent, changeCents, isDouble: false, crash: null };
  for (const line of [0, 1]) await take(run, { kind: "weigh", order: 0, line, percent: 90, isDouble: false });
  await take(run, { kind: "take several tenders", order: 0, ...tenders });
}

/** @returns the products of the next group's sequences, too */
async function openShop(): Promise<{ fire: ShopUnderFire; catalogs: readonly Catalog[] }> {
  if (current && current.groupCount >= GROUPS_PER_SHOP) await closeShop();
  current ??= await openConfiguredShop();
  const { fire, catalogs, groupCount, comparedAt } = current;
  current.groupCount += 1;
  // Each is a day of its own: nobody gets mail without end within one, and the provider is asked what is news since.
  await fire.asTime`
    with dated_back as (
      update outgoing_mails set created_at = created_at - interval '2 days' where created_at > now() - interval '1 day'
    )
    update private.reconciliation set reconciled_until = ${comparedAt}::timestamptz + interval '1 hour'
    where ${comparedAt}::timestamptz is not null`;
  // A customer has one order at a time that is paid in the store.
  const waiting = await fire.asTime<{ order_id: string }[]>`
    update pay_in_store_orders set pay_by = now() - interval '1 second' where is_waiting returning order_id`;
  for (const { order_id } of waiting) {
    await fire.shop.data.service.rpc("cancel_abandoned_order", { order_id }).throwOnError();
  }
  const start = groupCount * SEQUENCES_PER_GROUP;
  return { fire, catalogs: catalogs.slice(start, start + SEQUENCES_PER_GROUP) };
}

/** Everything that an order may cost or hold: a delivery fee, sales tax of dresses, times of pick-up. */
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
  // Paying in the store needs a confirmed email or phone. A confirmed email would get more mails.
  await sql`update auth.users set phone_confirmed_at = now()`;
  return { fire, groupCount: 0, catalogs: await addProducts(fire), comparedAt: null };
}

/** Creates a discount code with two uses. */
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
  // One of each until a sequence says how many: to fill an empty shelf renews pages, for all at once as for one.
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

/** @returns when the next times of pick-up with room begin, one for each of a group's sequences */
async function listWindows(fire: ShopUnderFire): Promise<string[]> {
  const next = await fire.shop.database.admin<{ starts_at: Date }[]>`
    select starts_at from list_windows('pickup', ${SEQUENCES_PER_GROUP})`;
  return next.map(({ starts_at }) => starts_at.toISOString());
}

/** The worker goes on until nothing is left to do; waiting for a second try takes no time here. */
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
    for (const id of left.owed) {
      await fire.admin.client.rpc("refund_in_store", { refund_id: id }).throwOnError();
    }
    if (left.owed.length > 0) left = await readLeft();
    // The next poll cycle sees results of this one, such as a refund's event.
    if (round > 0 && left.count === 0) return;
  }
}
