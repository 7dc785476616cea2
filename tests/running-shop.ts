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
import { OWN_WORK, type RequestContext, requestInProcess } from "@calabash/data-service/http";
import { createProjectKeys, type ProjectKeys } from "@calabash/data-service/keys";
import {
  type AdmitCall,
  defaultRestLimits,
  type ReadDirectly,
  type RestLimits,
  readSchema,
  type SchemaCache,
} from "@calabash/data-service/rest";
import { createObjectFiles, defaultPictureSettings, type PictureSettings } from "@calabash/data-service/storage";
import { withCookies } from "@calabash/data-service/testing/browser-cookies";
import { createStripeSandbox, type StripeSandbox } from "@calabash/stripe-sandbox";
import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import type { Hono } from "hono";
import { TOTP } from "totp-generator";
import { afterAll, inject, onTestFinished, vi } from "vitest";
import type { CategoryView } from "#app/features/catalog/categories.ts";
import type { TableRow } from "#app/platform/selected-row.ts";
import { createServer } from "#server/app.ts";
import type { ShopBackups } from "#server/backups/shop-backups.ts";
import type { Finding } from "#server/base/finding.ts";
import { defaultLimits } from "#server/base/limit-variables.ts";
import { createOrderLinks, type OrderLinks } from "#server/base/order-links.ts";
import type { Base } from "#server/database/open-base.ts";
import { createShopData, type ShopData } from "#server/database/shop-data.ts";
import { openDeskHub } from "#server/endpoints/desk-hub.ts";
import { openMetrics } from "#server/endpoints/metrics.ts";
import { isRemoteRequest } from "#server/http/client-address.ts";
import { createDrain } from "#server/http/drain.ts";
import { openRequestLog } from "#server/http/request-log.ts";
import { createSecurityHeaders } from "#server/http/security-headers.ts";
import type { ReadInboundText } from "#server/messages/inbound-texts.ts";
import { type Mailbox, openMailbox } from "#server/messages/mailbox.ts";
import type { Mailer } from "#server/messages/mailer.ts";
import type { OrderTextSenders } from "#server/messages/order-text-senders.ts";
import type { PushSender } from "#server/messages/push-sender.ts";
import type { TextSender } from "#server/messages/twilio.ts";
import { createEvents } from "#server/observe/events.ts";
import { createLog } from "#server/observe/log.ts";
import type { PaymentMode } from "#server/payments/open-payments.ts";
import { createPaymentProvider, type PaymentProvider } from "#server/payments/payment-provider.ts";
import { createOrderWorker, type OrderWorker } from "#server/worker/order-worker.ts";
import { orderInput } from "./order-input.ts";
import { openCopy } from "./test-database.ts";

/** A user account with a client that has its session. */
export interface Person {
  id: string;
  email: string;
  accessToken: string;
  client: SupabaseClient;
  /** Opens a URL like the user's browser, with its cookies. */
  visit: typeof fetch;
  /** The store's database, with the superuser's rights. */
  database: Database["admin"];
}

/** Names of people with a role, in the order in which a test signs them up. */
const NAMES = {
  customer: ["Ama Mensah", "Kofi Boateng", "Esi Owusu"],
  owner: ["Ola Owner", "Osei Owner"],
  manager: ["Mina Manager", "Mel Manager"],
  packer: ["Paul Packer", "Pia Packer"],
  driver: ["Dele Driver", "Dora Driver"],
};
type Role = keyof typeof NAMES;

