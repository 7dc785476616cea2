import { expect, test, vi } from "vitest";
import type { BrowserData } from "#app/platform/browser-data.ts";
import { findCurrentUser } from "./current-user.ts";

/** Returns data whose sessions are those of these users, one after the other, and whose only profile is Ama's. */
function dataOf(userIds: string[]) {
  const signOut = vi.fn();
  const sessionOf = (id: string) => ({ data: { session: { user: { id, email: `${id}@test.example` } } } });
  const profile = { name: "Ama", role: "customer", staff: null };
  const data = {
    auth: {
      signOut,
      getSession: async () => sessionOf((userIds.length > 1 ? userIds.shift() : userIds[0]) ?? ""),
      mfa: { getAuthenticatorAssuranceLevel: async () => ({ data: { currentLevel: "aal1", nextLevel: "aal1" } }) },
    },
    rest: {
      from: () => ({
        select: () => ({
          eq: (_: string, id: string) => ({
            maybeSingle: async () => ({ data: id === "ama" ? profile : null, error: null, status: 200 }),
          }),
        }),
      }),
    },
  };
  return { signOut, data: data as unknown as BrowserData };
}

test("a session whose account was deleted is ended", async () => {
  const { data, signOut } = dataOf(["kofi"]);
  expect(await findCurrentUser(data)).toBeNull();
  expect(signOut).toHaveBeenCalledWith({ scope: "local" });
});

test("the session of someone who logged in meanwhile in another tab is not ended", async () => {
  const { data, signOut } = dataOf(["kofi", "ama"]);
  expect(await findCurrentUser(data)).toMatchObject({ id: "ama", name: "Ama" });
  expect(signOut).not.toHaveBeenCalled();
});
