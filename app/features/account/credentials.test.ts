import { expect, test } from "vitest";
import { type Credentials, validateCredentials } from "./credentials.ts";

function typed(chosen: Partial<Credentials> = {}): Credentials {
  return { email: "ama@example.com", password: "secret", fullName: "Ama Mensah", ...chosen };
}

test("a login needs e-mail and password, a sign-up also the name", () => {
  const nothing = typed({ email: " ", password: "", fullName: " " });
  expect(validateCredentials("login", nothing)).toEqual({
    email: "Email is required",
    password: "Password is required",
  });
  expect(validateCredentials("sign-up", nothing)).toEqual({
    fullName: "Full Name is required",
    email: "Email is required",
    password: "Password is required",
  });
});

test.each(["ama", "ama@", "@example.com", "ama@example", "a b@example.com", "ama@example..com", "a@b@c.com"])(
  "%s does not look like an address",
  (email) => {
    expect(validateCredentials("login", typed({ email })).email).toBe("Please enter a valid email address");
  },
);

test.each(["ama@example.com", " shopper@calabash.example ", "a.b+c@mail.co.uk"])(
  "%s looks like an address",
  (email) => {
    expect(validateCredentials("login", typed({ email })).email).toBeUndefined();
  },
);

test("five characters are too few for a password, six are enough", () => {
  expect(validateCredentials("login", typed({ password: "12345" })).password).toBe(
    "Password must be at least 6 characters long",
  );
  expect(validateCredentials("login", typed({ password: "123456" }))).toEqual({});
});
