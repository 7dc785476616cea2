import { type Context, Hono, type MiddlewareHandler } from "hono";
import { bodyLimit } from "hono/body-limit";
import { readCaller, requireSecretKey } from "./caller.ts";
import { parseFormBody } from "./form-body.ts";
import { type Answer, answerOnce } from "./idempotency.ts";
import type { Command, RunCommand } from "./intent-command.ts";
import { addChargeRoutes, addEventRoutes, addPayoutRoutes, addRefundRoutes } from "./money-routes.ts";
import { sandboxId } from "./objects.ts";
import { addCustomerRoutes, addIntentRoutes } from "./payment-routes.ts";
import type { Api, Routes } from "./routes.ts";
import type { SandboxStore } from "./sandbox-store.ts";
import { StripeSandboxError } from "./stripe-error.ts";

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

  const routes: Routes = { app, store, secret, answer };
  addIntentRoutes(routes);
  addCustomerRoutes(routes);
  addRefundRoutes(routes);
  addChargeRoutes(routes);
  addPayoutRoutes(routes);
  addEventRoutes(routes);

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
