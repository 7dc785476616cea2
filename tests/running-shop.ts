import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createDataService } from "@calabash/data-service";
import {
  type AuthMail,
  type AuthSettings,
  type AuthText,
  type CaptchaSettings,
  defaultAuthSettings,
  type GoogleSettings,
  type PasswordCost,
  type SamlProvider,
  type SendAuthMail,
  type SendAuthText,
} from "@calabash/data-service/auth";
import type { Database } from "@calabash/data-service/database";
import { OWN_WORK, requestInProcess } from "@calabash/data-service/http";
import { createProjectKeys, type ProjectKeys } from "@calabash/data-service/keys";
import {
  type AdmitCall,
  defaultRestLimits,
  type RestLimits,
  readSchema,
  type SchemaCache,
} from "@calabash/data-service/rest";
import { createObjectFiles, defaultPictureSettings, type PictureSettings } from "@calabash/data-service/storage";
import { withCookies } from "@calabash/data-service/testing/browser-cookies";
import { createStripeSandbox, type StripeSandbox } from "@calabash/stripe-sandbox";
import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import type { Context, Hono } from "hono";
import { inject } from "vitest";
import type { CategoryView } from "#app/features/catalogue/categories.ts";
import { createServer } from "#server/app.ts";
import type { ShopBackups } from "#server/backups/shop-backups.ts";
import { createDeskHub, type DeskChanges } from "#server/endpoints/desk-hub.ts";
import { createMetrics } from "#server/endpoints/metrics.ts";
import { isLocalVisit, isRemoteRequest } from "#server/http/client-address.ts";
import { createDrain } from "#server/http/drain.ts";
import { createRequestLog } from "#server/http/request-log.ts";
import { createSecurityHeaders } from "#server/http/security-headers.ts";
import type { ReadInboundText } from "#server/messages/inbound-texts.ts";
import { type Mailbox, openMailbox } from "#server/messages/mailbox.ts";
import type { Mailer } from "#server/messages/mailer.ts";
import type { OrderTextSenders } from "#server/messages/order-text-senders.ts";
import type { PushSender } from "#server/messages/push-sender.ts";
import type { TextSender } from "#server/messages/twilio.ts";
import type { PaymentMode } from "#server/payments/open-payments.ts";
import { createPaymentProvider, type PaymentProvider } from "#server/payments/payment-provider.ts";
import { createEvents } from "#server/settings/events.ts";
import type { Finding } from "#server/settings/finding.ts";
import { createLog } from "#server/settings/log.ts";
import { createShopData, isStaff, type ShopData } from "#server/settings/shop-data.ts";
import { createOrderLinks, type OrderLinks } from "#server/worker/order-links.ts";
import { createOrderWorker, type OrderWorker } from "#server/worker/order-worker.ts";
import { openCopy } from "./test-database.ts";

/** A person with an account of their own, and a client that speaks for them. */
export interface Person {
  id: string;
  email: string;
  accessToken: string;
  client: SupabaseClient;
  /** Goes to an address in the browser that the client is: with its cookies. */
  visit: typeof fetch;
}

export interface TestShop {
  /** The whole shop without pages: `app.request("/api/…")`. */
  app: Hono;
  database: Database;
  /** Folder of stored objects. */
  filesFolder: string;
  dataService: Hono;
  data: ShopData;
  keys: ProjectKeys;
  webhookSecret: string;
  sandbox: StripeSandbox;
  payments: PaymentProvider;
  /** Order links of its emails. */
  orderLinks: OrderLinks;
  /** Works when it is told to: `runOnce()`. */
  worker: OrderWorker;
  /** Mailbox of order emails, unless the test passes its own mailer. */
  mailbox: Mailbox;
  /** Messages of the auth service, in order. */
  mails: AuthMail[];
  /** The text messages that it wanted sent. */
  texts: AuthText[];
  /** A client with the public key and no session. */
  guest: SupabaseClient;
  signUp(name: string): Promise<Person>;
  /** Signs up and is made an admin by the service role. */
  signUpAdmin(name: string): Promise<Person>;
  /** Signs up and is given a role; a packer may give back so many dollars of an order, 20 unless it is said. */
  signUpStaff(name: string, role: "manager" | "packer" | "driver", refundLimit?: number): Promise<Person>;
  /** A fresh client with its own session, as a browser has. */
  newClient(key?: string): SupabaseClient;
  close(): Promise<void>;
}

export const ORIGIN = "http://shop.test";
/** Password of every account created here. */
export const PASSWORD = "long enough";

/** Hundreds of people sign up here, whose passwords nobody guesses; `auth-service.test.ts` has the real cost. */
const CHEAP: PasswordCost = { memoryCost: 8, timeCost: 1 };

