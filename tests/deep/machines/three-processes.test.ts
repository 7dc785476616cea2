import { createHash } from "node:crypto";
import { readdirSync, rmSync } from "node:fs";
import { request } from "node:http";
import { join } from "node:path";
import { connect, startEmbeddedPostgres } from "@calabash/data-service/database";
import { extract } from "tar";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  newDataDir,
  runProgram,
  type ShopProcess,
  startShopProcess,
  stopShopProcess,
} from "#scripts/test-environment/shop-process.ts";
import { manifestShape } from "#server/backups/manifest.ts";
import { reportFigures } from "../figures.ts";
import { type Haproxy, hasHaproxy, startHaproxy } from "./haproxy.ts";
import { type OutsideServices, startOutsideServices } from "./outside-services.ts";
import { type Load, startLoad } from "./purchases.ts";
import { addOldOrders, openSharedStore, type SharedStore } from "./shared-store.ts";

/**
 * Three processes behind HAProxy on one PostgreSQL server and one bucket, with 20,000 orders, while shoppers buy and
 * guests read pages. Each test reports its counts.
 */
const PROCESSES = 3;
const OLD_ORDERS = 20_000;
const LONG = 300_000;
/** The worker sends emails a few at a time. */
const SENT_MS = 60_000;
const PAGES = [
  ...["/home", "/about", "/contact", "/blog", "/africanwearandfashion", "/condiments", "/fruitsandvegetables", "/cart"],
  ...["/auth", "/recipes", "/search?q=rice", "/es/home", "/fr/home", "/ht/home", "/fr/condiments"],
  ...["/sitemap.xml", "/robots.txt", "/missing", "/search/suggestions?q=pla"],
];
const KINDS: Record<string, { method?: string; headers: Record<string, string> }> = {
  plain: { headers: { "accept-encoding": "identity" } },
  gzip: { headers: { "accept-encoding": "gzip" } },
  brotli: { headers: { "accept-encoding": "br" } },
  head: { method: "HEAD", headers: {} },
  spanish: { headers: { "accept-language": "es" } },
};

const folder = newDataDir();
let server: Awaited<ReturnType<typeof startEmbeddedPostgres>>;
let services: OutsideServices;
let store: SharedStore;
let environments: Record<string, string>[] = [];
let processes: ShopProcess[] = [];
let balancer: Haproxy;

