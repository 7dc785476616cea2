import type { BrowserData } from "#app/platform/browser-data.ts";
import { type CommandResult, commandResult } from "#app/platform/command-result.ts";
import type { LinePick } from "./picks.ts";

/**
 * Sends a pick. The result is saved, rejected with the reason, or not received; the latter is sent again, without a
 * session after the next login.
 */
export async function sendPick(
  data: BrowserData,
  pick: LinePick,
): Promise<CommandResult | { kind: "not received"; hasEnded: boolean }> {
  const answer = await data.rest.rpc("pick_line", {
    order_item_id: pick.lineId,
    is_packed: pick.isPacked,
    picked_at: pick.pickedAt,
  });
  // A pick after the session has ended (401) is sent after the next login.
  if (answer.error && (answer.status >= 500 || [0, 401, 429].includes(answer.status))) {
    return { kind: "not received", hasEnded: answer.status === 401 };
  }
  return commandResult(answer);
}
