import { expect, test } from "vitest";
import { readLanding } from "./landing-message.ts";

const at = (rest: string, isSignedIn = false) => readLanding(`https://shop.example/auth${rest}`, isSignedIn);

test("an ordinary visit says nothing", () => {
  expect(at("")).toBeNull();
  expect(at("?next=%2Fcart", true)).toBeNull();
});

test("an old link and a cancelled sign-in are told in the shop's words", () => {
  const old = "error=access_denied&error_code=otp_expired&error_description=Email+link+is+invalid";
  for (const rest of [`?${old}`, `#${old}`]) {
    expect(at(rest)).toEqual({
      isError: true,
      text: "This link was used or has expired. Ask for a new one.",
    });
  }
  expect(at("?error=access_denied&error_code=access_denied&error_description=x")?.text).toContain("canceled");
});

test("any other refusal is told in the shop's words, and never in those of the address", () => {
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

test("a code that brought nobody in came from another browser; after a login it has done its work", () => {
  expect(at("?code=abc")?.text).toContain("only in the browser you requested it from");
  expect(at("?code=abc", true)).toBeNull();
});

test("half of a change of address is told as news, and no other message is shown", () => {
  const half = "Confirmation link accepted. Please proceed to confirm link sent to the other email";
  expect(at(`?message=${encodeURIComponent(half)}`, true)).toEqual({ isError: false, text: half });
  expect(at("?message=You+won.+Call+0900+evil", true)).toBeNull();
});
