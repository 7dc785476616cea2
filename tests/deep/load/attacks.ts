import { randomUUID } from "node:crypto";
import { Agent, request as send } from "node:http";
import { createClient } from "@supabase/supabase-js";

/** The store to attack, and the attacker's credentials. */
export interface Target {
  origin: string;
  anonKey: string;
  /** Session of an account that the attacker signed up for. */
  token: string;
}

interface Attack {
  name: string;
  /** Expected status codes; any other one is a failure of the store. */
  answers: readonly number[];
  /** Status code that shows that the attack was rejected (429 does, too). */
  rejection: number;
  /** Number of parallel connections. */
  hands: number;
  makeRequest: (target: Target, count: number) => AttackRequest;
}

interface AttackRequest {
  path: string;
  method?: string;
  headers?: Record<string, string>;
  body?: string;
  /** Leaves the response unread and closes the connection after a second. */
  neverReads?: boolean;
}

/**
 * Client address sent in X-Forwarded-For, which the store trusts here because attackers and customers share one
 * machine.
 */
const attackerOf = (attack: Attack) => `203.0.113.${1 + attacks.indexOf(attack)}`;
const OTHER = "198.51.100.7";

const guest = ({ anonKey }: Target) => ({ apikey: anonKey });
const signedIn = ({ anonKey, token }: Target) => ({ apikey: anonKey, authorization: `Bearer ${token}` });
const columns = (count: number) => Array.from({ length: count }, (_, place) => `${place}:description`).join(",");
const lines = (count: number) =>
  Array.from({ length: count }, () => ({ order_id: randomUUID(), product_id: 1, quantity: 1 }));
/** Serialized once, so that the attack costs the store CPU time and not this process. */
const INSERT = JSON.stringify(lines(8000));
const DEEP = "*,order_items(*,orders(*,order_items(*,orders(*,order_items(*,orders(*))))))";

export const attacks: Attack[] = [
  {
    name: "selects of 970 columns with unread responses",
    answers: [413, 429],
    rejection: 413,
    hands: 50,
    makeRequest: (target) => ({
      path: `/rest/v1/products?select=${columns(970)}`,
      headers: guest(target),
      neverReads: true,
    }),
  },
  {
    name: "responses of the maximum size, left unread",
    answers: [200, 413, 429],
    rejection: 429,
    hands: 200,
    makeRequest: (target) => ({
      path: `/rest/v1/products?select=*,${columns(8)}`,
      headers: guest(target),
      neverReads: true,
    }),
  },
  {
    name: "regular expressions with heavy backtracking",
    answers: [401, 429],
    rejection: 401,
    hands: 20,
    makeRequest: (target) => ({
      path: `/rest/v1/products?select=id&description=match.${encodeURIComponent("^(.*)(.*)(.*)(.*)\\1\\2\\3\\4$")}`,
      headers: guest(target),
    }),
  },
  {
    name: "deeply nested embeds",
    answers: [413, 429],
    rejection: 413,
    hands: 20,
    makeRequest: (target) => ({ path: `/rest/v1/orders?select=${DEEP}`, headers: signedIn(target) }),
  },
  {
    name: "inserts of 8,000 rows",
    answers: [413, 429],
    rejection: 413,
    hands: 10,
    makeRequest: (target) => ({
      path: "/rest/v1/order_items",
      method: "POST",
      headers: signedIn(target),
      body: INSERT,
    }),
  },
  {
    name: "arbitrary image sizes",
    answers: [200, 429, 503],
    rejection: 503,
    hands: 60,
    makeRequest: (_, count) => ({
      path: `PICTURE?width=${1 + ((count * 37) % 2400)}&height=${1 + ((count * 101) % 2400)}&quality=${20 + (count % 80)}`,
    }),
  },
  {
    name: "repeated password changes",
    // 400: the current password is required.
    answers: [200, 400, 422, 429],
    rejection: 429,
    hands: 30,
    makeRequest: (target, count) => ({
      path: "/auth/v1/user",
      method: "PUT",
      headers: signedIn(target),
      body: JSON.stringify({ password: `another one ${count}` }),
    }),
  },
  {
    name: "arbitrary values of page and _routes",
    answers: [200, 301, 302, 400, 404, 429, 503],
    rejection: 429,
    hands: 10,
    makeRequest: (_, count) => ({
      path: count % 2 ? `/condiments?page=${count}${randomUUID()}` : `/home.data?_routes=${randomUUID()}`,
    }),
  },
  {
    name: "a thousand connections that request missing pages",
    answers: [404, 429, 503],
    rejection: 429,
    hands: 1000,
    makeRequest: (_, count) => ({ path: `/x/${count}` }),
  },
];

