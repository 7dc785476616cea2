import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test } from "vitest";
import type { StoreEvent } from "#server/observe/events.ts";
import { preparePage } from "./cached-page.ts";
import { createCachedResponses } from "./cached-responses.ts";

const ALLOWED = { dataOrigin: "", tileOrigin: "https://tiles.example", captchaOrigin: "" };
const HTML = { headers: { "content-type": "text/html; charset=utf-8" } };

let server: Server | undefined;
afterEach(() => server?.close());

async function openResponses(): Promise<{
  get: (path: string, init?: RequestInit) => Promise<Response>;
  events: StoreEvent[];
}> {
  const home = await preparePage(new Response("<h1>Home</h1>", HTML), ALLOWED);
  const desk = await preparePage(new Response("<h1>Desk</h1>", HTML), ALLOWED);
  desk.headers.push(["permissions-policy", "camera=(self)"]);
  const events: StoreEvent[] = [];
  const options = createCachedResponses({
    peek: (path) => (path === "/home" ? home : path === "/desk" ? desk : null),
    headers: [
      ["x-frame-options", "DENY"],
      ["permissions-policy", "camera=()"],
    ],
    observe: (event) => void events.push(event),
  });
  server = createServer((request, response) => options(request, response, () => response.end("the shop")));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return { get: (path, init) => fetch(`http://127.0.0.1:${port}${path}`, init), events };
}

test("a cached page is sent completely, with its own headers and the common ones", async () => {
  const { get, events } = await openResponses();
  const ids: unknown[] = [];
  for (const encoding of ["br", "gzip", "identity"]) {
    const answer = await get("/home", { headers: { "accept-encoding": encoding } });
    expect([encoding, await answer.text()]).toEqual([encoding, "<h1>Home</h1>"]);
    expect(answer.headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
    expect(answer.headers.get("x-frame-options")).toBe("DENY");
    expect(answer.headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
    ids.push(answer.headers.get("x-request-id"));
  }
  const of = { type: "cached-response", path: "/home", status: 200, ms: expect.any(Number) };
  expect(events).toEqual(ids.map((id) => ({ ...of, id })));
});

test("a browser that has the current page gets 304 without a body", async () => {
  const { get, events } = await openResponses();
  const again = await get("/home", { headers: { "if-none-match": (await get("/home")).headers.get("etag") ?? "" } });
  expect([again.status, await again.text()]).toEqual([304, ""]);
  expect(events).toMatchObject([{ status: 200 }, { status: 304 }]);
});

test("every other request goes to the app", async () => {
  const { get, events } = await openResponses();
  for (const [path, method] of [
    ["/cart", "GET"],
    ["/home", "POST"],
    ["/home?page=2", "GET"],
  ] as const) {
    expect(await (await get(path, { method })).text()).toBe("the shop");
  }
  expect(events).toEqual([]);
});

test("a page's own header replaces the common one", async () => {
  const { get } = await openResponses();
  expect((await get("/home")).headers.get("permissions-policy")).toBe("camera=()");
  expect((await get("/desk")).headers.get("permissions-policy")).toBe("camera=(self)");
});
