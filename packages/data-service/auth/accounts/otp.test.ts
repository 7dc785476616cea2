import { randomInt, randomUUID } from "node:crypto";
import { decodeJwt } from "jose";
import { expect, test, vi } from "vitest";
import { expectReply } from "../../../../tests/expect-reply.ts";
import { findAuthMail, ORIGIN, openBrowser, openShopForTest, openTestShop } from "../../../../tests/running-shop.ts";
import type { AuthText } from "../service/auth-mail.ts";

const shop = await openTestShop({ maxSignInFailures: 3 });

const anEmail = () => `${randomUUID()}@test.example`;
const aPhone = () => `+1555${randomInt(1_000_000, 9_999_999)}`;

const aBrowser = () => openBrowser(shop);

const mailTo = (email: string) => findAuthMail(shop, email);

function textTo(phone: string): Promise<AuthText> {
  return vi.waitFor(() => {
    const text = shop.texts.findLast(({ to }) => `+${to}` === phone);
    if (!text) throw new Error("no text yet");
    return text;
  });
}

test("a magic link logs in the browser that requested it", async () => {
  const person = await shop.signUp("Ama");
  const browser = aBrowser();
  const { error } = await browser.auth.signInWithOtp({
    email: person.email,
    options: { emailRedirectTo: `${ORIGIN}/account` },
  });
  expect(error).toBeNull();
  const mail = await mailTo(person.email);
  expect(mail.kind).toBe("magic_link");
  const response = await shop.dataService.request(mail.link);
  const landing = new URL(response.headers.get("location") ?? "");
  expect(landing.origin + landing.pathname).toBe(`${ORIGIN}/account`);
  const { data } = await browser.auth.exchangeCodeForSession(landing.searchParams.get("code") ?? "");
  expect(data.user?.id).toBe(person.id);
  expect(decodeJwt(data.session?.access_token ?? "")).toMatchObject({ amr: [{ method: "magiclink" }] });
});

test.for(["email", "magiclink"] as const)("the emailed six digits log in as %s, once", async (type) => {
  const person = await shop.signUp("Kofi");
  await shop.newClient().auth.signInWithOtp({ email: person.email });
  const { code } = await mailTo(person.email);
  const first = await shop.newClient().auth.verifyOtp({ email: person.email, token: code, type });
  expect(first.error).toBeNull();
  expect(first.data.user?.id).toBe(person.id);
  const second = await shop.newClient().auth.verifyOtp({ email: person.email, token: code, type });
  expect(second.error).toMatchObject({ status: 403, code: "otp_expired", message: "Token has expired or is invalid" });
});

test("the link's token alone logs in as email", async () => {
  const person = await shop.signUp("Esi");
  await shop.newClient().auth.signInWithOtp({ email: person.email });
  const token_hash = new URL((await mailTo(person.email)).link).searchParams.get("token") ?? "";
  const { data, error } = await shop.newClient().auth.verifyOtp({ token_hash, type: "email" });
  expect(error).toBeNull();
  expect(data.user?.id).toBe(person.id);
});

test("a banned user cannot log in with a code or link from before", async () => {
  const person = await shop.signUp("Yaw");
  await shop.newClient().auth.signInWithOtp({ email: person.email });
  const { code, link } = await mailTo(person.email);
  await shop.database.admin`
    update auth.users set banned_until = now() + interval '1 day' where id = ${person.id}`;
  const entered = await shop.newClient().auth.verifyOtp({ email: person.email, token: code, type: "email" });
  expect(entered.error).toMatchObject({ status: 403, code: "user_banned" });
  const followed = await shop.dataService.request(link);
  expect(followed.headers.get("location")).toContain("error_code=user_banned");
});

