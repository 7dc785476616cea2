import { generateKeyPairSync, randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { connect } from "@calabash/data-service/database";
import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import fc from "fast-check";
import { SignJWT, UnsecuredJWT } from "jose";
import { expect, onTestFinished, test } from "vitest";
import { openShopProcess } from "#scripts/test-environment/prepared-shop.ts";
import { databaseUrlOf, readKeysOf } from "#scripts/test-environment/shop-process.ts";
import { call } from "#tests/requests.ts";
import { readRows } from "../../requests.ts";
import { anOrderInput } from "../an-order-input.ts";
import { BROKEN_BYTES, type HostileRequest, hostileRequest, type Identity, type Targets } from "./hostile-requests.ts";
import { exchange, pipeline, type RawAnswer } from "./raw-http.ts";

const REQUESTS = Number(process.env["ATTACK_REQUESTS"] ?? 12_000);
const SEED = Number(process.env["ATTACK_SEED"] ?? Date.now() % 2 ** 31);
const PER_CONNECTION = 12;
const CONNECTIONS = 12;
/** Above the memory that the process still uses after all requests. */
const MAX_GROWTH_BYTES = 120 * 1024 * 1024;
/** Text that appears in a response only after a leak. */
const INSIDES = /(?:\\n|\n) {2,}at \S|node_modules|node:internal|PostgresError|shop_owner|"stack":/;

interface Victim {
  id: string;
  email: string;
  token: string;
  orderId: string;
  /** Part of the order's address, stored nowhere else. */
  secret: string;
}

test("ten thousand hostile requests do not crash the server, leak data, or change data", async () => {
  console.log(`hostile requests: ${REQUESTS}, seed ${SEED} (ATTACK_SEED=${SEED} repeats them)`);
  const shop = await openShopProcess(onTestFinished);
  const [dataDir, port] = [shop.dataDir, Number(new URL(shop.origin).port)];
  const keys = readKeysOf(dataDir);
  const server = createClient(shop.origin, keys.serviceRoleKey, { auth: { persistSession: false } });
  const [ama, kofi] = [await newVictim(shop.origin, keys.anonKey), await newVictim(shop.origin, keys.anonKey)];
  const before = await stateOf(server, [ama, kofi]);

  const targets: Targets = {
    tokens: { anon: keys.anonKey, ama: ama.token, kofi: kofi.token, forged: await forgedTokens(ama) },
    orderIds: [ama.orderId, kofi.orderId],
    userIds: [ama.id, kofi.id],
    functions: await functionsOf(dataDir),
  };
  const batches = batchesOf(fc.sample(hostileRequest(targets), { numRuns: REQUESTS, seed: SEED }));
  const forbiddenTexts = (identity: Identity) => [
    ...(identity === "ama" ? [] : [ama.secret, ama.email]),
    ...(identity === "kofi" ? [] : [kofi.secret, kofi.email]),
    keys.serviceRoleKey,
    "argon2id",
    "_secret_",
  ];

  let memory = 0;
  let answerCount = 0;
  let place = 0;
  const attack = async () => {
    for (;;) {
      const batch = batches[place];
      if (!batch) return;
      place += 1;
      // Others add to the count while this batch is sent.
      const count = await sendBatch(port, batch, forbiddenTexts);
      answerCount += count;
      const bytes = BROKEN_BYTES[place % BROKEN_BYTES.length];
      if (place % 10 === 0 && bytes) await exchange(port, Buffer.from(`${bytes}`, "latin1"));
      if (place === Math.floor(batches.length / 3)) memory = residentBytes(shop.child.pid);
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, attack)).catch((error: Error) => {
    throw new Error(`${error.message}\n\nThe store's output:\n${shop.output().slice(-2000)}`);
  });

  expect(answerCount).toBe(REQUESTS);
  expect(shop.child.exitCode, "the process is up").toBeNull();
  // On a busy machine the attack may end before the garbage collector has run.
  await expect
    .poll(() => residentBytes(shop.child.pid) - memory, { message: "memory is steady", timeout: 60_000 })
    .toBeLessThan(MAX_GROWTH_BYTES);
  expect(await stateOf(server, [ama, kofi])).toEqual(before);
  expect(shop.output()).not.toMatch(/unhandled|uncaught/i);
}, 600_000);

test("two users on one connection each get their own responses", async () => {
  const shop = await openShopProcess(onTestFinished);
  const { anonKey } = readKeysOf(shop.dataDir);
  const pair = [await newVictim(shop.origin, anonKey), await newVictim(shop.origin, anonKey)] as const;
  const senders = Array.from({ length: 40 }, (_, place) => pair[place % 2] as Victim);
  const ask = (target: string) =>
    pipeline(
      Number(new URL(shop.origin).port),
      senders.map(({ token }) => ({
        method: "GET",
        target,
        headers: [
          ["apikey", anonKey],
          ["authorization", `Bearer ${token}`],
        ],
        body: null,
      })),
    );
  // In rounds, because one address may have only 64 requests in progress.
  for (let round = 0; round < 6; round += 1) {
    const answers = await ask("/rest/v1/orders?select=id");
    expect(answers.map(({ body }) => JSON.parse(body))).toEqual(senders.map(({ orderId }) => [{ id: orderId }]));
  }
  const users = await ask("/auth/v1/user");
  expect(users.map(({ body }) => (JSON.parse(body) as { id: string }).id)).toEqual(senders.map(({ id }) => id));
}, 120_000);

/** Lists all functions in the database, so that new ones are included. */
async function functionsOf(dataDir: string): Promise<Targets["functions"]> {
  const sql = connect(databaseUrlOf(dataDir), { max: 1, applicationName: "attack" });
  const { rows } = await sql.run(
    `select proname as name, coalesce(proargnames[1:pronargs], '{}') as arguments
    from pg_proc where pronamespace = 'public'::regnamespace order by proname`,
    [],
  );
  await sql.end();
  const functions = rows as { name: string; arguments: string[] }[];
  expect(functions.map(({ name }) => name)).toContain("set_delivery_fee");
  return functions.map(({ name, arguments: argumentNames }) => ({ name, argumentNames }));
}

/**
 * The server may close a connection after requests other than GET and HEAD, so each of those gets a connection to
 * itself.
 */
function batchesOf(requests: readonly HostileRequest[]): HostileRequest[][] {
  const isRead = ({ method }: HostileRequest) => method === "GET" || method === "HEAD";
  const alone = requests.filter((request) => !isRead(request)).map((request) => [request]);
  const others = requests.filter(isRead);
  const shared = Array.from({ length: Math.ceil(others.length / PER_CONNECTION) }, (_, place) =>
    others.slice(place * PER_CONNECTION, (place + 1) * PER_CONNECTION),
  );
  // Interleaved, so that both kinds run at the same time.
  return Array.from({ length: Math.max(alone.length, shared.length) }, (_, place) => [
    alone[place] ?? [],
    shared[place] ?? [],
  ])
    .flat()
    .filter((batch) => batch.length > 0);
}

async function sendBatch(
  port: number,
  batch: readonly HostileRequest[],
  forbiddenTexts: (identity: Identity) => readonly string[],
): Promise<number> {
  const answers = await pipeline(port, batch);
  for (const [place, first] of answers.entries()) {
    const request = batch[place];
    if (!request) continue;
    const answer = isOverload(first) ? await retried(port, request) : first;
    const faults = faultsOf(answer, forbiddenTexts(request.identity));
    if (faults.length > 0) {
      throw new Error(
        `${faults.join(", ")}: ${request.identity} ${request.method} ${request.target}\n${JSON.stringify(request.headers)}\n${request.body?.slice(0, 2000)}\n→ ${answer.status} ${answer.body.slice(0, 1000)}`,
      );
    }
  }
  return answers.length;
}

/** 503 with Retry-After: every database connection was in use for two seconds, as on a busy machine. */
const isOverload = ({ status, headers }: RawAnswer): boolean => status === 503 && headers.has("retry-after");

/** Sends a request again until the server is no longer overloaded, at most five times. */
async function retried(port: number, request: HostileRequest): Promise<RawAnswer> {
  for (let attempt = 1; ; attempt += 1) {
    const [answer] = await pipeline(port, [request]);
    if (!answer) throw new Error(`no response: ${request.method} ${request.target}`);
    if (!isOverload(answer) || attempt === 5) return answer;
  }
}

function faultsOf({ status, body, headers }: RawAnswer, secrets: readonly string[]): string[] {
  const shown = `${body} ${[...headers.values()].join(" ")}`;
  return [
    ...(status >= 500 && status !== 501 ? ["the server failed"] : []),
    ...(INSIDES.test(shown) ? ["the answer shows the insides"] : []),
    ...secrets.filter((secret) => shown.includes(secret)).map((secret) => `the answer holds ${secret}`),
    ...(headers.get("location")?.startsWith("https://evil") ? ["it leads away"] : []),
  ];
}

async function newVictim(origin: string, anonKey: string): Promise<Victim> {
  const client = createClient(origin, anonKey, { auth: { persistSession: false } });
  const email = `victim-${randomUUID()}@test.example`;
  const { data } = await client.auth.signUp({ email, password: "long enough" });
  const secret = `Hidden Lane ${randomUUID()}`;
  const to = { delivery_type: "delivery", delivery_address: secret, delivery_phone_number: "2815550100" };
  const order = await call(client, "place_order", { ...(await anOrderInput(client)), ...to, window_starts_at: null });
  return {
    id: data.user?.id ?? "",
    email,
    token: data.session?.access_token ?? "",
    orderId: (order as { id: string }).id,
    secret,
  };
}

/** Tokens with a foreign signature, and modified tokens. */
async function forgedTokens(ama: Victim): Promise<string[]> {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const claims = { sub: ama.id, role: "service_role", aud: "authenticated", aal: "aal2", session_id: randomUUID() };
  const [header = "", payload = "", signature = ""] = ama.token.split(".");
  const changed = { ...JSON.parse(Buffer.from(payload, "base64url").toString()), role: "service_role" };
  const kid = JSON.parse(Buffer.from(header, "base64url").toString()).kid as string;
  const sign = (alg: string, key: Parameters<SignJWT["sign"]>[0], fields = {}) =>
    new SignJWT({ ...claims, ...fields }).setProtectedHeader({ alg, kid }).setExpirationTime("1h").sign(key);
  return [
    "x",
    "a.b.c",
    `${header}.${payload}.`,
    `${header}.${Buffer.from(JSON.stringify(changed)).toString("base64url")}.${signature}`,
    new UnsecuredJWT(claims).encode(),
    await sign("ES256", privateKey),
    await sign("HS256", new TextEncoder().encode("super-secret-jwt-token-with-at-least-32-characters-long")),
    await sign("HS256", new TextEncoder().encode(publicKey.export({ type: "spki", format: "pem" }).toString())),
    `${ama.token}${"A".repeat(3000)}`,
  ];
}

/** Reads the rows that no attacker may change, with the service role. */
async function stateOf(server: SupabaseClient, victims: readonly Victim[]) {
  const rows = async (table: string, columns: string) =>
    await readRows(server, table, columns, {}, columns.split(",")[0] ?? "");
  const ids = victims.map(({ orderId }) => orderId);
  return {
    products: await rows("products", "id,name,price,archived_at,availability"),
    articles: await rows("blog_post", "id"),
    settings: await rows("store_settings", "id"),
    admins: await readRows(server, "profiles", "id", { role: "admin" }),
    orders: (
      await server.from("orders").select("id,total,delivery_address,user_id").in("id", ids).order("id").throwOnError()
    ).data,
    paid: (await readRows(server, "payments", "payment_intent_id")).length,
  };
}

function residentBytes(pid: number | undefined): number {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) * 1024;
}
