import type { BrowserData } from "#app/platform/browser-data.ts";
import type { SubstitutionPreference } from "#app/values/substitution-preference.ts";
import { type CommandResult, commandResult } from "./command-result.ts";

/** Substitution preferences of an order and its lines. */
export interface OrderPreferences {
  preference: SubstitutionPreference | null;
  note: string;
  lines: readonly { id: number; preference: SubstitutionPreference | null; note: string }[];
}

/** Saves the preferences, which the customer may change until the order is being prepared. */
export async function setOrderPreferences(
  data: BrowserData,
  orderId: string,
  { preference, note, lines }: OrderPreferences,
): Promise<CommandResult> {
  return commandResult(
    await data.rest.rpc("set_substitution_preferences", {
      order_id: orderId,
      substitution_preference: preference,
      note,
      lines: lines.map(({ id, preference, note }) => ({ id, substitution_preference: preference, note })),
    }),
  );
}
