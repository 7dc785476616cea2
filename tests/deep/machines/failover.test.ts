import { randomUUID } from "node:crypto";
import { rmSync } from "node:fs";
import { findFreePort, startEmbeddedPostgres } from "@calabash/data-service/database";
import { createClient } from "@supabase/supabase-js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newShopDataDir } from "#scripts/test-environment/prepared-shop.ts";
import {
  newDataDir,
  type ShopProcess,
  startShopProcess,
  stopShopProcess,
} from "#scripts/test-environment/shop-process.ts";
import { type Keys, loadKeys } from "#server/base/keys.ts";
import { openClient } from "../../open-client.ts";
import { type ClientRequests, sendClientRequests } from "../faults/client-requests.ts";
import { addStandby, type DatabaseHost, hostOf, killHost, onHost, promote, signalHost } from "./database-hosts.ts";

/** Two processes of one store, whose DATABASE_URL names a primary and its synchronous standby. */
const LONG = 240_000;
/** A few seconds, more while other tests run. */
const BACK_MS = 60_000;
const PASSWORD = "long enough";
const EMAIL = `${randomUUID()}@test.example`;

const folders = [newShopDataDir(), newDataDir(), newDataDir(), newDataDir()];
let first: DatabaseHost;
let second: DatabaseHost;
let keys: Keys;
let processes: ShopProcess[] = [];

beforeAll(async () => {
  const [dataDir = "", otherDir = "", ...processFolders] = folders;
  keys = await loadKeys({ dataDir, keysSecret: null });
  const password = keys.databasePassword;
  const server = await startEmbeddedPostgres({ dataDir, password, print: () => undefined });
  first = hostOf(dataDir, Number(new URL(server.url).port), password);
  second = hostOf(otherDir, await findFreePort(), password);
  const hosts = `127.0.0.1:${first.port},127.0.0.1:${second.port}`;
  const environments = await Promise.all(
    processFolders.map(async (DATA_DIR) => ({
      DATABASE_URL: `postgres://postgres:${encodeURIComponent(password)}@${hosts}/postgres?target_session_attrs=read-write`,
      SHOP_KEYS: Buffer.from(JSON.stringify(keys)).toString("base64"),
      DATA_DIR,
      PORT: String(await findFreePort()),
      PUBLIC_ORIGIN: "http://shop.test",
    })),
  );
  processes = await Promise.all(environments.map((each) => startShopProcess(each)));
  for (const { origin, output } of processes) expect(origin, output()).not.toBeNull();
  await onHost(first, async (sql) => {
    await sql`update private.limits set max_count = 1000000 where name = 'orders'`;
    await sql`delete from public.product_stock`;
  });
  const { error } = await createClient(processes[0]?.origin ?? "", keys.anonKey).auth.signUp({
    email: EMAIL,
    password: PASSWORD,
  });
  expect(error).toBeNull();
  await addStandby(first, second);
}, LONG);

afterAll(async () => {
  await Promise.all(processes.map(stopShopProcess));
  for (const host of [first, second]) killHost(host);
  for (const folder of folders) rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
}, LONG);

test(
  "after the primary was killed, all processes use the promoted standby, with every confirmed order",
  async () => {
    const clients = await startClients();
    await signalHost(first, "SIGKILL");
    await expectFailover(clients, second);
  },
  LONG,
);

test(
  "after the primary fell silent, all processes use the promoted standby, with every confirmed order",
  async () => {
    killHost(first);
    await addStandby(second, first);
    const clients = await startClients();
    await signalHost(second, "SIGSTOP");
    await expectFailover(clients, first);
  },
  LONG,
);

async function startClients(): Promise<ClientRequests[]> {
  const clients = await Promise.all(processes.map(({ origin }) => sendClientRequests(origin ?? "", keys.anonKey)));
  await Promise.all(clients.map((client) => client.allAnsweredAgain()));
  return clients;
}

/** Promotes the standby, and waits until pages, rows, sign-ins, and orders are served by all processes. */
async function expectFailover(clients: readonly ClientRequests[], standby: DatabaseHost): Promise<void> {
  await promote(standby);
  let isServed = false;
  void Promise.all([...clients.map((client) => client.allAnsweredAgain()), ...processes.map(signIn)]).then(() => {
    isServed = true;
  });
  await expect.poll(() => isServed, { timeout: BACK_MS }).toBe(true);
  await Promise.all(clients.map((client) => client.stop()));
  for (const { answers, orders } of clients) {
    expect([answers.wrong, answers.hanging]).toEqual([[], []]);
    const confirmed = [...orders.values()].filter((id) => id !== null);
    expect(confirmed.length).toBeGreaterThan(1);
    const [found] = await onHost(
      standby,
      (sql) => sql<{ count: number }[]>`select count(*)::int as count from public.orders where id = any (${confirmed})`,
    );
    expect(found?.count).toBe(confirmed.length);
  }
}

async function signIn({ origin }: ShopProcess): Promise<void> {
  const { auth } = openClient(origin ?? "", keys.anonKey);
  await expect
    .poll(async () => (await auth.signInWithPassword({ email: EMAIL, password: PASSWORD })).error, { timeout: BACK_MS })
    .toBeNull();
}
