import { Agent, createServer, request } from "node:http";
import type { AddressInfo } from "node:net";

const CHECK_EVERY_MS = 100;

export interface Balancer {
  origin: string;
  /** Processes that currently get requests. */
  ready(): string[];
  /** Requests to which a process sent no response. */
  failures: string[];
  close(): void;
}

/** Sends requests in turn to the processes whose `/readyz` responds with 200; never repeats one. */
export async function startBalancer(origins: readonly string[]): Promise<Balancer> {
  const isReady = new Map<string, boolean>();
  const failures: string[] = [];
  const agent = new Agent({ keepAlive: true });
  let turn = 0;
  const ready = () => origins.filter((origin) => isReady.get(origin));

  async function check(origin: string): Promise<void> {
    const status = await fetch(`${origin}/readyz`).then(
      (response) => response.status,
      () => 0,
    );
    isReady.set(origin, status === 200);
  }

  const server = createServer((incoming, outgoing) => {
    const targets = ready();
    turn += 1;
    const target = targets[turn % targets.length];
    const fail = (reason: string) => {
      failures.push(`${incoming.method} ${incoming.url}: ${reason}`);
      outgoing.writeHead(502).end();
    };
    if (!target) return fail("no process is ready");
    const { method, headers } = incoming;
    const forwarded = request(`${target}${incoming.url}`, { method, headers, agent }, (response) => {
      outgoing.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(outgoing);
    });
    forwarded.on("error", (error) => fail(error.message));
    incoming.pipe(forwarded);
  });
  await new Promise<void>((open) => server.listen(0, "127.0.0.1", open));
  await Promise.all(origins.map(check));
  const timer = setInterval(() => void Promise.all(origins.map(check)), CHECK_EVERY_MS);
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    ready,
    failures,
    close: () => {
      clearInterval(timer);
      server.close();
      server.closeAllConnections();
      agent.destroy();
    },
  };
}
