import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { isAuthRetryableFetchError, type SupabaseClient } from "@supabase/supabase-js";
import { openClient } from "../../open-client.ts";
import { anOrderInput } from "../an-order-input.ts";

/** A request without a response after this time counts as hanging. */
const HANGS_MS = 25_000;

export interface Answers {
  good: number;
  rejected: number;
  hanging: string[];
  /** Responses other than success or 503, by path and status, except closed connections. */
  wrong: string[];
}

export interface ClientRequests {
  answers: Answers;
  /** Request keys of orders, each with the acknowledged order id or null. */
  orders: Map<string, string | null>;
  /** Resolves when every kind of request has succeeded again. */
  allAnsweredAgain(): Promise<void>;
  /** Access token of the shopper who places the orders. */
  accessToken: string;
  stop(): Promise<void>;
}

/**
 * Sends requests of guests who read pages and rows and of a shopper who places orders, all in parallel. Each request
 * repeats after its response, so that no kind of request takes all the CPU.
 */
export async function sendClientRequests(origin: string, anonKey: string): Promise<ClientRequests> {
  const answers: Answers = { good: 0, rejected: 0, hanging: [], wrong: [] };
  const orders = new Map<string, string | null>();
  /** Callbacks that wait until every kind of request has succeeded, with the kinds still missing. */
  const waiting = new Map<() => void, Set<string>>();
  let isOver = false;

  async function ask(what: string, request: (signal: AbortSignal) => Promise<Response>): Promise<void> {
    const signal = AbortSignal.timeout(HANGS_MS);
    // A request that was sent before the fault may succeed before the fault shows.
    const waitingSince = [...waiting];
    try {
      const answer = await request(signal);
      const text = await answer.text();
      if (answer.ok) {
        answers.good += 1;
        for (const [done, missing] of waitingSince) {
          missing.delete(what);
          if (missing.size === 0) done();
        }
      } else if (answer.status === 503 && answer.headers.has("retry-after")) answers.rejected += 1;
      else answers.wrong.push(`${what}: ${answer.status} ${text.slice(0, 200)}`);
    } catch (error) {
      if (signal.aborted) answers.hanging.push(what);
      else answers.wrong.push(`${what}: ${(error as Error).message}`);
    }
  }

  const headers = { apikey: anonKey };
  const reads: [string, string][] = [
    ["a page", "/home"],
    ["rows", "/rest/v1/products?select=*&order=id&limit=40"],
    ["settings", "/auth/v1/user"],
  ];
  const shopper = await newShopper(origin, anonKey);
  const input = await anOrderInput(openClient(origin, anonKey));
  const placeOrder = (requestKey: string) => (signal: AbortSignal) =>
    fetch(`${origin}/rest/v1/rpc/place_order`, {
      method: "POST",
      signal,
      headers: { apikey: anonKey, authorization: `Bearer ${shopper.accessToken}`, "content-type": "application/json" },
      body: JSON.stringify({ ...input, request_key: requestKey }),
    }).then(async (answer) => {
      if (answer.ok) orders.set(requestKey, ((await answer.clone().json()) as { id: string }).id);
      return answer;
    });

  let requestKey = "";
  const requests = [
    ...reads.map(([what, path]) => () => {
      const own = what === "settings" ? { authorization: `Bearer ${shopper.accessToken}` } : {};
      return ask(what, (signal) => fetch(`${origin}${path}`, { headers: { ...headers, ...own }, signal }));
    }),
    // Like the checkout, retries with the same key until the order is acknowledged.
    () => {
      if (orders.get(requestKey) !== null) {
        requestKey = randomUUID();
        orders.set(requestKey, null);
      }
      return ask("an order", placeOrder(requestKey));
    },
  ];
  const asking = (async () => {
    while (!isOver) await Promise.all(requests.map((request) => request()));
  })();

  return {
    answers,
    orders,
    accessToken: shopper.accessToken,
    allAnsweredAgain: () =>
      new Promise((done) => {
        const isDone = () => {
          waiting.delete(isDone);
          done();
        };
        waiting.set(isDone, new Set([...reads.map(([what]) => what), "an order"]));
      }),
    stop: async () => {
      isOver = true;
      await asking;
    },
  };
}

/** Signs up a shopper, who tries again while the database recovers from the fault of the test before. */
async function newShopper(origin: string, anonKey: string): Promise<{ client: SupabaseClient; accessToken: string }> {
  const client = openClient(origin, anonKey);
  for (;;) {
    const { data, error } = await client.auth.signUp({
      email: `${randomUUID()}@test.example`,
      password: "long enough",
    });
    if (!error) return { client, accessToken: data.session?.access_token ?? "" };
    if (!isAuthRetryableFetchError(error)) throw error;
    await delay(50);
  }
}
