import { readdirSync, readFileSync } from "node:fs";
import { connect, type Sql } from "@calabash/data-service/database";
import { type BenchShop, openShop } from "#scripts/test-environment/open-demo-shop.ts";
import { buy } from "./purchases.ts";
import { type Shopper, signUpShoppers } from "./shoppers.ts";

const SHOPPERS = 10;
const CODE = "BENCH10";

/** So many purchases of each kind in a round, and so many rounds; one more round before warms up. */
const PURCHASES = 60;
const ROUNDS = 5;

interface Round {
  perSecond: number;
  /** Process ids of the server, which includes the sandbox, and of its database. */
  cpuMs: number;
}

/**
 * Whole purchases of a shop whose owner has set everything that an order may ask for, beside the same of a shop where
 * nothing is set: with times of pick-up and sales tax, and then with a discount code too, which is entered anew for each
 * order and of which all count their uses in one row. What a purchase costs is the time of processors, which other work
 * on the machine changes little; Linux tells it.
 */
export async function compareConfigured(bare: BenchShop): Promise<void> {
  const configured = await openShop({});
  try {
    // Its first minute is busy with pictures.
    await configured.hasPictures;
    const plain = await openPurchases(bare, false);
    const full = await openPurchases(configured, true);
    const kinds = {
      "nothing set": () => measure(plain, false),
      "times and sales tax": () => measure(full, false),
      "and a discount code": () => measure(full, true),
    };
    const rounds: Record<string, Round[]> = {};
    for (let round = 0; round <= ROUNDS; round += 1) {
      for (const [name, run] of Object.entries(kinds)) {
        const measured = await run();
        if (round > 0) rounds[name] = [...(rounds[name] ?? []), measured];
      }
    }
    print(rounds);
    await plain.close();
    await full.close();
  } finally {
    await configured.close();
  }
}

function print(rounds: Record<string, Round[]>): void {
  console.log(`\nWhole purchases, ${SHOPPERS} shoppers at once, medians of ${ROUNDS} rounds`);
  const [first = []] = Object.values(rounds);
  for (const [name, measured] of Object.entries(rounds)) {
    const rate = median(measured.map(({ perSecond }) => perSecond));
    const cost = median(measured.map(({ cpuMs }) => cpuMs));
    const ratio = (of: keyof Round) =>
      median(measured.map((each, place) => each[of] / (first[place]?.[of] ?? Number.NaN))).toFixed(2);
    console.log(
      `  ${name.padEnd(24)} ${rate.toFixed(0).padStart(5)} /s (ratio ${ratio("perSecond")})   ${cost.toFixed(1)} ms of processor each (ratio ${ratio("cpuMs")})`,
    );
  }
}

async function measure(shop: Purchases, hasCode: boolean): Promise<Round> {
  const cpuBefore = cpuMsOf(shop.processes);
  const startedAt = performance.now();
  let left = PURCHASES;
  await Promise.all(
    Array.from({ length: SHOPPERS }, async (_, hand) => {
      while (left > 0) {
        left -= 1;
        await shop.purchase(hand, hasCode);
      }
    }),
  );
  return {
    perSecond: (PURCHASES * 1000) / (performance.now() - startedAt),
    cpuMs: (cpuMsOf(shop.processes) - cpuBefore) / PURCHASES,
  };
}

/** Sums the CPU time of these processes and their children, also ended ones, in ticks of 10 ms. */
function cpuMsOf(roots: readonly number[]): number {
  const stats = new Map<number, { parent: number; picks: number }>();
  for (const name of readdirSync("/proc").filter((each) => /^[0-9]+$/.test(each))) {
    const fields = readStat(Number(name));
    if (!fields) continue;
    const picks = [11, 12, 13, 14].reduce((sum, field) => sum + Number(fields[field]), 0);
    stats.set(Number(name), { parent: Number(fields[1]), picks });
  }
  const isOurs = (pid: number): boolean =>
    roots.includes(pid) || (stats.has(pid) && isOurs(stats.get(pid)?.parent ?? 0));
  return [...stats].reduce((sum, [pid, { picks }]) => sum + (isOurs(pid) ? picks * 10 : 0), 0);
}

/** The fields behind the name, of which the second is the parent; null once it has ended. */
function readStat(pid: number): string[] | null {
  try {
    return readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)?.split(" ") ?? null;
  } catch {
    return null;
  }
}

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN;
}

type Purchases = Awaited<ReturnType<typeof openPurchases>>;

async function openPurchases(shop: BenchShop, isConfigured: boolean) {
  const sql = connect(shop.databaseUrl, { max: 2, applicationName: "bench" });
  await sql`update private.limits set max_count = 1000000 where name = 'orders'`;
  if (isConfigured) await configure(sql);
  const shoppers = await signUpShoppers(shop, SHOPPERS);
  // Category with a tax rate.
  const [product] = await sql<{ id: string; price: number }[]>`
    select id, coalesce(discount_price, price)::float8 as price from products
    where availability = 'available' and sizes = '[]' and category = 'beauty' order by id limit 1`;
  if (!product) throw new Error("There is nothing to buy.");
  const windows = await sql<{ starts_at: Date }[]>`select starts_at from list_windows('pickup', 24)`;
  const totalOf = async ({ client }: Shopper) => {
    const items = [{ product_id: Number(product.id), quantity: 1 }];
    const { data } = await client.rpc("quote_cart", { items, delivery_type: "pickup" }).throwOnError();
    return (data as { total: number }).total;
  };
  const enter = ({ client }: Shopper) => client.rpc("enter_discount_code", { code: CODE }).throwOnError();
  const [first] = shoppers as [Shopper];
  const total = await totalOf(first);
  let lessTotal = total;
  if (isConfigured) {
    await enter(first);
    lessTotal = await totalOf(first);
    await first.client.rpc("drop_discount_code").throwOnError();
    if (lessTotal === total) throw new Error("The code takes nothing off.");
  }
  const [backend] = await sql<{ pid: number }[]>`select pg_backend_pid() as pid`;
  const postmaster = Number(readStat(backend?.pid ?? 0)?.[1]);
  let turn = 0;
  return {
    processes: [shop.pid, postmaster],
    purchase: async (hand: number, hasCode: boolean) => {
      const shopper = shoppers[hand] as Shopper;
      if (hasCode) await enter(shopper);
      turn += 1;
      const window = windows[turn % Math.max(windows.length, 1)]?.starts_at.toISOString();
      await buy(
        shop,
        shopper,
        { id: product.id, price: hasCode ? lessTotal : total },
        { ...(window ? { window_starts_at: window } : {}) },
      );
    },
    close: () => sql.end(),
  };
}

async function configure(sql: Sql): Promise<void> {
  await sql`insert into tax_rates (class_id, valid_from, percent)
    select id, '2020-01-01', 8.25 from tax_classes where title = 'Taxable'`;
  await sql`insert into window_rules (delivery_type, weekday, length_minutes, capacity)
    select 'pickup', weekday, 15, 999 from generate_series(0, 6) as weekday`;
  await sql`update store_settings set pickup_windows = true`;
  await sql`insert into discount_codes (code, percent) values (${CODE}, 10)`;
}
