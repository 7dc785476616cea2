import { randomUUID } from "node:crypto";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { Agent, get } from "node:http";
import { join } from "node:path";
import { connect } from "@calabash/data-service/database";
import { expect, inject, onTestFinished, test } from "vitest";
import { newShopDataDir, openShopProcess } from "#scripts/test-environment/prepared-shop.ts";
import {
  newDataDir,
  readKeysOf,
  runProgram,
  startShopProcess,
  stopShopProcess,
} from "#scripts/test-environment/shop-process.ts";
import { loadKeys } from "#server/base/keys.ts";

test("two stores that start together on an empty database both open, and it is filled once", async () => {
  const owner = connect(inject("databaseUrl"), { max: 1, applicationName: "start test" });
  const name = `start_${randomUUID().replaceAll("-", "")}`;
  await owner.script(`create database ${name}`);
  const url = new URL(inject("databaseUrl"));
  url.pathname = `/${name}`;
  const folders = [newDataDir(), newDataDir()];
  const SHOP_KEYS = JSON.stringify(await loadKeys({ dataDir: folders[0] ?? "", keysSecret: null }));
  const shops = await Promise.all(
    folders.map(async (dataDir) => startShopProcess({ DATABASE_URL: url.href, DATA_DIR: dataDir, SHOP_KEYS })),
  );
  for (const shop of shops) expect([shop.origin !== null, shop.output()]).toEqual([true, shop.output()]);
  const sql = connect(url.href, { max: 1, applicationName: "start test" });
  expect(await sql`select count(*)::int as count from public.products`).toEqual([{ count: 129 }]);
  await sql.end();
  await Promise.all(shops.map(stopShopProcess));
  await owner.script(`drop database ${name} with (force)`);
  await owner.end();
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
}, 90_000);

test("a stopping server responds on open connections and resets none", async () => {
  const shop = await openShopProcess(onTestFinished);
  const agent = new Agent({ keepAlive: true, maxSockets: 25 });
  const outcomes = new Map<string, number>();
  const count = (outcome: string) => outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
  let isStopping = false;

  const clients = Array.from({ length: 25 }, async () => {
    for (;;) {
      const outcome = await ask(`${shop.origin}/home`, agent);
      count(outcome);
      // After "connection: close" new connections are refused.
      if (outcome !== "200 keep-alive") return outcome;
      if (!isStopping && (outcomes.get("200 keep-alive") ?? 0) > 200) {
        isStopping = true;
        shop.child.kill("SIGTERM");
      }
    }
  });
  const last = await Promise.all(clients);
  expect(await shop.ended).toBe(0);
  expect(new Set(last)).toEqual(new Set(["200 close"]));
  agent.destroy();
}, 180_000);

function ask(url: string, agent: Agent): Promise<string> {
  return new Promise((resolve) => {
    get(url, { agent }, (answer) => {
      answer.resume();
      answer.once("end", () => resolve(`${answer.statusCode} ${answer.headers.connection ?? "keep-alive"}`));
      answer.once("error", (error) => resolve(error.message));
    }).once("error", (error) => resolve(error.message));
  });
}

test("a keys.json without its signing key, or of another database, is reported with a fix", async () => {
  const dataDir = newShopDataDir();
  const file = join(dataDir, "keys.json");
  const start = async () => startShopProcess({ DATA_DIR: dataDir });
  // In a full run, the folder is a copy of a store that was already open.
  if (!existsSync(file)) await stopShopProcess(await start());
  const keys = readKeysOf(dataDir);

  writeFileSync(file, JSON.stringify({ ...keys, signingKey: undefined }));
  const unsigned = await start();
  expect(await unsigned.ended).toBe(1);
  expect(unsigned.output()).toContain(`${file} has no token signing key`);
  expect(unsigned.output()).toContain("→ Restore the file from a backup.");
  expect(unsigned.output()).not.toMatch(/\n {4}at /);

  writeFileSync(file, JSON.stringify({ ...keys, databasePassword: "another password" }));
  const anotherUser = await start();
  expect(await anotherUser.ended).toBe(1);
  expect(anotherUser.output()).toContain("rejects the password in keys.json");
  expect(anotherUser.output()).toContain("npm run db:password");
  expect(anotherUser.output()).not.toMatch(/DATABASE_URL|\n {4}at /);

  const setPassword = () => runProgram("set-database-password", { DATA_DIR: dataDir });
  expect(await setPassword()).toMatchObject({
    exitCode: 0,
    output: expect.stringContaining("now uses the password in keys.json"),
  });
  const again = await start();
  expect(again.origin).not.toBeNull();
  expect((await setPassword()).output).toContain("The store is running.");
  await stopShopProcess(again);
  expect(JSON.parse(readFileSync(file, "utf8"))).toMatchObject({ databasePassword: "another password" });
  rmSync(dataDir, { recursive: true, force: true });
}, 120_000);