export interface TestShop {
  /** The whole server without pages: `app.request("/api/…")`. */
  app: Hono;
  database: Database;
  /** Folder of the stored files. */
  filesFolder: string;
  dataService: Hono;
  readDirectly: ReadDirectly;
  data: ShopData;
  keys: ProjectKeys;
  webhookSecret: string;
  sandbox: StripeSandbox;
  payments: PaymentProvider;
  /** Signs the order links in its emails. */
  orderLinks: OrderLinks;
  /** Runs only when a test calls `runOnce()`. */
  worker: OrderWorker;
  /** Mailbox of order emails, unless the test passes its own mailer. */
  mailbox: Mailbox;
  /** Messages of the auth service, oldest first. */
  mails: AuthMail[];
  /** Text messages that it sent. */
  texts: AuthText[];
  /** A client with the public key and no session. */
  guest: SupabaseClient;
  signUp(name: string): Promise<Person>;
  /** Signs up a user and makes them an admin with the service role. */
  signUpAdmin(name: string): Promise<Person>;
  /** Signs up a user with a staff role. A packer's refund limit is in dollars per order, 20 by default. */
  signUpStaff(name: string, role: "manager" | "packer" | "driver", refundLimit?: number): Promise<Person>;
  /** Signs up people with these roles, for tests that do not read their names. */
  signUpAll<const Roles extends Role[]>(...roles: Roles): Promise<{ [Place in keyof Roles]: Person }>;
  /** Runs SQL without the triggers that protect rows. */
  withoutTriggers<Found extends readonly object[]>(
    parts: TemplateStringsArray,
    ...given: readonly unknown[]
  ): Promise<Found>;
  /** Returns a client with its own session and cookies, like a separate browser. */
  newClient(key?: string, visit?: typeof fetch): SupabaseClient;
  close(): Promise<void>;
}

export const ORIGIN = "http://shop.test";
/** Password of every account created here. */
export const PASSWORD = "long enough";

/** Billing details of a customer, without an order. */
export const BILLING = {
  name: "Ama Mensah",
  email: "ama@test.example",
  phone: "2815550123",
  line1: "1 Palm Street",
  city: "Houston",
  state: "TX",
  postal_code: "77073",
  country: "US",
};

/** Cheap password hashes for hundreds of test accounts; `auth-service.test.ts` uses the real cost. */
const CHEAP: PasswordCost = { memoryCost: 8, timeCost: 1 };

/** Equal in every copy of the database, so each worker reads it once. */
let schema: Promise<SchemaCache> | undefined;

/**
 * Starts a store for one test file, on a copy of the migrated database. Data service and payment sandbox are the real
 * ones; nothing is mocked.
 */
