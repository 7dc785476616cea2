import { rmSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { connect, findFreePort, type Sql } from "@calabash/data-service/database";
import { expect, onTestFinished, test } from "vitest";
import { newShopDataDir } from "#scripts/test-environment/prepared-shop.ts";
import {
  databaseUrlOf,
  postmasterOf,
  readKeysOf,
  type ShopProcess,
  startShopProcess,
  stopShopProcess,
} from "#scripts/test-environment/shop-process.ts";
import { reportFigures } from "../figures.ts";
import { type CounterSale, sellAtCounter } from "./counter-sales.ts";
import { expectEverything } from "./expect-everything.ts";
import { patientWith } from "./retries.ts";
import { workThrough } from "./shopkeeper.ts";
import { type Bought, buy, openImpatientClient, purchasePlanOf, signUp } from "./shopper.ts";
import { setEverything } from "./store-setup.ts";

/** Minimum number; purchases continue until all kills are done. */
const PURCHASES = 60;
const KILLS = 20;
const SHOPPERS = 8;
/** Eight parallel purchases take about this long, so each kill interrupts some. */
const MAX_MS_BETWEEN_KILLS = 1000;
/** The limit is thirty orders per person in ten minutes. */
const PURCHASES_PER_PERSON = 25;
const OWNER = { email: "owner@calabash.example", password: "calabash-demo" };
const LONG = 1_000_000;

/**
 * Shoppers, the point of sale, and a shopkeeper work in parallel while the store, sometimes with its database, is
 * killed again and again. All retry unanswered requests, as a browser does.
 */
test("after twenty kills no purchase, refund, fee, or email is lost or duplicated", {
  timeout: LONG,
}, async (context) => {
  const startedAt = Math.floor(Date.now() / 1000);
  const dataDir = newShopDataDir();
  const port = String(await findFreePort());
  const env = {
    DATA_DIR: dataDir,
    PORT: port,
    LIMIT_SIGN_UPS: "1000000",
    LIMIT_PAYMENT_INTENTS: "1000000",
    MAILBOX_MESSAGES: "1000000",
  };
  const origin = `http://127.0.0.1:${port}`;
  let shop = await startOpen(env);
  onTestFinished(async () => {
    await stopShopProcess(shop);
    rmSync(dataDir, { recursive: true, force: true });
  });
  let whenOpen: Promise<unknown> = Promise.resolve();
  const over = new AbortController();
  const ask = patientWith(() => whenOpen, over.signal);
  const { anonKey } = readKeysOf(dataDir);
  const owner = openImpatientClient(origin, anonKey);
  const { data: login, error } = await owner.auth.signInWithPassword(OWNER);
  if (error) throw error;
  const token = login.session.access_token;
  const shelf = await inDatabase(dataDir, setEverything);

  const bought: Bought[] = [];
  const sales: CounterSale[] = [];
  let turns = 0;
  let killCount = 0;
  let killedAt = new Date();
  let shoppersLeft = SHOPPERS;
  const isDone = () => over.signal.aborted || (bought.length >= PURCHASES && killCount >= KILLS);

  async function shopOn(): Promise<void> {
    while (!isDone()) {
      const shopper = await ask(() => signUp(origin, anonKey));
      for (let count = 0; count < PURCHASES_PER_PERSON && !isDone(); count += 1) {
        turns += 1;
        bought.push(await buy({ ask, origin, shelf }, shopper, purchasePlanOf(turns), turns));
      }
    }
    shoppersLeft -= 1;
  }

  /** An order whose payment has not arrived yet goes to the end of the list. */
  async function watchShop(): Promise<void> {
    const waiting: Bought[] = [];
    for (let checkedCount = 0; shoppersLeft > 0 || checkedCount < bought.length || waiting.length > 0; ) {
      over.signal.throwIfAborted();
      waiting.push(...bought.slice(checkedCount));
      checkedCount = bought.length;
      const order = waiting.shift();
      if (order && (await workThrough({ ask, origin, owner }, order))) continue;
      if (order) waiting.push(order);
      await pause(50);
    }
  }

  /** Makes point-of-sale orders until the shoppers stop. */
  async function sellOn(): Promise<void> {
    while (!isDone()) {
      const till = { ask, origin, owner, token, shelf };
      sales.push(await sellAtCounter(till, sales.length % 3 === 1));
    }
  }

  async function kill(): Promise<void> {
    while (!isDone()) {
      await pause(MAX_MS_BETWEEN_KILLS * (0.1 + 0.9 * Math.random()));
      if (killCount >= KILLS) continue;
      // One kill in four also kills the database, as in a power loss.
      const reopened = Promise.withResolvers<void>();
      whenOpen = reopened.promise;
      if (killCount % 4 === 0) process.kill(postmasterOf(dataDir), "SIGKILL");
      process.kill(-(shop.child.pid ?? 0), "SIGKILL");
      await shop.ended;
      killCount += 1;
      killedAt = new Date();
      shop = await startOpen(env);
      reopened.resolve();
    }
  }

  await Promise.all(
    [kill, watchShop, sellOn, ...Array.from({ length: SHOPPERS }, () => shopOn)].map((begin) =>
      begin().catch((error: unknown) => over.abort(error)),
    ),
  );
  over.signal.throwIfAborted();
  await inDatabase(dataDir, async (sql) => {
    await endWaitingOfTheDead(sql, killedAt);
    await expectEverything({ sql, origin, dataDir, startedAt, bought, sales, shelf });
  });
  expect(killCount).toBe(KILLS);
  reportFigures(context, `${bought.length} purchases, ${sales.length} point-of-sale orders, ${killCount} kills`);
});

/**
 * Makes the claims of killed processes due immediately instead of after minutes (`private.retry_wait`). Newer claims,
 * of the running store, stay.
 */
async function endWaitingOfTheDead(sql: Sql, killedAt: Date): Promise<void> {
  await sql`
    update outgoing_mails set next_attempt_at = now()
    where status = 'waiting' and attempts > 0
      and next_attempt_at - private.retry_wait(attempts) < ${killedAt}`;
  await sql`
    update refunds set next_attempt_at = now()
    where status = 'requested' and attempts > 0
      and next_attempt_at - private.retry_wait(attempts) < ${killedAt}`;
  await sql`
    update payments set capture_at = now()
    where captured_at is null and capture_attempts > 0
      and capture_at - private.retry_wait(capture_attempts) < ${killedAt}`;
}

async function inDatabase<Result>(dataDir: string, work: (sql: Sql) => Promise<Result>): Promise<Result> {
  const sql = connect(databaseUrlOf(dataDir), { max: 1, applicationName: "soak" });
  try {
    return await work(sql);
  } finally {
    await sql.end();
  }
}

async function startOpen(env: Record<string, string>): Promise<ShopProcess> {
  const shop = await startShopProcess(env);
  if (!shop.origin) throw new Error(`The store did not reopen:\n${shop.output()}`);
  return shop;
}
