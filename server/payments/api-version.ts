/** The API version whose shapes the shop reads and the sandbox answers; the SDK's types are of the same one. */
export const STRIPE_API_VERSION = "2026-10-28.endive";
