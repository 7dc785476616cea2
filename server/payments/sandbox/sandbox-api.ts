import { type Context, Hono, type MiddlewareHandler } from "hono";
import { bodyLimit } from "hono/body-limit";
import type { Stripe } from "stripe";
import { type Caller, publicFieldsOf, readCaller, requireClientSecret, requireSecretKey } from "./caller.ts";
import { answerChallenge, confirmIntent, declineOf } from "./confirmation.ts";
import { type FormFields, parseFormBody } from "./form-body.ts";
import { type Answer, answerOnce } from "./idempotency.ts";
import type { Command } from "./intent-command.ts";
import { listPage } from "./list-page.ts";
import { type SandboxEvent, sandboxId } from "./objects.ts";
import { refuseUnknown } from "./parameters.ts";
import { cancelIntent, createIntent, expandCharge, requireIntent, updateIntent } from "./payment-intents.ts";
import { createRefund } from "./refunds.ts";
import type { SandboxStore } from "./sandbox-store.ts";
import { notFound, StripeSandboxError } from "./stripe-error.ts";

interface Api {
  Variables: { caller: Caller; requestId: string; fields: FormFields; rawBody: string };
}

/**
 * The addresses of the sandbox. A command runs alone on the store, its answer is remembered under the
 * idempotency key, and the events it caused are handed on once they lie on the disk.
 */
export function createSandboxApi(options: {
  store: SandboxStore;
  publishableKey: string;
  onEvent: (event: SandboxEvent) => void;
}): Hono {
  const { store } = options;
  const app = new Hono<Api>();
  const secret: MiddlewareHandler<Api> = async (c, next) => {
    requireSecretKey(c.var.caller);
    await next();
  };

  app.use(bodyLimit({ maxSize: 64 * 1024 }), async (c, next) => {
    c.set("requestId", sandboxId("req", 14));
    c.set("rawBody", c.req.method === "POST" ? await c.req.text() : new URL(c.req.url).search.slice(1));
    c.set("fields", parseFormBody(c.var.rawBody));
    c.set("caller", readCaller(c.req.header("authorization"), c.var.fields, options.publishableKey));
    await next();
    c.header("request-id", c.var.requestId);
    c.header("cache-control", "no-store");
  });

  async function answer(c: Context<Api>, run: (command: Command) => Answer): Promise<Response> {
    const key = c.req.header("idempotency-key") ?? null;
    const fingerprint = `${c.req.path}\n${c.var.rawBody}`;
    const request = { id: c.var.requestId, idempotency_key: key };
    const { result, events } = await store.change((changes) =>
      answerOnce({ changes, key, fingerprint }, () => run({ changes, request })),
    );
    for (const event of events) options.onEvent(event);
    if (key !== null) c.header("idempotency-key", key);
    if (result.isReplay) c.header("idempotent-replayed", "true");
    return c.json(result.body, result.status);
  }

  /** Runs a command on the intent of the address; browsers must know its secret. */
  function onIntent(
    run: (command: Command, intent: Stripe.PaymentIntent, fields: FormFields) => Stripe.PaymentIntent,
  ) {
    return (c: Context<Api>) =>
      answer(c, (command) => {
        const id = c.req.param("id") ?? "";
        const intent = requireIntent(command.changes.get("paymentIntents", id), id);
        requireClientSecret(c.var.caller, intent, c.var.fields);
        return intentAnswer(c, command, run(command, intent, c.var.fields));
      });
  }

  app.get("/v1/payment_intents", secret, (c) =>
    c.json(listPage("/v1/payment_intents", store.list("paymentIntents"), c.var.fields)),
  );
  app.post("/v1/payment_intents", secret, (c) =>
    answer(c, (command) => intentAnswer(c, command, createIntent(command, c.var.fields))),
  );
  app.get("/v1/payment_intents/:id", (c) => {
    refuseUnknown(c.var.fields, ["client_secret", "expand"]);
    const intent = requireIntent(store.get("paymentIntents", c.req.param("id")), c.req.param("id"));
    requireClientSecret(c.var.caller, intent, c.var.fields);
    return c.json(
      c.var.caller === "publishable" ? publicFieldsOf(intent) : expandCharge(store, intent, c.var.fields),
    );
  });
  app.post("/v1/payment_intents/:id", secret, onIntent(updateIntent));
  app.post("/v1/payment_intents/:id/cancel", secret, onIntent(cancelIntent));
  app.post("/v1/payment_intents/:id/confirm", onIntent(confirmIntent));
  for (const outcome of ["complete", "fail"] as const) {
    app.post(
      `/v1/test_helpers/payment_intents/:id/${outcome}_challenge`,
      onIntent((command, intent) => answerChallenge(command, intent, outcome)),
    );
  }

  app.post("/v1/refunds", secret, (c) =>
    answer(c, (command) => ({ status: 200, body: createRefund(command, c.var.fields) })),
  );
  for (const table of ["refunds", "charges"] as const) {
    app.get(`/v1/${table}`, secret, (c) =>
      c.json(
        listPage<Stripe.Refund | Stripe.Charge>(`/v1/${table}`, store.list(table), c.var.fields, [
          "payment_intent",
        ]),
      ),
    );
    app.get(`/v1/${table}/:id`, secret, (c) =>
      c.json(found(store.get(table, c.req.param("id")), table.slice(0, -1), c.req.param("id"))),
    );
  }

  const withDelivery = (event: SandboxEvent) => ({
    ...event,
    pending_webhooks: store.get("deliveries", event.id) ? 0 : 1,
  });
  app.get("/v1/events", secret, (c) =>
    c.json(listPage("/v1/events", store.list("events").map(withDelivery), c.var.fields, ["type"])),
  );
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
  return app as unknown as Hono;
}

/** A decline is an error to whoever confirmed, although the intent has changed. */
function intentAnswer(c: Context<Api>, { changes }: Command, intent: Stripe.PaymentIntent): Answer {
  const shown =
    c.var.caller === "publishable" ? publicFieldsOf(intent) : expandCharge(changes, intent, c.var.fields);
  const decline = declineOf(intent);
  return decline
    ? { status: 402, body: { error: { ...decline, payment_intent: shown } } }
    : { status: 200, body: shown };
}

function found<Row>(row: Row | undefined, kind: string, id: string): Row {
  if (!row) throw notFound(kind, id);
  return row;
}
