import type { BrowserData } from "#app/platform/browser-data.ts";
import { jsonOf, ReadRejectedError, readWithRetries, rowsOf } from "#app/platform/reads.ts";
import { isMfaDue } from "./mfa.ts";

/** Role of a staff member; the owner is `admin` in profiles. */
export type StaffRole = "owner" | "manager" | "packer" | "driver";

/** The signed-in person. What they may do is decided by the database; the role only arranges screens. */
export interface CurrentUser {
  id: string;
  email: string;
  name: string | null;
  role: StaffRole | "customer";
  /** Staff who have yet to take the second step, if the store requires it: their role is a customer's until then. */
  isStaffWaiting: boolean;
}

/** Null for a guest, while a second step is due, and for a session that the data service no longer knows. */
export async function findCurrentUser(data: BrowserData): Promise<CurrentUser | null> {
  const { data: found } = await data.auth.getSession();
  const user = found.session?.user;
  if (!user || (await isMfaDue(data))) return null;
  try {
    const profile = await readWithRetries(["profile", user.id], async () =>
      rowsOf(
        await data.rest
          .from("profiles")
          .select("name, role, staff!staff_user_id_fkey(role)")
          .eq("id", user.id)
          .maybeSingle(),
      ),
    );
    // The account was deleted: its token is still valid, but has no profile.
    if (!profile) throw new ReadRejectedError("No profile.", 401);
    const isStaff = profile.role === "admin" || profile.staff !== null;
    // The row alone is not enough if the store requires a second step of its staff.
    const role = isStaff ? await readStaffRole(data) : null;
    return {
      id: user.id,
      email: user.email ?? "",
      name: profile.name,
      role: role ?? "customer",
      isStaffWaiting: isStaff && role === null,
    };
  } catch (error) {
    if (!(error instanceof ReadRejectedError) || error.status !== 401) throw error;
    await data.auth.signOut({ scope: "local" });
    return null;
  }
}

/** Whether they do everything but money settings and people, at least. */
export function mayManage({ role }: Pick<CurrentUser, "role">): boolean {
  return role === "owner" || role === "manager";
}

/** Whether they see the order board and pack. */
export function mayPack({ role }: Pick<CurrentUser, "role">): boolean {
  return role !== "customer" && role !== "driver";
}

/** Whether they can be given delivery runs. */
export function mayDrive({ role }: Pick<CurrentUser, "role">): boolean {
  return role === "driver" || mayManage({ role });
}

/** Null for customers, and for staff who have yet to take a required second step. */
export async function readStaffRole(data: BrowserData): Promise<StaffRole | null> {
  return jsonOf(await data.rest.rpc("staff_role"));
}
