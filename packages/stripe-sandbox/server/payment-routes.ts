import type { Context } from "hono";
import type { Stripe } from "stripe";
import { publicFieldsOf, requireClientSecret } from "./caller.ts";
import { answerChallenge, confirmIntent, declineOf } from "./confirmation.ts";
import { attachMethod, createCustomer, deleteCustomer, detachMethod, requireCustomer } from "./customers.ts";
import type { FormFields } from "./form-body.ts";
import { captureIntent } from "./holds.ts";
import type { Answer } from "./idempotency.ts";
import type { Command } from "./intent-command.ts";
import { listPage } from "./list-page.ts";
import { isExpanded, rejectUnknown } from "./parameters.ts";
import { cancelIntent, createIntent, requireIntent, updateIntent } from "./payment-intents.ts";
import { type Api, found, type Routes } from "./routes.ts";
import type { Changes } from "./sandbox-store.ts";

/** Routes of payment intents: https://docs.stripe.com/api/payment_intents */
export function addIntentRoutes({ app, store, secret, answer }: Routes): void {
  /** Runs a command on the intent in the URL; browsers must send its client secret. */
  function onIntent(
    decide: (command: Command, intent: Stripe.PaymentIntent, fields: FormFields) => Stripe.PaymentIntent,
  ) {
    return (c: Context<Api>) =>
      answer(c, (command) => {
        const id = c.req.param("id") ?? "";
        const intent = requireIntent(command.changes, id);
        requireClientSecret(c.var.caller, intent, c.var.fields);
        return intentAnswer(c, command, decide(command, intent, c.var.fields), intent);
      });
  }

  app.get("/v1/payment_intents", secret, (c) =>
    c.json(listPage("/v1/payment_intents", store.list("paymentIntents"), c.var.fields)),
  );
  app.post("/v1/payment_intents", secret, (c) =>
    answer(c, (command) => intentAnswer(c, command, createIntent(command, c.var.fields))),
  );
  app.get("/v1/payment_intents/:id", (c) => {
    rejectUnknown(c.var.fields, ["client_secret", "expand"]);
    const intent = requireIntent(store, c.req.param("id"));
    requireClientSecret(c.var.caller, intent, c.var.fields);
    return c.json(visibleTo(c, store, intent));
  });
  app.post("/v1/payment_intents/:id", secret, onIntent(updateIntent));
  app.post("/v1/payment_intents/:id/cancel", secret, onIntent(cancelIntent));
  app.post("/v1/payment_intents/:id/capture", secret, onIntent(captureIntent));
  app.post("/v1/payment_intents/:id/confirm", onIntent(confirmIntent));
  for (const outcome of ["complete", "fail"] as const) {
    app.post(
      `/v1/test_helpers/payment_intents/:id/${outcome}_challenge`,
      onIntent((command, intent) => answerChallenge(command, intent, outcome)),
    );
  }
}

/** Routes of customers and their saved cards: https://docs.stripe.com/api/customers */
export function addCustomerRoutes({ app, store, secret, answer }: Routes): void {
  app.post("/v1/customers", secret, (c) =>
    answer(c, (command) => ({ status: 200, body: createCustomer(command, c.var.fields) })),
  );
  app.get("/v1/customers/:id", secret, (c) =>
    c.json(found(store.get("customers", c.req.param("id")), "customer", c.req.param("id"))),
  );
  app.delete("/v1/customers/:id", secret, (c) =>
    answer(c, (command) => ({ status: 200, body: deleteCustomer(command, c.req.param("id")) })),
  );
  app.get("/v1/customers/:id/payment_methods", secret, (c) => {
    const { id } = requireCustomer(store, c.req.param("id"), "customer");
    const saved = store.list("paymentMethods").map(({ method }) => method);
    const own = saved.filter(({ customer }) => customer === id);
    return c.json(listPage(`/v1/customers/${id}/payment_methods`, own, c.var.fields, ["type"]));
  });
  for (const [name, decide] of [
    ["attach", attachMethod],
    ["detach", detachMethod],
  ] as const) {
    app.post(`/v1/payment_methods/:id/${name}`, secret, (c) =>
      answer(c, (command) => ({ status: 200, body: decide(command, c.req.param("id") ?? "", c.var.fields) })),
    );
  }
}

/**
 * Returns the response for an intent: a decline is an error response, although the intent has changed.
 * @param before the intent before the command, whose earlier decline is not one of this command
 */
function intentAnswer(
  c: Context<Api>,
  { changes }: Command,
  intent: Stripe.PaymentIntent,
  before?: Stripe.PaymentIntent,
): Answer {
  const shown = visibleTo(c, changes, intent);
  const decline = before?.last_payment_error === intent.last_payment_error ? null : declineOf(intent);
  return decline
    ? { status: 402, body: { error: { ...decline, payment_intent: shown } } }
    : { status: 200, body: shown };
}

/** Returns the fields of an intent for its caller; a server can expand its charge. */
function visibleTo(c: Context<Api>, store: Pick<Changes, "get">, intent: Stripe.PaymentIntent) {
  if (c.var.caller === "publishable") return publicFieldsOf(intent);
  const charge = isExpanded(c.var.fields, "latest_charge") && store.get("charges", String(intent.latest_charge));
  return charge ? { ...intent, latest_charge: charge } : intent;
}
