import { AsyncLocalStorage } from "node:async_hooks";
import type { IncomingMessage } from "node:http";
import type { Context, MiddlewareHandler } from "hono";
import { parsedJson, textIn } from "#app/values/unknown-value.ts";
import type { Bearer, Observe } from "#server/observe/events.ts";

const REJECTED = new Set([401, 403, 429]);
/** The auth service responds with 400, the same status as for a malformed request. */
const WRONG_PASSWORD = "invalid_credentials";
const READS = new Set(["GET", "HEAD", "OPTIONS"]);
/** Paths of staff changes. Each verifies the token, so events name the real account. */
const CHANGES = /^\/(rest\/v1\/|storage\/v1\/(?!object\/upload\/sign\/)|auth\/v1\/admin\/)/;
/** Error codes of the auth service for a valid token that is not sufficient. */
const GOOD_TOKEN = new Set(["not_admin", "session_not_found", "insufficient_aal"]);

const current = new AsyncLocalStorage<string>();

/** Times at which direct reads started that the app responds to. */
const startedAtOf = new WeakMap<object, number>();

/** Makes a request's reported time begin at `startedAt`, as `performance.now()` returned it. */
export function noteStart(request: IncomingMessage, startedAt: number): void {
  startedAtOf.set(request, startedAt);
}

/** Returns the id of the current request. */
export function currentRequestId(): string | undefined {
  return current.getStore();
}

/**
 * Reports each request of the app, and each rejection or staff change, after its response is ready. Requires the
 * middleware that sets the request id.
 */
export function observeRequests(observe: Observe): MiddlewareHandler {
  return async (c, next) => {
    const startedAt = startedAtOf.get(c.env?.incoming) ?? performance.now();
    const id: string = c.get("requestId");
    await current.run(id, next);
    const { path, method } = c.req;
    const { status, headers } = c.res;
    observe({ type: "request", id, method, path, status, ms: performance.now() - startedAt });
    const reason = headers.get("x-sb-error-code");
    if (REJECTED.has(status) || reason === WRONG_PASSWORD) {
      // An unverified token does not identify its sender.
      const isChecked = status === 403 && (path.startsWith("/rest/v1/") || GOOD_TOKEN.has(reason ?? ""));
      const user = isChecked ? readBearer(c).userId : null;
      observe({ type: "rejection", id, method, path, status, user, reason });
    } else if (status < 400 && !READS.has(method) && CHANGES.test(path)) {
      observe({ type: "change", id, method, path, status, row: rowOf(c), bearer: readBearer(c) });
    }
  };
}

/** Returns the claims of the token; call it only if the data service has verified the token. */
function readBearer(c: Context): Bearer {
  const [, bearer] = /^Bearer +(\S+)$/i.exec(c.req.header("authorization") ?? "") ?? [];
  const token = bearer ?? c.req.header("apikey") ?? c.req.query("apikey");
  const claims = parsedJson(Buffer.from(token?.split(".")[1] ?? "", "base64url").toString("utf8"));
  return { userId: textIn(claims, "sub") ?? null, role: textIn(claims, "role") ?? null };
}

/** Returns the filter that names the changed rows, if it contains only ids. */
function rowOf(c: Context): string | undefined {
  const filter = c.req.query("id");
  return filter !== undefined && /^(eq|in)\.[\w(),-]{1,80}$/.test(filter) ? filter : undefined;
}
