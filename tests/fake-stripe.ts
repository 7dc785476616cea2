import { UNDERSTOOD_EVENTS } from "#server/payments/payment-provider.ts";
import { startServer } from "./start-server.ts";

export const LIVE_KEY = "sk_live_51Doctor0000000";
export const HOOK = "https://shop.example/api/webhook";
export const ENDPOINT = { url: HOOK, status: "enabled", enabled_events: UNDERSTOOD_EVENTS, api_version: null };

/** Fakes the two Stripe endpoints that the doctor reads; one key is valid. */
export async function startFakeStripe(endpoints: object[]): Promise<{ url: string; requests: string[] }> {
  const requests: string[] = [];
  const url = await startServer(({ method, url, headers }) => {
    const { pathname } = new URL(url);
    const isKnown = headers.get("authorization") === `Bearer ${LIVE_KEY}`;
    requests.push(`${method} ${pathname}`);
    const answers: Record<string, object> = {
      "/v1/balance": { object: "balance", livemode: true, available: [], pending: [] },
      "/v1/webhook_endpoints": { object: "list", data: endpoints, has_more: false },
    };
    const unknown = { error: { type: "invalid_request_error", message: "Invalid API Key provided" } };
    return isKnown ? Response.json(answers[pathname] ?? {}) : Response.json(unknown, { status: 401 });
  });
  return { url, requests };
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
