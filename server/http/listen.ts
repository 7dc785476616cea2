import { createServer } from "node:http";
import { getRequestListener } from "@hono/node-server";
import type { Hono } from "hono";
import type { Environment } from "#server/base/environment.ts";
import type { NodeHandler } from "#server/pages/cached-responses.ts";
import { guardConnections } from "./connections.ts";
import { portError } from "./port.ts";
import type { createRequestLimit } from "./request-limit.ts";
import { normalizeTarget } from "./request-target.ts";
import { createShutdown } from "./shutdown.ts";

/**
 * Starts the store's HTTP server.
 * @param before handles a request first, with Node's request and response, or passes it on to the limit and the app
 * @param requestLimit runs between `before` and the app
 * @throws StartError if the port or address is not available
 */
export function listen(
  { port, host, limits, trustsProxy }: Pick<Environment, "port" | "host" | "limits" | "trustsProxy">,
  app: { fetch: Hono["fetch"] },
  before: NodeHandler,
  requestLimit: ReturnType<typeof createRequestLimit>,
): Promise<{ close(): Promise<void> }> {
  return new Promise((open, failed) => {
    const shop = getRequestListener(app.fetch, { hostname: host });
    const server = createServer((request, response) => {
      normalizeTarget(request);
      before(request, response, () => {
        requestLimit.handle(request, response, () => void shop(request, response));
      });
    });
    // Behind a proxy, all clients share the proxy's connections.
    const perClient = trustsProxy ? null : limits.connections.perClient;
    guardConnections(server, { ...limits.connections, perClient }, requestLimit.isFlooding);
    server.once("error", (error) => failed(portError(error, port, host)));
    const close = createShutdown(server);
    server.listen(port, host, () => open({ close }));
  });
}