describe.skipIf(!hasHaproxy)("three processes behind HAProxy", () => {
  beforeAll(async () => {
    server = await startEmbeddedPostgres({ dataDir: folder, password: "test", print: () => undefined });
    services = await startOutsideServices(folder);
    store = await openSharedStore(server.url, { processes: PROCESSES });
    environments = store.environments.map((each) => ({
      ...each,
      ...services.environment,
      TRUST_PROXY: "1",
      DRAIN_SECONDS: "3",
      LIMIT_SIGN_UPS: "1000",
      LIMIT_PAYMENT_INTENTS: "1000000",
    }));
    balancer = await startHaproxy(environments.map(({ PORT = "" }) => PORT));
    services.connect(balancer.origin);
    processes = await Promise.all(environments.map((each) => startShopProcess(each)));
    for (const { origin, output } of processes) expect(origin, output()).not.toBeNull();
    await Promise.all(processes.map(({ hasPictures }) => hasPictures));
    await store.owner`update private.limits set max_count = 1000000 where name = 'orders'`;
    await store.owner`delete from public.product_stock`;
    // The shoppers buy more than the demo's pickup times take.
    await store.owner`update public.store_settings set pickup_windows = false`;
    await store.owner`delete from public.window_rules`;
    await addOldOrders(store.owner, OLD_ORDERS);
    await balancer.allReady();
  }, LONG);

  afterAll(async () => {
    await Promise.all(processes.map(stopShopProcess));
    await balancer.close();
    await services.close();
    await store.close();
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }, LONG);

  test("every process serves the same bytes of every page", { timeout: LONG }, async (context) => {
    const differing: string[] = [];
    const [product] = await store.owner<{ path: string }[]>`
      select format('/products/%s/%s', category, id) as path from public.products order by id limit 1`;
    const paths = [...PAGES, product?.path ?? ""];
    for (const path of paths) {
      for (const [kind, options] of Object.entries(KINDS)) {
        const answers = await Promise.all(processes.map(({ origin }) => readBytes(`${origin}${path}`, options)));
        expect([kind, path, answers[0]?.slice(0, 3)]).toEqual([kind, path, path === "/missing" ? "404" : "200"]);
        if (new Set(answers).size > 1) differing.push(`${kind} ${path}: ${answers.join(", ")}`);
      }
    }
    reportFigures(
      context,
      `${paths.length} paths × ${Object.keys(KINDS).length} kinds of request, ${PROCESSES} processes: ${differing.length} differ.`,
    );
    expect(differing).toEqual([]);
  });

  test("no purchase under load fails or is doubled, and each email is sent once", { timeout: LONG }, (context) =>
    underLoad(context, async (load) => {
      await load.morePurchases(300);
      return () => {
        expect([load.failures, load.retries]).toEqual([[], []]);
        expect([...services.emails].filter(([, count]) => count > 1)).toEqual([]);
      };
    }),
  );

  test("processes killed with SIGKILL lose no purchase", { timeout: LONG }, (context) =>
    underLoad(context, async (load) => {
      let killedAt = new Date();
      for (const [place, environment] of environments.entries()) {
        const victim = processes[place];
        victim?.child.kill("SIGKILL");
        await victim?.ended;
        killedAt = new Date();
        await load.morePurchases(20);
        processes[place] = await startShopProcess(environment);
        await balancer.allReady();
        await load.morePurchases(20);
      }
      await load.stop();
      await endClaims(killedAt);
      // Each of the nine clients has at most one request in a process that is killed.
      return () => expect(load.failures.length).toBeLessThanOrEqual(9 * PROCESSES);
    }),
  );

  test("processes stopped with SIGTERM fail no request", { timeout: LONG }, (context) =>
    underLoad(context, async (load) => {
      for (const [place, environment] of environments.entries()) {
        const stopping = processes[place];
        if (stopping) await stopShopProcess(stopping);
        processes[place] = await startShopProcess(environment);
        await balancer.allReady();
        await load.morePurchases(20);
      }
      return () => expect(load.failures).toEqual([]);
    }),
  );

  test("while PostgreSQL restarts, requests get 503 or wait, and no page fails", { timeout: LONG }, (context) =>
    underLoad(context, async (load) => {
      await load.morePurchases(20);
      await server.stop();
      await server.startAgain();
      const startedAt = new Date();
      await load.morePurchases(60);
      await load.stop();
      await endClaims(startedAt);
      return () => {
        expect(load.failures).toEqual([]);
        expect(load.retries.filter((name) => name === "GET /home" || name === "GET /condiments")).toEqual([]);
      };
    }),
  );

  test("a backup under load is restored elsewhere with equal counts", { timeout: LONG }, (context) =>
    underLoad(context, async (load) => {
      const other = newDataDir();
      const target = await startEmbeddedPostgres({ dataDir: other, password: "test", print: () => undefined });
      const [environment = {}] = environments;
      const backups = join(environment["DATA_DIR"] ?? "", "backups");
      const backupSeconds = await timed(() => runProgram("backup", environment));
      await load.stop();
      const [name = ""] = readdirSync(backups).filter((each) => each.endsWith(".tar.gz"));
      const elsewhere = { ...environment, DATA_DIR: join(other, "data"), DATABASE_URL: target.url };
      const restoreSeconds = await timed(() => runProgram("restore", elsewhere, join(backups, name)));
      await extract({ file: join(backups, name), cwd: other }, ["manifest.json"]);
      const { default: json } = await import(join(other, "manifest.json"), { with: { type: "json" } });
      const { tables } = manifestShape.parse(json);
      const sql = connect(target.url, { max: 1, applicationName: "three processes test" });
      const differing: string[] = [];
      for (const table of tables) {
        const [found] = await sql<{ count: number }[]>`
          select count(*)::int as count from ${sql.identifier(`${table.schema}.${table.name}`)}`;
        if (found?.count !== table.rows) differing.push(`${table.name}: ${found?.count} of ${table.rows}`);
      }
      await sql.end();
      await target.stop();
      rmSync(other, { recursive: true, force: true });
      const orders = tables.find((table) => table.schema === "public" && table.name === "orders")?.rows ?? 0;
      return () => {
        reportFigures(
          context,
          `${context.task.meta.figures} Backup of ${orders} orders ${backupSeconds} s, restore ${restoreSeconds} s, ` +
            `${differing.length} of ${tables.length} tables differ.`,
        );
        expect([differing, load.failures, load.retries]).toEqual([[], [], []]);
        expect(orders).toBeGreaterThan(OLD_ORDERS);
      };
    }),
  );
});

