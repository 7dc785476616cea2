import { expect, test } from "vitest";
import { readLanding } from "./landing-message.ts";

const at = (rest: string, isSignedIn = false) => readLanding(`https://shop.example/auth${rest}`, isSignedIn);

test("an ordinary visit shows no message", () => {
  expect(at("")).toBeNull();
  expect(at("?next=%2Fcart", true)).toBeNull();
});

test("an expired link and a canceled login show the store's own messages", () => {
  const old = "error=access_denied&error_code=otp_expired&error_description=Email+link+is+invalid";
  for (const rest of [`?${old}`, `#${old}`]) {
    expect(at(rest)).toEqual({ isError: true, text: "This link was used or has expired. Ask for a new one." });
  }
  expect(at("?error=access_denied&error_code=access_denied&error_description=x")?.text).toContain("canceled");
});

test("other errors show the store's own messages, never a text from the URL", () => {
  expect(at("?error_code=signup_disabled&error_description=Signups+not+allowed")?.text).toContain("Call us");
  expect(at("?error_code=bad_oauth_state&error_description=x")?.text).toContain("started in another browser");
  for (const rest of [
    "?error_code=unexpected_failure",
    "?error_code=constructor&error_description=Call+0900+evil",
    "#error=x&error_description=Your+card+was+stolen",
  ]) {
    expect(at(rest)).toEqual({ isError: true, text: "We couldn't log you in. Try again." });
  }
});

test("an unused code reports another browser, and is ignored after a login", () => {
  expect(at("?code=abc")?.text).toContain("only in the browser you requested it from");
  expect(at("?code=abc", true)).toBeNull();
});

test("a half-confirmed email change shows its message, and other messages are ignored", () => {
  const half = "Confirmation link accepted. Please proceed to confirm link sent to the other email";
  expect(at(`?message=${encodeURIComponent(half)}`, true)).toEqual({ isError: false, text: half });
  expect(at("?message=You+won.+Call+0900+evil", true)).toBeNull();
});