export async function startTestShop(
  options: {
    /** How many payments a person may start in ten minutes, and orders, if it is more than the store's limit. */
    paymentIntentLimit?: number;
    maxSignInFailures?: number;
    refreshTokenReuseSeconds?: number;
    maxMailsPerAddress?: number;
    maxTextsPerAddress?: number;
    maxTextsPerDay?: number;
    maxSignUpsPerAddress?: number;
    maxProviderFlowsPerAddress?: number;
    sendMail?: SendAuthMail | null;
    sendText?: SendAuthText | null;
    /** Sends the store's own text messages. */
    texts?: TextSender;
    /** Senders of texts about orders; by default none are sent. */
    orderTexts?: OrderTextSenders;
    readInboundText?: ReadInboundText;
    /** Sends order emails instead of the mailbox. */
    mailer?: Mailer;
    /** Sends push notifications; by default none are sent. */
    pushes?: PushSender;
    /** Receives errors of single jobs; by default they are printed. */
    onWorkError?: (error: unknown) => void;
    /** The worker's clock. */
    now?: () => Date;
    /** Whether the sandbox sends events to the store's webhook. */
    hasWebhook?: boolean;
    /** Whether other machines can open the mailbox and the sandbox's pages. */
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
    admitCall?: AdmitCall;
    /** Calls back once a response was sent; by default immediately. */
    onAnswered?: (context: RequestContext, callback: () => void) => void;
    /** Client address of requests to the data service; the same for all by default. */
    addressOf?: () => string;
    /** Origin of the store; by default ORIGIN. */
    origin?: string;
    captcha?: CaptchaSettings;
    google?: GoogleSettings;
    samlProviders?: SamlProvider[];
    /** Receives errors that a test provokes; by default they are printed. */
    logError?: (error: unknown) => void;
    /** Receives log lines; by default they are dropped. */
    onLogLine?: (line: string) => void;
    /** Project keys; by default new ones. */
    keys?: ProjectKeys;
    /** SQL that runs as the owner of the tables before the data service reads the schema. */
    script?: string;
    /** See `openCopy`. */
    usesGenericPlans?: boolean;
  } = {},
): Promise<TestShop> {
  const folder = mkdtempSync(join(tmpdir(), "calabash-shop-"));
  const database = await openShopDatabase({ usesGenericPlans: options.usesGenericPlans ?? false });
  const orderLimit = options.paymentIntentLimit ?? 0;
  await database.admin`update private.limits set max_count = greatest(max_count, ${orderLimit}) where name = 'orders'`;
  const keys = options.keys ?? (await createProjectKeys());
  const mails: AuthMail[] = [];
  const texts: AuthText[] = [];
  const saveText: SendAuthText = async (text) => {
    texts.push(text);
    return null;
  };
  const filesFolder = join(folder, "storage");
  const events = createEvents();
  const { script } = options;
  if (script) {
    await database.admin.begin(async (sql) => {
      await sql`select set_config('role', 'shop_owner', true)`;
      await sql.script(script);
    });
  } else schema ??= readSchema(database.admin);
  const {
    app: dataService,
    readDirectly,
    call,
  } = await createDataService({
    database,
    schema: await (script || !schema ? readSchema(database.admin) : schema),
    signingKey: keys.signingKey,
    retiredKeys: keys.retiredKeys ?? [],
    files: createObjectFiles(filesFolder),
    sizesFolder: join(filesFolder, "sizes"),
    origin: options.origin ?? ORIGIN,
    redirectOrigins: [],
    authSettings: { ...defaultAuthSettings, passwordCost: CHEAP, ...options.authSettings },
    authLimits: {
      ...defaultLimits,
      signIn: { maxFailures: options.maxSignInFailures ?? 10, maxFailuresWide: 100, seconds: 900 },
      signUp: { maxPerAddress: options.maxSignUpsPerAddress ?? 1000, seconds: 3600 },
      providerFlow: { maxPerAddress: options.maxProviderFlowsPerAddress ?? 1000, seconds: 3600 },
      mail: { intervalSeconds: 60, maxPerAddress: options.maxMailsPerAddress ?? 1000, perAddressSeconds: 3600 },
      text: {
        intervalSeconds: 60,
        maxPerAddress: options.maxTextsPerAddress ?? 1000,
        perAddressSeconds: 3600,
        ...(options.maxTextsPerDay ? { maxPerDay: options.maxTextsPerDay } : {}),
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
  });
  const inProcess: typeof fetch = async (input, init) => dataService.fetch(requestInProcess(input, init), OWN_WORK);
  const data = createShopData({ url: ORIGIN, ...keys, fetch: inProcess, call });
  const base = {
    database,
    data,
    observe: events.observe,
    log: createLog({ format: "json", target: { write: (line) => options.onLogLine?.(line), close: () => {} } }),
    logErrorOf: () => console.error,
    environment: { metricsToken: null, logRequests: "all" },
  } as unknown as Base;
  events.subscribe(openRequestLog(base));
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
  const { mailer = mailbox, texts: ownTexts = null, now, onWorkError: logError } = options;
  const worker = createTestWorker(
    { data, payments, orderLinks, mailbox },
    {
      mailer,
      texts: ownTexts,
      orderTexts: options.orderTexts ?? {},
      ...(options.pushes && { pushes: options.pushes }),
      ...(logError && { logError }),
      ...(now && { now }),
    },
  );
  const deskHub = openDeskHub(base);
  const pages = { renderLoad: () => ({ running: 0, waiting: 0 }) };
  const metrics = openMetrics(base, { pages, worker, waitingRoom: null, backups: null });
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
    checks: { shop: options.checkShop ?? (async () => []), payments: options.checkPayments ?? (async () => []) },
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
      limits: { ...defaultLimits, paymentIntents: { seconds: 600, maxCount: options.paymentIntentLimit ?? 30 } },
    },
    logError: (error) => console.error(error),
  }) as unknown as Hono;

  // Requests like a browser's, as opposed to the server's own.
  const newBrowser = () => withCookies((request) => dataService.fetch(request));
  const newClient = (key = keys.anonKey, visit = newBrowser()) =>
    createClient(ORIGIN, key, { auth: { persistSession: false, autoRefreshToken: false }, global: { fetch: visit } });
  let signedUpBefore: Promise<unknown> = Promise.resolve();
  // One after the other, because parallel sign-ups would each open a database connection.
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
    return {
      id: answer.user.id,
      email,
      accessToken: answer.session.access_token,
      client,
      visit,
      database: database.admin,
    };
  };

  const signUpAdmin = async (name: string) => {
    const person = await signUp(name);
    await data.service.from("profiles").update({ role: "admin" }).eq("id", person.id).throwOnError();
    return person;
  };
  const signUpStaff: TestShop["signUpStaff"] = async (name, role, refundLimit = 20) => {
    const person = await signUp(name);
    const limit = role === "packer" ? refundLimit : null;
    await database.admin`insert into public.staff (user_id, role, refund_limit) values (${person.id}, ${role}, ${limit})`;
    return person;
  };
  const signUpAs = (role: Role, name: string) => {
    if (role === "customer") return signUp(name);
    return role === "owner" ? signUpAdmin(name) : signUpStaff(name, role);
  };

  return {
    app,
    database,
    filesFolder,
    dataService,
    readDirectly,
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
    withoutTriggers: (parts, ...given) =>
      database.admin.begin(async (sql) => {
        await sql`set local session_replication_role = replica`;
        return sql(parts, ...given);
      }),
    newClient,
    signUp,
    signUpAdmin,
    signUpStaff,
    signUpAll: async <const Roles extends Role[]>(...roles: Roles) => {
      const place = (role: Role, index: number) => roles.slice(0, index).filter((each) => each === role).length;
      const people = roles.map((role, index) => signUpAs(role, NAMES[role][place(role, index)] ?? role));
      return (await Promise.all(people)) as { [Place in keyof Roles]: Person };
    },
    close: async () => {
      await worker.stop();
      await deskHub?.close();
      await sandbox.stop();
      await mailbox.close();
      await database.close();
      // A request in progress may still write a file during the removal.
      rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
    },
  };
}

