import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { UNDERSTOOD_EVENTS } from "#server/payments/payment-provider.ts";

export const LIVE_KEY = "sk_live_51Doctor0000000";
export const HOOK = "https://shop.example/api/webhook";
export const ENDPOINT = { url: HOOK, status: "enabled", enabled_events: UNDERSTOOD_EVENTS, api_version: null };

/** Fakes the two Stripe endpoints that the doctor reads; one key is valid. */
export async function startFakeStripe(
  endpoints: object[],
): Promise<{ url: string; requests: string[]; close(): void }> {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    const isKnown = request.headers.authorization === `Bearer ${LIVE_KEY}`;
    requests.push(`${request.method} ${request.url?.split("?")[0]}`);
    const answers: Record<string, object> = {
      "/v1/balance": { object: "balance", livemode: true, available: [], pending: [] },
      "/v1/webhook_endpoints": { object: "list", data: endpoints, has_more: false },
    };
    const known = answers[request.url?.split("?")[0] ?? ""] ?? {};
    const unknown = { error: { type: "invalid_request_error", message: "Invalid API Key provided" } };
    response.writeHead(isKnown ? 200 : 401, { "content-type": "application/json" });
    response.end(JSON.stringify(isKnown ? known : unknown));
  });
  await new Promise<void>((open) => server.listen(0, "127.0.0.1", open));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests, close: () => server.close() };
}

/** Returns the variables of a store that may go live. */
export const aLiveShop = (apiUrl: string) => ({
  STRIPE_SECRET_KEY: LIVE_KEY,
  STRIPE_PUBLISHABLE_KEY: "pk_live_51Doctor0000000",
  STRIPE_WEBHOOK_SECRET: `whsec_${"x".repeat(32)}`,
  STRIPE_API_URL: apiUrl,
  PUBLIC_ORIGIN: "https://shop.example",
  TRUST_PROXY: "1",
  AUTH_DISABLE_SIGNUP: "1",
});
