import { rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, inject, onTestFinished, type TestContext, test } from "vitest";
import { findPreviousRelease } from "#scripts/test-environment/previous-release.ts";
import { type ShopProcess, startShopProcess, stopShopProcess } from "#scripts/test-environment/shop-process.ts";
import { DEMO_PASSWORD } from "#supabase/seed/seed-demo-shop.ts";
import { openClient } from "../../open-client.ts";
import { sendClientRequests } from "../faults/client-requests.ts";
import { reportFigures } from "../figures.ts";
import { type Balancer, startBalancer } from "./balancer.ts";
import { buildRelease } from "./previous-release.ts";
import { repeatCalls } from "./repeated-calls.ts";
import { addOldOrders, migrate, openSharedStore, type SharedStore } from "./shared-store.ts";

/**
 * Two processes of the previous release on one database, replaced by processes of this release while clients send
 * requests.
 */
const PROCESSES = 2;
const OLD_ORDERS = 20_000;
const LONG = 300_000;
/** A second or two, more while other tests run. */
const ANSWERED_MS = 60_000;

const commit = findPreviousRelease();
let release = "";
let store: SharedStore | undefined;
let processes: ShopProcess[] = [];
let balancer: Balancer | undefined;
/** Paths of the scripts of the previous release's home page. */
let scripts: string[] = [];

beforeAll(async () => {
  if (commit === null) return;
  release = buildRelease(commit);
  store = await openSharedStore(inject("databaseUrl"), { processes: PROCESSES });
  const program = join(release, "server/main.ts");
  processes = await Promise.all(store.environments.map((each) => startShopProcess(each, program)));
  for (const { origin, output } of processes) expect(origin, output()).not.toBeNull();
  await store.owner`update private.limits set max_count = 1000000 where name = 'orders'`;
  await store.owner`delete from public.product_stock`;
  await addOldOrders(store.owner, OLD_ORDERS);
  balancer = await startBalancer(processes.map(({ origin }) => origin ?? ""));
  scripts = await listScripts(balancer.origin);
}, LONG);

afterAll(async () => {
  balancer?.close();
  await Promise.all(processes.map(stopShopProcess));
  await store?.close();
  if (release !== "") rmSync(release, { recursive: true, force: true });
}, LONG);

test(
  "clients of the previous release lose no request while the database is migrated and processes are replaced",
  async (context) => {
    const { origin, ready, failures } = requireStarted(context, balancer);
    const { keys, environments, owner } = requireStarted(context, store);
    const requests = await sendClientRequests(origin, keys.anonKey);
    const calls = repeatCalls(origin, await listCalls(origin, keys.anonKey));
    onTestFinished(async () => void (await Promise.all([requests.stop(), calls.stop()])));
    /** Waits until every kind of request succeeded again, or one failed. */
    const allAnswered = async () => {
      let isOver = false;
      void Promise.all([requests.allAnsweredAgain(), calls.allAnsweredAgain()]).then(() => {
        isOver = true;
      });
      const isWrong = () => requests.answers.wrong.length + calls.wrong.length > 0;
      await expect.poll(() => isOver || isWrong(), { timeout: ANSWERED_MS }).toBe(true);
    };
    await allAnswered();
    const startedAt = performance.now();

    const migrated = await migrate(environments[0]);
    const migrateSeconds = (performance.now() - startedAt) / 1000;
    expect(migrated).toContain("The database was upgraded.");
    await allAnswered();
    for (const [place, environment] of environments.entries()) {
      const stopping = processes[place];
      if (stopping) await stopShopProcess(stopping);
      const started = await startShopProcess(environment);
      processes[place] = started;
      expect(started.origin, started.output()).not.toBeNull();
      await expect.poll(() => ready().length).toBe(PROCESSES);
      await allAnswered();
    }
    const seconds = (performance.now() - startedAt) / 1000;
    await Promise.all([requests.stop(), calls.stop()]);

    const confirmed = [...requests.orders.values()].filter((id) => id !== null);
    const goodCount = requests.answers.good + calls.goodCount();
    const retryCount = requests.answers.rejected + calls.retryCount();
    reportFigures(
      context,
      `Upgrade from ${commit?.slice(0, 8)} with ${OLD_ORDERS} orders: npm run migrate ${migrateSeconds.toFixed(1)} s, ` +
        `${migrated.match(/waits for a lock/g)?.length ?? 0} of its tries without a lock; ` +
        `all in ${seconds.toFixed(1)} s: ${goodCount} requests, ${failures.length} failed, ` +
        `${confirmed.length} orders, ${retryCount} requests to be sent again.`,
    );
    expect([failures, requests.answers.wrong, requests.answers.hanging, calls.wrong]).toEqual([[], [], [], []]);
    // No retry on a quiet machine. On a busy one a start takes longer than requests wait for a connection.
    expect(retryCount).toBeLessThan(goodCount / 100);
    expect(confirmed.length).toBeGreaterThan(10);
    const [found] = await owner<{ count: number; totals: number }[]>`
      select count(*)::int as count, count(distinct total)::int as totals from public.orders where id = any (${confirmed})`;
    expect(found).toEqual({ count: confirmed.length, totals: 1 });
  },
  LONG,
);

