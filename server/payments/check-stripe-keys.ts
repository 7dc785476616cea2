import type { ShopMode } from "#server/base/environment.ts";
import type { Finding } from "#server/base/finding.ts";

const KEYS = "https://dashboard.stripe.com/apikeys";
const WEBHOOKS = "https://dashboard.stripe.com/webhooks";

export type StripeVariables = Partial<
  Record<"STRIPE_SECRET_KEY" | "STRIPE_PUBLISHABLE_KEY" | "STRIPE_WEBHOOK_SECRET", string>
>;

/**
 * Checks Stripe's variables without a request: their format, and whether they match each other and the store.
 * Findings never contain a key.
 */
export function checkStripeKeys(variables: StripeVariables, shopMode: ShopMode): Finding[] {
  const secret = variables.STRIPE_SECRET_KEY ?? "";
  const publishable = variables.STRIPE_PUBLISHABLE_KEY ?? "";
  const webhook = variables.STRIPE_WEBHOOK_SECRET ?? "";
  if (shopMode !== "live" && secret + publishable + webhook === "") {
    const text = "No Stripe keys are set. The payment sandbox replaces Stripe, and no card is charged.";
    return [{ subject: "Stripe", level: "note", text }];
  }
  return [
    checkSecretKey(secret, shopMode),
    checkPublishableKey(publishable, modeOf(secret)),
    checkWebhookSecret(webhook),
  ];
}

export const wrong = (text: string, remedy: string): Finding => ({ subject: "Stripe", level: "wrong", text, remedy });

function checkSecretKey(key: string, shopMode: ShopMode): Finding {
  if (key === "") return wrong("STRIPE_SECRET_KEY is missing.", `Copy the secret key from ${KEYS}.`);
  if (key.startsWith("pk_")) {
    return wrong("STRIPE_SECRET_KEY is a publishable key.", `Copy the secret key (sk_…) from ${KEYS}.`);
  }
  if (key.startsWith("rk_")) {
    return wrong("STRIPE_SECRET_KEY is a restricted key.", `Use the secret key (sk_…) from ${KEYS}.`);
  }
  const mode = modeOf(key);
  if (mode === null) {
    return wrong(
      "STRIPE_SECRET_KEY is not a Stripe secret key.",
      `Copy the key that starts with sk_live_ or sk_test_ from ${KEYS}.`,
    );
  }
  if (shopMode === "live" && mode === "test") {
    return wrong(
      "STRIPE_SECRET_KEY is a test key, so no payment would be real.",
      `Turn off test mode at ${KEYS}, and copy the live key.`,
    );
  }
  if (shopMode !== "live" && mode === "live") {
    return wrong(
      "STRIPE_SECRET_KEY is a live key, so this demo store would charge real cards.",
      "Set SHOP_MODE=live, or use test keys.",
    );
  }
  return { subject: "Stripe", level: "good", text: `STRIPE_SECRET_KEY is a ${mode} key.` };
}

function checkPublishableKey(key: string, secretMode: "live" | "test" | null): Finding {
  const mode = modeOf(key);
  if (key === "") return wrong("STRIPE_PUBLISHABLE_KEY is missing.", `Copy the publishable key from ${KEYS}.`);
  if (key.startsWith("sk_")) {
    return wrong(
      "STRIPE_PUBLISHABLE_KEY is a secret key, and browsers would receive it.",
      `If the store was open with it, roll that key at ${KEYS}. Set the key that starts with pk_.`,
    );
  }
  if (!key.startsWith("pk_") || mode === null) {
    return wrong(
      "STRIPE_PUBLISHABLE_KEY is not a Stripe publishable key.",
      `Copy the key that starts with pk_live_ or pk_test_ from ${KEYS}.`,
    );
  }
  if (secretMode !== null && mode !== secretMode) {
    return wrong(
      `STRIPE_PUBLISHABLE_KEY is a ${mode} key, but STRIPE_SECRET_KEY is a ${secretMode} key.`,
      `Copy both from the same page: ${KEYS}.`,
    );
  }
  return { subject: "Stripe", level: "good", text: `STRIPE_PUBLISHABLE_KEY is a ${mode} key.` };
}

function checkWebhookSecret(secret: string): Finding {
  const remedy = `Copy the signing secret (whsec_…) of the store's endpoint from ${WEBHOOKS}.`;
  if (secret === "") return wrong("STRIPE_WEBHOOK_SECRET is missing, so orders would never become paid.", remedy);
  if (!/^whsec_[\w+/=-]{24,}$/.test(secret)) {
    return wrong("STRIPE_WEBHOOK_SECRET is not a Stripe signing secret.", remedy);
  }
  return { subject: "Stripe", level: "good", text: "STRIPE_WEBHOOK_SECRET has the format of a signing secret." };
}

/** Returns the mode of a secret or publishable key; null for anything else. */
export function modeOf(key: string): "live" | "test" | null {
  const mode = /^(?:sk|pk)_(live|test)_\w{8,}$/.exec(key)?.[1];
  return mode === "live" || mode === "test" ? mode : null;
}
