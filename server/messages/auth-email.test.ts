import type { AuthMail } from "@calabash/data-service/auth";
import { expect, test } from "vitest";
import { authEmail } from "./auth-email.ts";

const shop = { name: "Mama & Sons", phone: "555-0100", email: "hello@shop.example" };
const aMail = (kind: AuthMail["kind"]): AuthMail => ({
  kind,
  to: "ama@test.example",
  link: kind === "reauthentication" ? "" : "https://shop.example/auth/v1/verify?token=a&type=b",
  code: "123456",
  linkSeconds: 3600,
  codeSeconds: 600,
  newEmail: '"<new>"@test.example',
});

test.for([
  ["confirmation", "Confirm your email address for Mama & Sons"],
  ["recovery", "Choose a new password for Mama & Sons"],
  ["magic_link", "123456 is your Mama & Sons code"],
  ["email_change_current", "Confirm the new email address for Mama & Sons"],
  ["email_change_new", "Confirm your new email address for Mama & Sons"],
] as const)("a %s email contains its link and its code, as text and as HTML", ([kind, subject]) => {
  const message = authEmail(aMail(kind), shop);
  expect(message.subject).toBe(subject);
  expect(message.text).toContain("https://shop.example/auth/link#token=a&type=b");
  expect(message.html).toContain('href="https://shop.example/auth/link#token=a&amp;type=b"');
  for (const form of [message.text, message.html]) expect(form).not.toContain("/auth/v1/verify");
  for (const form of [message.text, message.html]) {
    expect(form).toContain("123456");
    expect(form).toContain("The link works once, for one hour. The code works once, for 10 minutes.");
  }
  expect(message.html).not.toContain("<new>");
});

test.for([
  ["password_changed", "Your password was changed"],
  ["email_changed", "Your email address was changed"],
  ["mfa_added", "Two-step verification was turned on"],
  ["mfa_removed", "An authenticator app was removed"],
  ["recovery_codes_made", "You have new recovery codes"],
  ["recovery_code_used", "A recovery code was used"],
  ["identity_linked", "A login method was connected"],
  ["identity_unlinked", "A login method was disconnected"],
] as const)(
  "a %s email describes the change, contains the store's phone number, and has no login link",
  ([kind, subject]) => {
    const message = authEmail({ ...aMail(kind), link: "", code: "" }, shop);
    expect(message.subject).toBe(subject);
    for (const form of [message.text, message.html]) {
      expect(form).toMatch(/If it wasn('|&#39;)t you/);
      expect(form).toContain("555-0100");
      expect(form).not.toMatch(/https?:|code work/);
    }
  },
);

test("an email with only a code has no link", () => {
  const message = authEmail(aMail("reauthentication"), shop);
  expect(message.subject).toBe("123456 is your Mama & Sons code");
  expect(message.html).not.toContain("<a ");
  expect(message.text).toContain("123456");
});

test("typed text is escaped in an email", () => {
  const script = "<script>alert(1)</script>";
  const { html, text } = authEmail(
    { ...aMail("email_change_current"), newEmail: `${script}@test.example`, link: `https://shop.example/"${script}` },
    { ...shop, name: `Mama ${script}` },
  );
  expect(html).not.toContain("<script");
  expect(html).toContain("&lt;script&gt;alert(1)&lt;/script&gt;@test.example");
  expect(html).toContain("<h1");
  expect(text).toContain(`${script}@test.example`);
});
