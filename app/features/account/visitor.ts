import type { BrowserData } from "#app/platform/browser-data.ts";
import { ReadRefusedError, readWithRetries, rowsOf } from "#app/platform/reads.ts";
import { isSecondStepDue } from "./second-step.ts";

/** The signed-in person. What they may do is decided by the database; the role only arranges screens. */
export interface Visitor {
  id: string;
  email: string;
  name: string | null;
  role: "customer" | "admin";
  /** An admin of a shop whose admins need a second step, before it: their role is a customer's until then. */
  isAdminWaiting: boolean;
}

/** Null for a guest, while a second step is due, and for a session that the data service no longer knows. */
export async function findVisitor(data: BrowserData): Promise<Visitor | null> {
  const { data: found } = await data.auth.getSession();
  const user = found.session?.user;
  if (!user || (await isSecondStepDue(data))) return null;
  try {
    const profile = await readWithRetries(["profile", user.id], async () =>
      rowsOf(await data.rest.from("profiles").select("name, role").eq("id", user.id).maybeSingle()),
    );
    // The account was deleted: its token still reads, but nobody is behind it.
    if (!profile) throw new ReadRefusedError("No profile.", 401);
    const isAdmin = profile.role === "admin" && (await hasAdminRights(data));
    return {
      id: user.id,
      email: user.email ?? "",
      name: profile.name,
      role: isAdmin ? "admin" : "customer",
      isAdminWaiting: profile.role === "admin" && !isAdmin,
    };
  } catch (error) {
    if (!(error instanceof ReadRefusedError) || error.status !== 401) throw error;
    await data.auth.signOut({ scope: "local" });
    return null;
  }
}

/** The role alone is not enough where admins need a second step. */
async function hasAdminRights(data: BrowserData): Promise<boolean> {
  return rowsOf(await data.rest.rpc("is_admin")) === true;
}
