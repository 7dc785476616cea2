import type { StaffRole } from "#app/features/account/current-user.ts";
import type { BrowserData } from "#app/platform/browser-data.ts";
import { readRows } from "#app/platform/reads.ts";
import type { SelectedRow } from "#app/platform/selected-row.ts";

export type StaffMember = Awaited<ReturnType<typeof listStaff>>[number];

const INVITATION_COLUMNS = "id, email, role, refund_limit, expires_at, mailed_at, mail_error";
export type Invitation = SelectedRow<"staff_invitations", typeof INVITATION_COLUMNS>;

/** Returns owners first, then the others in the order in which they joined; for the owner. */
export async function listStaff(data: BrowserData) {
  const rows = await readRows(["staff"], () => data.rest.rpc("list_staff"));
  return rows.map(({ user_id, refund_limit, role, ...person }) => ({
    ...person,
    userId: user_id,
    role: role as StaffRole,
    /** In dollars; null for all but packers. */
    refundLimit: refund_limit,
  }));
}

/** Returns invitations, newest first; for the owner. */
export function listInvitations(data: BrowserData): Promise<Invitation[]> {
  return readRows(["invitations"], () =>
    data.rest.from("staff_invitations").select(INVITATION_COLUMNS).order("invited_at", { ascending: false }).limit(200),
  );
}
