import type { Server, ServerResponse } from "node:http";
import { Server as SocketServer } from "node:net";
import { setTimeout as delay } from "node:timers/promises";

/** Busy connections pause for less than this between requests, even if client and store share a busy machine. */
const QUIET_MS = 1_000;
const CLOSE_IDLE_EVERY_MS = 50;
/** Connections still open after this are closed. */
const PATIENCE_MS = 5_000;

/**
 * Prepares a graceful shutdown without connection resets: no new connections, current and queued requests get
 * `connection: close`, and idle connections are closed.
 * @returns a function that shuts down and resolves when the last connection is closed
 */
export function createShutdown(server: Server): () => Promise<void> {
  const answers = new Set<ServerResponse>();
  let isClosing = false;
  server.prependListener("request", (_, answer: ServerResponse) => {
    if (isClosing) answer.shouldKeepAlive = false;
    answers.add(answer);
    answer.once("close", () => answers.delete(answer));
  });

  return async () => {
    isClosing = true;
    for (const answer of answers) answer.shouldKeepAlive = false;
    const closed = new Promise<void>((done) => server.once("close", done));
    // The HTTP server's own `close` would also close connections with an unfinished request.
    SocketServer.prototype.close.call(server);
    const ending = new AbortController();
    void endQuietly(server, ending.signal);
    await closed;
    ending.abort();
  };
}

async function endQuietly(server: Server, signal: AbortSignal): Promise<void> {
  const startedAt = performance.now();
  try {
    await delay(QUIET_MS, undefined, { signal });
    while (performance.now() - startedAt < PATIENCE_MS) {
      server.closeIdleConnections();
      await delay(CLOSE_IDLE_EVERY_MS, undefined, { signal });
    }
    server.closeAllConnections();
  } catch {
    // Aborted, because all connections are closed.
  }
}
