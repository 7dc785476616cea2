import { createServer } from "node:http";
import type { ReadDirectly } from "@calabash/data-service/rest";
import { getRequestListener } from "@hono/node-server";
import type { Context, Hono, MiddlewareHandler } from "hono";
import type { Environment } from "#server/base/environment.ts";
import { isSameSecret } from "#server/base/is-same-secret.ts";
import { step } from "#server/base/start-step.ts";
import type { Base } from "#server/database/open-base.ts";
import { createCachedResponses, type NodeHandler } from "#server/pages/cached-responses.ts";
import type { OpenPages } from "#server/pages/open-pages.ts";
import { createRequestAddress, isRemoteRequest } from "./client-address.ts";
import { guardConnections } from "./connections.ts";
import { createDirectReads } from "./direct-reads.ts";
import { portError } from "./port.ts";
import { createRequestLimit } from "./request-limit.ts";
import { normalizeTarget } from "./request-target.ts";
import { listHeaders } from "./security-headers.ts";
import { createShutdown } from "./shutdown.ts";
import { prepareRejection } from "./too-many-requests.ts";

/**
 * Opens the store on its port: cached responses first, then the request limit, then reads of rows, then the app.
 * @throws StartError when the port or the address is not available
 */
export async function openServer(
  { environment, keys, running, observe, traces }: Base,
  options: {
    app: { fetch: Hono["fetch"] };
    pages: OpenPages;
    securityHeaders: MiddlewareHandler;
    /** Undefined with a hosted project. */
    readDirectly: ReadDirectly | undefined;
  },
): Promise<void> {
  const { pages, readDirectly } = options;
  const headers = await listHeaders(options.securityHeaders);
  const cached = createCachedResponses({ peek: pages.peek, headers, observe });
  const requestLimit = createRequestLimit({
    limit: environment.limits.requests,
    addressOf: createRequestAddress(environment.trustedProxies),
    isExempt: ({ headers: { apikey } }) => isSameSecret(String(apikey ?? ""), keys.serviceRoleKey),
    isBehindProxy: environment.trustsProxy,
    rejection: await prepareRejection(headers),
    observe,
  });
  const handlers = [pages.vite ?? cached, requestLimit.handle];
  // Spans of requests belong to the app.
  if (readDirectly && !traces) handlers.push(createDirectReads({ readDirectly, headers, observe }));
  const server = await step("Server", () => listen(environment, options.app, handlers, requestLimit.isFlooding));
  running.add(() => server.close());
}

/** Returns a check whether a request may use the sandbox's secret keys: local requests, or all with open tools. */
export function isTrustedBy({ environment }: Base): (c: Context) => boolean {
  return (c) => environment.hasOpenTools || !isRemoteRequest(c);
}

/**
 * Starts the store's HTTP server.
 * @param handlers run before the app, in this order; each handles a request or passes it on
 * @param isFlooding returns whether new connections of a network are closed
 * @throws StartError if the port or address is not available
 */
export function listen(
  { port, host, limits, trustsProxy }: Pick<Environment, "port" | "host" | "limits" | "trustsProxy">,
  app: { fetch: Hono["fetch"] },
  handlers: readonly NodeHandler[],
  isFlooding: ReturnType<typeof createRequestLimit>["isFlooding"],
): Promise<{ close(): Promise<void> }> {
  return new Promise((open, failed) => {
    const shop = getRequestListener(app.fetch, { hostname: host });
    const server = createServer((request, response) => {
      normalizeTarget(request);
      const handle = (place: number): void => {
        const handler = handlers[place];
        if (handler) handler(request, response, () => handle(place + 1));
        else void shop(request, response);
      };
      handle(0);
    });
    // Behind a proxy, all clients share the proxy's connections.
    const perClient = trustsProxy ? null : limits.connections.perClient;
    guardConnections(server, { ...limits.connections, perClient }, isFlooding);
    server.once("error", (error) => failed(portError(error, port, host)));
    const close = createShutdown(server);
    server.listen(port, host, () => open({ close }));
  });
}
