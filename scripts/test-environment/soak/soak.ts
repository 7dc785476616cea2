import { rmSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { connect, findFreePort } from "@calabash/data-service/database";
import { createClient } from "@supabase/supabase-js";
import { newShopDataDir } from "../prepared-shop.ts";
import {
  databaseUrlOf,
  postmasterOf,
  readKeysOf,
  type ShopProcess,
  startShopProcess,
  stopShopProcess,
} from "../shop-process.ts";
import { type CounterSale, counterFaults, sellAtCounter } from "./counter-sales.ts";
import { countEverything } from "./ledger-check.ts";
import { patientWith } from "./retries.ts";
import { workThrough } from "./shopkeeper.ts";
import { type Bought, buy, NO_SESSION, purchasePlanOf, signUp } from "./shopper.ts";
import { setEverything } from "./store-setup.ts";

export interface SoakReport {
  purchases: number;
  kills: number;
  /** Inconsistencies found, as sentences. */
  faults: string[];
}

const SHOPPERS = 8;
/** Eight parallel purchases take about this long, so each kill interrupts some. */
const MAX_MS_BETWEEN_KILLS = 1000;
/** The limit is thirty orders per person in ten minutes. */
const PURCHASES_PER_PERSON = 25;
const OWNER = { email: "owner@calabash.example", password: "calabash-demo" };

/**
 * Runs shoppers, the point of sale, and a shopkeeper in parallel while the store, sometimes with its database, is
 * killed again and again. All retry unanswered requests, as a browser does. Afterwards, compares orders, the sandbox's
 * payments, stock, and mailbox.
 * @param options.purchases minimum number; purchases continue until `kills` are done, too
 */
export async function soak(options: {
  purchases: number;
  kills: number;
  print: (line: string) => void;
}): Promise<SoakReport> {
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
  let shop: ShopProcess = await startOpen(env);
  let whenOpen: Promise<unknown> = Promise.resolve();
  const over = new AbortController();
  const ask = patientWith(() => whenOpen, over.signal);
  const keys = readKeysOf(dataDir);
  const server = createClient(origin, keys.serviceRoleKey, NO_SESSION);
  const owner = createClient(origin, keys.anonKey, NO_SESSION);
  const { data: login, error } = await owner.auth.signInWithPassword(OWNER);
  if (error) throw error;
  const token = login.session.access_token;
  const shelf = await setEverything(owner, server, options.purchases + 100_000);

  const bought: Bought[] = [];
  const sales: CounterSale[] = [];
  const firstDay = await readStoreDay(dataDir);
  let turns = 0;
  let killCount = 0;
  let killedAt = new Date();
  let shoppersLeft = SHOPPERS;
  const isDone = () => over.signal.aborted || (bought.length >= options.purchases && killCount >= options.kills);

  async function shopOn(): Promise<void> {
    while (!isDone()) {
      const shopper = await ask(() => signUp(origin, keys.anonKey));
      for (let count = 0; count < PURCHASES_PER_PERSON && !isDone(); count += 1) {
        turns += 1;
        bought.push(await buy({ ask, origin, shelf }, shopper, purchasePlanOf(turns), turns));
        if (bought.length % 100 === 0) options.print(`${bought.length} purchases, ${killCount} kills`);
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
      if (killCount >= options.kills) continue;
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

  try {
    await Promise.all(
      [kill, watchShop, sellOn, ...Array.from({ length: SHOPPERS }, () => shopOn)].map((begin) =>
        begin().catch((error: unknown) => over.abort(error)),
      ),
    );
    over.signal.throwIfAborted();
    await endWaitingOfTheDead(dataDir, killedAt);
    const faults = await countEverything({ server, owner, origin, dataDir, bought, sales, shelf });
    const days = { first_day: firstDay, last_day: await readStoreDay(dataDir) };
    faults.push(...(await counterFaults(server, sales, days)));
    return { purchases: bought.length, kills: killCount, faults };
  } finally {
    await stopShopProcess(shop);
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/**
 * Makes the claims of killed processes due immediately instead of after minutes (`private.retry_wait`). Newer claims,
 * of the running store, stay.
 */
async function endWaitingOfTheDead(dataDir: string, killedAt: Date): Promise<void> {
  const database = connect(databaseUrlOf(dataDir), { max: 1, applicationName: "soak" });
  try {
    await database`
      update outgoing_mails set next_attempt_at = now()
      where status = 'waiting' and attempts > 0
        and next_attempt_at - private.retry_wait(attempts) < ${killedAt}`;
    await database`
      update refunds set next_attempt_at = now()
      where status = 'requested' and attempts > 0
        and next_attempt_at - private.retry_wait(attempts) < ${killedAt}`;
    await database`
      update payments set capture_at = now()
      where captured_at is null and capture_attempts > 0
        and capture_at - private.retry_wait(capture_attempts) < ${killedAt}`;
  } finally {
    await database.end();
  }
}

/** Returns the current day in the store's time zone, YYYY-MM-DD, by the database's clock. */
async function readStoreDay(dataDir: string): Promise<string> {
  const database = connect(databaseUrlOf(dataDir), { max: 1, applicationName: "soak" });
  try {
    const [now] = await database<{ day: string }[]>`
      select to_char(now() at time zone time_zone, 'YYYY-MM-DD') as day from store_settings`;
    if (!now) throw new Error("The store has no settings.");
    return now.day;
  } finally {
    await database.end();
  }
}

async function startOpen(env: Record<string, string>): Promise<ShopProcess> {
  const shop = await startShopProcess(env);
  if (!shop.origin) throw new Error(`The store did not reopen:\n${shop.output()}`);
  return shop;
}
