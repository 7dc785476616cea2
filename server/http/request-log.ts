import { AsyncLocalStorage } from "node:async_hooks";
import type { Context, MiddlewareHandler } from "hono";
import { LRUCache } from "lru-cache";
import { textIn } from "#app/values/unknown-value.ts";
import type { Base } from "#server/settings/base.ts";
import type { LoggedRequests } from "#server/settings/environment.ts";
import type { Log } from "#server/settings/log.ts";
import { isStaff } from "#server/settings/shop-data.ts";

export interface RequestLog {
  /** Stands behind the one that gives each request its id. */
  middleware: MiddlewareHandler;
  /** A session was opened, within a request. */
  onSignIn(signIn: { userId: string; method: string }): void;
  /** Called for a cached page, which bypasses the middleware; null when such lines are off. */
  onCachedPage: ((status: number, seconds: number, path: string, id: string) => void) | null;
  /** A request that was refused before the middleware was asked. */
  onRejected(rejected: { path: string; method: string; id: string }): void;
}

/** Ready files and health: answered without a look at anything. */
const READY = /^\/(assets\/|healthz$|readyz$|metrics$|[^/]+\.(svg|png|ico|txt|webmanifest)$)/;
const REJECTED = new Set([401, 403, 429]);
/** The auth service returns 400, as for a malformed request. */
const WRONG_PASSWORD = "invalid_credentials";
const READS = new Set(["GET", "HEAD", "OPTIONS"]);
/** Paths of staff changes. Each verifies the token, so log lines name the real account. */
const CHANGES = /^\/(rest\/v1\/|storage\/v1\/(?!object\/upload\/sign\/)|auth\/v1\/admin\/)/;
/** Reasons of the auth service for a token that is good, and not enough. */
const GOOD_TOKEN = new Set(["not_admin", "session_not_found", "insufficient_aal"]);
const LONGEST_PATH = 200;
/** For so long it is remembered who is one. */
const CACHED_MS = 30_000;

/** Opens the request log with the store's settings. */
export function openRequestLog({ environment, log, data }: Base): RequestLog {
  return createRequestLog({
    log,
    requests: environment.logRequests,
    isStaff: (userId) => isStaff(data, userId),
  });
}

/**
 * A line for each request, and one for each sign-in, refusal and change that the owner or one of staff made. Paths stand there without
 * their query, people by the id of their account.
 * @param options.isStaff whether the account is the owner's or one of staff
 */
export function createRequestLog(options: {
  log: Log;
  requests: LoggedRequests;
  isStaff: (userId: string) => Promise<boolean>;
}): RequestLog {
  const { log, requests, isStaff } = options;
  const current = new AsyncLocalStorage<string>();
  const admins = new LRUCache<string, Promise<boolean>>({ max: 1000, ttl: CACHED_MS });

  function logRequest(id: string, method: string, path: string, status: number, ms: number): void {
    log.write("request", { id, method, path: shortened(path), status, ms: Math.round(ms * 10) / 10 });
  }

  async function logAdmin(c: Context, id: string, bearer: Bearer): Promise<void> {
    const { path, method } = c.req;
    const facts = { id, method, path: shortened(path), row: rowOf(c), status: c.res.status };
    if (bearer.role === "service_role") return log.write("admin", { user: "service_role", ...facts });
    const { userId } = bearer;
    if (userId === null) return;
    const known = admins.get(userId) ?? isStaff(userId);
    admins.set(userId, known);
    // Retried on the next request.
    if (await known.catch(() => admins.delete(userId) && false)) log.write("admin", { user: userId, ...facts });
  }

  return {
    middleware: async (c, next) => {
      const startedAt = performance.now();
      const id: string = c.get("requestId");
      await current.run(id, next);
      const { path, method } = c.req;
      const { status, headers } = c.res;
      if (requests === "all" || (requests === "some" && !READY.test(path))) {
        logRequest(id, method, path, status, performance.now() - startedAt);
      }
      const reason = headers.get("x-sb-error-code");
      if (REJECTED.has(status) || reason === WRONG_PASSWORD) {
        // An unverified token does not identify its sender.
        const isChecked = status === 403 && (path.startsWith("/rest/v1/") || GOOD_TOKEN.has(reason ?? ""));
        const user = isChecked ? readBearer(c).userId : null;
        log.write("refusal", { id, method, path: shortened(path), status, user, reason });
      } else if (status < 400 && !READS.has(method) && CHANGES.test(path)) {
        void logAdmin(c, id, readBearer(c));
      }
    },
    onSignIn: ({ userId, method }) => log.write("sign-in", { id: current.getStore(), user: userId, method }),
    onCachedPage:
      requests === "all"
        ? (status, seconds, path, id) => logRequest(id, "GET", withoutQuery(path), status, seconds * 1000)
        : null,
    onRejected: ({ path, method, id }) => {
      const facts = { id, method, path: shortened(path), status: 429 };
      if (requests !== "none") log.write("request", facts);
      log.write("refusal", { ...facts, reason: "over_request_rate_limit" });
    },
  };
}

interface Bearer {
  userId: string | null;
  role: string | null;
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

function withoutQuery(path: string): string {
  return path.split("?", 1)[0] ?? "";
}

function shortened(path: string): string {
  return path.length > LONGEST_PATH ? `${path.slice(0, LONGEST_PATH)}…` : path;
}
