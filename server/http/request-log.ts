import { LRUCache } from "lru-cache";
import type { LoggedRequests } from "#server/base/environment.ts";
import type { Base } from "#server/database/open-base.ts";
import { isStaff } from "#server/database/shop-data.ts";
import type { Subscriber } from "#server/observe/events.ts";
import type { Log } from "#server/observe/log.ts";
import { currentRequestId } from "./observe-requests.ts";

/** Static files and health checks, which need no work. */
const READY = /^\/(assets\/|healthz$|readyz$|metrics$|[^/]+\.(svg|png|ico|txt|webmanifest)$)/;
const LONGEST_PATH = 200;
/** Cache lifetime of whether an account is staff. */
const CACHED_MS = 30_000;

/** Opens the store's request log. */
export function openRequestLog({ environment, log, data }: Base): Subscriber {
  return createRequestLog({ log, requests: environment.logRequests, isStaff: (userId) => isStaff(data, userId) });
}

/**
 * Writes a line for each request, and one for each login, rejection, and change by staff; if all requests are logged,
 * also one with the times of each page. Paths are logged without
 * their query, people by account id.
 * @param options.isStaff whether the account is the owner's or another staff member's
 */
export function createRequestLog(options: {
  log: Log;
  requests: LoggedRequests;
  isStaff: (userId: string) => Promise<boolean>;
}): Subscriber {
  const { log, requests, isStaff } = options;
  const admins = new LRUCache<string, Promise<boolean>>({ max: 1000, ttl: CACHED_MS });

  function logRequest(id: string, method: string, path: string, status: number, ms: number): void {
    log.write("request", { id, method, path: shortened(path), status, ms: tenths(ms) });
  }

  async function logAdmin({ id, method, path, row, status, bearer }: Handled<"change">): Promise<void> {
    const facts = { id, method, path: shortened(path), row, status };
    if (bearer.role === "service_role") return log.write("admin", { user: "service_role", ...facts });
    const { userId } = bearer;
    if (userId === null) return;
    const known = admins.get(userId) ?? isStaff(userId);
    admins.set(userId, known);
    // If the check fails, the next request repeats it.
    if (await known.catch(() => admins.delete(userId) && false)) log.write("admin", { user: userId, ...facts });
  }

  return {
    request: ({ id, method, path, status, ms }) => {
      if (requests === "all" || (requests === "some" && !READY.test(path))) logRequest(id, method, path, status, ms);
    },
    rejection: ({ id, method, path, status, user, reason }) =>
      log.write("refusal", { id, method, path: shortened(path), status, user, reason }),
    change: (event) => void logAdmin(event),
    "sign-in": ({ userId, method }) => log.write("sign-in", { id: currentRequestId(), user: userId, method }),
    "over-limit": ({ path, method, id }) => {
      const facts = { id, method, path: shortened(path), status: 429 };
      if (requests !== "none") log.write("request", facts);
      log.write("refusal", { ...facts, reason: "over_request_rate_limit" });
    },
    "board-updates": ({ isLive }) => log.write("board-updates", { state: isLive ? "live" : "polling" }),
    // No handler for cached pages unless all requests are logged, because even an unused handler costs time.
    ...(requests === "all"
      ? {
          "cached-response": ({ status, ms, path, id }: Handled<"cached-response">) =>
            logRequest(id, "GET", withoutQuery(path), status, ms),
          page: ({ path, cache, queueMs, renderMs, databaseMs }: Handled<"page">) =>
            log.write("page", {
              id: currentRequestId(),
              path: shortened(withoutQuery(path)),
              cache,
              queue: tenths(queueMs),
              render: tenths(renderMs),
              database: tenths(databaseMs),
            }),
        }
      : {}),
  };
}

type Handled<Type extends keyof Subscriber> = Parameters<NonNullable<Subscriber[Type]>>[0];

function tenths(ms: number): number {
  return Math.round(ms * 10) / 10;
}

function withoutQuery(path: string): string {
  return path.split("?", 1)[0] ?? "";
}

function shortened(path: string): string {
  return path.length > LONGEST_PATH ? `${path.slice(0, LONGEST_PATH)}…` : path;
}
