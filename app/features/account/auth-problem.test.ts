import { AuthClient } from "@supabase/auth-js";
import { expect, test } from "vitest";
import { unreachableText } from "#app/values/error-text.ts";
import { verifyCode } from "./auth-problem.ts";

function verify(answer: () => Promise<Response>): Promise<string | null> {
  const auth = new AuthClient({
    url: "http://auth.test/auth/v1",
    persistSession: false,
    autoRefreshToken: false,
    fetch: answer,
  });
  return verifyCode(auth, { type: "email", email: "ama@test.example", token: "123456" });
}

test.for([
  ["nothing", () => new Response("", { status: 200 })],
  ["null", () => Response.json(null)],
  ["no user", () => Response.json({})],
] as const)("a verification response with %s shows the specified message", async ([, answer]) => {
  expect(await verify(async () => answer())).toBe("An error occurred on token verification.");
});

test("a rejected code and an unreachable store show different messages", async () => {
  const rejected = { code: 403, error_code: "otp_expired", msg: "Token has expired or is invalid" };
  expect(await verify(async () => Response.json(rejected, { status: 403 }))).toBe(
    "That code is wrong, used, or expired. Ask for a new one.",
  );
  expect(await verify(async () => Promise.reject(new TypeError("Failed to fetch")))).toBe(unreachableText());
  expect(await verify(async () => new Response("busy", { status: 503 }))).toBe(unreachableText());
});
