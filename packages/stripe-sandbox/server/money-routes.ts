import { isDelivered } from "./deliveries.ts";
import type { SandboxEvent } from "./events.ts";
import { isWithin, listPage } from "./list-page.ts";
import { unixTime } from "./objects.ts";
import { isExpanded, readList, readText, rejectUnknown } from "./parameters.ts";
import { payoutsOf } from "./payouts.ts";
import { createRefund } from "./refunds.ts";
import { found, type Routes } from "./routes.ts";

/** Routes of refunds: https://docs.stripe.com/api/refunds */
export function addRefundRoutes({ app, store, secret, answer }: Routes): void {
  app.post("/v1/refunds", secret, (c) =>
    answer(c, (command) => ({ status: 200, body: createRefund(command, c.var.fields) })),
  );
  app.get("/v1/refunds", secret, (c) =>
    c.json(listPage("/v1/refunds", store.list("refunds"), c.var.fields, ["payment_intent"])),
  );
  app.get("/v1/refunds/:id", secret, (c) => {
    rejectUnknown(c.var.fields, []);
    return c.json(found(store.get("refunds", c.req.param("id")), "refund", c.req.param("id")));
  });
}

/** Routes of charges: https://docs.stripe.com/api/charges */
export function addChargeRoutes({ app, store, secret }: Routes): void {
  app.get("/v1/charges", secret, (c) =>
    c.json(listPage("/v1/charges", store.list("charges"), c.var.fields, ["payment_intent"])),
  );
  app.get("/v1/charges/:id", secret, (c) => {
    rejectUnknown(c.var.fields, []);
    return c.json(found(store.get("charges", c.req.param("id")), "charge", c.req.param("id")));
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
    const { payout: given, expand, ...fields } = c.var.fields;
    const id = readText({ given: given ?? "" }, "given", "payout") ?? "";
    const { transactions } = found(
      payouts().find(({ payout }) => payout.id === id),
      "payout",
      id,
    );
    const hasSources = isExpanded(c.var.fields, "data.source");
    const shown = transactions.map((transaction) => {
      const { source } = transaction;
      return hasSources || typeof source === "string" ? transaction : { ...transaction, source: source?.id ?? null };
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
}
