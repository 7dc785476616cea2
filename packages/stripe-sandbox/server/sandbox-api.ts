import { type Context, Hono, type MiddlewareHandler } from "hono";
import { bodyLimit } from "hono/body-limit";
import type { Stripe } from "stripe";
import { type Caller, publicFieldsOf, readCaller, requireClientSecret, requireSecretKey } from "./caller.ts";
import { answerChallenge, confirmIntent, declineOf } from "./confirmation.ts";
import { attachMethod, createCustomer, deleteCustomer, detachMethod, requireCustomer } from "./customers.ts";
import { isDelivered } from "./deliveries.ts";
import type { SandboxEvent } from "./events.ts";
import { expand } from "./expand.ts";
import { type FormFields, parseFormBody } from "./form-body.ts";
import { captureIntent } from "./holds.ts";
import { type Answer, answerOnce } from "./idempotency.ts";
import type { Command, RunCommand } from "./intent-command.ts";
import { isWithin, listPage } from "./list-page.ts";
import { sandboxId, unixTime } from "./objects.ts";
import { readList, readText, rejectUnknown } from "./parameters.ts";
import { cancelIntent, createIntent, requireIntent, updateIntent } from "./payment-intents.ts";
import { payoutsOf } from "./payouts.ts";
import { cancelRefund, createRefund, updateRefund } from "./refunds.ts";
import type { SandboxStore } from "./sandbox-store.ts";
import { invalidRequest, notFound, StripeSandboxError } from "./stripe-error.ts";

interface Api {
  Variables: { caller: Caller; requestId: string; fields: FormFields; rawBody: string };
}

const EXPANDABLE_OF_INTENT = { latest_charge: "charges" } as const;
const EXPANDABLE_OF_REFUND = { charge: "charges", payment_intent: "paymentIntents" } as const;

/**
 * Creates the sandbox's API. One command runs at a time on the store, and its response is stored under the idempotency
 * key.
 * @param options.isTrusted whether the request may use a secret key: any key that looks like one is accepted, so a
 * request from another machine could otherwise read every payment
 */
