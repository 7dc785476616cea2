import { expect, test } from "vitest";
import type { BrowserData } from "#app/platform/browser-data.ts";
import { doBeforeSessionEnd } from "#app/platform/session-events.ts";
import { signInWithEmailCode } from "./sign-in.ts";

test("work that requires the session is done before a code replaces it, and is not started without a session", async () => {
  const done: string[] = [];
  doBeforeSessionEnd(async (end) => {
    await Promise.resolve();
    done.push(`saved before ${end}`);
  });
  const user = { id: "ama", user_metadata: {} };
  const dataOf = (session: object | null) =>
    ({
      auth: {
        getSession: async () => ({ data: { session }, error: null }),
        verifyOtp: async () => {
          done.push("verified");
          return { data: { user }, error: null };
        },
      },
    }) as unknown as BrowserData;
  await signInWithEmailCode(dataOf({ user }), "ama@test.example", "123456");
  expect(done.splice(0)).toEqual(["saved before new session", "verified"]);
  await signInWithEmailCode(dataOf(null), "ama@test.example", "123456");
  expect(done).toEqual(["verified"]);
});
