import { createServer as createProbe } from "node:net";
import { type ServerType, serve } from "@hono/node-server";
import type { Hono } from "hono";
import { StartError } from "#data-service/start-error.ts";
import type { Environment } from "./environment.ts";

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
 * @param middleware asked first, with Node's own request and response: Vite's, in development
 * @throws StartError when the port or the address cannot be had
 */
export function listen(
  { port, host }: Place,
  app: { fetch: Hono["fetch"] },
  middleware?: (request: never, response: never, next: () => void) => void,
): Promise<{ close(): Promise<void> }> {
  return new Promise((open, failed) => {
    const server = serve({ fetch: app.fetch, port, hostname: host });
    if (middleware) {
      // Vite answers its own files first and hands on the rest.
      const [shop] = server.listeners("request") as ((request: unknown, response: unknown) => void)[];
      server.removeAllListeners("request");
      server.on("request", (request, response) =>
        middleware(request as never, response as never, () => shop?.(request, response)),
      );
    }
    server.once("error", (error) => failed(portError(error, port, host)));
    server.once("listening", () => open({ close: () => closeServer(server) }));
  });
}

function closeServer(server: ServerType): Promise<void> {
  return new Promise((closed) => {
    server.close(() => closed());
    if ("closeIdleConnections" in server) server.closeIdleConnections();
    // Whoever is still waiting after this is waiting for nothing.
    setTimeout(() => "closeAllConnections" in server && server.closeAllConnections(), 5000).unref();
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
