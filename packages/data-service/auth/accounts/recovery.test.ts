import type { SupabaseClient } from "@supabase/supabase-js";
import { decodeJwt } from "jose";
import { expect, test, vi } from "vitest";
import { expectReply } from "../../../../tests/expect-reply.ts";
import {
  findAuthMail,
  ORIGIN,
  openBrowser,
  openShopForTest,
  openTestShop,
  type Person,
} from "../../../../tests/running-shop.ts";
import type { AuthMail } from "../service/auth-mail.ts";

const RESET = `${ORIGIN}/auth/reset`;
const NEW_PASSWORD = "a new one";

const shop = await openTestShop({ maxSignInFailures: 3 });

const aBrowser = (flowType?: "implicit") => openBrowser(shop, flowType);

async function ask(browser: SupabaseClient, email: string, redirectTo = RESET): Promise<AuthMail> {
  expect((await browser.auth.resetPasswordForEmail(email, { redirectTo })).error).toBeNull();
  return mailTo(email);
}

const mailTo = (email: string) => findAuthMail(shop, email);

/** Returns the redirect target of a click on the link. */
async function follow(mail: AuthMail): Promise<URL> {
  const answer = await shop.dataService.request(mail.link);
  expect(answer.status).toBe(303);
  return new URL(answer.headers.get("location") ?? "");
}

async function age(person: Person, table: "one_time_tokens" | "flow_state"): Promise<void> {
  await shop.database.admin`
    update ${shop.database.admin.identifier(`auth.${table}`)} set expires_at = now() - interval '1 second'
    where user_id = ${person.id}`;
}

async function signsIn(email: string, password: string): Promise<boolean> {
  return (await shop.newClient().auth.signInWithPassword({ email, password })).error === null;
}

test("the recovery link opens a session in the browser that requested it, which may set a password", async () => {
  const person = await shop.signUp("Ama");
  const browser = aBrowser();
  const landing = await follow(await ask(browser, person.email));
  expect(landing.origin + landing.pathname).toBe(RESET);
  const { data, error } = await browser.auth.exchangeCodeForSession(landing.searchParams.get("code") ?? "");
  expect(error).toBeNull();
  expect(decodeJwt(data.session?.access_token ?? "")).toMatchObject({ sub: person.id, amr: [{ method: "recovery" }] });
  const updated = await browser.auth.updateUser({ password: NEW_PASSWORD });
  expect(updated.error).toBeNull();
  expect(updated.data.user?.recovery_sent_at).toBeDefined();
  expect(await signsIn(person.email, "long enough")).toBe(false);
  expect(await signsIn(person.email, NEW_PASSWORD)).toBe(true);
});

test("an unknown account gets the same response and no email", async () => {
  const known = await shop.signUp("Kofi");
  const ask = (email: string) =>
    shop.app.request("/auth/v1/recover", { method: "POST", body: JSON.stringify({ email }) });
  const answers = [await ask("nobody@test.example"), await ask(known.email)];
  for (const answer of answers) expect([answer.status, await answer.json()]).toEqual([200, {}]);
  await mailTo(known.email);
  expect(shop.mails.filter(({ to }) => to === "nobody@test.example")).toEqual([]);
});

test("a second request within a minute is rejected, for known and unknown accounts alike", async () => {
  for (const email of [(await shop.signUp("Esi")).email, "stranger@test.example"]) {
    expect((await aBrowser().auth.resetPasswordForEmail(email)).error).toBeNull();
    const { error } = await aBrowser().auth.resetPasswordForEmail(email);
    expect(error).toMatchObject({ status: 429, code: "over_email_send_rate_limit" });
    expect(error?.message).toMatch(/^For security purposes, you can only request this after \d+ seconds\.$/);
  }
});

