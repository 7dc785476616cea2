import { Hono } from "hono";
import { z } from "zod";
import type { PayoutLine } from "#app/features/reports/payouts.ts";
import { t } from "#app/messages/t.ts";
import { messageOf } from "#app/values/unknown-value.ts";
import type { ShopData } from "#server/database/shop-data.ts";
import type { PayoutReader } from "#server/payments/payouts.ts";
import { dataOf, limitSmallBody, Rejection, readRole, requireCaller } from "./caller.ts";

const notAllowed = () => ({ error: t("Only owners and managers can see payouts.") });
const DAY_MS = 24 * 60 * 60 * 1000;
/** Same limit as the other exports. */
const MAX_DAYS = 366;
/** Each id has some thirty characters, and a URL must stay short. */
const IDS_AT_ONCE = 100;

const range = z
  .object({ from: z.iso.date(), to: z.iso.date() })
  .refine(({ from, to }) => from <= to && Date.parse(to) - Date.parse(from) <= MAX_DAYS * DAY_MS);

/**
 * Creates the payout endpoints for the owner and managers, with their bearer token.
 * `POST /payouts` with `{ from, to }`, days of arrival, returns `[{ id, arrivesOn, status, amountCents, currency }]`,
 * earliest first, and is recorded in the audit log as an export. `GET /payouts/:id` returns the payout's transactions,
 * `[{ transactionId, kind, createdAt, amountCents, feeCents, netCents, paymentIntentId, refundId, orderNumber }]`;
 * empty for a manual payout.
 * Errors, as `{ error }`: 401 without a valid token, 403 for others, 404 for an unknown payout, 422 for invalid days or
 * more than a year, 502 if the provider does not respond.
 */
export function createPayoutEndpoints({ data, payments }: { data: ShopData; payments: PayoutReader }): Hono {
  return new Hono()
    .post("/payouts", limitSmallBody, async (c) => {
      const caller = requireCaller(c);
      const days = range.safeParse(await c.req.json().catch(() => null));
      if (!days.success) return c.json({ error: t("Choose two days, at most a year apart.") }, 422);
      const { from, to } = days.data;
      const noted = await data.as(caller.token).rpc("log_export", { subject: `Books: payouts, ${from} until ${to}` });
      if (noted.status === 403) return c.json(notAllowed(), 403);
      dataOf(noted);
      return c.json(await orUnreachable(payments.listPayouts({ from, to })));
    })
    .get("/payouts/:id", async (c) => {
      const caller = requireCaller(c);
      const role = await readRole(data, caller);
      if (role !== "owner" && role !== "manager") return c.json(notAllowed(), 403);
      const answer = await orUnreachable(payments.listPayoutLines(c.req.param("id")));
      if (!answer) return c.json({ error: t("This payout doesn't exist.") }, 404);
      return c.json(await withOrders(data, caller.token, answer));
    });
}

function orUnreachable<Answer>(answer: Promise<Answer>): Promise<Answer> {
  return answer.catch((error: unknown) => {
    throw new Rejection(502, {
      error: t("The payment provider did not respond: {message}", { message: messageOf(error) }),
    });
  });
}

async function withOrders(data: ShopData, token: string, lines: readonly PayoutLine[]) {
  const ids = [...new Set(lines.flatMap(({ paymentIntentId }) => paymentIntentId ?? []))];
  const numbers = new Map<string, number>();
  for (let first = 0; first < ids.length; first += IDS_AT_ONCE) {
    const { data: rows } = await data
      .as(token)
      .from("payments")
      .select("payment_intent_id, orders(order_number)")
      .in("payment_intent_id", ids.slice(first, first + IDS_AT_ONCE))
      .throwOnError();
    for (const { payment_intent_id, orders } of rows) {
      if (orders) numbers.set(payment_intent_id, orders.order_number);
    }
  }
  return lines.map((line) => ({ ...line, orderNumber: numbers.get(line.paymentIntentId ?? "") ?? null }));
}
