import type { BillingDetails } from "./billing.ts";

/** Returns the payer's name and address, one text per line. */
export function billingLines({ name, line1, city, state, postalCode, country }: BillingDetails): string[] {
  return [name, line1, `${city}, ${state} ${postalCode}, ${country}`];
}
