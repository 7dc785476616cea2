/** Stripe's API version, which the store reads, the sandbox implements, and the SDK's types describe. */
export const STRIPE_API_VERSION = "2026-10-28.endive";