test("processes of this release serve the scripts of pages that the previous release rendered", async (context) => {
  requireStarted(context, store);
  for (const path of scripts) {
    const statuses = await Promise.all(processes.map(async ({ origin }) => (await fetch(`${origin}${path}`)).status));
    expect([path, ...statuses]).toEqual([path, 200, 200]);
  }
});

/** Skips the test if the history has no previous release. */
function requireStarted<Part>(context: TestContext, part: Part | undefined): Part {
  if (part === undefined)
    context.skip("git has no previous release here: fetch its history, or set PREVIOUS_RELEASE to a commit");
  return part;
}

/** Returns the paths of the scripts of the home page. */
async function listScripts(origin: string): Promise<string[]> {
  const page = await (await fetch(`${origin}/home`)).text();
  const paths = [...new Set(page.match(/\/assets\/[\w.-]+\.js/g))];
  expect(paths.length).toBeGreaterThan(3);
  return paths;
}

/** Returns requests that pages and staff of every release make, other than those of `sendClientRequests`. */
async function listCalls(origin: string, anonKey: string) {
  const { auth } = openClient(origin, anonKey);
  const login = await auth.signInWithPassword({ email: "owner@calabash.example", password: DEMO_PASSWORD });
  const headers = { apikey: anonKey, "content-type": "application/json" };
  const ofOwner = { ...headers, authorization: `Bearer ${login.data.session?.access_token}` };
  const rpc = (name: string, body: object, of = headers) => ({
    path: `/rest/v1/rpc/${name}`,
    options: { method: "POST", headers: of, body: JSON.stringify(body) },
  });
  return [
    { path: "/condiments", options: {} },
    { path: "/search?q=rice", options: {} },
    { path: "/search/suggestions?q=pla", options: {} },
    { path: "/rest/v1/store_settings?select=*", options: { headers } },
    rpc("search_products", { query: "rice", max_count: 5 }),
    rpc("filter_products", { category: "condiments" }),
    rpc("list_windows", { delivery_type: "pickup" }),
    rpc("list_related_products", { product_id: 7 }),
    rpc("quote_cart", { items: [{ product_id: 7, quantity: 1 }], delivery_type: "pickup" }),
    rpc("read_desk", {}, ofOwner),
    rpc("find_on_desk", { words: "sade" }, ofOwner),
    { path: "/rest/v1/orders?select=*,order_items(*)&order=created_at.desc&limit=20", options: { headers: ofOwner } },
    { path: "/rest/v1/products?select=*&id=eq.7", options: { headers: ofOwner } },
  ];
}
