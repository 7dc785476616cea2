import { expect, test } from "vitest";
import { startServer } from "#tests/start-server.ts";
import { createPaymentProvider } from "./payment-provider.ts";

const aPayout = (id: string, day: string, more: object = {}) => ({
  id,
  object: "payout",
  amount: 4000,
  arrival_date: Date.parse(day) / 1000,
  automatic: true,
  currency: "usd",
  status: "paid",
  ...more,
});

const aTransaction = (id: string, type: string, source: object | string | null, amount: number, fee = 0) => ({
  id,
  object: "balance_transaction",
  type,
  amount,
  fee,
  net: amount - fee,
  created: Date.parse("2026-11-18T10:00:00Z") / 1000,
  source,
});

const PAYOUTS = [
  aPayout("po_3", "2026-11-20"),
  aPayout("po_2", "2026-11-19", { automatic: false, status: "in_transit" }),
  aPayout("po_1", "2026-11-18"),
];
/** Balance transactions as documented, newest first: https://docs.stripe.com/api/balance_transactions/object */
const TRANSACTIONS = [
  aTransaction("txn_7", "payout", "po_3", -4000),
  aTransaction("txn_6", "stripe_fee", null, -200),
  aTransaction("txn_5", "adjustment", { id: "dp_1", object: "dispute", payment_intent: "pi_0" }, -1000, 1500),
  aTransaction("txn_4", "refund", { id: "re_1", object: "refund", payment_intent: "pi_1" }, -300),
  aTransaction("txn_3", "charge", { id: "ch_2", object: "charge", payment_intent: { id: "pi_2" } }, 5000, 175),
  aTransaction("txn_2", "charge", { id: "ch_1", object: "charge", payment_intent: "pi_1" }, 2300, 97),
  aTransaction("txn_1", "payment", { id: "py_1", object: "charge", payment_intent: null }, 128, 156),
];

/** Starts a fake of Stripe's API with two rows per page. */
async function startStripe() {
  const requests: string[] = [];
  const apiUrl = await startServer((request) => {
    const url = new URL(request.url);
    requests.push(`${url.pathname}?${decodeURIComponent(url.search.slice(1))}`);
    const [, , what, id] = url.pathname.split("/");
    if (id) {
      const payout = PAYOUTS.find((each) => each.id === id);
      const error = { type: "invalid_request_error", code: "resource_missing", message: "No such payout" };
      return payout ? Response.json(payout) : Response.json({ error }, { status: 404 });
    }
    const rows: { id: string }[] = what === "payouts" ? PAYOUTS : TRANSACTIONS;
    const start = rows.findIndex((row) => row.id === url.searchParams.get("starting_after")) + 1;
    const data = rows.slice(start, start + 2);
    return Response.json({ object: "list", data, has_more: start + 2 < rows.length, url: url.pathname });
  });
  const payments = createPaymentProvider({ secretKey: "sk_test_1", webhookSecret: "whsec_1", apiUrl });
  return { requests, payments };
}

test("payouts are read by arrival date, page by page", async () => {
  const { requests, payments } = await startStripe();
  expect(await payments.listPayouts({ from: "2026-11-18", to: "2026-11-20" })).toEqual([
    { id: "po_1", arrivesOn: "2026-11-18", status: "paid", amountCents: 4000, currency: "USD" },
    { id: "po_2", arrivesOn: "2026-11-19", status: "in_transit", amountCents: 4000, currency: "USD" },
    { id: "po_3", arrivesOn: "2026-11-20", status: "paid", amountCents: 4000, currency: "USD" },
  ]);
  expect(requests).toEqual([
    "/v1/payouts?arrival_date[gte]=1794960000&arrival_date[lte]=1795132800&limit=100",
    expect.stringContaining("starting_after=po_2"),
  ]);
});

test("a payout's transactions are listed by payment and refund, page by page, and add up", async () => {
  const { requests, payments } = await startStripe();
  const lines = (await payments.listPayoutLines("po_3")) ?? [];
  expect(
    lines.map(({ kind, paymentIntentId, refundId, netCents }) => [kind, paymentIntentId, refundId, netCents]),
  ).toEqual([
    ["payment", null, null, -28],
    ["charge", "pi_1", null, 2203],
    ["charge", "pi_2", null, 4825],
    ["refund", "pi_1", "re_1", -300],
    ["adjustment", "pi_0", null, -2500],
    ["stripe_fee", null, null, -200],
  ]);
  expect(lines.reduce((sum, { netCents }) => sum + netCents, 0)).toBe(4000);
  expect(lines[1]).toEqual({
    transactionId: "txn_2",
    kind: "charge",
    createdAt: "2026-11-18T10:00:00.000Z",
    amountCents: 2300,
    feeCents: 97,
    netCents: 2203,
    paymentIntentId: "pi_1",
    refundId: null,
  });
  expect(requests.slice(1)).toHaveLength(4);
  expect(requests[1]).toBe("/v1/balance_transactions?payout=po_3&limit=100&expand[0]=data.source");
});

test("a manual payout has no transactions, and an unknown one is null", async () => {
  const { requests, payments } = await startStripe();
  expect(await payments.listPayoutLines("po_2")).toEqual([]);
  expect(await payments.listPayoutLines("po_none")).toBeNull();
  expect(requests.filter((each) => each.includes("balance_transactions"))).toEqual([]);
});
