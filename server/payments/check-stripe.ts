import Stripe from "stripe";
import { t } from "#app/messages/t.ts";
import type { ShopMode } from "#server/base/environment.ts";
import type { Finding } from "#server/base/finding.ts";
import { STRIPE_API_VERSION } from "./api-version.ts";
import { wrong } from "./check-stripe-keys.ts";
import { stripeAddress, UNDERSTOOD_EVENTS } from "./payment-provider.ts";

const WEBHOOKS = "https://dashboard.stripe.com/webhooks";
const STRIPE = "https://api.stripe.com";

/**
 * Checks the secret key, the webhook endpoints, one of which must lead to this store, and optionally the account. Sends
 * only read requests to Stripe.
 */
export async function checkStripe(options: {
  secretKey: string;
  apiUrl: string;
  shopMode: ShopMode;
  publicOrigin: string;
  /** Whether to check also that the account may charge cards. */
  isWithAccount?: boolean;
}): Promise<Finding[]> {
  const stripe = new Stripe(options.secretKey, {
    apiVersion: STRIPE_API_VERSION,
    telemetry: false,
    maxNetworkRetries: 1,
    timeout: 10_000,
    httpClient: Stripe.createFetchHttpClient(),
    ...stripeAddress(options.apiUrl),
  });
  const findings: Finding[] = [];
  if (options.apiUrl !== STRIPE) {
    const text = t("STRIPE_API_URL is set: requests go to {apiUrl} instead of Stripe.", { apiUrl: options.apiUrl });
    findings.push({ subject: "Stripe", level: "note", text });
  }
  try {
    await stripe.balance.retrieve();
    const endpoints = await stripe.webhookEndpoints.list({ limit: 100 });
    findings.push({ subject: "Stripe", level: "good", text: t("Stripe accepts the secret key.") });
    findings.push(checkEndpoints(endpoints.data, options));
    if (options.isWithAccount) findings.push(aboutAccount(await stripe.accounts.retrieveCurrent()));
  } catch (error) {
    findings.push(explain(error, options.apiUrl));
  }
  return findings;
}

function aboutAccount({ charges_enabled, requirements }: Stripe.Account): Finding {
  if (charges_enabled) {
    return { subject: "Account", level: "good", text: t("Stripe charges cards for this account.") };
  }
  const missing = requirements?.currently_due ?? [];
  const text =
    missing.length > 0
      ? t("Stripe does not charge cards for this account. It needs {facts}.", { facts: missing.join(", ") })
      : t("Stripe does not charge cards for this account.");
  const remedy = "Finish activating payments at https://dashboard.stripe.com/account/onboarding.";
  return { subject: "Account", level: "wrong", text, remedy };
}

/** Checks the store's webhook endpoint: enabled, with all events that the store handles, in its API version. */
function checkEndpoints(
  endpoints: readonly Stripe.WebhookEndpoint[],
  { publicOrigin, shopMode }: { publicOrigin: string; shopMode: ShopMode },
): Finding {
  const address = `${publicOrigin}/api/webhook`;
  // During trials, Stripe's command line may forward the events instead.
  const level = shopMode === "live" ? "wrong" : "note";
  const endpoint = endpoints.find(({ url }) => url === address);
  if (!endpoint) {
    const text = t("This account has no webhook endpoint for {address}.", { address });
    return { subject: "Webhook", level, text, remedy: `Add it at ${WEBHOOKS} (docs/how-to/go-live-with-stripe.md).` };
  }
  if (endpoint.status !== "enabled") {
    const text = t("The webhook endpoint {address} is disabled.", { address });
    return { subject: "Webhook", level, text, remedy: `Enable it at ${WEBHOOKS}.` };
  }
  const missing = UNDERSTOOD_EVENTS.filter(
    (type) => !endpoint.enabled_events.includes(type) && !endpoint.enabled_events.includes("*"),
  );
  if (missing.length > 0) {
    const text = t("The webhook endpoint {address} doesn't receive {events}.", { address, events: missing.join(", ") });
    return { subject: "Webhook", level, text, remedy: `Add these event types to it at ${WEBHOOKS}.` };
  }
  if (endpoint.api_version !== null && endpoint.api_version !== STRIPE_API_VERSION) {
    const text = t("The webhook endpoint {address} uses API version {version}, but the store expects {expected}.", {
      address,
      version: endpoint.api_version,
      expected: STRIPE_API_VERSION,
    });
    return { subject: "Webhook", level: "note", text, remedy: `Choose ${STRIPE_API_VERSION} for it at ${WEBHOOKS}.` };
  }
  return { subject: "Webhook", level: "good", text: t("Stripe sends events to {address}.", { address }) };
}

function explain(error: unknown, apiUrl: string): Finding {
  if (error instanceof Stripe.errors.StripeAuthenticationError) {
    return wrong(
      t("Stripe rejects STRIPE_SECRET_KEY."),
      "It may be rolled or mistyped. Copy it again from https://dashboard.stripe.com/apikeys.",
    );
  }
  if (error instanceof Stripe.errors.StripeConnectionError) {
    return wrong(
      t("Stripe cannot be reached at {apiUrl}.", { apiUrl }),
      "Check this machine's network, DNS, and firewall.",
    );
  }
  const message = error instanceof Error ? error.message : String(error);
  return wrong(
    t("Stripe responded with an error: {message}", { message }),
    "See https://status.stripe.com, and try again.",
  );
}
