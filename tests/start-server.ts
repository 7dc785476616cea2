import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { createAdaptorServer } from "@hono/node-server";
import { onTestFinished } from "vitest";

/** Starts an HTTP server that stops at the end of the test. @returns its origin */
export async function startServer(
  fetch: (request: Request) => Response | Promise<Response>,
  atEnd: (stop: () => void) => unknown = onTestFinished,
): Promise<string> {
  const server = createAdaptorServer({ fetch }).listen(0, "127.0.0.1");
  await once(server, "listening");
  atEnd(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
