import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { findFreePort } from "@calabash/data-service/database";
import { expect, onTestFinished, test } from "vitest";
import { newDataDir, runProgram, startShopProcess, stopShopProcess } from "#scripts/test-environment/shop-process.ts";
import { aLiveShop, ENDPOINT, startFakeStripe } from "../fake-stripe.ts";

const runGoLive = (variables: Record<string, string>, ...options: string[]) =>
  runProgram("go-live", variables, ...options);

test("an empty store follows docs/how-to/set-up-your-own-store.md to live mode, and stays there", async () => {
  const dataDir = newDataDir();
  const stripe = await startFakeStripe([ENDPOINT]);
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  const env = { DATA_DIR: dataDir, PORT: String(await findFreePort()) };
  const live = { ...env, ...aLiveShop(stripe.url) };
  expect(await runGoLive(live)).toMatchObject({ exitCode: 1, output: expect.stringContaining("There is no store in") });
  const empty = await startShopProcess({ ...env, SHOP_MODE: "empty" });
  expect(await runGoLive(live)).toMatchObject({
    exitCode: 1,
    output: expect.stringContaining("The store is running."),
  });
  await stopShopProcess(empty);
  expect(existsSync(join(dataDir, "mailbox.jsonl"))).toBe(true);

  const tooEarly = await runGoLive(env);
  expect([tooEarly.exitCode, tooEarly.output]).toEqual([1, expect.stringContaining("STRIPE_SECRET_KEY is missing")]);
  const check = await runGoLive(live, "--check");
  expect([check.exitCode, check.output]).toEqual([0, expect.stringContaining("Would leave behind:")]);
  expect(existsSync(join(dataDir, "backups"))).toBe(false);

  const done = await runGoLive(live);
  expect([done.exitCode, done.output]).toEqual([0, expect.stringContaining("Left behind:")]);
  expect(existsSync(/The store as it was is in (\S+)\.\n/.exec(done.output)?.[1] ?? "")).toBe(true);
  expect(existsSync(join(dataDir, "mailbox.jsonl"))).toBe(false);

  const again = await startShopProcess({ ...env, SHOP_MODE: "empty" });
  expect([await again.ended, again.output()]).toEqual([1, expect.stringContaining("belongs to a live store")]);
  const open = await startShopProcess({ ...live, SHOP_MODE: "live" });
  expect([open.origin !== null, open.output()]).toEqual([true, open.output()]);
  await stopShopProcess(open);
});
