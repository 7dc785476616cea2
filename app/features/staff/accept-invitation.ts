import type { BrowserData } from "#app/platform/browser-data.ts";
import { commandResult } from "#app/platform/command-result.ts";

/**
 * Accepts the invitation of the current user.
 * @returns "unproven" if their email address must be verified first
 */
export async function acceptInvitation(data: BrowserData): Promise<"accepted" | "unproven" | { rejection: string }> {
  const answer = await data.rest.rpc("accept_invitation");
  if (answer.error?.code === "PT412") return "unproven";
  const result = commandResult(answer);
  return result.kind === "done" ? "accepted" : { rejection: result.message };
}
