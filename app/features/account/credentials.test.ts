import { expect, test } from "vitest";
import { type Credentials, codeProblem, recoveryCodeProblem, validateCredentials } from "./credentials.ts";

function typed(chosen: Partial<Credentials> = {}): Credentials {
  return { email: "ama@example.com", password: "secret", fullName: "Ama Mensah", ...chosen };
}

test("a login needs email and password, a sign-up also the name", () => {
  const nothing = typed({ email: " ", password: "", fullName: " " });
  expect(validateCredentials("login", nothing, 6)).toEqual({
    email: "Email is required",
    password: "Password is required",
  });
  expect(validateCredentials("sign-up", nothing, 6)).toEqual({
    fullName: "Full Name is required",
    email: "Email is required",
    password: "Password is required",
  });
});

test("an email address is checked without the spaces around it", () => {
  expect(validateCredentials("login", typed({ email: " ama@example.com " }), 6)).toEqual({});
  expect(validateCredentials("login", typed({ email: "ama@example" }), 6)).toEqual({
    email: "Please enter a valid email address",
  });
});

test("a password needs at least six characters", () => {
  expect(validateCredentials("login", typed({ password: "12345" }), 6).password).toBe(
    "Password must be at least 6 characters long",
  );
  expect(validateCredentials("login", typed({ password: "123456" }), 6)).toEqual({});
});

test("a higher minimum length applies to new passwords, and shorter old ones still log in", () => {
  const seven = typed({ password: "1234567" });
  expect(validateCredentials("sign-up", seven, 8).password).toBe("Password must be at least 8 characters long");
  expect(validateCredentials("login", seven, 8)).toEqual({});
});

test("a recovery code may be typed in lowercase, with or without its dashes", () => {
  for (const typed of ["ABCD-EFGH-2345-67AB", " abcd efgh 2345 67ab ", "abcdefgh234567ab"]) {
    expect(recoveryCodeProblem(typed)).toBeUndefined();
  }
  for (const typed of ["", "123456", "ABCD-EFGH-2345-67A", "ABCD-EFGH-2345-67AÖ"]) {
    expect(recoveryCodeProblem(typed)).toBe("Enter the 16 letters and digits of one code");
  }
});

test("six digits may be typed with spaces, and anything else is rejected", () => {
  expect(codeProblem(" 123 456 ")).toBeUndefined();
  for (const typed of ["", "12345", "1234567", "12345a"]) expect(codeProblem(typed)).toBe("Enter the six digits");
});
