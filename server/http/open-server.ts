import { timingSafeEqual } from "node:crypto";
import type { Context, Hono, MiddlewareHandler } from "hono";
import { step } from "#server/base/start-step.ts";
import type { Base } from "#server/database/open-base.ts";
import { createCachedResponses } from "#server/pages/cached-responses.ts";
import type { OpenPages } from "#server/pages/open-pages.ts";
import { createRequestAddress, isRemoteRequest } from "./client-address.ts";
import { listen } from "./listen.ts";
import { createRequestLimit } from "./request-limit.ts";
import { listHeaders } from "./security-headers.ts";
import { prepareRejection } from "./too-many-requests.ts";

/**
 * Opens the store on its port: cached responses first, then the request limit, then the app.
 * @throws StartError when the port or the address is not available
 */
export async function openServer(
  { environment, keys, running, observe }: Base,
  options: {
    app: { fetch: Hono["fetch"] };
    pages: OpenPages;
    securityHeaders: MiddlewareHandler;
  },
): Promise<void> {
  const { pages } = options;
  const headers = await listHeaders(options.securityHeaders);
  const cached = createCachedResponses({ peek: pages.peek, headers, observe });
  const requestLimit = createRequestLimit({
    limit: environment.limits.requests,
    addressOf: createRequestAddress(environment.trustedProxies),
    isExempt: ({ headers: { apikey } }) => isSame(String(apikey ?? ""), keys.serviceRoleKey),
    isBehindProxy: environment.trustsProxy,
    rejection: await prepareRejection(headers),
    observe,
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
