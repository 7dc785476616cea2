import fc from "fast-check";
import { expectTruth } from "./ledger.ts";
import { openShopUnderFire, type ShopUnderFire } from "./shop-under-fire.ts";
import { anyStep, FAR_ZIP, NEAR_ZIP, type Run, type Step, take, WINDOW_ROOM } from "./steps.ts";

/** `MONEY_SEQUENCES=20000 npx vitest run tests/money` asks for more, `MONEY_SEED=…` for the same again. */
const SEQUENCES = Number(process.env["MONEY_SEQUENCES"] ?? 2000);
const SEED = Number(process.env["MONEY_SEED"] ?? Date.now() % 2 ** 31);
/** The test files that share them, so that every core has some. */
const PARTS = 4;
/** To open one costs as much as several of them, and each finds what the ones before it left behind. */
const SEQUENCES_PER_SHOP = 125;
const MOST_ROUNDS = 8;

let current: {
  fire: ShopUnderFire;
  sequenceCount: number;
  /** Of each sequence's own, because all at once cost the shop little more than those of one. */
  goods: readonly Goods[];
  /** All that was before it was compared with the provider. */
  comparedAt: Date | null;
} | null = null;

type Goods = Pick<Run, "products" | "code">;

/** One part's share of the sequences. @param part from 1 */
export async function checkSequences(part: number): Promise<void> {
  const seed = SEED + part;
  const numRuns = Math.ceil(SEQUENCES / PARTS);
  console.log(`money sequences, part ${part}: ${numRuns}, seed ${seed} (MONEY_SEED=${SEED} repeats them)`);
  try {
    await fc.assert(
      fc.asyncProperty(
        fc.array(anyStep, { minLength: 4, maxLength: 14 }),
        fc.integer({ min: 1, max: 3 }),
        fc.boolean(),
        runSequence,
      ),
      { numRuns, seed, endOnFailure: false },
    );
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

async function runSequence(steps: readonly Step[], stock: number, hasFee: boolean): Promise<void> {
  const { fire, goods } = await openShop();
  const run: Run = {
    fire,
    ...goods,
    since: Math.floor(Date.now() / 1000),
    window: await setStock(fire, goods, stock),
    orders: [],
    marked: new Set(),
  };
  // Something to begin with, so that few sequences are empty.
  const kind = "place";
  const first = {
    customer: 0,
    product: 0,
    quantity: 1,
    isDelivery: hasFee,
    isFar: hasFee,
    hasCode: false,
    isDouble: false,
  } as const;
  await take(run, { kind, ...first });
  await take(run, { kind: "request intent", order: 0, tabs: 1, crash: null });
  // Few sequences would come by themselves to where a fee is agreed on.
  if (hasFee) {
    await take(run, { kind: "pay", order: 0, isDeclined: false, isDouble: false });
    await take(run, { kind: "work", crash: null });
    await take(run, { kind: "agree on a fee", order: 0, cents: 750, isDouble: false });
  }
  for (const step of steps) await take(run, step);
  const orderIds = run.orders.map(({ id }) => id);
  await becomeQuiet(fire, orderIds);
  const [counted, , sized] = run.products;
  await expectTruth(run, orderIds, [
    { ...counted, start: stock, isMarked: run.marked.has(counted.id) },
    { ...sized, start: stock, isMarked: run.marked.has(sized.id) },
  ]);
}

async function openShop(): Promise<{ fire: ShopUnderFire; goods: Goods }> {
  if (current && current.sequenceCount >= SEQUENCES_PER_SHOP) await closeShop();
  current ??= await openConfiguredShop();
  const { fire, goods, sequenceCount, comparedAt } = current;
  current.sequenceCount += 1;
  // Each is a day of its own: nobody gets mail without end within one, and the provider is asked what is news since.
  await fire.asTime`
    with dated_back as (
      update outgoing_mails set created_at = created_at - interval '2 days' where created_at > now() - interval '1 day'
    )
    update private.reconciliation set reconciled_until = ${comparedAt}::timestamptz + interval '1 hour'
    where ${comparedAt}::timestamptz is not null`;
  const own = goods[sequenceCount];
  if (!own) throw new Error("There are goods for each sequence.");
  return { fire, goods: own };
}

/** Everything that an order may cost or hold: a delivery fee, sales tax of dresses, times of pick-up. */
async function openConfiguredShop(): Promise<NonNullable<typeof current>> {
  const fire = await openShopUnderFire();
  const sql = fire.shop.database.admin;
  await sql`insert into tax_rates (class_id, valid_from, percent)
    select id, '2020-01-01', 8.25 from tax_classes where title = 'Taxable'`;
  await sql`insert into delivery_zones (name, zips, fee)
    values ('Humble', ${[NEAR_ZIP]}, 4.99), ('Spring', ${[FAR_ZIP]}, null)`;
  await sql`update store_settings
    set delivery_tax_class_id = (select id from tax_classes where title = 'Taxable')`;
  await sql`insert into window_rules (delivery_type, weekday, length_minutes, room)
    select 'pickup', weekday, 30, ${WINDOW_ROOM} from generate_series(0, 6) as weekday`;
  await sql`update store_settings set pickup_windows = true`;
  return { fire, sequenceCount: 0, goods: await addGoods(fire), comparedAt: null };
}

/** Of a code, two orders may have it. */
async function addGoods(fire: ShopUnderFire): Promise<Goods[]> {
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
  const plenty = await add("condiments", "Palm Oil", 12.25, "available");
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

/** @returns when the next time of pick-up begins */
async function setStock(fire: ShopUnderFire, { products }: Goods, stock: number): Promise<string> {
  const [next] = await fire.shop.database.admin<{ starts_at: Date }[]>`
    with of_product as (update product_stock set stock_count = ${stock} where product_id = ${products[0].id}),
      of_size as (update size_stock set stock_count = ${stock} where size_id = ${products[2].sizeId})
    select starts_at from list_windows('pickup', 1)`;
  return next?.starts_at.toISOString() ?? "";
}

/** The worker goes on until nothing is left to do; waiting for a second try takes no time here. */
async function becomeQuiet(fire: ShopUnderFire, orderIds: readonly string[]): Promise<void> {
  const sql = fire.shop.database.admin;
  const readLeft = async () => {
    const [left] = await sql<{ owed: string[]; count: string }[]>`
      select array(
        select refunds.id from refunds join payments using (payment_intent_id)
        where refunds.status = 'requested' and payments.method <> 'card'
      ) as owed, (select count(*) from refunds where status in ('requested', 'pending'))
        + (select count(*) from outgoing_mails where status = 'waiting')
        + (select count(*) from list_unclosed_fee_intents(1000))
        + (select count(*) from orders where status = 'cancelled' and payment_intent_id is not null
            and intent_closed_at is null and id = any(${orderIds as string[]}::uuid[])) as count`;
    return { owed: left?.owed ?? [], count: Number(left?.count) };
  };
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    await fire.asTime`
      with refunds_due as (update refunds set next_attempt_at = now() where status = 'requested')
      update outgoing_mails set next_attempt_at = now() where status = 'waiting'`;
    if (current) current.comparedAt = new Date();
    await fire.work(null);
    // Whoever is at the counter hands out what is owed there, and the provider never hears of it.
    let left = await readLeft();
    for (const id of left.owed) {
      await fire.admin.client.rpc("give_back_in_store", { refund_id: id }).throwOnError();
    }
    if (left.owed.length > 0) left = await readLeft();
    // What this round made, such as a refund's event, is seen by the next.
    if (round > 0 && left.count === 0) return;
  }
}