test("one IP address may request a limited number of emails", async () => {
  const strict = await openShopForTest({ maxMailsPerAddress: 2 });
  const ask = (email: string) => strict.newClient().auth.resetPasswordForEmail(email);
  for (const name of ["one", "two"]) expect((await ask(`${name}@test.example`)).error).toBeNull();
  expect((await ask("three@test.example")).error).toMatchObject({
    status: 429,
    code: "over_email_send_rate_limit",
    message: "email rate limit exceeded",
  });
});

test("a link works once", async () => {
  const person = await shop.signUp("Yaw");
  const mail = await ask(aBrowser(), person.email);
  expect((await follow(mail)).searchParams.has("code")).toBe(true);
  const second = await follow(mail);
  expect(Object.fromEntries(second.searchParams)).toEqual({
    error: "access_denied",
    error_code: "otp_expired",
    error_description: "Email link is invalid or has expired",
  });
  expect(second.hash).toContain("error_code=otp_expired");
});

test("of concurrent requests with one link, one succeeds", async () => {
  const person = await shop.signUp("Akosua");
  const mail = await ask(aBrowser(), person.email);
  const landings = await Promise.all(Array.from({ length: 8 }, () => follow(mail)));
  expect(landings.filter((landing) => landing.searchParams.has("code"))).toHaveLength(1);
});

test("a HEAD request does not consume the link", async () => {
  const person = await shop.signUp("Adwoa");
  const mail = await ask(aBrowser(), person.email);
  expect((await shop.dataService.request(mail.link, { method: "HEAD" })).status).toBe(405);
  expect((await follow(mail)).searchParams.has("code")).toBe(true);
});

test("the button of the store's page uses a link once and returns its redirect target", async () => {
  const person = await shop.signUp("Afia");
  const mail = await ask(aBrowser(), person.email);
  const { token, type, redirect_to } = Object.fromEntries(new URL(mail.link).searchParams);
  const press = async (body: object) => {
    const answer = await shop.app.request("/auth/v1/verify/link", { method: "POST", body: JSON.stringify(body) });
    return { status: answer.status, body: (await answer.json()) as { redirect_to: string } };
  };
  for (const method of ["GET", "HEAD"]) {
    expect((await shop.app.request(`/auth/v1/verify/link?token=${token}&type=${type}`, { method })).status).toBe(404);
  }
  const elsewhere = await press({ token: "x", type, redirect_to: "https://evil.example/" });
  expect(new URL(elsewhere.body.redirect_to).origin).toBe(ORIGIN);
  expect((await press({ token, type: "" })).status).toBe(400);
  const first = new URL((await press({ token, type, redirect_to })).body.redirect_to);
  expect([`${first.origin}${first.pathname}`, first.searchParams.has("code")]).toEqual([RESET, true]);
  const second = new URL((await press({ token, type, redirect_to })).body.redirect_to);
  expect(second.searchParams.get("error_code")).toBe("otp_expired");
});

test("a link expires after an hour", async () => {
  const person = await shop.signUp("Kwame");
  const mail = await ask(aBrowser(), person.email);
  await age(person, "one_time_tokens");
  expect((await follow(mail)).searchParams.get("error_code")).toBe("otp_expired");
});

test("a code works once, within five minutes, and only in the browser that requested it", async () => {
  const person = await shop.signUp("Efua");
  const browser = aBrowser();
  const code = (await follow(await ask(browser, person.email))).searchParams.get("code") ?? "";
  const exchange = (body: Record<string, string>) =>
    shop.app.request("/auth/v1/token?grant_type=pkce", { method: "POST", body: JSON.stringify(body) });
  const rejection = async (answer: Response) => [
    answer.status,
    ((await answer.json()) as { error_code: string }).error_code,
  ];
  expect(await rejection(await exchange({ auth_code: code, code_verifier: "x".repeat(56) }))).toEqual([
    400,
    "bad_code_verifier",
  ]);
  expect(await rejection(await exchange({ auth_code: code }))).toEqual([400, "validation_failed"]);
  expect((await browser.auth.exchangeCodeForSession(code)).error).toBeNull();
  expect(await rejection(await exchange({ auth_code: code, code_verifier: "x".repeat(56) }))).toEqual([
    404,
    "flow_state_not_found",
  ]);

  const other = await shop.signUp("Abena");
  const slow = aBrowser();
  const late = (await follow(await ask(slow, other.email))).searchParams.get("code") ?? "";
  await age(other, "flow_state");
  expect((await slow.auth.exchangeCodeForSession(late)).error).toMatchObject({
    status: 422,
    code: "flow_state_expired",
  });
});

