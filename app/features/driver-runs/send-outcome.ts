import type { BrowserData } from "#app/platform/browser-data.ts";
import { type CommandResult, commandResult } from "#app/platform/command-result.ts";
import type { Outcome } from "./outcomes.ts";

/**
 * Sends the outcome of a stop. The result is saved, rejected with the reason, or not received; the latter is sent
 * again.
 */
export async function sendOutcome(
  data: BrowserData,
  { runId, orderId, outcome, receivedBy, finishedAt }: Outcome,
): Promise<CommandResult | { kind: "not received" }> {
  const answer = await data.rest.rpc("finish_stop", {
    run_id: runId,
    order_id: orderId,
    outcome: outcome as string,
    received_by: receivedBy,
    finished_at: finishedAt,
  });
  // An outcome after the session has ended (401) is sent after the next login.
  if (answer.error && (answer.status >= 500 || [0, 401, 429].includes(answer.status))) return { kind: "not received" };
  return commandResult(answer);
}
