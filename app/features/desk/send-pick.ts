import { type CommandResult, commandResult } from "#app/features/orders/command-result.ts";
import type { BrowserData } from "#app/platform/browser-data.ts";
import type { LinePick } from "./picks.ts";

/**
 * Sends a pick: saved, rejected with the reason, or not received, to be sent again; without a session after a login.
 */
export async function sendPick(
  data: BrowserData,
  pick: LinePick,
): Promise<CommandResult | { kind: "not heard"; hasEnded: boolean }> {
  const answer = await data.rest.rpc("pick_line", {
    order_item_id: pick.lineId,
    is_packed: pick.isPacked,
    picked_at: pick.pickedAt,
  });
  // A tick of a session that has ended counts after the next login.
  if (answer.error && (answer.status >= 500 || [0, 401, 429].includes(answer.status))) {
    return { kind: "not heard", hasEnded: answer.status === 401 };
  }
  return commandResult(answer);
}