test("a newer link voids the older one", async () => {
  const person = await shop.signUp("Kojo");
  const older = await ask(aBrowser(), person.email);
  // End the one-minute wait between two emails.
  await shop.database.admin`delete from auth.rate_limits where key like ${`%${person.email}`}`;
  expect((await aBrowser().auth.resetPasswordForEmail(person.email)).error).toBeNull();
  const newer = await vi.waitFor(() => {
    const latest = shop.mails.findLast(({ to }) => to === person.email);
    if (!latest || latest === older) throw new Error("no newer mail yet");
    return latest;
  });
  expect((await follow(older)).searchParams.get("error_code")).toBe("otp_expired");
  expect((await follow(newer)).searchParams.has("code")).toBe(true);
});

test("the implicit flow carries the session in the fragment", async () => {
  const person = await shop.signUp("Mansa");
  const landing = await follow(await ask(aBrowser("implicit"), person.email));
  const carried = Object.fromEntries(new URLSearchParams(landing.hash.slice(1)));
  expect(carried).toMatchObject({ type: "recovery", token_type: "bearer", expires_in: "3600" });
  expect(decodeJwt(carried["access_token"] ?? "")).toMatchObject({ sub: person.id, amr: [{ method: "otp" }] });
  const { error } = await shop
    .newClient()
    .auth.setSession({ access_token: carried["access_token"] ?? "", refresh_token: carried["refresh_token"] ?? "" });
  expect(error).toBeNull();
});

test("a recovery link redirects only to the store", async () => {
  const person = await shop.signUp("Afua");
  expect((await follow(await ask(aBrowser(), person.email, "https://evil.example/auth/reset"))).origin).toBe(ORIGIN);
  const forged = `${ORIGIN}/auth/v1/verify?token=x&type=recovery&redirect_to=https://evil.example/`;
  const answer = await shop.dataService.request(forged);
  expect(new URL(answer.headers.get("location") ?? "").origin).toBe(ORIGIN);
});

test("the emailed code logs in like the link, once", async () => {
  const person = await shop.signUp("Nana");
  const mail = await ask(aBrowser(), person.email);
  expect(mail.code).toMatch(/^\d{6}$/);
  const verify = () => shop.newClient().auth.verifyOtp({ type: "recovery", email: person.email, token: mail.code });
  const { data, error } = await verify();
  expect(error).toBeNull();
  expect(decodeJwt(data.session?.access_token ?? "")["amr"]).toMatchObject([{ method: "otp" }]);
  expect((await verify()).error).toMatchObject({
    status: 403,
    code: "otp_expired",
    message: "Token has expired or is invalid",
  });
  expect((await follow(mail)).searchParams.get("error_code")).toBe("otp_expired");
});

test("the link's token alone logs in", async () => {
  const person = await shop.signUp("Yaa");
  const mail = await ask(aBrowser(), person.email);
  const token = new URL(mail.link).searchParams.get("token") ?? "";
  const { data, error } = await shop.newClient().auth.verifyOtp({ type: "recovery", token_hash: token });
  expect(error).toBeNull();
  expect(data.user?.id).toBe(person.id);
});