/** The same in every copy, so the first of a worker's reads it for all. */
let schema: Promise<SchemaCache> | undefined;

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
    maxTextsPerAddress?: number;
    maxSignUpsPerAddress?: number;
    maxProviderFlowsPerAddress?: number;
    sendMail?: SendAuthMail | null;
    sendText?: SendAuthText | null;
    /** Sends the shop's own text messages. */
    texts?: TextSender;
    /** Send texts about orders; otherwise nobody gets them. */
    orderTexts?: OrderTextSenders;
    readInboundText?: ReadInboundText;
    /** Takes the mails about orders instead of the mailbox. */
    mailer?: Mailer;
    /** Takes the push notifications; otherwise nobody gets them. */
    pushes?: PushSender;
    /** Errors of single things that the worker went past; otherwise printed. */
    onWorkError?: (error: unknown) => void;
    /** The clock that the worker sees. */
    now?: () => Date;
    /** Whether events of the sandbox reach the shop's webhook at all. */
    hasWebhook?: boolean;
    /** Whether other machines see the mailbox and the sandbox's pages. */
    areToolsOpen?: boolean;
    /** Findings of the store's own check. */
    checkShop?: () => Promise<Finding[]>;
    paymentMode?: PaymentMode;
    /** Findings of the payment check in live mode. */
    checkPayments?: () => Promise<Finding[]>;
    backups?: ShopBackups;
    authSettings?: Partial<AuthSettings>;
    restLimits?: Partial<RestLimits>;
    pictures?: Partial<PictureSettings>;
    /** Called back when an answer has left; otherwise answers never wait. */
    admitCall?: AdmitCall;
    onAnswered?: (context: Context, callback: () => void) => void;
    /** Client address of requests to the data service; by default one address. */
    addressOf?: () => string;
    /** Instead of ORIGIN. */
    origin?: string;
    captcha?: CaptchaSettings;
    google?: GoogleSettings;
    samlProviders?: SamlProvider[];
    /** Also takes tokens that this secret signed. */
    /** Instead of the console, where a test wants things to go wrong. */
    logError?: (error: unknown) => void;
    /** Takes the lines of the log; otherwise nobody reads them. */
    onLogLine?: (line: string) => void;
    /** Replaces fresh ones. */
    keys?: ProjectKeys;
    /** See `openCopy`. */
    usesGenericPlans?: boolean;
  } = {},
): Promise<TestShop> {
  const folder = mkdtempSync(join(tmpdir(), "calabash-shop-"));
  const database = await openShopDatabase({ usesGenericPlans: options.usesGenericPlans ?? false });
  const keys = options.keys ?? (await createProjectKeys());
  const mails: AuthMail[] = [];
  const texts: AuthText[] = [];
  const saveText: SendAuthText = async (text) => {
    texts.push(text);
    return null;
  };
  const filesFolder = join(folder, "storage");
  const events = createEvents();
  schema ??= readSchema(database.admin);
  const dataService = await createDataService({
    database,
    schema: await schema,
    signingKey: keys.signingKey,
    retiredKeys: keys.retiredKeys ?? [],
    files: createObjectFiles(filesFolder),
    sizesFolder: join(filesFolder, "sizes"),
    origin: options.origin ?? ORIGIN,
    redirectOrigins: [],
    authSettings: { ...defaultAuthSettings, passwordCost: CHEAP, ...options.authSettings },
    authLimits: {
      signIn: { maxFailures: options.maxSignInFailures ?? 10, maxFailuresWide: 100, seconds: 900 },
      signUp: { maxPerAddress: options.maxSignUpsPerAddress ?? 1000, seconds: 3600 },
      providerFlow: { maxPerAddress: options.maxProviderFlowsPerAddress ?? 1000, seconds: 3600 },
      passwordChange: { maxPerUser: 10, seconds: 3600 },
      mail: {
        intervalSeconds: 60,
        maxPerAddress: options.maxMailsPerAddress ?? 1000,
        perAddressSeconds: 3600,
      },
      text: {
        intervalSeconds: 60,
        maxPerAddress: options.maxTextsPerAddress ?? 1000,
        perAddressSeconds: 3600,
      },
    },
    sendMail: options.sendMail === undefined ? async (mail) => void mails.push(mail) : options.sendMail,
    sendText: options.sendText === undefined ? saveText : options.sendText,
    captcha: options.captcha ?? null,
    google: options.google ?? null,
    samlProviders: options.samlProviders ?? [],
    refreshTokenReuseSeconds: options.refreshTokenReuseSeconds ?? 0,
    pictures: { ...defaultPictureSettings, ...options.pictures },
    restLimits: { ...defaultRestLimits, ...options.restLimits },
    addressOf: options.addressOf ?? (() => "192.0.2.1"),
    admitCall: options.admitCall,
    onAnswered: options.onAnswered ?? ((_, callback) => callback()),
    observe: events.observe,
    logError: options.logError ?? ((error) => console.error(error)),
    onMissingFiles: () => undefined,
  });
  const inProcess: typeof fetch = async (input, init) => dataService.fetch(requestInProcess(input, init), OWN_WORK);
  const data = createShopData({ url: ORIGIN, ...keys, fetch: inProcess });
  events.subscribe(
    createRequestLog({
      log: createLog({
        format: "json",
        target: { write: (line) => options.onLogLine?.(line), close: () => {} },
      }),
      requests: "all",
      isStaff: (userId) => isStaff(data, userId),
    }),
  );
  const webhookSecret = `whsec_${randomUUID()}`;
  const sandbox = await createStripeSandbox({
    appendOnlyLogFile: join(folder, "stripe.jsonl"),
    webhookSecret,
    webhookUrl: `${ORIGIN}/api/webhook`,
    isTrusted: (c) => options.areToolsOpen === true || !isRemoteRequest(c),
    post: async (request) => (options.hasWebhook === false ? new Response(null, { status: 200 }) : app.fetch(request)),
    shopMode: "demo",
  });
  const payments = createPaymentProvider({
    secretKey: "sk_test_sandbox",
    webhookSecret,
    sandboxFetch: (request) => sandbox.app.fetch(request),
  });
  const mailbox = await openMailbox(join(folder, "mailbox.jsonl"));
  const orderLinks = createOrderLinks(keys.serviceRoleKey);
  const worker = createOrderWorker({
    data,
    payments,
    orderLinks,
    mailer: options.mailer ?? mailbox,
    texts: options.texts ?? null,
    orderTexts: options.orderTexts ?? {},
    pushes: options.pushes ?? { send: async () => "sent" },
    publicOrigin: ORIGIN,
    logError: options.onWorkError ?? ((error) => console.error(error)),
    ...(options.now ? { now: options.now } : {}),
  });
  const deskHub = createDeskHub({
    listen: database.listen,
    readChanges: async (order_ids) =>
      (await data.service.rpc("desk_changes", { order_ids }).throwOnError()).data as unknown as DeskChanges,
    sendTest: (channel, payload) => database.requests.shop`select pg_notify(${channel}, ${payload})`,
    onLiveChange: (isLive) => events.observe({ type: "board-updates", isLive }),
    logError: (error) => console.error(error),
  });
  const metrics = createMetrics({
    isLocal: isLocalVisit,
    token: null,
    workDone: worker.totals,
    store: {
      readFigures: async () => (await data.service.rpc("read_store_metrics").throwOnError()).data,
      poolLoads: () => ({}),
      renderLoad: () => ({ running: 0, waiting: 0 }),
      lineLength: () => 0,
    },
  });
  events.subscribe(metrics.subscriber);
  const app = createServer({
    drain: createDrain(0),
    data,
    dataService,
    payments: { provider: payments, mode: options.paymentMode ?? "sandbox", sandbox },
    messages: {
      mailer: options.mailer ?? mailbox,
      texts: options.texts ?? null,
      readInboundText: options.readInboundText ?? null,
      mailbox,
    },
    worker,
    orderLinks,
    backups: options.backups ?? null,
    deskHub,
    pages: {
      handle: async () => new Response("no pages here", { status: 404 }),
      clientFolder: null,
      findSharedAsset: async () => null,
    },
    checks: {
      shop: options.checkShop ?? (async () => []),
      payments: options.checkPayments ?? (async () => []),
    },
    requests: {
      observe: events.observe,
      traces: null,
      metrics,
      securityHeaders: createSecurityHeaders({ isHttps: false }),
      addressOf: () => null,
    },
    settings: {
      publicOrigin: ORIGIN,
      hasOpenTools: options.areToolsOpen ?? false,
      paymentIntentLimit: { maxCount: options.paymentIntentLimit ?? 30, seconds: 600 },
    },
    logError: (error) => console.error(error),
  }) as unknown as Hono;

  // Like a browser: not the server's own requests.
  const newBrowser = () => withCookies((request) => dataService.fetch(request));
  const newClient = (key = keys.anonKey, visit = newBrowser()) =>
    createClient(ORIGIN, key, {
      auth: { persistSession: false, autoRefreshToken: false },
      global: { fetch: visit },
    });
  let signedUpBefore: Promise<unknown> = Promise.resolve();
  // One after the other, as each of several at once would open a connection of its own.
  const signUp = (name: string): Promise<Person> => {
    const signedUp = signedUpBefore.then(() => signUpNow(name));
    signedUpBefore = signedUp.catch(() => undefined);
    return signedUp;
  };
  const signUpNow = async (name: string): Promise<Person> => {
    const visit = newBrowser();
    const client = newClient(keys.anonKey, visit);
    const email = `${name.toLowerCase().replaceAll(" ", ".")}.${randomUUID().slice(0, 8)}@test.example`;
    const { data: answer, error } = await client.auth.signUp({
      email,
      password: PASSWORD,
      options: { data: { fullName: name, avatar: "" } },
    });
    if (error || !answer.session || !answer.user) throw error ?? new Error("no session");
    return { id: answer.user.id, email, accessToken: answer.session.access_token, client, visit };
  };

  return {
    app,
    database,
    filesFolder,
    dataService,
    data,
    keys,
    webhookSecret,
    sandbox,
    payments,
    orderLinks,
    worker,
    mailbox,
    mails,
    texts,
    guest: newClient(),
    newClient,
    signUp,
    signUpAdmin: async (name) => {
      const person = await signUp(name);
      await data.service.from("profiles").update({ role: "admin" }).eq("id", person.id).throwOnError();
      return person;
    },
    signUpStaff: async (name, role, refundLimit = 20) => {
      const person = await signUp(name);
      const limit = role === "packer" ? refundLimit : null;
      await database.admin`
        insert into public.staff (user_id, role, refund_limit) values (${person.id}, ${role}, ${limit})`;
      return person;
    },
    close: async () => {
      await worker.stop();
      await deskHub.close();
      await sandbox.stop();
      await mailbox.close();
      await database.close();
      // A request in progress may still write a file while the folder is removed.
      rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
    },
  };
}

