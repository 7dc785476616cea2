import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { createClient } from "@supabase/supabase-js";
import { afterEach, expect, test } from "vitest";
import { createRequestLimit, noteTimeout } from "./request-limit.ts";
import { prepareRejection } from "./too-many-requests.ts";

const COST = 10;
let server: Server | undefined;
afterEach(() => {
  server?.close();
  server?.closeAllConnections();
});

/** Starts a server that responds with the status in the path; the client's address is in a header. */
async function aShop({ isBehindProxy = true } = {}) {
  const answered: string[] = [];
  const rejected: string[] = [];
  const limit = createRequestLimit({
    limit: { cost: COST, seconds: 600 },
    addressOf: ({ headers }) => String(headers["x-test-address"] ?? "192.0.2.1"),
    isExempt: ({ headers }) => headers["apikey"] === "the service role",
    isBehindProxy,
    rejection: await prepareRejection([["x-frame-options", "DENY"]], { holdMs: 1 }),
    observe: (event) => event.type === "over-limit" && rejected.push(event.path),
  });
  server = createServer((request, response) =>
    limit.handle(request, response, () => {
      answered.push(request.url ?? "");
      if (request.url?.startsWith("/slow")) noteTimeout(request);
      response.statusCode = Number(/\d{3}/.exec(request.url ?? "")?.[0] ?? 200);
      response.end(request.url === "/large" ? Buffer.alloc(COST * 256 * 1024) : "the shop");
    }),
  ).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const get = async (path: string, headers: Record<string, string> = {}, init: RequestInit = {}) => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, { ...init, headers });
    return { status: answer.status, headers: answer.headers, text: await answer.text() };
  };
  /** Counts a network's requests to the path until one is rejected. */
  const countUntilRejected = async (path: string, address: string) => {
    const before = answered.length;
    for (let count = 0; count <= COST; count += 1) {
      if ((await get(path, { "x-test-address": address })).status === 429) break;
    }
    return answered.length - before;
  };
  return { port, get, countUntilRejected, answered, rejected, isFlooding: limit.isFlooding };
}

test("a network over its limit gets 429 with Retry-After, and other networks are served", async () => {
  const { get, answered, rejected } = await aShop();
  for (let count = 0; count < COST; count += 1) expect((await get("/cart")).status).toBe(200);
  const answer = await get("/rest/v1/products?select=*");
  expect([answer.status, answer.headers.get("x-frame-options")]).toEqual([429, "DENY"]);
  expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
  expect((await get("/cart", { "x-test-address": "192.0.2.2" })).status).toBe(200);
  expect([answered.length, rejected]).toEqual([COST + 1, ["/rest/v1/products"]]);
});

test("IPv6 addresses of one network are counted together", async () => {
  const { get, answered } = await aShop();
  for (let count = 0; count <= COST; count += 1) await get("/cart", { "x-test-address": `2001:db8::${count}` });
  expect(answered).toHaveLength(COST);
});

test("rejected and large requests count more", async () => {
  const { countUntilRejected } = await aShop();
  const counts = [
    await countUntilRejected("/cart", "192.0.2.10"),
    await countUntilRejected("/auth/404", "192.0.2.11"),
    await countUntilRejected("/rest/400", "192.0.2.12"),
    await countUntilRejected("/rest/413", "192.0.2.13"),
    await countUntilRejected("/large", "192.0.2.14"),
    // Errors of the store itself do not count more.
    await countUntilRejected("/cart/503", "192.0.2.15"),
  ];
  expect(counts).toEqual([10, 5, 2, 1, 1, 10]);
});

test("health checks and valid payment events cost nothing, but invalid events do", async () => {
  const { get, countUntilRejected } = await aShop();
  for (const path of ["/healthz", "/readyz", "/api/webhook"]) {
    for (let count = 0; count <= COST; count += 1) expect((await get(path)).status).toBe(200);
  }
  expect(await countUntilRejected("/api/webhook?400", "192.0.2.20")).toBe(3);
  expect(await countUntilRejected("/assets/missing-404.js", "192.0.2.21")).toBe(5);
  for (let count = 0; count < COST; count += 1) await get("/healthz", {}, { method: "POST" });
  expect((await get("/cart")).status).toBe(429);
});

test("a request with the service role's key is exempt from the limit; another key is not", async () => {
  const { get } = await aShop();
  for (let count = 0; count < COST; count += 1) await get("/cart");
  expect((await get("/rest/v1/orders", { apikey: "the service role" })).status).toBe(200);
  expect((await get("/rest/v1/orders", { apikey: "a guest" })).status).toBe(429);
});

test("a rejected request is answered before its body arrives", async () => {
  const { get, port } = await aShop();
  for (let count = 0; count < COST; count += 1) await get("/cart");
  const client = connect(port, "127.0.0.1");
  client.write("POST /rest/v1/order_items HTTP/1.1\r\nhost: shop.test\r\ncontent-length: 900000\r\n\r\n");
  const [bytes] = (await once(client, "data")) as [Buffer];
  client.destroy();
  expect(bytes.toString()).toMatch(/^HTTP\/1\.1 429 /);
});

test("a rejection is a page for browsers, and JSON that each official client understands", async () => {
  const { get, port } = await aShop();
  for (let count = 0; count < COST; count += 1) await get("/cart");
  const page = await get("/cart", { accept: "text/html,*/*" });
  expect(page.headers.get("content-type")).toContain("text/html");
  expect(page.text).toContain("Too many requests from your network.");
  const client = createClient(`http://127.0.0.1:${port}`, "a guest", { auth: { persistSession: false } });
  const rows = await client.from("products").select("id").retry(false);
  const session = await client.auth.signInWithPassword({ email: "a@test.example", password: "long enough" });
  const file = await client.storage.from("pictures").list();
  const words = expect.stringContaining("Too many requests");
  expect([rows.status, rows.error?.message]).toEqual([429, words]);
  expect(session.error).toMatchObject({ status: 429, code: "over_request_rate_limit", message: words });
  expect(file.error?.message).toEqual(words);
});

test("a client that continues over its limit is disconnected, unless it is a proxy", async () => {
  for (const isBehindProxy of [false, true]) {
    const { get, isFlooding } = await aShop({ isBehindProxy });
    for (let count = 0; count < 2 * COST; count += 1) await get("/cart");
    expect(await isFlooding("192.0.2.1")).toBe(false);
    expect((await get("/cart")).headers.get("connection")).toBe(isBehindProxy ? "keep-alive" : "close");
    expect([await isFlooding("192.0.2.1"), await isFlooding("192.0.2.2")]).toEqual([true, false]);
    server?.close();
    server?.closeAllConnections();
  }
});

test("a statement timeout costs as much as a rejected request, other server errors cost nothing", async () => {
  const { countUntilRejected } = await aShop();
  expect(await countUntilRejected("/slow/500", "192.0.2.10")).toBe(await countUntilRejected("/400", "192.0.2.11"));
  expect(await countUntilRejected("/500", "192.0.2.12")).toBe(COST);
});
