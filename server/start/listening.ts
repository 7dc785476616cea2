import { createServer } from "node:http";
import { createServer as createProbe } from "node:net";
import { getRequestListener } from "@hono/node-server";
import type { Hono } from "hono";
import { StartError } from "#data-service/start-error.ts";
import { createClosing } from "#server/front-door/closing.ts";
import { guardConnections } from "#server/front-door/connections.ts";
import type { createRequestLimit } from "#server/front-door/request-limit.ts";
import type { NodeHandler } from "#server/pages/kept-lane.ts";
import type { Environment } from "#server/settings/environment.ts";

type Place = Pick<Environment, "port" | "host">;

/** Tried before anything is brought up, so that a taken port costs nothing. @throws StartError */
export function requireFreePort({ port, host }: Place): Promise<void> {
  return new Promise((free, taken) => {
    const probe = createProbe();
    probe.once("error", (error: NodeJS.ErrnoException) => taken(portError(error, port, host)));
    probe.listen(port, host, () => probe.close(() => free()));
  });
}

/**
 * Opens the shop on its port.
 * @param before asked first, with Node's own request and response; what it leaves alone goes to the shop
 * @param requestLimit stands between the two
 * @throws StartError when the port or the address cannot be had
 */
export function listen(
  { port, host, limits, trustsProxy }: Place & Pick<Environment, "limits" | "trustsProxy">,
  app: { fetch: Hono["fetch"] },
  before: NodeHandler,
  requestLimit: ReturnType<typeof createRequestLimit>,
): Promise<{ close(): Promise<void> }> {
  return new Promise((open, failed) => {
    const shop = getRequestListener(app.fetch, { hostname: host });
    const server = createServer((request, response) => {
      before(request, response, () => {
        requestLimit.handle(request, response, () => void shop(request, response));
      });
    });
    // A proxy's connections are everybody's.
    const perVisitor = trustsProxy ? null : limits.connections.perVisitor;
    guardConnections(server, { ...limits.connections, perVisitor }, requestLimit.isFlooding);
    server.once("error", (error) => failed(portError(error, port, host)));
    const close = createClosing(server);
    server.listen(port, host, () => open({ close }));
  });
}

function portError(error: NodeJS.ErrnoException, port: number, host: string): Error {
  if (error.code === "EADDRINUSE") {
    return new StartError(
      `Port ${port} is taken by another program.`,
      `Stop it, or choose another port: PORT=${port + 1} npm start`,
    );
  }
  if (error.code === "EACCES")
    return new StartError(
      `Port ${port} may not be used by this user.`,
      "Choose a port above 1023 with PORT.",
    );
  if (error.code === "EADDRNOTAVAIL" || error.code === "ENOTFOUND") {
    return new StartError(
      `HOST ${host} is no address of this machine.`,
      "Set HOST to 127.0.0.1, or to 0.0.0.0 for every address.",
    );
  }
  return error;
}
