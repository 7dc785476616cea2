import { connect } from "@calabash/data-service/database";
import { createParser } from "eventsource-parser";
import type { BenchShop } from "#scripts/test-environment/open-demo-shop.ts";
import { buy, findProduct } from "./purchases.ts";
import { signInAdmin, signUpShoppers } from "./shoppers.ts";

const DESKS = 50;
const ORDERS = 40;
const GOAL_MS = 2000;

/**
 * `npm run bench -- desk`: measures the time from the confirmation of a payment (sent to the sandbox, whose webhook
 * marks the order as paid) until every open order board has received the order, with one board and with fifty.
 */
export async function measureDesk(shop: BenchShop): Promise<void> {
  const sql = connect(shop.databaseUrl, { max: 1, applicationName: "bench" });
  const product = await findProduct(sql);
  await sql.end();
  const [shopper] = await signUpShoppers(shop, 1);
  const admin = await signInAdmin(shop);
  const { data } = await admin.auth.getSession();
  if (!shopper || !data.session) throw new Error("There is no customer or staff session.");
  const token = data.session.access_token;

  console.log(`\nFrom "Pay" to an open order board, ${ORDERS} orders one after another, goal ${GOAL_MS} ms`);
  for (const count of [1, DESKS]) {
    const desks = await Promise.all(Array.from({ length: count }, () => openDesk(shop, token)));
    const times: number[] = [];
    for (let order = 0; order < ORDERS; order += 1) {
      let paidAt = 0;
      const nextEvents = desks.map((desk) => desk.next());
      await buy(shop, shopper, product, () => {
        paidAt = performance.now();
      });
      for (const at of await Promise.all(nextEvents)) times.push(at - paidAt);
    }
    for (const desk of desks) desk.leave();
    times.sort((one, other) => one - other);
    const at = (share: number) => times[Math.floor((times.length - 1) * share)] ?? 0;
    const line = `  ${`${count} open`.padEnd(12)} median ${at(0.5).toFixed(0).padStart(5)} ms   p95 ${at(0.95).toFixed(0).padStart(5)} ms`;
    console.log(`${line}${at(0.95) > GOAL_MS ? "   above the goal" : ""}`);
  }
}

/** Opens the order board's event stream; `next()` resolves with the time at which the next new order arrives. */
async function openDesk({ origin }: BenchShop, token: string) {
  const leaving = new AbortController();
  const response = await fetch(`${origin}/api/desk/events`, {
    headers: { authorization: `Bearer ${token}` },
    signal: leaving.signal,
  });
  if (!response.ok || !response.body) throw new Error(`The order board did not open: ${response.status}`);
  const known = new Set<string>();
  let report: ((at: number) => void) | null = null;
  const parser = createParser({
    onEvent: ({ event, data }) => {
      if (event !== "changes") return;
      const { cards }: { cards: { id: string }[] } = JSON.parse(data);
      for (const { id } of cards) {
        if (known.has(id)) continue;
        known.add(id);
        report?.(performance.now());
        report = null;
      }
    },
  });
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  const read = async () => {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      parser.feed(value);
    }
  };
  // Closing the connection ends the stream with an error.
  void read().catch(() => undefined);
  return {
    next: () =>
      new Promise<number>((resolve) => {
        report = resolve;
      }),
    leave: () => leaving.abort(),
  };
}
