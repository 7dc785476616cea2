import fc from "fast-check";
import { expectTruth } from "./ledger.ts";
import { openShopUnderFire, type ShopUnderFire } from "./shop-under-fire.ts";
import { anyStep, type Run, type Step, take } from "./steps.ts";

/** `MONEY_SEQUENCES=20000 npx vitest run tests/money` asks for more, `MONEY_SEED=…` for the same again. */
const SEQUENCES = Number(process.env["MONEY_SEQUENCES"] ?? 2000);
const SEED = Number(process.env["MONEY_SEED"] ?? Date.now() % 2 ** 31);
/** The test files that share them, so that every core has some. */
const PARTS = 4;
/** A shop that has seen many events takes longer to compare them: a fresh one now and then. */
const SEQUENCES_PER_SHOP = 40;
const MOST_ROUNDS = 8;

let current: { fire: ShopUnderFire; sequenceCount: number } | null = null;

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
        runSequence,
      ),
      { numRuns, seed, endOnFailure: false },
    );
  } finally {
    await current?.fire.shop.close();
  }
}

async function runSequence(steps: readonly Step[], stock: number): Promise<void> {
  const fire = await openShop();
  const run: Run = { fire, products: await addProducts(fire, stock), orders: [] };
  // Something to begin with, so that few sequences are empty.
  await take(run, { kind: "place", customer: 0, product: 0, quantity: 1, isDouble: false });
  await take(run, { kind: "request intent", order: 0, tabs: 1, crash: null });
  for (const step of steps) await take(run, step);
  const orderIds = run.orders.map(({ id }) => id);
  await becomeQuiet(fire, orderIds);
  const [counted, , sized] = run.products;
  await expectTruth(fire, orderIds, [
    { ...counted, start: stock },
    { ...sized, start: stock },
  ]);
}

async function openShop(): Promise<ShopUnderFire> {
  if (current && current.sequenceCount >= SEQUENCES_PER_SHOP) {
    await current.fire.shop.close();
    current = null;
  }
  current ??= { fire: await openShopUnderFire(), sequenceCount: 0 };
  current.sequenceCount += 1;
  // Each is a day of its own: nobody gets mail without end within one.
  await current.fire.shop.database
    .admin`update outgoing_mails set created_at = created_at - interval '2 days'`;
  return current.fire;
}

async function addProducts(fire: ShopUnderFire, stock: number): Promise<Run["products"]> {
  const sql = fire.shop.database.admin;
  // Dresses are taxed, food is not.
  await sql`insert into tax_rates (class_id, valid_from, percent)
    select id, '2020-01-01', 8.25 from tax_classes where title = 'Taxable' on conflict do nothing`;
  const rows = await sql<{ id: string }[]>`
    insert into products (category, name, price, availability)
    values ('condiments', 'Last Yam', 9.5, 'counted'), ('condiments', 'Palm Oil', 12.25, 'available'),
      ('wears', 'Dress', 20, 'available')
    returning id`;
  const [counted = 0, plenty = 0, dress = 0] = rows.map(({ id }) => Number(id));
  await sql`insert into product_stock (product_id, stock_count) values (${counted}, ${stock})`;
  const sizes = await sql<{ id: string }[]>`
    insert into product_sizes (product_id, label, position, price, availability)
    values (${dress}, 'M', 1, 15.75, 'counted'), (${dress}, 'L', 2, null, 'available')
    returning id`;
  const medium = Number(sizes[0]?.id);
  await sql`insert into size_stock (size_id, stock_count) values (${medium}, ${stock})`;
  return [
    { id: counted, sizeId: null },
    { id: plenty, sizeId: null },
    { id: dress, sizeId: medium },
  ];
}

/** The worker goes on until nothing is left to do; waiting for a second try takes no time here. */
async function becomeQuiet(fire: ShopUnderFire, orderIds: readonly string[]): Promise<void> {
  const sql = fire.shop.database.admin;
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    await sql.begin(async (inside) => {
      await inside`set local session_replication_role = replica`;
      await inside`update refunds set next_attempt_at = now() where status = 'requested'`;
      await inside`update outgoing_mails set next_attempt_at = now() where status = 'waiting'`;
    });
    await fire.work(null);
    const [left] = await sql<{ count: string }[]>`
      select (select count(*) from refunds where status in ('requested', 'pending'))
        + (select count(*) from outgoing_mails where status = 'waiting')
        + (select count(*) from orders where status = 'cancelled' and payment_intent_id is not null
            and intent_closed_at is null and id = any(${orderIds as string[]}::uuid[])) as count`;
    // What this round made, such as a refund's event, is seen by the next.
    if (round > 0 && Number(left?.count) === 0) return;
  }
}
