import { AsyncLocalStorage } from "node:async_hooks";
import type { Context, MiddlewareHandler } from "hono";
import { textIn } from "#app/values/unknown-value.ts";
import type { Bearer, Observe } from "#server/settings/events.ts";

const REJECTED = new Set([401, 403, 429]);
/** The auth service returns 400, as for a malformed request. */
const WRONG_PASSWORD = "invalid_credentials";
const READS = new Set(["GET", "HEAD", "OPTIONS"]);
/** Paths of staff changes. Each verifies the token, so events name the real account. */
const CHANGES = /^\/(rest\/v1\/|storage\/v1\/(?!object\/upload\/sign\/)|auth\/v1\/admin\/)/;
/** Reasons of the auth service for a token that is good, and not enough. */
const GOOD_TOKEN = new Set(["not_admin", "session_not_found", "insufficient_aal"]);

const current = new AsyncLocalStorage<string>();

/** Returns the id of the request that this code runs for. */
export function currentRequestId(): string | undefined {
  return current.getStore();
}

/** Reports each request of the app, and what it means, after its response is ready. Stands behind the one that gives it its id. */
export function observeRequests(observe: Observe): MiddlewareHandler {
  return async (c, next) => {
    const startedAt = performance.now();
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

/** Claims of the token, for requests in which the data service has verified it. */
function readBearer(c: Context): Bearer {
  const [, bearer] = /^Bearer +(\S+)$/i.exec(c.req.header("authorization") ?? "") ?? [];
  const token = bearer ?? c.req.header("apikey") ?? c.req.query("apikey");
  try {
    const claims: unknown = JSON.parse(Buffer.from(token?.split(".")[1] ?? "", "base64url").toString("utf8"));
    return { userId: textIn(claims, "sub") ?? null, role: textIn(claims, "role") ?? null };
  } catch {
    return { userId: null, role: null };
  }
}

/** Which rows were meant, where they are named by nothing but their id. */
function rowOf(c: Context): string | undefined {
  const filter = c.req.query("id");
  return filter !== undefined && /^(eq|in)\.[\w(),-]{1,80}$/.test(filter) ? filter : undefined;
}
