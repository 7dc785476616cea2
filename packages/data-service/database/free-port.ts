import { randomInt } from "node:crypto";
import { createServer } from "node:net";

/**
 * Ports below those that systems give to outgoing connections, which could take a port before a server does, and above
 * the last one that browsers refuse (10080, https://fetch.spec.whatwg.org/#port-blocking).
 */
const PORTS = { from: 12_000, to: 32_000 };

/** Returns a port of this machine that is free at the moment. */
export async function findFreePort(): Promise<number> {
  for (;;) {
    const port = randomInt(PORTS.from, PORTS.to);
    if (await isFree(port)) return port;
  }
}

/** Returns whether the port is free at the moment. */
export function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once("error", () => resolve(false));
    probe.listen(port, "127.0.0.1", () => probe.close(() => resolve(true)));
  });
}