/** Runs `work` while clients buy and read, and expects every purchase to be recorded once. */
async function underLoad(
  context: Parameters<typeof reportFigures>[0],
  /** Returns the checks of the requests. */
  work: (load: Load) => Promise<() => void>,
): Promise<void> {
  const startedAt = performance.now();
  const load = await startLoad(balancer.origin, store.keys.anonKey, services.stripeUrl);
  let check: () => void;
  try {
    check = await work(load);
  } finally {
    await load.stop();
  }
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  const { owner } = store;
  const [found] = await owner<{ orders: number; payments: number; mails: number }[]>`
    select count(*)::int as orders,
      (select count(*)::int from public.payments where order_id = any (array_agg(orders.id))) as payments,
      (select count(*)::int from public.outgoing_mails where order_id = any (array_agg(orders.id)) and kind = 'order_paid')
        as mails
    from public.orders where user_id = any (${load.shopperIds}::uuid[]) and status = 'paid'`;
  const [{ lost } = { lost: -1 }] = await owner<{ lost: number }[]>`
    select count(*)::int as lost from unnest(${load.paid}::uuid[]) as seen (id)
    where not exists (select from public.orders where orders.id = seen.id and orders.status = 'paid')`;
  await expect.poll(countWaitingMails, { timeout: SENT_MS }).toBe(0);
  const arrivals = await countArrivals(load);
  reportFigures(
    context,
    `${load.requestCount()} requests in ${seconds} s: ${load.failures.length} failed${nameFailures(load)}, ${load.retries.length} answered 503; ` +
      `${load.paid.length} purchases, ${lost} lost, ${(found?.orders ?? 0) - load.paid.length} doubled; ` +
      `${arrivals.length} emails, ${arrivals.filter((count) => count > 1).length} of them sent again.`,
  );
  expect([lost, found]).toEqual([0, { orders: load.paid.length, payments: load.paid.length, mails: load.paid.length }]);
  expect(arrivals).not.toContain(0);
  check();
}

/** Returns the requests that failed, each with its number. */
function nameFailures({ failures }: Load): string {
  const requests = Map.groupBy(failures, (failure) => failure.split(": ", 1)[0]);
  const parts = [...requests].map(([name, { length }]) => `${length} ${name}`);
  return parts.length === 0 ? "" : ` (${parts.join(", ")})`;
}

async function countWaitingMails(): Promise<number | undefined> {
  const [row] = await store.owner<{ count: number }[]>`
    select count(*)::int as count from public.outgoing_mails where status = 'waiting'`;
  return row?.count;
}

/** Counts how often the email about each of these purchases arrived at the mail server. */
async function countArrivals({ paid }: Load): Promise<number[]> {
  const mails = await store.owner<{ id: string }[]>`
    select id from public.outgoing_mails where order_id = any (${paid}::uuid[]) and kind = 'order_paid'`;
  return mails.map(({ id }) => services.emails.get(`${id}@shop.test`) ?? 0);
}

/** Ends the claims of emails by processes that were killed or lost the database; they last two minutes. */
async function endClaims(claimedBefore: Date): Promise<void> {
  await store.owner`
    update public.outgoing_mails set next_attempt_at = now()
    where status = 'waiting' and next_attempt_at - private.retry_wait(attempts) < ${claimedBefore.toISOString()}::timestamptz`;
}

/** Returns status, headers of caches and content, and a hash of the bytes, as one line. */
function readBytes(url: string, options: { method?: string; headers: Record<string, string> }): Promise<string> {
  return new Promise((resolve, reject) => {
    request(url, options, (response) => {
      const hash = createHash("sha256");
      response.on("data", (chunk: Buffer) => hash.update(chunk));
      response.once("error", reject);
      response.once("end", () => {
        const names = "content-type content-encoding etag cache-control content-security-policy location".split(" ");
        const headers = names.map((name) => response.headers[name] ?? "");
        resolve([response.statusCode, hash.digest("hex"), ...headers].join(" "));
      });
    })
      .once("error", reject)
      .end();
  });
}

async function timed(work: () => Promise<unknown>): Promise<string> {
  const startedAt = performance.now();
  await work();
  return ((performance.now() - startedAt) / 1000).toFixed(1);
}
