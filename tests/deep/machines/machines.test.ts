import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { applyMigrations, connect, findFreePort } from "@calabash/data-service/database";
import type { SupabaseClient } from "@supabase/supabase-js";
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from "vitest";
import {
  newDataDir,
  runProgram,
  type ShopProcess,
  startShopProcess,
  stopShopProcess,
} from "#scripts/test-environment/shop-process.ts";
import type { Keys } from "#server/base/keys.ts";
import { aPictureFile } from "../../a-picture.ts";
import { openClient } from "../../open-client.ts";
import { hasPgBouncer, startPooler } from "./pooler.ts";
import { migrate, openSharedStore, type SharedStore } from "./shared-store.ts";

/**
 * Three processes of one store, each with a data folder of its own, on one database and one bucket; the first through
 * PgBouncer, where that is installed.
 */
const PROCESSES = 3;
const LONG = 120_000;

let store: SharedStore;
let keys: Keys;
let environments: Record<string, string>[];
let processes: ShopProcess[] = [];
let migrated = "";
const ends: (() => Promise<void>)[] = [];

beforeAll(async () => {
  store = await openSharedStore(inject("databaseUrl"), { processes: PROCESSES });
  keys = store.keys;
  const DATABASE_POOL_URL = hasPgBouncer ? await startPooler(store.databaseUrl, 8, (stop) => ends.push(stop)) : "";
  environments = store.environments.map((each, place) => (place === 0 ? { ...each, DATABASE_POOL_URL } : each));
  migrated = await migrate(environments[0]);
  processes = await Promise.all(environments.map((each) => startShopProcess(each)));
  for (const { origin, output } of processes) expect(origin, output()).not.toBeNull();
}, LONG);

afterAll(async () => {
  await Promise.all(processes.map(stopShopProcess));
  for (const end of ends) await end();
  await store.close();
}, LONG);

const originOf = (place: number) => processes[place]?.origin ?? "";
const clientOf = (place: number, key = keys.anonKey): SupabaseClient => openClient(originOf(place), key);

test("migrations are applied by a separate command, which does nothing a second time", async () => {
  expect(migrated).toContain("The database was upgraded.");
  expect(await migrate(environments[0])).toContain("The database is up to date.");
});

test("an image uploaded to one process is served by all, and each size is rendered once", async () => {
  const stored = await clientOf(0, keys.serviceRoleKey)
    .storage.from("wears_styles")
    .upload("machines.webp", await aPictureFile("machines.webp", 640));
  expect(stored.error).toBeNull();
  const [file] = await clientOf(0, keys.serviceRoleKey)
    .storage.from("wears_styles")
    .info("machines.webp")
    .then(({ data }) => [data?.version ?? ""]);
  const sizes = new Set<string>();
  for (let place = 0; place < PROCESSES; place += 1) {
    const original = await fetch(`${originOf(place)}/storage/v1/object/public/wears_styles/machines.webp`);
    expect([original.status, original.headers.get("content-type")]).toEqual([200, "image/webp"]);
    const path = "render/image/public/wears_styles/machines.webp?width=320&quality=65";
    const size = await fetch(`${originOf(place)}/storage/v1/${path}`, { headers: { accept: "image/webp" } });
    sizes.add(Buffer.from(await size.arrayBuffer()).toString("base64"));
  }
  expect(sizes.size).toBe(1);
  const keysInBucket = [...store.s3.store.objects.keys()].filter((key) => key.startsWith(`sizes/${file}/`));
  expect(new Set(keysInBucket.map((key) => key.replace(/\.picture.*/, ""))).size).toBe(1);
});

test("a process with different keys does not start and says what to do", async () => {
  const foreign = await startShopProcess({
    ...store.shared,
    DATA_DIR: newDataDir(),
    PORT: String(await findFreePort()),
  });
  expect([foreign.origin, await foreign.ended]).toEqual([null, 1]);
  expect(foreign.output()).toContain("These are not the keys of the store in this database.");
  expect(foreign.output()).toContain("SHOP_KEYS");
});

test("a process without the bucket of the others raises an alert, and its doctor names the missing images", async () => {
  const environment = Object.fromEntries(
    Object.entries(environments[1] ?? {}).filter(([name]) => !name.startsWith("STORAGE_S3_")),
  );
  const lonely = { ...environment, DATA_DIR: newDataDir(), PORT: String(await findFreePort()) };
  const started = await startShopProcess(lonely);
  onTestFinished(() => stopShopProcess(started));
  expect(started.origin, started.output()).not.toBeNull();
  const missing = /\d+ of \d+ stored files \(images\) are missing.*bucket/;
  const service = clientOf(0, keys.serviceRoleKey);
  await expect
    .poll(async () => (await service.from("shop_alerts").select("message").eq("kind", "files_missing")).data)
    .toEqual([{ message: expect.stringMatching(missing) }]);
  expect((await runProgram("doctor", lonely)).output).toMatch(missing);
});

test("the home page is the same in all processes, so a revalidation anywhere is 304", async () => {
  const [first, ...others] = await Promise.all(
    processes.map(async ({ origin }) => (await fetch(`${origin}/home`)).headers.get("etag")),
  );
  expect(others).toEqual([first, first]);
  const statuses = await Promise.all(
    processes.map(async ({ origin }) => {
      const headers = { "if-none-match": first ?? "", "accept-encoding": "gzip, deflate" };
      return (await fetch(`${origin}/home`, { headers })).status;
    }),
  );
  expect(statuses).toEqual([304, 304, 304]);
});

test("after a migration by another program, all processes serve the new table without a restart", async () => {
  const folder = newDataDir();
  writeFileSync(
    join(folder, "1_machines.sql"),
    "create table public.machines_news (id int primary key); grant select on public.machines_news to anon",
  );
  const owner = connect(store.databaseUrl.href, { max: 1, applicationName: "machines test" });
  const read = async (place: number) => (await clientOf(place).from("machines_news").select("id")).status;
  expect(await read(0)).toBe(404);
  await applyMigrations(owner, { folder, schema: "machines_migrations" });
  await owner.end();
  for (let place = 0; place < PROCESSES; place += 1) await expect.poll(() => read(place)).toBe(200);
  rmSync(folder, { recursive: true });
});
