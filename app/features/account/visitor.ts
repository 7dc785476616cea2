import type { BrowserData } from "#app/platform/browser-data.ts";
import { ReadRefusedError, readWithRetries, rowsOf } from "#app/platform/query-cache.ts";

/** The signed-in person. What they may do is decided by the database; the role only arranges screens. */
export interface Visitor {
  id: string;
  email: string;
  name: string | null;
  role: "customer" | "admin";
}

/** Null for a guest, and for a session that the data service no longer knows. */
export async function findVisitor(data: BrowserData): Promise<Visitor | null> {
  const { data: found } = await data.auth.getSession();
  const user = found.session?.user;
  if (!user) return null;
  try {
    const profile = await readWithRetries(["profile", user.id], async () =>
      rowsOf(
        await data.rest
          .from("profiles")
          .select("name, role")
          .eq("id", user.id)
          .maybeSingle<{ name: string | null; role: Visitor["role"] }>(),
      ),
    );
    // The account was deleted: its token still reads, but nobody is behind it.
    if (!profile) throw new ReadRefusedError("No profile.", 401);
    return { id: user.id, email: user.email ?? "", name: profile.name, role: profile.role };
  } catch (error) {
    if (!(error instanceof ReadRefusedError) || error.status !== 401) throw error;
    await data.auth.signOut({ scope: "local" });
    return null;
  }
}