test("of eight concurrent logins with the same six digits, one succeeds", async () => {
  const lenient = await openShopForTest({ maxSignInFailures: 100 });
  const person = await lenient.signUp("Abena");
  await lenient.newClient().auth.signInWithOtp({ email: person.email });
  await vi.waitFor(() => expect(lenient.mails).toHaveLength(1));
  const token = lenient.mails[0]?.code ?? "";
  const responses = await Promise.all(
    Array.from({ length: 8 }, () => lenient.newClient().auth.verifyOtp({ email: person.email, token, type: "email" })),
  );
  expect(responses.filter(({ error }) => error === null)).toHaveLength(1);
});

test("a code creates a missing account with the given name", async () => {
  const email = anEmail();
  const { data, error } = await shop.newClient().auth.signInWithOtp({ email, options: { data: { fullName: "Yaa" } } });
  expect([data, error]).toEqual([{ user: null, session: null, messageId: undefined }, null]);
  const { code } = await mailTo(email);
  const client = shop.newClient();
  expect((await client.auth.verifyOtp({ email, token: code, type: "email" })).data.user).toMatchObject({
    email,
    app_metadata: { provider: "email", providers: ["email"] },
    user_metadata: { fullName: "Yaa", email_verified: true },
  });
  expect((await client.from("profiles").select("name").single()).data).toEqual({ name: "Yaa" });
});

test("an account is created only if shouldCreateUser is set", async () => {
  const { error } = await shop
    .newClient()
    .auth.signInWithOtp({ email: anEmail(), options: { shouldCreateUser: false } });
  expect(error).toMatchObject({ status: 422, code: "otp_disabled", message: "Signups not allowed for otp" });
});

test("a code by SMS logs in, and creates the account of a new number", async () => {
  const phone = aPhone();
  const request = await shop.newClient().auth.signInWithOtp({ phone, options: { channel: "sms" } });
  expect([request.error, typeof request.data.messageId]).toEqual([null, "string"]);
  const { code, kind } = await textTo(phone);
  expect(kind).toBe("sign_in");
  const { data } = await shop.newClient().auth.verifyOtp({ phone, token: code, type: "sms" });
  expect(data.user).toMatchObject({ phone: phone.slice(1), app_metadata: { provider: "phone", providers: ["phone"] } });
  expect(data.user?.phone_confirmed_at).toBeDefined();
  // The response does not reveal that the account is banned.
  await shop.database.admin`
    update auth.users set banned_until = now() + interval '1 day' where id = ${data.user?.id ?? ""}`;
  await shop.database.admin`delete from auth.rate_limits`;
  const closed = await shop.newClient().auth.signInWithOtp({ phone });
  expect([closed.error, typeof closed.data.messageId]).toEqual([null, "string"]);
  const soon = await shop.newClient().auth.signInWithOtp({ phone });
  expect(soon.error).toMatchObject({ status: 429, code: "over_sms_send_rate_limit" });
});

test("after a sign-up by phone, the password works only once the code is verified", async () => {
  const phone = aPhone();
  const { data } = await shop.newClient().auth.signUp({ phone, password: "long enough" });
  expect(data.session).toBeNull();
  expect(data.user).toMatchObject({ phone: phone.slice(1), role: "authenticated" });
  const signIn = () => shop.newClient().auth.signInWithPassword({ phone, password: "long enough" });
  expect((await signIn()).error).toMatchObject({ status: 400, code: "phone_not_confirmed" });
  const { code } = await textTo(phone);
  expect((await shop.newClient().auth.verifyOtp({ phone, token: code, type: "sms" })).error).toBeNull();
  expect((await signIn()).data.user?.phone).toBe(phone.slice(1));
  await shop.database.admin`delete from auth.rate_limits where key like 'text_to%'`;
  const again = await shop.newClient().auth.signUp({ phone, password: "another one" });
  expect(again.data.user).toMatchObject({ phone: phone.slice(1), identities: [] });
});

