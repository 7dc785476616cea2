import { t } from "#app/messages/t.ts";
import type { BrowserData } from "#app/platform/browser-data.ts";
import { changedRows } from "#app/platform/changed-rows.ts";
import { type CommandResult, commandResult } from "#app/platform/command-result.ts";
import type { GivenRole } from "./change-role.ts";

export async function invite(
  data: BrowserData,
  email: string,
  { role, refundLimit }: GivenRole,
): Promise<CommandResult> {
  const limit = refundLimit === null ? {} : { refund_limit: refundLimit };
  return commandResult(await data.rest.rpc("invite_staff", { email, role, ...limit }));
}

/** @returns the error message, or null on success */
export async function revokeInvitation(data: BrowserData, id: string): Promise<string | null> {
  changedRows(await data.rest.from("staff_invitations").delete().eq("id", id).select("id"), t("This invitation"));
  return null;
}
