import type { BrowserData } from "#app/platform/browser-data.ts";
import { ReadRejectedError, readRow, readWithRetries, rowsOf } from "#app/platform/reads.ts";
import { readStoredUser } from "#app/platform/stored-session.ts";
import { isMfaDue } from "./mfa.ts";

/** Role of a staff member; the owner is `admin` in profiles. */
export type StaffRole = "owner" | "manager" | "packer" | "driver";

/** The logged-in user. The role only controls what the UI shows; the database enforces permissions. */
export interface CurrentUser {
  id: string;
  email: string;
  name: string | null;
  role: StaffRole | "customer";
  /** Whether a staff member must set up MFA, which the store requires, and has the role of a customer until then. */
  isStaffWaiting: boolean;
}

/**
 * Returns the logged-in user; null for a guest, while MFA is due, and for a session that the data service rejects. During
 * an outage, an expired session cannot be refreshed, and its stored user is returned.
 */
export async function findCurrentUser(data: BrowserData): Promise<CurrentUser | null> {
  const session = await data.readSession();
  const user = session === "unknown" ? readStoredUser() : session?.user;
  if (!user || (session !== "unknown" && (await isMfaDue(data)))) return null;
  try {
    const profile = await readRow(["profile", user.id], () =>
      data.rest.from("profiles").select("name, role, staff!staff_user_id_fkey(role)").eq("id", user.id).maybeSingle(),
    );
    // The account was deleted: its access token is still valid, but there is no profile.
    if (!profile) throw new ReadRejectedError("", 401);
    const isStaff = profile.role === "admin" || profile.staff !== null;
    // The row is not enough if the store requires MFA of its staff.
    const role = isStaff ? await readWithRetries(["staff-role"], () => readStaffRole(data)) : null;
    return {
      id: user.id,
      email: user.email ?? "",
      name: profile.name,
      role: role ?? "customer",
      isStaffWaiting: isStaff && role === null,
    };
  } catch (error) {
    if (!(error instanceof ReadRejectedError) || error.status !== 401) throw error;
    // Another tab may have logged in as someone else, whose session cannot read this profile and must not be ended.
    const now = await data.readSession();
    if (now === "unknown") throw error;
    if (now?.user.id !== user.id) return findCurrentUser(data);
    await data.auth.signOut({ scope: "local" });
    return null;
  }
}

/** Returns whether the user is an owner or manager. Managers can do everything except money settings and staff. */
export function mayManage({ role }: Pick<CurrentUser, "role">): boolean {
  return role === "owner" || role === "manager";
}

/** Returns whether the user can see the order board and pack orders. */
export function mayPack({ role }: Pick<CurrentUser, "role">): boolean {
  return role !== "customer" && role !== "driver";
}

/** Returns whether delivery runs can be assigned to the user. */
export function mayDrive({ role }: Pick<CurrentUser, "role">): boolean {
  return role === "driver" || mayManage({ role });
}

/** Returns the role; null for customers, and for staff who have not passed the MFA that the store requires. */
export async function readStaffRole(data: BrowserData): Promise<StaffRole | null> {
  return rowsOf(await data.rest.rpc("staff_role")) as StaffRole | null;
}