test("an SMS is sent again to an unconfirmed number", async () => {
  const phone = aPhone();
  await shop.newClient().auth.signUp({ phone, password: "long enough" });
  const first = await textTo(phone);
  await shop.database.admin`delete from auth.rate_limits where key like 'text_to%'`;
  expect((await shop.newClient().auth.resend({ type: "sms", phone })).error).toBeNull();
  await vi.waitFor(() => expect(shop.texts.filter(({ to }) => `+${to}` === phone)).toHaveLength(2));
  const { code } = await textTo(phone);
  const stale = await shop.newClient().auth.verifyOtp({ phone, token: first.code, type: "sms" });
  expect(stale.error?.code).toBe("otp_expired");
  expect((await shop.newClient().auth.verifyOtp({ phone, token: code, type: "sms" })).error).toBeNull();
});

test("a failed SMS is reported without the provider's message", async () => {
  const failing = await openShopForTest({ sendText: () => Promise.reject(new Error("the account is empty")) });
  const { error } = await failing.newClient().auth.signInWithOtp({ phone: aPhone() });
  expect(error).toMatchObject({ status: 422, code: "sms_send_failed" });
  expect(error?.message).not.toContain("empty");
});

test("without an SMS provider, phone login is rejected", async () => {
  const silent = await openShopForTest({ sendText: null });
  const phone = aPhone();
  const rejections = [
    [await silent.newClient().auth.signInWithOtp({ phone }), "Unsupported phone provider"],
    [await silent.newClient().auth.signUp({ phone, password: "long enough" }), "Phone signups are disabled"],
    [await silent.newClient().auth.signInWithPassword({ phone, password: "long enough" }), "Phone logins are disabled"],
  ] as const;
  for (const [{ error }, message] of rejections) {
    expect(error).toMatchObject({ status: 400, code: "phone_provider_disabled", message });
  }
  expect(await (await silent.app.request("/auth/v1/settings")).json()).toMatchObject({ external: { phone: false } });
});

test.for([
  { body: {}, message: "One of email or phone must be set" },
  {
    body: { email: "a@test.example", phone: "+15550100000" },
    message: "Only an email address or phone number should be provided",
  },
  { body: { email: "a@test.example", channel: "sms" }, message: "Channel should only be specified with Phone OTP" },
  { body: { phone: "call me" }, message: "Invalid phone number format (E.164 required)" },
  { body: { email: "nobody" }, message: "Unable to validate email address: invalid format" },
])("a request with $body is rejected", async ({ body, message }) => {
  const response = await shop.app.request("/auth/v1/otp", { method: "POST", body: JSON.stringify(body) });
  await expectReply(response, 400, { code: 400, error_code: "validation_failed", msg: message });
});

test.for([
  [{ type: "email" }, "Verify requires either a token or a token hash"],
  [{ token: "123456" }, "Verify requires a verification type"],
  [{ type: "email", token: "123456" }, "Only an email address or phone number should be provided on verify"],
  [{ type: "sms", token: "1", email: "a@test.example" }, "Invalid email verification type"],
  [{ type: "email", token: "1", phone: "15550100000" }, "Invalid sms verification type"],
  [{ type: "email", token_hash: "x", email: "a@test.example" }, "Only the token_hash and type should be provided"],
] as const)("verifying %j is rejected", async ([body, message]) => {
  const response = await shop.app.request("/auth/v1/verify", { method: "POST", body: JSON.stringify(body) });
  expect([response.status, ((await response.json()) as { msg: string }).msg]).toEqual([400, message]);
});

test("an unknown number or address gets the same response as a wrong code", async () => {
  const byPhone = await shop.newClient().auth.verifyOtp({ phone: aPhone(), token: "123456", type: "sms" });
  const byMail = await shop.newClient().auth.verifyOtp({ email: anEmail(), token: "123456", type: "email" });
  for (const { error } of [byPhone, byMail]) {
    expect(error).toMatchObject({ status: 403, message: "Token has expired or is invalid" });
  }
});