/** A database of its own on the test run's server, with nothing in it but the data service's schemas. */
export function openTestDatabase(): Promise<Database> {
  return openCopy(inject("databaseUrl"), "none");
}

/** The same with the shop's migrations applied. */
export function openShopDatabase(options: { usesGenericPlans?: boolean } = {}): Promise<Database> {
  return openCopy(inject("databaseUrl"), "the shop's", options);
}

/** Adds a product for sale, priced in dollars, as the shop's own server. */
export async function aProduct(
  shop: TestShop,
  product: { table?: CategoryView; name?: string; price?: number; discount_price?: number | null } = {},
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

/** Adds a product that comes in sizes; one with a `stock_count` is counted. */
export async function aProductInSizes(
  shop: TestShop,
  product: Parameters<typeof aProduct>[1],
  sizes: { label: string; stock_count?: number; price?: number; discount_price?: number }[],
) {
  const added = await aProduct(shop, {
    table: "authentic_african_wear",
    name: "Dress",
    price: 50,
    ...product,
  });
  const { data } = await shop.data.service
    .from("product_sizes")
    .insert(
      sizes.map(({ label, stock_count, price, discount_price }, position) => ({
        product_id: added.id,
        label,
        position,
        price: price ?? null,
        discount_price: discount_price ?? null,
        availability: stock_count === undefined ? "available" : "counted",
      })),
    )
    .select("id, label, price, discount_price")
    .order("id")
    .throwOnError();
  const made = data as { id: number; label: string; price: number | null; discount_price: number | null }[];
  for (const [place, { stock_count }] of sizes.entries()) {
    if (stock_count === undefined) continue;
    await shop.data.service
      .from("size_stock")
      .insert({ size_id: made[place]?.id ?? 0, stock_count })
      .throwOnError();
  }
  /** The product in that size, as `anOrder` takes it. */
  const inSize = (label: string) => {
    const size = made.find((each) => each.label === label);
    if (!size) throw new Error(`No size ${label}.`);
    const { price, discount_price } = size.price === null ? added : { ...size, price: size.price };
    return { ...added, price, discount_price, size_id: size.id };
  };
  return { ...added, inSize };
}

/** Places an order of one product through the shop's own command, in place of one that the person began to pay. */
export async function anOrder(
  person: Person,
  product: { id: number; price: number; discount_price: number | null; size_id?: number },
  quantity = 1,
): Promise<{ id: string; order_number: number; total: number; status: string }> {
  const place = () =>
    person.client.rpc("place_order", {
      items: [{ product_id: product.id, size_id: product.size_id ?? null, quantity }],
      delivery_type: "pickup",
      delivery_address: "",
      delivery_phone_number: "",
      expected_total: Number(((product.discount_price ?? product.price) * quantity).toFixed(2)),
      request_key: randomUUID(),
    });
  let placed = await place();
  if (placed.error?.code === "PT423") {
    await person.client.rpc("cancel_order", JSON.parse(placed.error.details)).throwOnError();
    placed = await place();
  }
  if (placed.error) throw placed.error;
  return placed.data as { id: string; order_number: number; total: number; status: string };
}