/**
 * Sends requests over `hands` parallel connections until `isOver()`; returns a count per status code. Closed
 * connections count as 0.
 */
export async function run(
  attack: Attack,
  target: Target,
  picture: string,
  isOver: () => boolean,
): Promise<Map<number, number>> {
  const { hands, makeRequest } = attack;
  const headers = { "x-forwarded-for": attackerOf(attack), "content-type": "application/json" };
  const agent = new Agent({ keepAlive: true, maxSockets: hands });
  const statuses = new Map<number, number>();
  let count = 0;
  await Promise.all(
    Array.from({ length: hands }, async () => {
      // Each connection sends at least one request, even if the attack is over before it starts.
      do {
        count += 1;
        const attackRequest = makeRequest(target, count);
        const status = await request(
          agent,
          target.origin,
          withPicture({ ...attackRequest, headers: { ...attackRequest.headers, ...headers } }, picture),
        );
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
      } while (!isOver());
    }),
  );
  agent.destroy();
  return statuses;
}

function withPicture(attackRequest: AttackRequest, picture: string): AttackRequest {
  return { ...attackRequest, path: attackRequest.path.replace("PICTURE", picture) };
}

function request(agent: Agent, origin: string, attackRequest: AttackRequest): Promise<number> {
  const { path, method = "GET", headers = {}, body, neverReads = false } = attackRequest;
  return new Promise((done) => {
    const sent = send(`${origin}${path}`, { agent, method, headers }, (answer) => {
      if (neverReads) setTimeout(() => answer.destroy(), 1000);
      else answer.resume();
      answer.once("close", () => done(answer.statusCode ?? 0));
    });
    sent.once("error", () => done(0));
    sent.end(body);
  });
}

/** Steps of a customer who browses, logs in, and checks out while others attack. */
export async function openClient({ origin, anonKey }: Pick<Target, "origin" | "anonKey">) {
  const asClient: typeof fetch = (input, init) => {
    const headers = new Headers(init?.headers);
    headers.set("x-forwarded-for", OTHER);
    return fetch(input, { ...init, headers });
  };
  const newClient = () =>
    createClient(origin, anonKey, {
      auth: { persistSession: false, autoRefreshToken: false },
      global: { fetch: asClient },
    });
  const client = newClient();
  const email = `visitor-${randomUUID()}@test.example`;
  const password = "long enough";
  const { data } = await client.auth.signUp({ email, password });
  const token = data.session?.access_token ?? "";
  const { data: product } = await client
    .from("condiments")
    .select("id, price, discount_price")
    .limit(1)
    .single()
    .throwOnError();
  const { data: windows } = await client.rpc("list_windows", { delivery_type: "pickup", max_count: 20 }).throwOnError();

  const steps = {
    "/home": async () => (await drained(asClient(`${origin}/home`))).status,
    "/healthz": async () => (await drained(asClient(`${origin}/healthz`))).status,
    "sign-in": async () => {
      const { error } = await newClient().auth.signInWithPassword({ email, password });
      return error ? (error.status ?? 0) : 200;
    },
    checkout: async () => {
      const order = await client.rpc("place_order", {
        items: [{ product_id: product.id, quantity: 1 }],
        delivery_type: "pickup",
        delivery_address: "",
        delivery_phone_number: "",
        window_starts_at: windows.at(-1)?.starts_at ?? null,
        expected_total: product.discount_price ?? product.price,
        request_key: randomUUID(),
      });
      if (order.error) return order.status;
      const { id } = order.data as { id: string };
      const intent = asClient(`${origin}/api/create-payment-intent`, {
        method: "POST",
        headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
        body: JSON.stringify({ orderId: id }),
      });
      const { status } = await drained(intent);
      // An order whose payment has started would block the next one.
      await client.rpc("cancel_order", { order_id: id });
      return status;
    },
  };
  return steps;
}

async function drained(pending: Promise<Response>): Promise<Response> {
  const answer = await pending;
  await answer.arrayBuffer();
  return answer;
}
