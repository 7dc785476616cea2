import { expect, test } from "vitest";
import { AuthError } from "../protocol/auth-error.ts";
import { allowedTarget, withAuthCode, withError } from "./redirects.ts";

const allowed = { siteUrl: "https://shop.example", origins: ["http://localhost:3000"] };

test.for([
  "https://shop.example/auth/reset",
  "https://shop.example/auth?next=%2Fcart#top",
  "http://localhost:3000/auth/reset",
  // Native apps listen on any port of this machine.
  "http://localhost:3001/auth/reset",
  "http://localhost/",
])("%s is an allowed redirect target", (requested) => {
  expect(allowedTarget(requested, allowed)).toBe(requested);
});

test.for([
  undefined,
  "",
  "/auth/reset",
  "https://evil.example/",
  "https://shop.example.evil.example/",
  "https://shop.example@evil.example/",
  "https://evil.example@shop.example/",
  "https://shop.example:8443/",
  "http://shop.example/",
  "//evil.example",
  "javascript:alert(1)",
  "data:text/html,hello",
  "https://localhost:3000/",
  "http://127.0.0.1:3000/",
  "http://localhost.evil.example:3000/",
])("%s is replaced by the store's URL", (requested) => {
  expect(allowedTarget(requested, allowed)).toBe("https://shop.example");
});

test("an auth code is added to the target's query parameters", () => {
  expect(withAuthCode("https://shop.example/auth?next=%2Fcart", "abc")).toBe(
    "https://shop.example/auth?next=%2Fcart&code=abc",
  );
});

test("provider errors use OAuth's names, in the query only for PKCE", () => {
  const rejection = new AuthError(403, "otp_expired", "Email link is invalid or has expired");
  const errorQuery =
    "error=access_denied&error_code=otp_expired&error_description=Email+link+is+invalid+or+has+expired";
  expect(withError("https://shop.example/auth/reset", rejection, false)).toBe(
    `https://shop.example/auth/reset#${errorQuery}&sb=`,
  );
  expect(withError("https://shop.example/auth/reset", rejection, true)).toBe(
    `https://shop.example/auth/reset?${errorQuery}#${errorQuery}&sb=`,
  );
});