export function createSandboxApi(options: {
  store: SandboxStore;
  run: RunCommand;
  publishableKey: string;
  isTrusted: (c: Context) => boolean;
}): Hono<Api> {
  const { store, run } = options;
  const app = new Hono<Api>();
  const secret: MiddlewareHandler<Api> = async (c, next) => {
    requireSecretKey(c.var.caller);
    await next();
  };

  app.use(bodyLimit({ maxSize: 64 * 1024, onError: rejectLargeBody }), async (c, next) => {
    c.set("requestId", sandboxId("req", 14));
    c.set("rawBody", c.req.method === "POST" ? await c.req.text() : new URL(c.req.url).search.slice(1));
    c.set("fields", parseFormBody(c.var.rawBody));
    const { publishableKey } = options;
    const isTrusted = options.isTrusted(c);
    c.set("caller", readCaller(c.req.header("authorization"), c.var.fields, { publishableKey, isTrusted }));
    await next();
    c.res.headers.set("request-id", c.var.requestId);
    c.res.headers.set("cache-control", "no-store");
  });

  async function answer(c: Context<Api>, decide: (command: Command) => Answer): Promise<Response> {
    const key = c.req.header("idempotency-key") ?? null;
    const fingerprint = `${c.req.path}\n${c.var.rawBody}`;
    const result = await run({ id: c.var.requestId, idempotency_key: key }, (command) =>
      answerOnce({ changes: command.changes, key, fingerprint }, () => decide(command)),
    );
    if (key !== null) c.header("idempotency-key", key);
    if (result.isReplay) c.header("idempotent-replayed", "true");
    return c.json(result.body, result.status);
  }

  /** Runs a command on the intent in the URL; browsers must send its client secret. */
  function onIntent(
    decide: (command: Command, intent: Stripe.PaymentIntent, fields: FormFields) => Stripe.PaymentIntent,
  ) {
    return (c: Context<Api>) =>
      answer(c, (command) => {
        const id = c.req.param("id") ?? "";
        const intent = requireIntent(command.changes.get("paymentIntents", id), id);
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
    const intent = requireIntent(store.get("paymentIntents", c.req.param("id")), c.req.param("id"));
    requireClientSecret(c.var.caller, intent, c.var.fields);
    return c.json(
      c.var.caller === "publishable"
        ? publicFieldsOf(intent)
        : expand(store, intent, c.var.fields, EXPANDABLE_OF_INTENT),
    );
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

  app.post("/v1/customers", secret, (c) =>
    answer(c, (command) => ({ status: 200, body: createCustomer(command, c.var.fields) })),
  );
  app.get("/v1/customers/:id", secret, (c) =>
    c.json(found(store.get("customers", c.req.param("id")), "customer", c.req.param("id"))),
  );
  app.delete("/v1/customers/:id", secret, (c) =>
    answer(c, (command) => ({
      status: 200,
      body: deleteCustomer(command, store.list("paymentMethods"), c.req.param("id")),
    })),
  );
  const methodsOf = (customer: string) =>
    store
      .list("paymentMethods")
      .map(({ method }) => method)
      .filter((method) => method.customer === customer);
  app.get("/v1/customers/:id/payment_methods", secret, (c) => {
    const { id } = requireCustomer(store, c.req.param("id"), "customer");
    return c.json(listPage(`/v1/customers/${id}/payment_methods`, methodsOf(id), c.var.fields, ["type"]));
  });
  app.get("/v1/customers/:id/payment_methods/:method", secret, (c) => {
    const { id } = requireCustomer(store, c.req.param("id"), "customer");
    const name = c.req.param("method");
    return c.json(
      found(
        methodsOf(id).find((method) => method.id === name),
        "PaymentMethod",
        name,
      ),
    );
  });
  for (const [name, decide] of [
    ["attach", attachMethod],
    ["detach", detachMethod],
  ] as const) {
    app.post(`/v1/payment_methods/:id/${name}`, secret, (c) =>
      answer(c, (command) => ({ status: 200, body: decide(command, c.req.param("id") ?? "", c.var.fields) })),
    );
  }

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
  app.get("/v1/charges", secret, (c) =>
    c.json(listPage("/v1/charges", store.list("charges"), c.var.fields, ["payment_intent"])),
  );
  app.get("/v1/charges/:id", secret, (c) => {
    rejectUnknown(c.var.fields, ["expand"]);
    const charge = found(store.get("charges", c.req.param("id")), "charge", c.req.param("id"));
    return c.json(expand(store, charge, c.var.fields, { payment_intent: "paymentIntents" }));
  });

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

  app.all("*", (c) => {
    throw new StripeSandboxError(404, {
      type: "invalid_request_error",
      message: `Unrecognized request URL (${c.req.method}: ${c.req.path}). Please see https://stripe.com/docs or we can help at https://support.stripe.com/.`,
    });
  });
  app.onError((error, c) => {
    if (error instanceof StripeSandboxError) return c.json({ error: error.body }, error.status);
    console.error("sandbox:", error);
    return c.json({ error: { type: "api_error", message: "The sandbox failed." } }, 500);
  });
  return app;
}

function rejectLargeBody(): never {
  throw new StripeSandboxError(413, { type: "invalid_request_error", message: "The request is too large." });
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
  const shown =
    c.var.caller === "publishable"
      ? publicFieldsOf(intent)
      : expand(changes, intent, c.var.fields, EXPANDABLE_OF_INTENT);
  const decline = before?.last_payment_error === intent.last_payment_error ? null : declineOf(intent);
  return decline
    ? { status: 402, body: { error: { ...decline, payment_intent: shown } } }
    : { status: 200, body: shown };
}

function refundAnswer(c: Context<Api>, { changes }: Command, refund: Stripe.Refund): Answer {
  return { status: 200, body: expand(changes, refund, c.var.fields, EXPANDABLE_OF_REFUND) };
}

function found<Row>(row: Row | undefined, kind: string, id: string): Row {
  if (!row) throw notFound(kind, id);
  return row;
}
