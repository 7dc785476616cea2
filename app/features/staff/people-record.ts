import type { StaffRole } from "#app/features/account/current-user.ts";
import { type CommandResult, commandResult } from "#app/features/orders/order-commands.ts";
import type { BrowserData } from "#app/platform/browser-data.ts";
import { changedRows } from "#app/platform/changed-rows.ts";
import { readWithRetries, rowsOf } from "#app/platform/reads.ts";
import type { SelectedRow } from "#app/platform/selected-row.ts";

export interface StaffMember {
  userId: string;
  name: string | null;
  email: string;
  role: StaffRole;
  /** In dollars; null for all but packers. */
  refundLimit: number | null;
}

const INVITATION_COLUMNS = "id, email, role, refund_limit, expires_at, mailed_at, mail_error";
export type Invitation = SelectedRow<"staff_invitations", typeof INVITATION_COLUMNS>;

/** Role to assign, and a packer's refund limit per order in dollars. */
export interface GivenRole {
  role: "manager" | "packer";
  refundLimit: number | null;
}

/** Owners first, then in the order in which they came; for the owner. */
export async function listStaff(data: BrowserData): Promise<StaffMember[]> {
  const rows = await readWithRetries(["staff"], async () => rowsOf(await data.rest.rpc("list_staff")));
  return (rows ?? []).map(({ user_id, refund_limit, role, ...person }) => ({
    ...person,
    userId: user_id,
    role: role as StaffRole,
    refundLimit: refund_limit,
  }));
}

/** The latest first; for the owner. */
export async function listInvitations(data: BrowserData): Promise<Invitation[]> {
  const rows = await readWithRetries(["invitations"], async () =>
    rowsOf(
      await data.rest
        .from("staff_invitations")
        .select(INVITATION_COLUMNS)
        .order("invited_at", { ascending: false })
        .limit(200),
    ),
  );
  return rows ?? [];
}

export async function invite(
  data: BrowserData,
  email: string,
  { role, refundLimit }: GivenRole,
): Promise<CommandResult> {
  const limit = refundLimit === null ? {} : { refund_limit: refundLimit };
  return commandResult(await data.rest.rpc("invite_staff", { email, role, ...limit }));
}

/** @returns the message on failure, null on success */
export async function takeInvitationBack(data: BrowserData, id: string): Promise<string | null> {
  changedRows(await data.rest.from("staff_invitations").delete().eq("id", id).select("id"), "This invitation");
  return null;
}

/** @returns the message on failure, null on success */
export async function changeRole(
  data: BrowserData,
  userId: string,
  { role, refundLimit }: GivenRole,
): Promise<string | null> {
  const { data: changed, error } = await data.rest
    .from("staff")
    .update({ role, refund_limit: refundLimit })
    .eq("user_id", userId)
    .select("user_id");
  if (error) throw new Error(error.message, { cause: error });
  return changed.length > 0 ? null : "They do not work here any more. Load the page again.";
}

/**
 * Removes a role; from the next request on, the person is a customer.
 * @returns the message on failure, null on success
 */
export async function takeRoleAway(data: BrowserData, userId: string): Promise<string | null> {
  changedRows(await data.rest.from("staff").delete().eq("user_id", userId).select("user_id"), "This person");
  return null;
}

/** @returns the message on failure, null on success; "unproven" if their address must be verified first */
export async function acceptInvitation(data: BrowserData): Promise<"accepted" | "unproven" | { refusal: string }> {
  const answer = await data.rest.rpc("accept_invitation");
  if (answer.error?.code === "PT412") return "unproven";
  const result = commandResult(answer);
  return result.kind === "done" ? "accepted" : { refusal: result.message };
}
