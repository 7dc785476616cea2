import { expect, test } from "vitest";
import { openTestShop } from "./running-shop.ts";

const logged: unknown[] = [];
const [KB, MB] = [1024, 1024 * 1024];

const shop = await openTestShop({ logError: (error) => logged.push(error) });
const person = await shop.signUp("Ama");

test.for([
  ["POST", "/rest/v1/condiments", 1 * MB],
  ["PATCH", "/rest/v1/profiles?id=eq.1", 1 * MB],
  ["POST", "/rest/v1/rpc/place_order", 1 * MB],
  ["POST", "/auth/v1/signup", 100 * KB],
  ["POST", "/auth/v1/token?grant_type=password", 100 * KB],
  ["PUT", "/auth/v1/user", 100 * KB],
  ["POST", "/auth/v1/sso/saml/acs", 100 * KB],
  ["POST", "/storage/v1/object/wears_styles/a.webp", 20 * MB + 64 * KB],
  ["POST", "/storage/v1/object/list/wears_styles", 20 * MB + 64 * KB],
  ["POST", "/api/create-payment-intent", 16 * KB],
  ["POST", "/api/pay-delivery-fee", 16 * KB],
  ["POST", "/api/webhook", 1 * MB],
  ["POST", "/sandbox/stripe/v1/payment_intents", 64 * KB],
] as const)("%s %s rejects more than %i bytes with 413", async ([method, path, limit]) => {
  const text = `{"x":"${"y".repeat(limit)}"}`;
  const headers = { "content-type": "application/json", authorization: `Bearer ${person.accessToken}` };
  const stream = new Response(text).body;
  for (const [body, lengthHeaders] of [
    [text, { "content-length": String(text.length) }],
    [stream, { "transfer-encoding": "chunked" }],
  ] as const) {
    const answer = await shop.app.request(path, {
      method,
      body,
      headers: { ...headers, ...lengthHeaders },
      duplex: "half",
    } as RequestInit);
    expect(answer.status).toBe(413);
  }
  expect(logged).toEqual([]);
});

test.for([
  ["POST", "/rest/v1/condiments"],
  ["POST", "/rest/v1/rpc/place_order"],
  ["POST", "/rest/v1/rpc/quote_cart"],
  ["PATCH", "/rest/v1/profiles?id=eq.1"],
  ["POST", "/auth/v1/signup"],
  ["POST", "/auth/v1/token?grant_type=password"],
  ["PUT", "/auth/v1/user"],
  ["POST", "/storage/v1/object/list/wears_styles"],
  ["POST", "/api/order-link"],
  ["POST", "/api/order-link/find"],
  ["POST", "/api/stop-messages"],
  ["POST", "/api/texts"],
  ["POST", "/api/texts/start"],
  ["POST", "/api/create-payment-intent"],
] as const)("%s %s answers deeply nested JSON with 4xx", async ([method, path]) => {
  for (const value of ["[".repeat(7000) + "]".repeat(7000), `${'{"a":'.repeat(7000)}1${"}".repeat(7000)}`]) {
    const body = `{"data":${value},"items":${value},"name":${value}}`;
    const headers = { "content-type": "application/json", authorization: `Bearer ${person.accessToken}` };
    const { status } = await shop.app.request(path, { method, headers, body });
    expect(status).toBeGreaterThanOrEqual(400);
    expect(status).toBeLessThan(500);
  }
  expect(logged).toEqual([]);
});
