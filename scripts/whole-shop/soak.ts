import { randomUUID } from "node:crypto";
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import { findFreePort } from "#data-service/database/free-port.ts";
import {
  newDataDir,
  postmasterOf,
  readKeysOf,
  type ShopProcess,
  startShopProcess,
  stopShopProcess,
} from "./shop-process.ts";

export interface SoakReport {
  purchases: number;
  kills: number;
  /** What is not as it must be, in sentences; empty when all is well. */
  faults: string[];
}

const SHOPPERS = 8;
/** One person may place thirty orders in ten minutes. */
const PURCHASES_PER_PERSON = 25;
/** A mail whose sender died is taken up again after minutes. */
const PATIENCE_MS = 15 * 60 * 1000;
const NO_SESSION = { auth: { persistSession: false, autoRefreshToken: false }, db: { retry: false } };

/**
 * Shoppers buy while the shop is killed again and again, sometimes with its database; each repeats what was
 * not answered, as a browser does. Afterwards the shop's books, the sandbox's ledger, the stock and the
 * mailbox are counted.
 * @param options.purchases how many are made at least; it goes on until `kills` are done too
 */
export async function soak(options: {
  purchases: number;
  kills: number;
  say: (line: string) => void;
}): Promise<SoakReport> {
  const dataDir = newDataDir();
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
  const keys = readKeysOf(dataDir);
  const server = createClient(origin, keys.serviceRoleKey, NO_SESSION);

  const stock = options.purchases + 100_000;
  const { data: product } = await server
    .from("condiments")
    .select("id, price, discount_price")
    .limit(1)
    .single()
    .throwOnError();
  await server.from("products").update({ availability: "counted" }).eq("id", product.id).throwOnError();
  await server.from("product_stock").upsert({ product_id: product.id, stock_count: stock }).throwOnError();
  const price: number = product.discount_price ?? product.price;
  // Every second one buys a dress in M, for the same money and its sales tax.
  const { data: size } = await server
    .from("product_sizes")
    .select("id, product_id")
    .eq("label", "M")
    .limit(1)
    .single()
    .throwOnError();
  await server.from("product_sizes").update({ price, discount_price: null }).eq("id", size.id).throwOnError();
  await server.from("size_stock").update({ stock_count: stock }).eq("size_id", size.id).throwOnError();
  await setTaxRate(server);
  const inSize = { product_id: size.product_id, size_id: size.id, quantity: 1 };
  const { data: quote } = await createClient(origin, keys.anonKey, NO_SESSION)
    .rpc("quote_cart", { items: [inSize] })
    .throwOnError();
  const { total: taxedPrice } = quote as { total: number };

  const bought: string[] = [];
  /** What each of them cost, in dollars. */
  const prices = new Map<string, number>();
  let buyers = 0;
  let inSizeCount = 0;
  let killCount = 0;
  const isDone = () => bought.length >= options.purchases && killCount >= options.kills;

  /** Asks until there is an answer: a shop that is gone comes back at the same address. */
  async function ask<Answer>(attempt: () => Promise<Answer | null>): Promise<Answer> {
    for (;;) {
      await whenOpen;
      const answer = await attempt().catch(() => null);
      if (answer !== null) return answer;
      await pause(20);
    }
  }

  async function shopOn(): Promise<void> {
    while (!isDone()) {
      const { client, token } = await ask(() => newCustomer(origin, keys.anonKey));
      for (let count = 0; count < PURCHASES_PER_PERSON && !isDone(); count += 1) {
        bought.push(await buy(client, token));
        if (bought.length % 100 === 0) options.say(`${bought.length} purchases, ${killCount} kills`);
      }
    }
  }

  async function buy(client: SupabaseClient, token: string): Promise<string> {
    buyers += 1;
    const isInSize = buyers % 2 === 0;
    if (isInSize) inSizeCount += 1;
    const given = {
      items: [isInSize ? inSize : { product_id: product.id, quantity: 1 }],
      delivery_type: "pickup",
      delivery_address: "",
      delivery_phone_number: "",
      expected_total: isInSize ? taxedPrice : price,
      request_key: randomUUID(),
    };
    const order = await ask(async () => {
      const { data, error } = await client.rpc("place_order", given);
      if (error?.code === "PT423") {
        // The order before this one was paid, and the shop was killed before it heard of it.
        await fetch(`${origin}/api/withdraw-order`, {
          method: "POST",
          headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
          body: JSON.stringify({ orderId: (JSON.parse(error.details) as { order_id: string }).order_id }),
        });
        return null;
      }
      if (error && error.code !== "" && !error.code.startsWith("08") && !error.code.startsWith("57"))
        throw new FinalError(error.message);
      return data as { id: string } | null;
    });
    const secret = await ask(async () => {
      const answer = await fetch(`${origin}/api/create-payment-intent`, {
        method: "POST",
        headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
        body: JSON.stringify({ orderId: order.id }),
      });
      return answer.ok ? ((await answer.json()) as { clientSecret: string }).clientSecret : null;
    });
    const intent = secret.split("_secret_")[0];
    await ask(async () => {
      const answer = await fetch(`${origin}/sandbox/stripe/v1/payment_intents/${intent}/confirm`, {
        method: "POST",
        headers: { authorization: "Bearer pk_test_sandbox" },
        body: new URLSearchParams({ client_secret: secret, payment_method: "pm_card_visa" }),
      });
      const body = (await answer.json()) as {
        status?: string;
        error?: { payment_intent?: { status: string } };
      };
      const status = body.status ?? body.error?.payment_intent?.status;
      return status === "succeeded" ? status : null;
    });
    prices.set(order.id, given.expected_total);
    return order.id;
  }

  async function kill(): Promise<void> {
    while (!isDone()) {
      await pause(300 + Math.random() * 1500);
      if (killCount >= options.kills) continue;
      // Every fourth time the power goes, not only the program.
      const reopened = Promise.withResolvers<void>();
      whenOpen = reopened.promise;
      if (Math.random() < 0.25) process.kill(postmasterOf(dataDir), "SIGKILL");
      process.kill(-(shop.child.pid ?? 0), "SIGKILL");
      await shop.ended;
      killCount += 1;
      shop = await startOpen(env);
      reopened.resolve();
    }
  }

  try {
    await Promise.all([kill(), ...Array.from({ length: SHOPPERS }, shopOn)]);
    const faults = await countEverything({
      server,
      origin,
      dataDir,
      bought,
      prices,
      stock,
      productId: product.id,
      sizeId: size.id,
      inSizeCount,
    });
    return { purchases: bought.length, kills: killCount, faults };
  } finally {
    await stopShopProcess(shop);
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** A refusal that asking again does not change. */
class FinalError extends Error {}

async function startOpen(env: Record<string, string>): Promise<ShopProcess> {
  const shop = await startShopProcess(env);
  if (!shop.origin) throw new Error(`The shop did not open again:\n${shop.output()}`);
  return shop;
}

async function newCustomer(
  origin: string,
  key: string,
): Promise<{ client: SupabaseClient; token: string } | null> {
  const client = createClient(origin, key, NO_SESSION);
  const { data } = await client.auth.signUp({
    email: `${randomUUID()}@test.example`,
    password: "long enough",
  });
  return data.session && { client, token: data.session.access_token };
}

/** Waits for the worker to finish, then compares every book with every other. */
async function countEverything(given: {
  server: SupabaseClient;
  origin: string;
  dataDir: string;
  bought: readonly string[];
  prices: ReadonlyMap<string, number>;
  stock: number;
  productId: number;
  sizeId: number;
  inSizeCount: number;
}): Promise<string[]> {
  const { server, bought } = given;
  const faults: string[] = [];
  const expectSame = (what: string, found: unknown, expected: unknown) => {
    if (found !== expected) faults.push(`${what}: ${String(found)} instead of ${String(expected)}`);
  };
  const count = async (table: string, column: string, value: string) =>
    (await server.from(table).select("*", { count: "exact", head: true }).eq(column, value).throwOnError())
      .count;

  const until = Date.now() + PATIENCE_MS;
  while ((await count("outgoing_mails", "status", "waiting")) || (await unpaid(server, bought)) > 0) {
    if (Date.now() > until) break;
    await pause(250);
  }
  expectSame("different orders", new Set(bought).size, bought.length);
  expectSame("unpaid orders", await unpaid(server, bought), 0);

  const ledger = await readLedger(given.origin);
  const ofOrder = new Map<string, number>();
  for (const { metadata, amount_received } of ledger) {
    ofOrder.set(metadata.order_id, (ofOrder.get(metadata.order_id) ?? 0) + amount_received);
  }
  for (const id of bought) {
    if (ofOrder.get(id) !== Math.round((given.prices.get(id) ?? 0) * 100)) {
      faults.push(`order ${id}: the sandbox took ${ofOrder.get(id) ?? 0} cents`);
    }
  }
  expectSame(
    "payments in the books",
    await count("payments", "purpose", "order"),
    given.bought.length + (await demoPayments(server, given)),
  );
  const { data: left } = await server
    .from("product_stock")
    .select("stock_count")
    .eq("product_id", given.productId)
    .single()
    .throwOnError();
  expectSame("stock", left.stock_count, given.stock - bought.length + given.inSizeCount);
  const { data: leftInSize } = await server
    .from("size_stock")
    .select("stock_count")
    .eq("size_id", given.sizeId)
    .single()
    .throwOnError();
  expectSame("stock of the size", leftInSize.stock_count, given.stock - given.inSizeCount);

  const { count: taxedCount } = await server
    .from("orders")
    .select("*", { count: "exact", head: true })
    .gt("tax_amount", 0)
    .eq("status", "paid")
    .throwOnError();
  expectSame("orders with sales tax", taxedCount, given.inSizeCount);

  expectSame("mails that did not leave", await count("outgoing_mails", "status", "dead"), 0);
  const arrived = readFileSync(join(given.dataDir, "mailbox.jsonl"), "utf8")
    .split("\n")
    .filter(Boolean)
    .map((line) => (JSON.parse(line) as { messageId?: string }).messageId)
    .filter((id) => id !== undefined);
  expectSame("mails that arrived twice", arrived.length - new Set(arrived).size, 0);
  expectSame("mails that arrived", arrived.length, await count("outgoing_mails", "status", "sent"));
  expectSame("mails to customers", await count("outgoing_mails", "kind", "order_paid"), bought.length);
  expectSame("mails to the shop", await count("outgoing_mails", "kind", "shop_order_paid"), bought.length);
  return faults;
}

async function unpaid(server: SupabaseClient, bought: readonly string[]): Promise<number> {
  let found = 0;
  for (let start = 0; start < bought.length; start += 100) {
    const { data } = await server
      .from("orders")
      .select("id")
      .in("id", bought.slice(start, start + 100))
      .eq("status", "paid")
      .throwOnError();
    found += data.length;
  }
  return bought.length - found;
}

/** Clothes are taxed, food is not. */
async function setTaxRate(server: SupabaseClient): Promise<void> {
  const { data: taxable } = await server
    .from("tax_classes")
    .select("id")
    .eq("title", "Taxable")
    .single()
    .throwOnError();
  await server
    .from("tax_rates")
    .insert({ class_id: taxable.id, valid_from: "2020-01-01", percent: 8.25 })
    .throwOnError();
}

/** Those of orders that the soak did not make. */
async function demoPayments(
  server: SupabaseClient,
  { bought }: { bought: readonly string[] },
): Promise<number> {
  const { data } = await server.from("payments").select("order_id").eq("purpose", "order").throwOnError();
  const ours = new Set(bought);
  return data.filter(({ order_id }) => !ours.has(order_id)).length;
}

interface Intent {
  id: string;
  amount_received: number;
  metadata: { order_id: string };
}

async function readLedger(origin: string): Promise<Intent[]> {
  const intents: Intent[] = [];
  for (;;) {
    const after = intents.at(-1)?.id;
    const answer = await fetch(
      `${origin}/sandbox/stripe/v1/payment_intents?limit=100${after ? `&starting_after=${after}` : ""}`,
      { headers: { authorization: "Bearer sk_test_soak" } },
    );
    const page = (await answer.json()) as { data: Intent[]; has_more: boolean };
    intents.push(...page.data);
    if (!page.has_more) return intents;
  }
}
