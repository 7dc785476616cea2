import { randomUUID } from "node:crypto";
import { expect, test, vi } from "vitest";
import { expectReply } from "../../../../tests/expect-reply.ts";
import { findAuthMail, openShopForTest, openTestShop } from "../../../../tests/running-shop.ts";
import type { AuthMail } from "../service/auth-mail.ts";

const PASSWORD = "long enough";

const shop = await openTestShop({ authSettings: { confirmEmail: true } });

const anEmail = () => `${randomUUID()}@test.example`;

const mailTo = (email: string, kind: AuthMail["kind"]) => findAuthMail(shop, email, kind);

/** Ends the one-minute wait between two emails to one mailbox. */
async function forgetWaits(): Promise<void> {
  await shop.database.admin`delete from auth.rate_limits where key like 'mail_to%'`;
}

const signIn = (email: string, password = PASSWORD) => shop.newClient().auth.signInWithPassword({ email, password });

test("signing up opens no session until the emailed link is used", async () => {
  const email = anEmail();
  const { data, error } = await shop
    .newClient()
    .auth.signUp({ email, password: PASSWORD, options: { data: { fullName: "Efua" } } });
  expect(error).toBeNull();
  expect(data.session).toBeNull();
  expect(data.user).toMatchObject({ email, user_metadata: { fullName: "Efua", email_verified: false } });
  expect(data.user?.confirmation_sent_at).toBeDefined();
  expect(data.user?.email_confirmed_at).toBeUndefined();
  expect((await signIn(email)).error).toMatchObject({
    status: 400,
    code: "email_not_confirmed",
    message: "Email not confirmed",
  });
  const mail = await mailTo(email, "confirmation");
  expect(new URL(mail.link).searchParams.get("type")).toBe("signup");
  expect((await shop.dataService.request(mail.link)).headers.get("location")).toContain("access_token=");
  const after = await signIn(email);
  expect(after.error).toBeNull();
  expect(after.data.user?.user_metadata).toMatchObject({ email_verified: true });
  expect(after.data.user?.identities?.[0]?.identity_data).toMatchObject({ email_verified: true });
});

test.for(["signup", "email"] as const)("the emailed six digits confirm as %s, once", async (type) => {
  const email = anEmail();
  await shop.newClient().auth.signUp({ email, password: PASSWORD });
  const { code } = await mailTo(email, "confirmation");
  const first = await shop.newClient().auth.verifyOtp({ email, token: code, type });
  expect(first.error).toBeNull();
  expect(first.data.session?.user.email_confirmed_at).toBeDefined();
  const second = await shop.newClient().auth.verifyOtp({ email, token: code, type });
  expect(second.error).toMatchObject({ status: 403, code: "otp_expired" });
});

test("an existing address gets the same response as a new one, and no email", async () => {
  const email = anEmail();
  const first = await shop.newClient().auth.signUp({ email, password: PASSWORD });
  const { code } = await mailTo(email, "confirmation");
  await shop.newClient().auth.verifyOtp({ email, token: code, type: "signup" });
  await forgetWaits();
  const count = shop.mails.length;
  const { data, error } = await shop.newClient().auth.signUp({ email, password: "another one" });
  expect(error).toBeNull();
  expect(data.session).toBeNull();
  expect(data.user).toMatchObject({ email, identities: [], aud: "authenticated" });
  expect(data.user?.id).not.toBe(first.data.user?.id);
  expect(shop.mails).toHaveLength(count);
  expect((await signIn(email)).error).toBeNull();
});

test("the owner's sign-up replaces another user's password for an unconfirmed address", async () => {
  const email = anEmail();
  await shop.newClient().auth.signUp({ email, password: "the stranger's" });
  const stale = await mailTo(email, "confirmation");
  await forgetWaits();
  await shop.newClient().auth.signUp({ email, password: PASSWORD });
  await vi.waitFor(() => expect(shop.mails.filter(({ to }) => to === email)).toHaveLength(2));
  const owners = await mailTo(email, "confirmation");
  const old = await shop.newClient().auth.verifyOtp({ email, token: stale.code, type: "signup" });
  expect(old.error?.code).toBe("otp_expired");
  expect((await shop.newClient().auth.verifyOtp({ email, token: owners.code, type: "signup" })).error).toBeNull();
  expect((await signIn(email, "the stranger's")).error?.code).toBe("invalid_credentials");
  expect((await signIn(email)).error).toBeNull();
});

test("the owner's emailed code removes another user's password for an unconfirmed address", async () => {
  const email = anEmail();
  await shop.newClient().auth.signUp({ email, password: "the stranger's" });
  await shop.newClient().auth.signInWithOtp({ email });
  const { code } = await mailTo(email, "magic_link");
  expect((await shop.newClient().auth.verifyOtp({ email, token: code, type: "email" })).error).toBeNull();
  expect((await signIn(email, "the stranger's")).error?.code).toBe("invalid_credentials");
});

test("a confirmation can be resent, and unknown addresses get the same response and no email", async () => {
  const email = anEmail();
  await shop.newClient().auth.signUp({ email, password: PASSWORD });
  await mailTo(email, "confirmation");
  const soon = await shop.newClient().auth.resend({ type: "signup", email });
  expect(soon.error).toMatchObject({ status: 429, code: "over_email_send_rate_limit" });
  await forgetWaits();
  expect((await shop.newClient().auth.resend({ type: "signup", email })).error).toBeNull();
  await vi.waitFor(() => expect(shop.mails.filter(({ to }) => to === email)).toHaveLength(2));
  const nobody = anEmail();
  expect((await shop.newClient().auth.resend({ type: "signup", email: nobody })).error).toBeNull();
  expect(shop.mails.filter(({ to }) => to === nobody)).toEqual([]);
  const { code } = await mailTo(email, "confirmation");
  expect((await shop.newClient().auth.verifyOtp({ email, token: code, type: "signup" })).error).toBeNull();
});

test.for([
  { body: {}, message: "Missing one of these types: signup, email_change, sms, phone_change" },
  { body: { type: "signup" }, message: "Type provided requires an email address" },
  { body: { type: "sms" }, message: "Type provided requires a phone number" },
  { body: { type: "email_change" }, message: "Missing email address or phone number" },
])("resending is rejected for $body", async ({ body, message }) => {
  const response = await shop.app.request("/auth/v1/resend", { method: "POST", body: JSON.stringify(body) });
  await expectReply(response, 400, { code: 400, error_code: "validation_failed", msg: message });
});

test("settings state that addresses must be confirmed", async () => {
  const response = await shop.app.request("/auth/v1/settings");
  expect(await response.json()).toMatchObject({
    mailer_autoconfirm: false,
    phone_autoconfirm: false,
    external: { email: true, phone: true },
  });
});

test("with sign-ups disabled, only existing users can log in, and settings report it", async () => {
  const closed = await openShopForTest({ authSettings: { disableSignup: true } });
  const rejection = { status: 422, code: "signup_disabled", message: "Signups not allowed for this instance" };
  const email = anEmail();
  expect((await closed.newClient().auth.signUp({ email, password: PASSWORD })).error).toMatchObject(rejection);
  expect((await closed.newClient().auth.signInWithOtp({ email })).error).toMatchObject(rejection);
  await closed.data.service.auth.admin.createUser({ email, password: PASSWORD, email_confirm: true });
  expect((await closed.newClient().auth.signInWithPassword({ email, password: PASSWORD })).error).toBeNull();
  const settings = await closed.app.request("/auth/v1/settings");
  expect(await settings.json()).toMatchObject({ disable_signup: true });
});
