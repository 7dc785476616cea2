import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { findFreePort } from "@calabash/data-service/database";
import { createClient } from "@supabase/supabase-js";
import { expect, onTestFinished, test } from "vitest";
import { newShopDataDir } from "#scripts/test-environment/prepared-shop.ts";
import { newDataDir, readKeysOf, startShopProcess, stopShopProcess } from "#scripts/test-environment/shop-process.ts";
import { DEMO_PASSWORD } from "#supabase/seed/seed-demo-shop.ts";
import { openClient } from "../open-client.ts";
import { openTestDatabase } from "../running-shop.ts";
import { anOrderInput } from "./an-order-input.ts";

const ROOT = join(import.meta.dirname, "../..");

/** Proves with whole processes that a data folder belongs to one running store, which the verdict tests by parts. */
const LIVE = {
  SHOP_MODE: "live",
  STRIPE_SECRET_KEY: "sk_live_x",
  STRIPE_PUBLISHABLE_KEY: "pk_live_x",
  STRIPE_WEBHOOK_SECRET: "whsec_x",
  PUBLIC_ORIGIN: "https://shop.example",
  AUTH_DISABLE_SIGNUP: "1",
};

test("a data folder has one running store, a live store rejects a demo's folder, and a closed store opens again", async () => {
  const dataDir = newShopDataDir();
  const env = { DATA_DIR: dataDir };
  const first = await startShopProcess({ ...env });
  expect(first.origin).not.toBeNull();

  const second = await startShopProcess({ ...env });
  expect(await second.ended).toBe(1);
  expect(second.output()).toContain(`The data folder ${dataDir} is in use by another running store`);
  expect((await fetch(`${first.origin}/readyz`)).status).toBe(200);
  const keys = readKeysOf(dataDir);
  await stopShopProcess(first);
  expect(await first.ended).toBe(0);

  const live = await startShopProcess({ ...env, ...LIVE });
  expect(await live.ended).toBe(1);
  expect(live.output()).toContain("This database contains the demo store");

  const again = await startShopProcess({ ...env });
  expect(again.origin).not.toBeNull();
  expect(readKeysOf(dataDir)).toEqual(keys);
  await stopShopProcess(again);
  rmSync(dataDir, { recursive: true, force: true });
});

test("two processes on DATABASE_URL do not share a data folder", async () => {
  const database = await openTestDatabase();
  onTestFinished(() => database.close());
  const dataDir = newDataDir();
  const env = { DATA_DIR: dataDir, DATABASE_URL: database.adminUrl };
  const first = await startShopProcess({ ...env });
  onTestFinished(() => stopShopProcess(first));
  expect([first.origin !== null, first.output()]).toEqual([true, first.output()]);
  const second = await startShopProcess({ ...env });
  expect([second.origin, await second.ended]).toEqual([null, 1]);
  expect(second.output()).toContain(`The data folder ${dataDir} is in use by another running store`);
});

test.for(["npm", "the shell of npm", "the server"])(
  "after SIGTERM to %s nothing of npm start is left running, and no order is lost",
  { timeout: 240_000 },
  async (victim) => {
    const dataDir = newShopDataDir();
    onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
    const env = { DATA_DIR: dataDir, PORT: String(await findFreePort()) };
    const origin = `http://127.0.0.1:${env.PORT}`;
    const npm = spawn("npm", ["start"], { cwd: ROOT, stdio: "ignore", env: { ...process.env, ...env } });
    const isReady = () =>
      fetch(`${origin}/readyz`).then(
        ({ ok }) => ok,
        () => false,
      );
    await expect.poll(isReady, { timeout: 120_000 }).toBe(true);

    const client = openClient(origin, readKeysOf(dataDir).anonKey);
    await client.auth.signInWithPassword({ email: "shopper@calabash.example", password: DEMO_PASSWORD });
    const input = await anOrderInput(client);
    const orders: string[] = [];
    const enough = Promise.withResolvers<void>();
    const ordering = (async () => {
      for (;;) {
        const { data, error } = await client.rpc("place_order", { ...input, request_key: randomUUID() });
        if (error) return;
        orders.push(data.id);
        if (orders.length === 5) enough.resolve();
      }
    })();
    await enough.promise;
    const running = listDescendants(npm.pid ?? 0);
    const server = running.find((pid) => readCommand(pid).includes("server/main.ts")) ?? 0;
    expect(running.map(readCommand)).toEqual(
      expect.arrayContaining([expect.stringContaining("server/main.ts"), expect.stringContaining("/postgres ")]),
    );
    process.kill(
      { npm: npm.pid ?? 0, "the shell of npm": running[0] ?? 0, "the server": server }[victim] ?? 0,
      "SIGTERM",
    );
    await Promise.all([ordering, new Promise((done) => npm.once("exit", done))]);
    await expect.poll(() => running.filter(isRunning).map(readCommand), { timeout: 60_000 }).toEqual([]);

    const again = await startShopProcess(env);
    const service = createClient(origin, readKeysOf(dataDir).serviceRoleKey, { auth: { persistSession: false } });
    const { data: found } = await service.from("orders").select("id").in("id", orders).throwOnError();
    await stopShopProcess(again);
    expect([again.origin, found?.length]).toEqual([origin, orders.length]);
  },
);

/** Lists the processes that a process has started, and those that they have started, the nearest first. */
function listDescendants(root: number): number[] {
  const parents = readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map((name) => ({ pid: Number(name), parent: readStat(Number(name))[1] }));
  const found = [root];
  for (const pid of found)
    found.push(...parents.filter(({ parent }) => parent === String(pid)).map((each) => each.pid));
  return found.slice(1);
}

const isRunning = (pid: number): boolean => /^[^ZX]/.test(readStat(pid)[0] ?? "");

/** Returns the state of a process, its parent, and so on; empty if it has ended. */
const readStat = (pid: number): string[] => readProcess(pid, "stat").split(") ").at(-1)?.split(" ") ?? [];

const readCommand = (pid: number): string => readProcess(pid, "cmdline").replaceAll("\0", " ");

function readProcess(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, "utf8");
  } catch {
    return "";
  }
}