type WorkerOptions = Parameters<typeof createOrderWorker>[0];

/** Creates another worker of the store, which sends emails to its mailbox, and no texts. */
export const createTestWorker = (
  { data, payments, orderLinks, mailbox }: Pick<TestShop, "data" | "payments" | "orderLinks" | "mailbox">,
  options: Partial<WorkerOptions> = {},
): OrderWorker =>
  createOrderWorker({
    data,
    payments,
    orderLinks,
    mailer: mailbox,
    texts: null,
    orderTexts: {},
    publicOrigin: ORIGIN,
    pushes: { send: async () => "sent" },
    logError: (error) => console.error(error),
    ...options,
  });

/** Starts a store for all tests of a file, which calls this at its top level; it closes after the last test. */
export async function openTestShop(options?: Parameters<typeof startTestShop>[0]): Promise<TestShop> {
  const shop = await startTestShop(options);
  afterAll(() => shop.close());
  return shop;
}

/** Starts a store for one test and closes it after the test. */
export async function openShopForTest(options?: Parameters<typeof startTestShop>[0]): Promise<TestShop> {
  const shop = await startTestShop(options);
  onTestFinished(() => shop.close());
  return shop;
}

/** Opens a database on the test run's server with only the schemas of the data service. */
export const openTestDatabase = (): Promise<Database> => openCopy(inject("databaseUrl"), "none");

