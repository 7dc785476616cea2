import { AuthRetryableFetchError } from "@supabase/supabase-js";
import { expect, test } from "vitest";
import type { ShopData } from "#server/database/shop-data.ts";
import { Rejection } from "./caller.ts";
import { requireVerifiedUser } from "./reauthentication.ts";

test.for([
  [403, true],
  [400, true],
  // A hosted auth service that could not be reached.
  [0, false],
  [503, false],
] as const)("an error %i of the auth service asks for a login: %s", async ([status, isRejection]) => {
  const error = new AuthRetryableFetchError("The request failed.", status);
  const data = { public: { auth: { getUser: async () => ({ data: { user: null }, error }) } } } as unknown as ShopData;
  const thrown: unknown = await requireVerifiedUser(data, "token").catch((reason: unknown) => reason);
  expect(thrown instanceof Rejection).toBe(isRejection);
});
