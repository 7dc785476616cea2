import { randomUUID } from "node:crypto";
import { PostgrestClient } from "@supabase/postgrest-js";
import { afterEach, expect, test, vi } from "vitest";
import type { Database } from "#app/platform/database-rows.ts";
import { createShopData } from "#server/database/shop-data.ts";
import { ORIGIN, openTestShop } from "#tests/running-shop.ts";

/** A store whose data service, or a proxy in front of it, sends unexpected responses. */
const shop = await openTestShop();
const ama = await shop.signUp("Ama Mensah");

afterEach(() => vi.restoreAllMocks());

const CALLS = {
  "/api/orders": {},
  [`/api/order/${randomUUID()}`]: {},
  "/api/create-payment-intent": {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ orderId: randomUUID() }),
  },
} satisfies Record<string, RequestInit>;

async function requestAll(respond: typeof fetch): Promise<Response[]> {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  vi.spyOn(shop.data, "as").mockReturnValue(
    new PostgrestClient<Database>(`${ORIGIN}/rest/v1`, { retry: false, fetch: respond }),
  );
  vi.spyOn(shop.data, "call").mockImplementation(createShopData({ url: ORIGIN, ...shop.keys, fetch: respond }).call);
  return Promise.all(
    Object.entries(CALLS).map(([path, init]) => {
      const headers = { ...("headers" in init ? init.headers : {}), authorization: `Bearer ${ama.accessToken}` };
      return shop.app.request(path, { ...init, headers });
    }),
  );
}

test.for([
  ["500 in HTML", 500, async () => new Response("<h1>Bad proxy</h1>", { status: 500 })],
  ["502 in HTML", 500, async () => new Response("<h1>Bad gateway</h1>", { status: 502 })],
  ["503", 503, async () => Response.json({ code: "PGRST003", message: "away" }, { status: 503 })],
  ["nothing", 503, async () => Promise.reject(new TypeError("fetch failed"))],
] as const)(
  "if the data service responds with %s, the error is JSON with the request's id",
  async ([, status, respond]) => {
    for (const response of await requestAll(respond)) {
      expect(response.status).toBe(status);
      expect(await response.json()).toEqual({
        error: expect.stringMatching(/Try again( in a moment)?\.$/),
        requestId: response.headers.get("x-request-id"),
      });
      expect(response.headers.get("x-content-type-options")).toBe("nosniff");
      expect(response.headers.get("retry-after")).toBe(status === 503 ? "2" : null);
    }
  },
);

test("a body that is too large is rejected with JSON", async () => {
  const body = JSON.stringify({ orderId: "x".repeat(2 * 1024 * 1024) });
  for (const path of ["/api/create-payment-intent", "/api/webhook"]) {
    const headers = { "content-length": String(body.length) };
    const response = await shop.app.request(path, { method: "POST", body, headers });
    expect([path, response.status, await response.json()]).toEqual([path, 413, { error: "The body is too large." }]);
  }
});
