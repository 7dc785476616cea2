import type { BrowserData } from "#app/platform/browser-data.ts";
import type { SubstitutionPreference } from "#app/values/substitution-preference.ts";

/** Result of a command; the message comes from the database. */
export type CommandResult = { kind: "done" } | { kind: "refused"; message: string };

/**
 * The owner can cancel pending and paid orders, an admin also those being prepared. Payments are refunded
 * automatically.
 */
export async function cancelOrder(data: BrowserData, orderId: string): Promise<CommandResult> {
  return commandResult(await data.rest.rpc("cancel_order", { order_id: orderId }));
}

/** Substitution preferences of an order and its lines. */
export interface OrderPreferences {
  wish: SubstitutionPreference | null;
  note: string;
  lines: readonly { id: number; wish: SubstitutionPreference | null; note: string }[];
}

/** The customer may change them until the order is being prepared. */
export async function setOrderPreferences(
  data: BrowserData,
  orderId: string,
  { wish, note, lines }: OrderPreferences,
): Promise<CommandResult> {
  return commandResult(await data.rest.rpc("set_substitution_preferences", { order_id: orderId, wish, note, lines }));
}

/** Messages of our own database functions (PT404, PT409, 22023) are written for people; others are not. */
export function commandResult({ error }: { error: { code: string; message: string } | null }): CommandResult {
  if (!error) return { kind: "done" };
  if (/^PT4|^22023$/.test(error.code)) return { kind: "refused", message: error.message };
  console.error(error);
  return { kind: "refused", message: "The shop could not be reached or did not answer. Please try again." };
}
