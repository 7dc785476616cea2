import { execFile } from "node:child_process";
import { readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { startEmbeddedPostgres } from "@calabash/data-service/database";
import { expect, onTestFinished, test } from "vitest";
import { newShopDataDir } from "#scripts/test-environment/prepared-shop.ts";
import {
  COMPILED_ONCE,
  newDataDir,
  readKeysOf,
  type ShopProcess,
  startShopProcess,
  stopShopProcess,
} from "#scripts/test-environment/shop-process.ts";
import { DEMO_PASSWORD } from "#supabase/seed/seed-demo-shop.ts";
import { openClient } from "../open-client.ts";
import { startS3Store } from "../s3-store.ts";

/** Proves that an operator who types the commands of the guide gets from one process to three, with every order. */
const run = promisify(execFile);
const ROOT = join(import.meta.dirname, "../..");
const GUIDE = readFileSync(join(ROOT, "docs/how-to/run-the-store.md"), "utf8");

test("the guide's commands lead from npm start to three processes that share orders and sessions", async () => {
  const dataDir = newShopDataDir();
  const server = newDataDir();
  const folder = newDataDir();
  const database = await startEmbeddedPostgres({ dataDir: server, password: "owner", print: () => undefined });
  const s3 = await startS3Store();
  const shops: ShopProcess[] = [];
  const env: Record<string, string> = { PATH: process.env["PATH"] ?? "", DATA_DIR: dataDir, ...COMPILED_ONCE };
  onTestFinished(async () => {
    for (const shop of shops) await stopShopProcess(shop);
    await database.stop();
    s3.close();
    for (const each of [dataDir, server, folder]) rmSync(each, { recursive: true, force: true });
  });
  // Values for the placeholders in the guide's commands.
  const own = new Map<string, () => string>([
    ["DATABASE_URL", () => database.url],
    ["STORAGE_S3_BUCKET", () => s3.settings.name],
    ["STORAGE_S3_ACCESS_KEY_ID", () => s3.settings.accessKeyId],
    ["STORAGE_S3_SECRET_ACCESS_KEY", () => s3.settings.secretAccessKey],
    ["STORAGE_S3_ENDPOINT", () => s3.settings.endpoint ?? ""],
    ["SHOP_KEYS_FILE", () => join(folder, "shop-keys")],
    ["DATA_DIR", () => join(folder, `data-${shops.length}`)],
  ]);
  const backupFile = () => join(dataDir, "backups", readdirSync(join(dataDir, "backups"))[0] ?? "");

  async function type(line: string): Promise<void> {
    const [, assignments] = /^export (.*)$/.exec(line) ?? [];
    if (assignments !== undefined) {
      for (const [, name = "", value = ""] of assignments.matchAll(/(\w+)=(\S+)/g))
        env[name] = own.get(name)?.() ?? value;
      return;
    }
    if (line === "npm start") {
      const shop = await startShopProcess({ ...env, STORAGE_S3_REGION: s3.settings.region });
      expect([line, shop.origin !== null, shop.output()]).toEqual([line, true, shop.output()]);
      shops.push(shop);
      return;
    }
    const [, script = "", rest = ""] =
      /^npm run (?:--silent )?([\w:]+)(?: -- (.*))?$/.exec(line.split(" >")[0] ?? "") ?? [];
    const given = rest
      .split(" ")
      .filter(Boolean)
      .map((word) => (word.endsWith(".tar.gz") ? backupFile() : word));
    const program = `node scripts/${script}.ts ${given.join(" ")} ${line.includes(">") ? `> ${join(folder, "shop-keys")}` : ""}`;
    await run("sh", ["-c", program], { cwd: ROOT, env: { ...env, STORAGE_S3_REGION: s3.settings.region } });
  }

  const stages = [...GUIDE.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, block = ""]) => block.trim().split("\n"));
  expect(stages).toHaveLength(3);
  for (const line of stages[0] ?? []) await type(line);
  const { anonKey } = readKeysOf(dataDir);
  const clientOf = (shop: ShopProcess | undefined) => openClient(shop?.origin ?? "", anonKey);
  const before = clientOf(shops[0]);
  await before.auth.signInWithPassword({ email: "shopper@calabash.example", password: DEMO_PASSWORD });
  const { data: orders } = await before.from("orders").select("id").order("id").throwOnError();
  expect(orders?.length).toBeGreaterThan(0);
  for (const shop of shops.splice(0)) await stopShopProcess(shop);

  for (const line of [...(stages[1] ?? []), ...(stages[2] ?? [])]) await type(line);
  expect(shops).toHaveLength(3);
  const first = clientOf(shops[0]);
  const { data: login } = await first.auth.signInWithPassword({
    email: "shopper@calabash.example",
    password: DEMO_PASSWORD,
  });
  const [product] = (await first.from("condiments").select("img1").limit(1).throwOnError()).data ?? [];
  for (const shop of shops) {
    expect((await fetch(`${shop.origin}/readyz`)).status).toBe(200);
    expect((await fetch(new URL(product?.img1, shop.origin ?? ""))).status).toBe(200);
    const response = await fetch(`${shop.origin}/rest/v1/orders?select=id&order=id`, {
      headers: { apikey: anonKey, authorization: `Bearer ${login.session?.access_token}` },
    });
    expect(await response.json()).toEqual(orders);
  }
}, 300_000);
