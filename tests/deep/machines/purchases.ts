import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { openClient } from "../../open-client.ts";
import { anOrderInput } from "../an-order-input.ts";

const SHOPPERS = 6;
/** Accounts per shopper, because an address gets at most a hundred emails a day. */
const ACCOUNTS = 10;
const PAGES = ["/home", "/condiments", "/search?q=rice"];
/** A request without a response after this time failed. */
const LIMIT_MS = 25_000;
const AGAIN_MS = 250;

export interface Load {
  /** Responses and failures so far. */
  requestCount(): number;
  /** Requests without a response, or with an error that does not ask the client to try again. */
  failures: string[];
  /** Paths of the requests that got 503 with Retry-After. */
  retries: string[];
  /** Ids of the orders that their shoppers saw as paid. */
  paid: string[];
  shopperIds: string[];
  /** Resolves when this many further purchases are done. @throws Error if the store rejected a request */
  morePurchases(count: number): Promise<void>;
  /** Lets the purchases that have begun end. */
  stop(): Promise<void>;
}

/**
 * Sends whole purchases of six shoppers (order, payment intent, confirmation, the wait for "paid") and pages of three
 * guests, all in parallel. Like the pages of the store, a shopper sends a request again until it is answered.
 */
export async function startLoad(origin: string, anonKey: string, stripeUrl: string): Promise<Load> {
  const failures: string[] = [];
  const retries: string[] = [];
  const paid: string[] = [];
  const waiting = new Map<() => void, number>();
  let requestCount = 0;
  let isOver = false;

  /**
   * @returns null if the request has to be sent again
   * @throws Error if the store rejects it, which sending it again would not change
   */
  async function ask(path: string, options: RequestInit = {}): Promise<string | null> {
    requestCount += 1;
    const name = `${options.method ?? "GET"} ${path.replace(/[0-9a-f-]{36}/, "ID")}`;
    let response: Response;
    let text: string;
    try {
      response = await fetch(`${origin}${path}`, { ...options, signal: AbortSignal.timeout(LIMIT_MS) });
      text = await response.text();
    } catch (error) {
      const { message, cause } = error as Error;
      failures.push(`${name}: ${message} ${(cause as Error | undefined)?.message ?? ""}`);
      return null;
    }
    if (response.ok) return text;
    const failure = `${name}: ${response.status} ${text.slice(0, 200)}`;
    if (response.status < 500) throw new Error(failure);
    if (response.status === 503 && response.headers.has("retry-after")) retries.push(name);
    else failures.push(failure);
    return null;
  }

  async function untilAnswered<Answer>(path: string, options: RequestInit): Promise<Answer> {
    for (;;) {
      const text = await ask(path, options);
      if (text !== null) return JSON.parse(text);
      await delay(AGAIN_MS);
    }
  }

  const client = openClient(origin, anonKey);
  const input = await anOrderInput(client);
  const shopperIds: string[] = [];
  async function signUp(): Promise<string> {
    const { data, error } = await client.auth.signUp({
      email: `${randomUUID()}@test.example`,
      password: "long enough",
    });
    if (error || !data.session) throw error ?? new Error("no session");
    shopperIds.push(data.session.user.id);
    return data.session.access_token;
  }
  const accounts = await Promise.all(
    Array.from({ length: SHOPPERS }, () => Promise.all(Array.from({ length: ACCOUNTS }, signUp))),
  );

  async function buy(accessToken: string): Promise<string> {
    const headers = { apikey: anonKey, authorization: `Bearer ${accessToken}`, "content-type": "application/json" };
    const post = (body: object) => ({ method: "POST", headers, body: JSON.stringify(body) });
    const { id } = await untilAnswered<{ id: string }>(
      "/rest/v1/rpc/place_order",
      post({ ...input, request_key: randomUUID() }),
    );
    const { clientSecret } = await untilAnswered<{ clientSecret: string }>(
      "/api/create-payment-intent",
      post({ orderId: id }),
    );
    const confirmed = await fetch(`${stripeUrl}/v1/payment_intents/${clientSecret.split("_secret_")[0]}/confirm`, {
      method: "POST",
      headers: { authorization: "Bearer pk_test_sandbox" },
      body: new URLSearchParams({ client_secret: clientSecret, payment_method: "pm_card_visa" }),
    });
    if (!confirmed.ok) throw new Error(await confirmed.text());
    for (;;) {
      const { status } = await untilAnswered<{ status: string }>(`/api/order/${id}/status?after=pending`, { headers });
      if (status === "paid") return id;
    }
  }

  const clients = Promise.all([
    ...accounts.map(async (accessTokens) => {
      for (let turn = 0; !isOver; turn += 1) {
        paid.push(await buy(accessTokens[turn % ACCOUNTS] ?? ""));
        for (const [done, count] of waiting) if (paid.length >= count) done();
      }
    }),
    ...PAGES.map(async (path) => {
      while (!isOver) await ask(path);
    }),
  ]);
  // Reported by the next call of morePurchases or stop.
  clients.catch(() => undefined);
  return {
    requestCount: () => requestCount,
    failures,
    retries,
    paid,
    shopperIds,
    morePurchases: async (count) => {
      const enough = Promise.withResolvers<void>();
      waiting.set(enough.resolve, paid.length + count);
      await Promise.race([enough.promise, clients]);
      waiting.delete(enough.resolve);
    },
    stop: async () => {
      isOver = true;
      await clients;
    },
  };
}
