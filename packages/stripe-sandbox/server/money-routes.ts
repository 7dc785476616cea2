import type { Context } from "hono";
import type { Stripe } from "stripe";
import { isDelivered } from "./deliveries.ts";
import type { SandboxEvent } from "./events.ts";
import { expand } from "./expand.ts";
import type { Answer } from "./idempotency.ts";
import type { Command } from "./intent-command.ts";
import { isWithin, listPage } from "./list-page.ts";
import { unixTime } from "./objects.ts";
import { readList, readText, rejectUnknown } from "./parameters.ts";
import { payoutsOf } from "./payouts.ts";
import { cancelRefund, createRefund, updateRefund } from "./refunds.ts";
import { type Api, found, type Routes } from "./routes.ts";
import { invalidRequest } from "./stripe-error.ts";

const EXPANDABLE_OF_REFUND = { charge: "charges", payment_intent: "paymentIntents" } as const;

/** Routes of refunds: https://docs.stripe.com/api/refunds */
export function addRefundRoutes({ app, store, secret, answer }: Routes): void {
  app.post("/v1/refunds", secret, (c) =>
    answer(c, (command) => refundAnswer(c, command, createRefund(command, c.var.fields))),
  );
  for (const [path, decide] of [
    ["/v1/refunds/:id", updateRefund],
    ["/v1/refunds/:id/cancel", cancelRefund],
  ] as const) {
    app.post(path, secret, (c) =>
      answer(c, (command) => {
        const id = c.req.param("id");
        const refund = found(command.changes.get("refunds", id), "refund", id);
        return refundAnswer(c, command, decide(command, refund, c.var.fields));
      }),
    );
  }
  app.get("/v1/refunds", secret, (c) =>
    c.json(listPage("/v1/refunds", store.list("refunds"), c.var.fields, ["payment_intent", "charge"])),
  );
  app.get("/v1/refunds/:id", secret, (c) => {
    rejectUnknown(c.var.fields, ["expand"]);
    const refund = found(store.get("refunds", c.req.param("id")), "refund", c.req.param("id"));
    return c.json(expand(store, refund, c.var.fields, EXPANDABLE_OF_REFUND));
  });
}

/** Routes of charges: https://docs.stripe.com/api/charges */
export function addChargeRoutes({ app, store, secret }: Routes): void {
  app.get("/v1/charges", secret, (c) =>
    c.json(listPage("/v1/charges", store.list("charges"), c.var.fields, ["payment_intent"])),
  );
  app.get("/v1/charges/:id", secret, (c) => {
    rejectUnknown(c.var.fields, ["expand"]);
    const charge = found(store.get("charges", c.req.param("id")), "charge", c.req.param("id"));
    return c.json(expand(store, charge, c.var.fields, { payment_intent: "paymentIntents" }));
  });
}

/** Routes of payouts and their transactions: https://docs.stripe.com/api/payouts */
export function addPayoutRoutes({ app, store, secret }: Routes): void {
  const payouts = () =>
    payoutsOf(
      { charges: store.list("charges"), refunds: store.list("refunds"), events: store.list("events") },
      unixTime(),
    );
  app.get("/v1/payouts", secret, (c) => {
    const { arrival_date = {}, ...fields } = c.var.fields;
    const made = payouts().map(({ payout }) => payout);
    const arriving = made.filter((payout) => isWithin(payout.arrival_date, { arrival_date }, "arrival_date"));
    return c.json(listPage("/v1/payouts", arriving, fields));
  });
  app.get("/v1/payouts/:id", secret, (c) => {
    rejectUnknown(c.var.fields, []);
    const id = c.req.param("id");
    return c.json(found(payouts().find(({ payout }) => payout.id === id)?.payout, "payout", id));
  });
  app.get("/v1/balance_transactions", secret, (c) => {
    const { payout: given, expand: names, ...fields } = c.var.fields;
    const id = readText({ given: given ?? "" }, "given", "payout") ?? "";
    const { transactions } = found(
      payouts().find(({ payout }) => payout.id === id),
      "payout",
      id,
    );
    const expanded = readList(names, "expand") ?? [];
    const isExpanded = expanded.includes("data.source");
    const unknown = expanded.find((name) => name !== "data.source");
    if (unknown) throw invalidRequest(`This property cannot be expanded (${unknown}).`, { param: "expand" });
    const shown = transactions.map((transaction) => {
      const { source } = transaction;
      return isExpanded || typeof source === "string" ? transaction : { ...transaction, source: source?.id ?? null };
    });
    return c.json(listPage("/v1/balance_transactions", shown, fields, ["type"]));
  });
}

/** Routes of events: https://docs.stripe.com/api/events */
export function addEventRoutes({ app, store, secret }: Routes): void {
  const withDelivery = (event: SandboxEvent) => ({
    ...event,
    pending_webhooks: isDelivered(store.get("deliveries", event.id)) ? 0 : 1,
  });
  app.get("/v1/events", secret, (c) => {
    const { types: given, ...fields } = c.var.fields;
    const types = readList(given, "types");
    const events = store.list("events").filter((event) => types?.includes(event.type) ?? true);
    return c.json(listPage("/v1/events", events.map(withDelivery), fields, ["type"]));
  });
  app.get("/v1/events/:id", secret, (c) =>
    c.json(withDelivery(found(store.get("events", c.req.param("id")), "event", c.req.param("id")))),
  );
}

function refundAnswer(c: Context<Api>, { changes }: Command, refund: Stripe.Refund): Answer {
  return { status: 200, body: expand(changes, refund, c.var.fields, EXPANDABLE_OF_REFUND) };
}
