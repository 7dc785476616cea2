import { timingSafeEqual } from "node:crypto";
import type { Context, Hono, MiddlewareHandler } from "hono";
import { createCachedResponses } from "#server/pages/cached-responses.ts";
import type { OpenPages } from "#server/pages/open-pages.ts";
import type { Base } from "#server/settings/base.ts";
import { step } from "#server/settings/start-step.ts";
import { createRequestAddress, isRemoteRequest } from "./client-address.ts";
import { listen } from "./listen.ts";
import { createRequestLimit } from "./request-limit.ts";
import type { RequestLog } from "./request-log.ts";
import { listHeaders } from "./security-headers.ts";
import { prepareRejection } from "./too-many-requests.ts";

/**
 * Opens the store on its port: cached responses first, then the request limit, then the app.
 * @param metrics counts responses that the app's own middleware does not see
 * @throws StartError when the port or the address is not available
 */
export async function openServer(
  { environment, keys, running }: Base,
  options: {
    app: { fetch: Hono["fetch"] };
    pages: OpenPages;
    securityHeaders: MiddlewareHandler;
    requestLog: RequestLog;
    metrics: {
      countCached: (status: 200 | 304, seconds: number, path: string) => void;
      countRejected: (path: string) => void;
    };
  },
): Promise<void> {
  const { pages, requestLog, metrics } = options;
  const headers = await listHeaders(options.securityHeaders);
  const cached = createCachedResponses({
    peek: pages.peek,
    headers,
    onAnswer: metrics.countCached,
    onNamed: requestLog.onCachedPage,
  });
  const requestLimit = createRequestLimit({
    limit: environment.limits.requests,
    addressOf: createRequestAddress(environment.trustedProxies),
    isExempt: ({ headers: { apikey } }) => isSame(String(apikey ?? ""), keys.serviceRoleKey),
    isBehindProxy: environment.trustsProxy,
    rejection: await prepareRejection(headers),
    onRejected: (rejected) => {
      metrics.countRejected(rejected.path);
      requestLog.onRejected(rejected);
    },
  });
  const server = await step("Server", () => listen(environment, options.app, pages.vite ?? cached, requestLimit));
  running.add(() => server.close());
}

/** Returns a check whether a request may use the sandbox's secret keys: local requests, or all with open tools. */
export function isTrustedBy({ environment }: Base): (c: Context) => boolean {
  return (c) => environment.hasOpenTools || !isRemoteRequest(c);
}

/** Compares in constant time. */
function isSame(given: string, secret: string): boolean {
  return given.length === secret.length && timingSafeEqual(Buffer.from(given), Buffer.from(secret));
}
