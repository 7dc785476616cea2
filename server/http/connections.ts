import type { Server } from "node:http";
import type { Socket } from "node:net";
import { networkOf } from "@calabash/data-service/http";
import type { ConnectionLimits } from "#server/settings/limit-variables.ts";

/** Proxies keep connections for a minute; closing first would cause a 502. */
const KEEP_ALIVE_MS = 75_000;
/** A request's lines, and a whole request: a picture of some megabytes on a slow phone. */
const HEADERS_MS = 15_000;
const REQUEST_MS = 120_000;
const LOOK_EVERY_MS = 1000;

/**
 * Limits connections and memory per client: too many, too slow, or unread responses.
 * @param isFlooding whether a network, as `networkOf` writes it, is not worth a new connection now
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
    // Behind a proxy this would be the proxy.
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
  // Those who leave the most lying about go first.
  for (const socket of [...open].sort((a, b) => b.writableLength - a.writableLength)) {
    unread -= socket.writableLength;
    socket.destroy();
    if (unread <= unreadBytes) return;
  }
}
