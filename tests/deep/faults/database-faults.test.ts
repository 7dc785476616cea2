import { rmSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { connect, DatabaseUnavailable, type Sql } from "@calabash/data-service/database";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { newShopDataDir } from "#scripts/test-environment/prepared-shop.ts";
import {
  databaseUrlOf,
  postmasterOf,
  readKeysOf,
  type ShopProcess,
  startShopProcess,
  stopShopProcess,
} from "#scripts/test-environment/shop-process.ts";
import { type ClientRequests, sendClientRequests } from "./client-requests.ts";

/**
 * Timeout for the store's recovery after the database is available again: a few seconds, more while other tests run.
 */
const BACK_MS = 30_000;

const dataDir = newShopDataDir();
let shop: ShopProcess;
let clients: ClientRequests;

beforeAll(async () => {
  shop = await startShopProcess({ DATA_DIR: dataDir });
  await inDatabase(async (sql) => {
    await sql`update private.limits set max_count = 1000000 where name = 'orders'`;
    await sql.begin(async (transaction) => {
      // In the order of the store's own locks, because it counts sales when it opens.
      await transaction`select from private.search_documents order by product_id for update`;
      await transaction`delete from public.product_stock`;
    });
  });
}, 240_000);
afterAll(async () => {
  await stopShopProcess(shop);
  rmSync(dataDir, { recursive: true, force: true });
});

beforeEach(async () => {
  clients = await sendClientRequests(shop.origin ?? "", readKeysOf(dataDir).anonKey);
  await backAgain();
});
afterEach(async () => {
  await clients.stop();
  expect([shop.child.exitCode, shop.output()]).toEqual([null, shop.output()]);
  expect(clients.answers.hanging).toEqual([]);
  expect(clients.answers.wrong).toEqual([]);
  await expectOrdersOnce();
});

test("while the database hangs, requests get 503 with Retry-After, and /readyz fails", async () => {
  const processes = await databaseProcesses();
  signal(processes, "SIGSTOP");
  try {
    const rejectedBefore = clients.answers.rejected;
    await expect.poll(async () => (await fetch(`${shop.origin}/readyz`)).status, { timeout: 5_000 }).toBe(503);
    // Reads, account requests, and orders are all rejected, and retried.
    await expect.poll(() => clients.answers.rejected - rejectedBefore, { timeout: 30_000 }).toBeGreaterThan(3);
    const endpoint = await fetch(`${shop.origin}/api/orders`, {
      headers: { authorization: `Bearer ${clients.accessToken}` },
    });
    expect([endpoint.status, endpoint.headers.has("retry-after")]).toEqual([503, true]);
  } finally {
    signal(processes, "SIGCONT");
  }
  await backAgain();
}, 180_000);

test("killed database backends fail only their own queries", async () => {
  for (let round = 0; round < 15; round += 1) {
    signal([await aShopConnection()], "SIGKILL");
    await backAgain();
  }
}, 300_000);

test("connections that the database ends are replaced", async () => {
  for (let round = 0; round < 10; round += 1) {
    await inDatabase(
      (sql) => sql`
        select pg_terminate_backend(pid) from pg_stat_activity
        where application_name like 'calabash %' and pid <> pg_backend_pid()`,
    );
    await backAgain();
  }
}, 240_000);

test("a killed database is restarted, the owner is alerted, and no second store opens", async () => {
  process.kill(postmasterOf(dataDir), "SIGKILL");
  const second = await startShopProcess({ DATA_DIR: dataDir });
  expect(await second.ended).toBe(1);
  expect(second.output()).toContain(`The data folder ${dataDir} is in use by another running store`);
  await backAgain();
  await expect
    .poll(() => inDatabase((sql) => sql`select kind from public.shop_alerts`), { timeout: BACK_MS })
    .toEqual([{ kind: "database_restarted" }]);
  // The store holds its lock again.
  expect(await inDatabase((sql) => sql`select pg_try_advisory_lock(hashtext('calabash shop')) as is_free`)).toEqual([
    { is_free: false },
  ]);
}, 240_000);

async function backAgain(): Promise<void> {
  const late = new AbortController();
  const isBack = await Promise.race([
    clients.allAnsweredAgain().then(() => true),
    delay(BACK_MS, false, { signal: late.signal }),
  ]);
  late.abort();
  expect([isBack, clients.answers.wrong]).toEqual([true, []]);
}

/** Expects every acknowledged order to exist, and no request key to have two orders. */
async function expectOrdersOnce(): Promise<void> {
  const keys = [...clients.orders.keys()];
  const rows = await inDatabase(
    (sql) => sql<{ id: string; request_key: string }[]>`
      select id, request_key from public.orders where request_key = any (${keys}::uuid[])`,
  );
  const saved = new Map(rows.map((row) => [row.request_key, row.id]));
  expect(saved.size).toBe(rows.length);
  const acknowledged = [...clients.orders].filter(([, id]) => id !== null);
  expect(acknowledged.length).toBeGreaterThan(0);
  for (const [key, id] of acknowledged) expect(saved.get(key)).toBe(id);
}

/** Queries the database directly and retries while it is unavailable. */
async function inDatabase<Result>(work: (sql: Sql) => PromiseLike<Result>): Promise<Result> {
  for (;;) {
    try {
      return await askDatabase(work);
    } catch (error) {
      if (!(error instanceof DatabaseUnavailable)) throw error;
      await delay(50);
    }
  }
}

async function askDatabase<Result>(work: (sql: Sql) => PromiseLike<Result>): Promise<Result> {
  const sql = connect(databaseUrlOf(dataDir), { max: 1, applicationName: "fault test" });
  try {
    return await work(sql);
  } finally {
    await sql.end();
  }
}

/** Returns the process id of one of the store's connections. After a restart there is none until the next request. */
async function aShopConnection(): Promise<number> {
  for (;;) {
    const [busy] = await inDatabase(
      (sql) => sql<{ pid: number }[]>`
        select pid from pg_stat_activity where application_name like 'calabash %' order by random() limit 1`,
    );
    if (busy) return busy.pid;
    await delay(50);
  }
}

/** Returns the process ids of the postmaster and all its backends. */
async function databaseProcesses(): Promise<number[]> {
  const rows = await inDatabase((sql) => sql<{ pid: number }[]>`select pid from pg_stat_activity`);
  return [postmasterOf(dataDir), ...rows.map(({ pid }) => pid)];
}

function signal(processes: readonly number[], name: NodeJS.Signals): void {
  for (const pid of processes) {
    try {
      process.kill(pid, name);
    } catch {
      // The process has ended meanwhile.
    }
  }
}