/** Opens a database for one test, by default with the store's migrations applied. */
export async function openDatabaseForTest(content: "the shop's" | "none" = "the shop's"): Promise<Database> {
  const database = await openCopy(inject("databaseUrl"), content);
  onTestFinished(() => database.close());
  return database;
}

/** Opens a database with the store's migrations applied. */
export function openShopDatabase(options: { usesGenericPlans?: boolean } = {}): Promise<Database> {
  return openCopy(inject("databaseUrl"), "the shop's", options);
}

/** Returns the version that a change of public rows raises. */
export async function readContentVersion({ guest }: Pick<TestShop, "guest">): Promise<number> {
  const { data } = await guest.from("content_version").select("version").single().throwOnError();
  return Number(data.version);
}

/** Waits for the newest message of the auth service to an address, of this kind if one is given. */
export function findAuthMail(shop: Pick<TestShop, "mails">, email: string, kind?: string): Promise<AuthMail> {
  return vi.waitFor(() => {
    const mail = shop.mails.findLast((each) => each.to === email && (!kind || each.kind === kind));
    if (!mail) throw new Error("no mail yet");
    return mail;
  });
}

/** Returns the official client of a browser with its own PKCE verifiers. */
export function openBrowser(
  shop: Pick<TestShop, "keys" | "dataService">,
  flowType: "pkce" | "implicit" = "pkce",
  visit: typeof fetch = async (input, init) => shop.dataService.fetch(new Request(input, init)),
): SupabaseClient {
  return createClient(ORIGIN, shop.keys.anonKey, {
    auth: { persistSession: false, autoRefreshToken: false, flowType },
    global: { fetch: visit },
  });
}

/** Adds a product for sale, priced in dollars, with the service role; one with a `stock_count` is counted. */
export async function aProduct(
  shop: TestShop,
  product: {
    table?: CategoryView;
    name?: string;
    size?: string;
    price?: number;
    discount_price?: number | null;
    stock_count?: number;
  } = {},
): Promise<{ id: number; name: string; price: number; discount_price: number | null }> {
  const { table = "condiments", stock_count, ...row } = product;
  const availability = stock_count === undefined ? "available" : "counted";
  const { data } = await shop.data.service
    .from(table)
    .insert({ name: "Red Palm Oil", price: 14.99, discount_price: null, size: "33.8 fl oz", availability, ...row })
    .select("id, name, price, discount_price")
    .single()
    .throwOnError();
  if (stock_count !== undefined) {
    await shop.data.service.from("product_stock").insert({ product_id: data.id, stock_count }).throwOnError();
  }
  return data;
}

/** Adds a product with sizes; one with a `stock_count` is counted. */
export async function aProductInSizes(
  shop: TestShop,
  product: Parameters<typeof aProduct>[1],
  sizes: { label: string; stock_count?: number; price?: number; discount_price?: number }[],
) {
  const added = await aProduct(shop, { table: "authentic_african_wear", name: "Dress", price: 50, ...product });
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
  /** Returns the product in that size, as input for `anOrder`. */
  const inSize = (label: string) => {
    const size = made.find((each) => each.label === label);
    if (!size) throw new Error(`No size ${label}.`);
    const { price, discount_price } = size.price === null ? added : { ...size, price: size.price };
    return { ...added, price, discount_price, size_id: size.id };
  };
  return { ...added, inSize };
}

/** Signs up a customer with a verified email address. */
export async function aVerifiedCustomer(shop: TestShop, name: string): Promise<Person> {
  const person = await shop.signUp(name);
  await shop.database.admin`
    update auth.identities set identity_data = identity_data || '{"email_verified": true}' where user_id = ${person.id}`;
  return person;
}

/** Verifies the person's email address with an emailed code. */
export async function verifyEmail({ guest, mails }: TestShop, { email, client }: Person): Promise<void> {
  await guest.auth.signInWithOtp({ email, options: { shouldCreateUser: false } });
  const token = mails.findLast(({ to }) => to === email)?.code ?? "";
  const { error } = await client.auth.verifyOtp({ email, token, type: "email" });
  if (error) throw error;
}