test("the database stores links and codes only as hashes", async () => {
  const person = await shop.signUp("Akua");
  const mail = await ask(aBrowser(), person.email);
  const token = new URL(mail.link).searchParams.get("token") ?? "";
  const rows = await shop.database.admin`
    select to_jsonb(t)::text as content from auth.one_time_tokens t where user_id = ${person.id}`;
  expect(rows).toHaveLength(1);
  expect(rows[0]?.["content"]).not.toContain(token);
  expect(rows[0]?.["content"]).not.toContain(mail.code);
});

test("a new password ends other sessions and voids pending links", async () => {
  const person = await shop.signUp("Araba");
  const phone = shop.newClient();
  await phone.auth.signInWithPassword({ email: person.email, password: "long enough" });
  const mail = await ask(aBrowser(), person.email);
  expect((await person.client.auth.updateUser({ password: NEW_PASSWORD })).error).toBeNull();
  expect((await person.client.auth.getUser()).error).toBeNull();
  expect((await phone.auth.refreshSession()).error?.status).toBe(400);
  expect((await follow(mail)).searchParams.get("error_code")).toBe("otp_expired");
});

test.for([
  [
    "the same password",
    { password: "long enough" },
    { status: 422, code: "same_password", message: "New password should be different from the old password." },
  ],
  ["a short password", { password: "five5" }, { status: 422, code: "weak_password" }],
] as const)("a user who sets %s is rejected", async ([, change, rejection]) => {
  const person = await shop.signUp("Baaba");
  expect((await person.client.auth.updateUser(change)).error).toMatchObject(rejection);
});

test("metadata is merged by key, and null removes a key", async () => {
  const person = await shop.signUp("Ekua");
  const { data, error } = await person.client.auth.updateUser({ data: { city: "Humble", avatar: null } });
  expect(error).toBeNull();
  expect(data.user?.user_metadata).toMatchObject({ fullName: "Ekua", city: "Humble" });
  expect(data.user?.user_metadata).not.toHaveProperty("avatar");
});

test("app metadata cannot be changed by its user, nor without a session", async () => {
  const person = await shop.signUp("Kobina");
  const put = (token: string) =>
    shop.app.request("/auth/v1/user", {
      method: "PUT",
      headers: { authorization: `Bearer ${token}` },
      body: JSON.stringify({ app_metadata: { provider: "google" } }),
    });
  expect((await put(person.accessToken)).status).toBe(403);
  expect((await put(shop.keys.anonKey)).status).toBe(403);
});

test.for([
  { body: {}, message: "Password recovery requires an email" },
  { body: { email: "nobody" }, message: "Unable to validate email address: invalid format" },
  {
    body: { email: "ama@test.example", code_challenge: "x".repeat(43) },
    message: "PKCE flow requires code_challenge_method and code_challenge",
  },
  {
    body: { email: "ama@test.example", code_challenge: "short", code_challenge_method: "s256" },
    message: "code challenge has to be between 43 and 128 characters",
  },
])("a request with $body is rejected", async ({ body, message }) => {
  const answer = await shop.app.request("/auth/v1/recover", { method: "POST", body: JSON.stringify(body) });
  await expectReply(answer, 400, { code: 400, error_code: "validation_failed", msg: message });
});

test("without a mail server the service reports that it cannot send", async () => {
  const mute = await openShopForTest({ sendMail: null });
  const { error } = await mute.newClient().auth.resetPasswordForEmail("ama@test.example");
  expect(error).toMatchObject({ status: 422, code: "email_provider_disabled" });
});

test("a failing mail server does not change the response", async () => {
  const tried: string[] = [];
  const broken = await openShopForTest({
    sendMail: async ({ to }) => {
      tried.push(to);
      throw new Error("the mail server of this test is down");
    },
  });
  const person = await broken.signUp("Ato");
  expect((await broken.newClient().auth.resetPasswordForEmail(person.email)).error).toBeNull();
  await vi.waitFor(() => expect(tried).toEqual([person.email]));
});
