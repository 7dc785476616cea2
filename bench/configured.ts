import { readdirSync, readFileSync } from "node:fs";
import { connect, type Sql } from "@calabash/data-service/database";
import { type BenchShop, openBenchShop } from "#scripts/test-environment/open-demo-shop.ts";
import { median } from "./measure.ts";
import { buy } from "./purchases.ts";
import { type Shopper, signUpShoppers } from "./shoppers.ts";

const SHOPPERS = 10;
const CODE = "BENCH10";

/** Purchases of each kind per round, and number of rounds. An extra first round warms up. */
const PURCHASES = 60;
const ROUNDS = 5;

interface Round {
  perSecond: number;
  /** CPU time per purchase of the server process, which includes the payment sandbox, and of its database. */
  cpuMs: number;
}

/**
 * `npm run bench -- configured`: purchases at a store without configuration, compared with a store that has pickup
 * windows and sales tax, and with the same store when each order also enters a discount code. All orders count their
 * uses of the code in one row. The result is CPU time per purchase, read from Linux, because other programs on the
 * machine affect it little.
 */
export async function compareConfigured(bare: BenchShop): Promise<void> {
  const configured = await openBenchShop({});
  try {
    // A new store first generates image sizes, which keeps one core busy.
    await configured.hasPictures;
    const plain = await openPurchases(bare, false);
    const full = await openPurchases(configured, true);
    const kinds = {
      "no configuration": () => measure(plain, false),
      "windows and sales tax": () => measure(full, false),
      "with a discount code, too": () => measure(full, true),
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
      `  ${name.padEnd(24)} ${rate.toFixed(0).padStart(5)} /s (ratio ${ratio("perSecond")})   ${cost.toFixed(1)} ms of CPU each (ratio ${ratio("cpuMs")})`,
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

/**
 * Sums the CPU time of these processes and all their children, including ended ones. Linux counts in jiffies of 10 ms.
 */
function cpuMsOf(roots: readonly number[]): number {
  const stats = new Map<number, { parent: number; jiffies: number }>();
  for (const name of readdirSync("/proc").filter((each) => /^[0-9]+$/.test(each))) {
    const fields = readStat(Number(name));
    if (!fields) continue;
    const jiffies = [11, 12, 13, 14].reduce((sum, field) => sum + Number(fields[field]), 0);
    stats.set(Number(name), { parent: Number(fields[1]), jiffies });
  }
  const isOurs = (pid: number): boolean =>
    roots.includes(pid) || (stats.has(pid) && isOurs(stats.get(pid)?.parent ?? 0));
  return [...stats].reduce((sum, [pid, { jiffies }]) => sum + (isOurs(pid) ? jiffies * 10 : 0), 0);
}

/**
 * Returns the fields of `/proc/PID/stat` after the program name (the second is the parent's id), or null if the process
 * has ended.
 */
function readStat(pid: number): string[] | null {
  try {
    return readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)?.split(" ") ?? null;
  } catch {
    return null;
  }
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
  if (!product) throw new Error("The store has no product to buy.");
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
    if (lessTotal === total) throw new Error("The discount code does not reduce the total.");
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
