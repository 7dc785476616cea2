import { Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import type { Stripe } from "stripe";
import { type Caller, publicFieldsOf, readCaller, requireClientSecret, requireSecretKey } from "./caller.ts";
import { type FormFields, parseFormBody } from "./form-body.ts";
import { answerOnce } from "./idempotency.ts";
import { listPage } from "./list-page.ts";
import { type SandboxEvent, sandboxId } from "./objects.ts";
import { readList, refuseUnknown } from "./parameters.ts";
import {
  answerChallenge,
  type Command,
  cancelIntent,
  confirmIntent,
  createIntent,
  declineOf,
  requireIntent,
  updateIntent,
} from "./payment-intents.ts";
import { createRefund } from "./refunds.ts";
import { openSandboxStore } from "./sandbox-store.ts";
import { invalidRequest, notFound, StripeSandboxError } from "./stripe-error.ts";
import { createWebhookSender } from "./webhook-sender.ts";

export const SANDBOX_PUBLISHABLE_KEY = "pk_test_sandbox";

export interface StripeSandbox {
  /** Answers `/v1/…`; the shop mounts it with `shop.mount("/sandbox/stripe", sandbox.app.fetch)`. */
  readonly app: Hono;
  /** Delivers what the shop had not taken before the last stop. Call it once the webhook answers. */
  deliverPending(): void;
  stop(): Promise<void>;
}

export interface StripeSandboxOptions {
  /** Where everything that happened is kept; made when it is missing. */
  journalFile: string;
  webhookSecret: string;
  /** Address of the shop's webhook, as `post` understands it. */
  webhookUrl: string;
  /** Delivers an event; pass the shop's own `fetch` and no port is needed. */
  post: (request: Request) => Promise<Response> | Response;
  shopMode: "demo" | "live";
  retryAfterMs?: readonly number[];
}

/**
 * A stand-in for Stripe that moves no money: the part of its HTTP API that the shop uses (payment
 * intents, refunds, charges, events), its test cards, and its signed webhooks. Amounts are in cents.
 * Answers https://docs.stripe.com/api in the shape and with the errors described there.
 * @throws Error when the shop is live, or when the journal is damaged
 */
export async function createStripeSandbox(options: StripeSandboxOptions): Promise<StripeSandbox> {
  if (options.shopMode === "live") {
    throw new Error("The payment sandbox does not run in a live shop: set the Stripe keys.");
  }
  const store = await openSandboxStore(options.journalFile);
  const sender = createWebhookSender({
    post: options.post,
    url: options.webhookUrl,
    secret: options.webhookSecret,
    ...(options.retryAfterMs ? { retryAfterMs: options.retryAfterMs } : {}),
    onDelivered: (id) => store.change((changes) => changes.put("deliveries", { id })),
  });

  type Variables = { caller: Caller; requestId: string; fields: FormFields; rawBody: string };
  const app = new Hono<{ Variables: Variables }>();

  app.use(bodyLimit({ maxSize: 64 * 1024 }));
  app.use(async (c, next) => {
    c.set("requestId", sandboxId("req", 14));
    c.set("rawBody", c.req.method === "POST" ? await c.req.text() : new URL(c.req.url).search.slice(1));
    const fields = parseFormBody(c.get("rawBody"));
    c.set("caller", readCaller(c.req.header("authorization"), fields, SANDBOX_PUBLISHABLE_KEY));
    c.set("fields", fields);
    await next();
  });
  app.use(async (c, next) => {
    await next();
    c.header("request-id", c.get("requestId"));
    c.header("cache-control", "no-store");
  });

  /** Runs a command alone, remembers its answer under the idempotency key, and sends what it caused. */
  async function command(
    c: { req: { path: string; header(name: string): string | undefined }; var: Variables },
    run: (command: Command) => { status: number; body: unknown },
  ): Promise<Response> {
    const key = c.req.header("idempotency-key") ?? null;
    const request = { id: c.var.requestId, idempotency_key: key };
    const events: SandboxEvent[] = [];
    const answer = await store.change((changes) =>
      answerOnce({ store, changes, key, fingerprint: `${c.req.path}\n${c.var.rawBody}` }, () =>
        run({
          request,
          changes: {
            put: (table, row) => {
              changes.put(table, row);
              if (table === "events") events.push(row as SandboxEvent);
            },
          },
        }),
      ),
    );
    for (const event of events) sender.send(event);
    return Response.json(answer.body, {
      status: answer.status,
      headers: {
        ...(key ? { "idempotency-key": key } : {}),
        ...(answer.isReplay ? { "idempotent-replayed": "true" } : {}),
      },
    });
  }

  function intentAnswer(
    caller: Caller,
    intent: Stripe.PaymentIntent,
    fields: FormFields,
  ): { status: number; body: unknown } {
    const shown = caller === "publishable" ? publicFieldsOf(intent) : expand(intent, fields);
    const decline = declineOf(intent);
    return decline
      ? { status: decline.status, body: { error: { ...decline.body, payment_intent: shown } } }
      : { status: 200, body: shown };
  }

  function expand(intent: Stripe.PaymentIntent, fields: FormFields): Stripe.PaymentIntent {
    for (const name of readList(fields.expand, "expand") ?? []) {
      if (name !== "latest_charge") {
        throw invalidRequest(`This property cannot be expanded (${name}).`, { param: "expand" });
      }
      intent = { ...intent, latest_charge: store.get("charges", String(intent.latest_charge)) ?? null };
    }
    return intent;
  }

  app.post("/v1/payment_intents", (c) => {
    requireSecretKey(c.var.caller);
    return command(c, (to) => intentAnswer(c.var.caller, createIntent(to, c.var.fields), c.var.fields));
  });
  app.get("/v1/payment_intents", (c) => {
    requireSecretKey(c.var.caller);
    return c.json(listPage("/v1/payment_intents", store.list("paymentIntents"), c.var.fields));
  });
  app.get("/v1/payment_intents/:id", (c) => {
    refuseUnknown(c.var.fields, ["client_secret", "expand"]);
    const intent = requireIntent(store.get("paymentIntents", c.req.param("id")), c.req.param("id"));
    requireClientSecret(c.var.caller, intent, c.var.fields);
    return c.json(c.var.caller === "publishable" ? publicFieldsOf(intent) : expand(intent, c.var.fields));
  });
  app.post("/v1/payment_intents/:id", (c) => {
    requireSecretKey(c.var.caller);
    return command(c, (to) => {
      const intent = requireIntent(store.get("paymentIntents", c.req.param("id")), c.req.param("id"));
      return { status: 200, body: expand(updateIntent(to, intent, c.var.fields), c.var.fields) };
    });
  });
  app.post("/v1/payment_intents/:id/confirm", (c) =>
    command(c, (to) => {
      const intent = requireIntent(store.get("paymentIntents", c.req.param("id")), c.req.param("id"));
      requireClientSecret(c.var.caller, intent, c.var.fields);
      return intentAnswer(c.var.caller, confirmIntent(to, intent, c.var.fields), c.var.fields);
    }),
  );
  app.post("/v1/payment_intents/:id/cancel", (c) => {
    requireSecretKey(c.var.caller);
    return command(c, (to) => {
      const intent = requireIntent(store.get("paymentIntents", c.req.param("id")), c.req.param("id"));
      return { status: 200, body: expand(cancelIntent(to, intent, c.var.fields), c.var.fields) };
    });
  });
  for (const outcome of ["complete", "fail"] as const) {
    app.post(`/v1/test_helpers/payment_intents/:id/${outcome}_challenge`, (c) =>
      command(c, (to) => {
        const intent = requireIntent(store.get("paymentIntents", c.req.param("id")), c.req.param("id"));
        requireClientSecret(c.var.caller, intent, c.var.fields);
        const answered = answerChallenge(to, intent, store.get("challenges", intent.id), outcome);
        return intentAnswer(c.var.caller, answered, c.var.fields);
      }),
    );
  }

  app.post("/v1/refunds", (c) => {
    requireSecretKey(c.var.caller);
    return command(c, (to) => ({ status: 200, body: createRefund(to, store, c.var.fields) }));
  });
  app.get("/v1/refunds", (c) => {
    requireSecretKey(c.var.caller);
    return c.json(listPage("/v1/refunds", store.list("refunds"), c.var.fields, ["payment_intent", "charge"]));
  });
  app.get("/v1/refunds/:id", (c) => {
    requireSecretKey(c.var.caller);
    return c.json(found(store.get("refunds", c.req.param("id")), "refund", c.req.param("id")));
  });
  app.get("/v1/charges", (c) => {
    requireSecretKey(c.var.caller);
    return c.json(listPage("/v1/charges", store.list("charges"), c.var.fields, ["payment_intent"]));
  });
  app.get("/v1/charges/:id", (c) => {
    requireSecretKey(c.var.caller);
    return c.json(found(store.get("charges", c.req.param("id")), "charge", c.req.param("id")));
  });
  app.get("/v1/events", (c) => {
    requireSecretKey(c.var.caller);
    return c.json(
      listPage("/v1/events", store.list("events").map(withDeliveryState), c.var.fields, ["type"]),
    );
  });
  app.get("/v1/events/:id", (c) => {
    requireSecretKey(c.var.caller);
    return c.json(
      withDeliveryState(found(store.get("events", c.req.param("id")), "event", c.req.param("id"))),
    );
  });

  function withDeliveryState(event: SandboxEvent): SandboxEvent {
    return { ...event, pending_webhooks: store.get("deliveries", event.id) ? 0 : 1 };
  }

  app.all("*", (c) => {
    throw new StripeSandboxError(404, {
      type: "invalid_request_error",
      message: `Unrecognized request URL (${c.req.method}: ${c.req.path}). Please see https://stripe.com/docs or we can help at https://support.stripe.com/.`,
    });
  });
  app.onError((error, c) => {
    if (error instanceof StripeSandboxError) {
      return c.json({ error: error.body }, error.status as ContentfulStatusCode);
    }
    console.error("sandbox:", error);
    return c.json({ error: { type: "api_error", message: "The sandbox failed." } }, 500);
  });

  return {
    app: app as unknown as Hono,
    deliverPending: () => {
      for (const event of store.list("events")) {
        if (!store.get("deliveries", event.id)) sender.send(event);
      }
    },
    stop: async () => {
      sender.stop();
      await store.close();
    },
  };
}

function found<Row>(row: Row | undefined, kind: string, id: string): Row {
  if (!row) throw notFound(kind, id);
  return row;
}