/** Sets up two-step verification, which the session has then passed. */
export async function setUpMfa(
  { auth }: Pick<SupabaseClient, "auth">,
  friendlyName = "app",
): Promise<{ factorId: string; accessToken: string }> {
  const { data, error } = await auth.mfa.enroll({ factorType: "totp", friendlyName });
  if (error) throw error;
  const { otp } = await TOTP.generate(data.totp.secret, { explicitZeroPad: true });
  const raised = await auth.mfa.challengeAndVerify({ factorId: data.id, code: otp });
  if (raised.error) throw raised.error;
  return { factorId: data.id, accessToken: raised.data.access_token };
}

/** Moves the login of the person's sessions into the past. */
export async function letSignInAge({ database }: TestShop, { id }: Pick<Person, "id">, time: string): Promise<void> {
  await database.admin`
    update auth.mfa_amr_claims set updated_at = now() - ${time}::interval
    where session_id in (select id from auth.sessions where user_id = ${id})`;
}

/** Adds a choice group, by default of one optional choice. @returns its id */
export async function aChoiceGroup(
  { client }: Pick<Person, "client">,
  name: string,
  choices: { label: string; price?: number; is_default?: boolean }[],
  more: { is_multiple?: boolean; is_required?: boolean } = {},
): Promise<number> {
  const rows = choices.map((choice) => ({ id: null, price: 0, is_default: false, ...choice }));
  const group = { group_id: null, name, is_multiple: false, is_required: false, choices: rows, ...more };
  return (await client.rpc("save_choice_group", group).throwOnError()).data;
}

interface OrderedProduct {
  id: number;
  size_id?: number;
  /** Note on the order line. */
  note?: string;
}

/** A product, or several with their quantities. */
export type Ordered = OrderedProduct | readonly (readonly [OrderedProduct, number])[];

/** How an order is placed: pickup without billing details by default. The other fields are arguments of `place_order`. */
export interface OrderChoices {
  delivery?: "delivery";
  delivery_address?: string;
  delivery_phone_number?: string;
  delivery_place?: object;
  window_starts_at?: string | undefined;
  substitution_preference?: string;
  note?: string;
  /** Missing fields have defaults. */
  billing?: Partial<Record<"name" | "email" | "phone", string>>;
}

/** An order's row as made by a factory. */
export type MadeOrder = TableRow<"orders"> & { lines: number[] };

/** Requests an order like the cart, by default a pickup: for tests of the request itself. */
export const requestOrder = (
  client: Pick<SupabaseClient, "rpc">,
  items: readonly object[],
  expected_total: number,
  more: object = {},
) => client.rpc("place_order", orderInput(items, expected_total, more));

/** Places an order as the person, for the quoted total. Replaces the person's unpaid order. */
export const anOrder = (
  person: Person,
  ordered: Ordered,
  quantity = 1,
  choices: OrderChoices = {},
): Promise<MadeOrder> => makeOrder(person, "placed_order", ordered, quantity, choices);

/** Calls a factory of `factories.sql`. */
export async function makeOrder(
  { id, database }: Pick<Person, "id" | "database">,
  factory: "placed_order" | "paid_order",
  ordered: Ordered,
  quantity: number,
  { delivery, ...choices }: OrderChoices,
): Promise<MadeOrder> {
  const lines = ("id" in ordered ? [[ordered, quantity] as const] : ordered).map(([product, count]) => ({
    product_id: product.id,
    size_id: product.size_id ?? null,
    quantity: count,
    note: product.note ?? null,
  }));
  const [made] = await database<{ placed: MadeOrder; paid: MadeOrder }[]>`
    call testing.${database.identifier(factory)}
      (${id}, ${database.json(lines)}, ${delivery ?? "pickup"}, ${database.json(choices)})`;
  return (made?.placed ?? made?.paid) as MadeOrder;
}
