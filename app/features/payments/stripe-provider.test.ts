import { expect, test, vi } from "vitest";
import type { PublicConfig } from "#app/platform/public-config.ts";
import { loadPaymentProvider, waitForPaymentProvider } from "./stripe-provider.ts";

vi.mock("@calabash/stripe-sandbox/browser", () => ({ createSandboxStripe: () => ({ name: "sandbox" }) }));

test("a payment waits for a provider that is still loading", async () => {
  expect(await waitForPaymentProvider()).toBeNull();
  const loading = loadPaymentProvider({ stripePublishableKey: "pk_test_sandbox" } as PublicConfig);
  expect(await waitForPaymentProvider()).toBe(await loading);
});
