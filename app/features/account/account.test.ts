import { AuthRetryableFetchError, AuthSessionMissingError } from "@supabase/auth-js";
import { expect, test } from "vitest";
import type { BrowserData } from "#app/platform/browser-data.ts";
import { readAccount } from "./account.ts";

const user = { id: "ama", email: "ama@test.example", name: "Ama", role: "customer", isStaffWaiting: false } as const;

const readWith = (error: Error) =>
  readAccount(
    { readAuthSettings: async () => ({}), auth: { getUser: async () => ({ error }) } } as unknown as BrowserData,
    user,
  );

test("the account of an ended session is null", async () => {
  expect(await readWith(new AuthSessionMissingError())).toBeNull();
  expect(await readWith(Object.assign(new Error("session_not_found"), { status: 403 }))).toBeNull();
});

test.for([0, 429, 503])("a request for the account that failed with %i does not end the session", async (status) => {
  await expect(readWith(new AuthRetryableFetchError("The request failed.", status))).rejects.toThrow("failed");
});
