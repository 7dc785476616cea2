import { expect, test, vi } from "vitest";
import type { BrowserData } from "#app/platform/browser-data.ts";
import { findCurrentUser } from "./current-user.ts";

const UNKNOWN = "unknown";

/** Returns data whose sessions are those of these users, one after the other, and whose only profile is Ama's. */
function dataOf(userIds: string[]) {
  const signOut = vi.fn();
  const sessionOf = (id: string) => (id === UNKNOWN ? UNKNOWN : { user: { id, email: `${id}@test.example` } });
  const profile = { name: "Ama", role: "customer", staff: null };
  const data = {
    auth: {
      signOut,
      mfa: { getAuthenticatorAssuranceLevel: async () => ({ data: { currentLevel: "aal1", nextLevel: "aal1" } }) },
    },
    readSession: async () => sessionOf((userIds.length > 1 ? userIds.shift() : userIds[0]) ?? ""),
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

test.for([
  ["kofi", "its token is rejected"],
  ["ama", "it is still valid"],
])("the stored session of %s is not ended while it cannot be refreshed: %s", async ([id]) => {
  const stored = JSON.stringify({ user: { id, email: `${id}@test.example` } });
  vi.stubGlobal("localStorage", { getItem: () => stored });
  const { data, signOut } = dataOf([UNKNOWN]);
  const found = findCurrentUser(data);
  if (id === "ama") expect(await found).toMatchObject({ id, email: "ama@test.example" });
  else await expect(found).rejects.toThrow();
  expect(signOut).not.toHaveBeenCalled();
  vi.unstubAllGlobals();
});
