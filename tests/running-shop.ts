import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import type { Hono } from "hono";
import { inject } from "vitest";
import type { AuthMail, SendAuthMail } from "#data-service/auth/mail.ts";
import { createDataService } from "#data-service/data-service.ts";
import { type Database, openDatabase } from "#data-service/database/open-database.ts";
import { createProjectKeys, type ProjectKeys } from "#data-service/project-keys.ts";
import { createServer } from "#server/app.ts";
import { createPaymentIntentLimiter } from "#server/endpoints/create-payment-intent.ts";
import { createPaymentProvider } from "#server/payments/payment-provider.ts";
import { createStripeSandbox, type StripeSandbox } from "#server/payments/sandbox/stripe-sandbox.ts";
import { migrateShop } from "#server/prepare-database.ts";
import { createShopData, type ShopData } from "#server/shop-data.ts";

/** A person with an account of their own, and a client that speaks for them. */
export interface Person {
  id: string;
  email: string;
  accessToken: string;
  client: SupabaseClient;
}

export interface TestShop {
  /** The whole shop without pages: `app.request("/api/…")`. */
  app: Hono;
  database: Database;
  dataService: Hono;
  data: ShopData;
  keys: ProjectKeys;
  webhookSecret: string;
  sandbox: StripeSandbox;
  /** What the auth service wanted sent, in that order. */
  mails: AuthMail[];
  /** A client with the public key and no session. */
  guest: SupabaseClient;
  signUp(name: string): Promise<Person>;
  /** Signs up and is made an admin by the service role. */
  signUpAdmin(name: string): Promise<Person>;
  /** A fresh client with its own session, as a browser has. */
  newClient(key?: string): SupabaseClient;
  close(): Promise<void>;
}

export const ORIGIN = "http://shop.test";
const PASSWORD = "long enough";

/**
 * A shop of its own for one test file: a copy of the migrated database on the PostgreSQL server that the
 * test run brought up, the real data service, the real sandbox. Nothing is mocked.
 */
export async function startTestShop(
  options: {
    paymentIntentLimit?: number;
    maxSignInFailures?: number;
    refreshTokenReuseSeconds?: number;
    maxMailsPerAddress?: number;
    sendMail?: SendAuthMail | null;
  } = {},
): Promise<TestShop> {
  const folder = mkdtempSync(join(tmpdir(), "calabash-shop-"));
  const database = await openTestDatabase();
  await migrateShop(database);
  const keys = await createProjectKeys();
  const mails: AuthMail[] = [];
  const dataService = await createDataService({
    database,
    signingKey: keys.signingKey,
    filesFolder: join(folder, "storage"),
    origin: ORIGIN,
    redirectOrigins: [],
    mailLimits: {
      intervalSeconds: 60,
      maxPerAddress: options.maxMailsPerAddress ?? 1000,
      perAddressSeconds: 3600,
    },
    sendMail: options.sendMail === undefined ? async (mail) => void mails.push(mail) : options.sendMail,
    signInLimits: { maxFailures: options.maxSignInFailures ?? 10, maxFailuresWide: 100, seconds: 900 },
    refreshTokenReuseSeconds: options.refreshTokenReuseSeconds ?? 0,
    addressOf: () => "192.0.2.1",
    logError: (error) => console.error(error),
  });
  const inProcess: typeof fetch = async (input, init) => dataService.fetch(new Request(input, init));
  const data = createShopData({ url: ORIGIN, ...keys, fetch: inProcess });
  const webhookSecret = `whsec_${randomUUID()}`;
  const sandbox = await createStripeSandbox({
    journalFile: join(folder, "stripe.jsonl"),
    webhookSecret,
    webhookUrl: `${ORIGIN}/api/webhook`,
    post: async (request) => app.fetch(request),
    shopMode: "demo",
  });
  const app = createServer({
    data,
    payments: createPaymentProvider({
      secretKey: "sk_test_sandbox",
      webhookSecret,
      sandboxFetch: (request) => sandbox.app.fetch(request),
    }),
    paymentIntentLimiter: createPaymentIntentLimiter(options.paymentIntentLimit ?? 30),
    dataService,
    sandbox: sandbox.app,
    mailboxPages: null,
    pages: async () => new Response("no pages here", { status: 404 }),
    clientFolder: null,
    isHttps: false,
    logError: (error) => console.error(error),
  }) as unknown as Hono;

  const newClient = (key = keys.anonKey) =>
    createClient(ORIGIN, key, {
      auth: { persistSession: false, autoRefreshToken: false },
      global: { fetch: inProcess },
    });
  const signUp = async (name: string): Promise<Person> => {
    const client = newClient();
    const email = `${name.toLowerCase().replaceAll(" ", ".")}.${randomUUID().slice(0, 8)}@test.example`;
    const { data: answer, error } = await client.auth.signUp({
      email,
      password: PASSWORD,
      options: { data: { fullName: name, avatar: "" } },
    });
    if (error || !answer.session || !answer.user) throw error ?? new Error("no session");
    return { id: answer.user.id, email, accessToken: answer.session.access_token, client };
  };

  return {
    app,
    database,
    dataService,
    data,
    keys,
    webhookSecret,
    sandbox,
    mails,
    guest: newClient(),
    newClient,
    signUp,
    signUpAdmin: async (name) => {
      const person = await signUp(name);
      await data.service.from("profiles").update({ role: "admin" }).eq("id", person.id).throwOnError();
      return person;
    },
    close: async () => {
      await sandbox.stop();
      await database.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** An empty database of its own on the test run's server. */
export async function openTestDatabase(): Promise<Database> {
  const serverUrl = inject("databaseUrl");
  const name = `test_${randomUUID().replaceAll("-", "")}`;
  const owner = await openDatabase({ ...TEST_DATABASE, databaseUrl: serverUrl });
  await owner.admin.unsafe(`create database ${name}`);
  await owner.close();
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return openDatabase({ ...TEST_DATABASE, databaseUrl: url.href });
}

const TEST_DATABASE = { dataDir: "", password: "", owner: "test", say: () => undefined };

/** Adds a product for sale, priced in dollars, as the shop's own server. */
export async function aProduct(
  shop: TestShop,
  product: { table?: string; name?: string; price?: number; discount_price?: number | null } = {},
): Promise<{ id: number; name: string; price: number; discount_price: number | null }> {
  const { table = "condiments", ...row } = product;
  const { data } = await shop.data.service
    .from(table)
    .insert({ name: "Red Palm Oil", price: 14.99, discount_price: null, size: "33.8 fl oz", ...row })
    .select("id, name, price, discount_price")
    .single()
    .throwOnError();
  return data;
}

/** Places an order of one product through the shop's own command. */
export async function anOrder(
  person: Person,
  product: { id: number; price: number; discount_price: number | null },
  quantity = 1,
): Promise<{ id: string; total: number; status: string }> {
  const { data } = await person.client
    .rpc("place_order", {
      items: [{ product_id: product.id, quantity }],
      delivery_type: "pickup",
      delivery_address: "",
      delivery_phone_number: "",
      expected_total: Number(((product.discount_price ?? product.price) * quantity).toFixed(2)),
      request_key: randomUUID(),
    })
    .throwOnError();
  return data as { id: string; total: number; status: string };
}
