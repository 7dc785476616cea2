import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { afterEach, expect, test, vi } from "vitest";
import type { ConnectionLimits } from "#server/base/limit-variables.ts";
import { guardConnections } from "./connections.ts";

const GENEROUS: ConnectionLimits = { perClient: 100, total: 100, unreadBytes: 1e12, idleSeconds: 1000 };
const LARGE = Buffer.alloc(40 * 1024 * 1024, "a");

let server: Server | undefined;
let clients: Socket[] = [];
afterEach(() => {
  for (const client of clients) client.destroy();
  clients = [];
  server?.close();
});

/** Starts a server that sends a large response for `/large` and a small one otherwise. */
async function aServer(
  limits: Partial<ConnectionLimits>,
  isFlooding: (network: string) => boolean = () => false,
): Promise<{ port: number; open: () => number }> {
  const sockets = new Set<Socket>();
  const opened = createServer((request, response) => response.end(request.url === "/large" ? LARGE : "small"));
  opened.on("connection", (socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
  });
  guardConnections(opened, { ...GENEROUS, ...limits }, async (network) => isFlooding(network));
  opened.listen(0, "127.0.0.1");
  await once(opened, "listening");
  server = opened;
  return { port: (opened.address() as AddressInfo).port, open: () => sockets.size };
}

/** Sends a request and does not read the response. */
async function askWithoutReading(port: number): Promise<void> {
  const client = connect(port, "127.0.0.1");
  clients.push(client);
  client.on("error", () => undefined);
  await once(client, "connect");
  client.pause();
  client.write("GET /large HTTP/1.1\r\nhost: shop.test\r\n\r\n");
}

async function readAll(port: number): Promise<number> {
  const answer = await fetch(`http://127.0.0.1:${port}/large`);
  return (await answer.arrayBuffer()).byteLength;
}

test("connections above a client's limit are closed, and its other ones stay open", async () => {
  const { port } = await aServer({ perClient: 2 });
  const isClosed = async () => {
    const client = connect(port, "127.0.0.1");
    clients.push(client);
    client.on("error", () => undefined);
    client.write("GET / HTTP/1.1\r\nhost: shop.test\r\n\r\n");
    return Promise.race([once(client, "data").then(() => false), once(client, "close").then(() => true)]);
  };
  const answers = [await isClosed(), await isClosed(), await isClosed()];
  expect(answers).toEqual([false, false, true]);
  clients[0]?.destroy();
  await vi.waitFor(async () => expect(await isClosed()).toBe(false));
});

test("behind a proxy, only the total number of connections is limited", async () => {
  const { port, open } = await aServer({ perClient: null });
  for (let count = 0; count < 20; count += 1) await askWithoutReading(port);
  await vi.waitFor(() => expect(open()).toBe(20));
});

test("a network that ignores rejections gets no new connection, except through a proxy", async () => {
  let isOver = false;
  const isFlooding = (network: string) => network === "127.0.0.1" && !isOver;
  const direct = await aServer({}, isFlooding);
  await expect(fetch(`http://127.0.0.1:${direct.port}/`)).rejects.toThrow("fetch failed");
  isOver = true;
  expect(await (await fetch(`http://127.0.0.1:${direct.port}/`)).text()).toBe("small");
  server?.close();
  const behind = await aServer({ perClient: null }, (network) => network === "127.0.0.1");
  expect(await (await fetch(`http://127.0.0.1:${behind.port}/`)).text()).toBe("small");
});

test("a client that does not read its response is disconnected, and a slow reader gets all of it", async () => {
  const { port, open } = await aServer({ idleSeconds: 1 });
  await askWithoutReading(port);
  expect(await readAll(port)).toBe(LARGE.length);
  await vi.waitFor(() => expect(open()).toBeLessThanOrEqual(1), { timeout: 10_000 });
  await vi.waitFor(() => expect(clients[0]?.destroyed === false && open()).toBe(1), { timeout: 10_000 });
});

test("responses that clients do not read have a limit of memory", async () => {
  const { port, open } = await aServer({ unreadBytes: 1.5 * LARGE.length });
  for (let count = 0; count < 3; count += 1) await askWithoutReading(port);
  await vi.waitFor(() => expect(open()).toBe(3));
  await vi.waitFor(() => expect(open()).toBe(1), { timeout: 10_000 });
});

test("an idle connection stays open longer than a proxy keeps it", async () => {
  await aServer({});
  expect(server?.keepAliveTimeout).toBeGreaterThanOrEqual(65_000);
});
