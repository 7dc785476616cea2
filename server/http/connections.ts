import type { Server } from "node:http";
import type { Socket } from "node:net";
import { networkOf } from "@calabash/data-service/http";
import type { ConnectionLimits } from "#server/base/limit-variables.ts";

/**
 * Longer than proxies keep idle connections (a minute): if the server closed one first, a request could fail with 502.
 */
const KEEP_ALIVE_MS = 75_000;
/** Time for the headers, and for a whole request such as an image of several megabytes from a slow phone. */
const HEADERS_MS = 15_000;
const REQUEST_MS = 120_000;
const LOOK_EVERY_MS = 1000;

/**
 * Limits connections and memory per client: too many connections, too slow ones, or unread responses.
 * @param isFlooding whether new connections of a network, as returned by `networkOf`, are closed now
 */
export function guardConnections(
  server: Server,
  limits: ConnectionLimits,
  isFlooding: (network: string) => Promise<boolean>,
): void {
  server.timeout = limits.idleSeconds * 1000;
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  server.headersTimeout = HEADERS_MS;
  server.requestTimeout = REQUEST_MS;
  server.maxConnections = limits.total;
  const open = new Set<Socket>();
  const counts = new Map<string, number>();

  server.on("connection", (socket: Socket) => {
    const client = networkOf(socket.remoteAddress ?? null);
    const count = (counts.get(client) ?? 0) + 1;
    if (limits.perClient !== null && count > limits.perClient) return void socket.destroy();
    // With a proxy, this address would be the proxy's.
    if (limits.perClient !== null) {
      void isFlooding(client).then((isSo) => {
        if (isSo) socket.destroy();
      });
    }
    counts.set(client, count);
    open.add(socket);
    socket.once("close", () => {
      open.delete(socket);
      const left = (counts.get(client) ?? 1) - 1;
      if (left === 0) counts.delete(client);
      else counts.set(client, left);
    });
  });

  const look = setInterval(() => shed(open, limits), LOOK_EVERY_MS).unref();
  server.once("close", () => clearInterval(look));
}

function shed(open: ReadonlySet<Socket>, { unreadBytes }: ConnectionLimits): void {
  let unread = [...open].reduce((sum, socket) => sum + socket.writableLength, 0);
  if (unread <= unreadBytes) return;
  // Close the connections with the most unread bytes first.
  for (const socket of [...open].sort((a, b) => b.writableLength - a.writableLength)) {
    unread -= socket.writableLength;
    socket.destroy();
    if (unread <= unreadBytes) return;
  }
}
