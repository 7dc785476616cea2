import { randomUUID } from "node:crypto";
import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import { TOTP } from "totp-generator";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { ORIGIN, startTestShop, type TestShop } from "../../../../tests/running-shop.ts";
import { withCookies } from "../../testing/browser-cookies.ts";
import { type OpenIdProvider, startOpenIdProvider } from "../../testing/openid-provider.ts";

/**
 * Sign-ups with unverified addresses: someone may have signed up with another person's address. The owner of the
 * mailbox gets the account, and credentials set before no longer work.
 */
let provider: OpenIdProvider;
let shop: TestShop;
const STRANGERS_PASSWORD = "the stranger's own";

beforeAll(async () => {
  provider = await startOpenIdProvider({ redirectUris: [`${ORIGIN}/auth/v1/callback`] });
  shop = await startTestShop({ google: provider, authSettings: { confirmPhone: false } });
});
afterAll(async () => {
  await shop.close();
  await provider.close();
});

function aBrowser(visit = withCookies((request) => shop.dataService.fetch(request))): SupabaseClient {
  return createClient(ORIGIN, shop.keys.anonKey, {
    auth: { persistSession: false, autoRefreshToken: false, flowType: "pkce" },
    global: { fetch: visit },
  });
}

/** Signs up with an address of someone else, and stays logged in. */
async function signUpAnotherUser() {
  const email = `${randomUUID()}@victim.example`;
  const client = shop.newClient();
  const { data, error } = await client.auth.signUp({ email, password: STRANGERS_PASSWORD });
  if (error || !data.user || !data.session) throw error ?? new Error("no session");
  return { email, client, userId: data.user.id, refreshToken: data.session.refresh_token };
}

async function expectShutOut(anotherUser: Awaited<ReturnType<typeof signUpAnotherUser>>): Promise<void> {
  const { email, client, refreshToken } = anotherUser;
  const again = await shop.newClient().auth.signInWithPassword({ email, password: STRANGERS_PASSWORD });
  expect(again.error?.code).toBe("invalid_credentials");
  const refreshed = await shop.newClient().auth.refreshSession({ refresh_token: refreshToken });
  expect(refreshed.error?.code).toBe("refresh_token_not_found");
  expect((await client.auth.getUser()).error?.name).toBe("AuthSessionMissingError");
}

async function signInWithGoogle(email: string) {
  const visit = withCookies((request) => shop.dataService.fetch(request));
  const browser = aBrowser(visit);
  const { data } = await browser.auth.signInWithOAuth({
    provider: "google",
    options: { redirectTo: `${ORIGIN}/auth`, skipBrowserRedirect: true },
  });
  const follow = async (address: string) => new URL((await visit(address)).headers.get("location") ?? "");
  const back = await provider.signIn((await follow(data.url ?? "")).href, email);
  return browser.auth.exchangeCodeForSession((await follow(back.href)).searchParams.get("code") ?? "");
}

/** Returns the last email of a kind to an address. */
async function mailTo(email: string, kind: string) {
  await expect.poll(() => shop.mails.some((mail) => mail.to === email && mail.kind === kind)).toBe(true);
  const mail = shop.mails.findLast((each) => each.to === email && each.kind === kind);
  if (!mail) throw new Error("no mail");
  return mail;
}

async function emailIdentityOf(userId: string): Promise<Record<string, unknown> | undefined> {
  const { data } = await shop.data.service.auth.admin.getUserById(userId);
  return data.user?.identities?.find((identity) => identity.provider === "email")?.identity_data;
}

test("without confirmation, a new address counts as confirmed, but its identity as unverified", async () => {
  const { userId } = await signUpAnotherUser();
  expect(await emailIdentityOf(userId)).toMatchObject({ email_verified: false });
  const { data } = await shop.data.service.auth.admin.getUserById(userId);
  expect(data.user?.email_confirmed_at).toBeDefined();
});

test("a Google login takes over an unverified account with its address", async () => {
  const anotherUser = await signUpAnotherUser();
  const owner = await signInWithGoogle(anotherUser.email);
  expect(owner.data.user).toMatchObject({ id: anotherUser.userId, app_metadata: { providers: ["google"] } });
  await expectShutOut(anotherUser);
});

test("a magic link takes over an unverified account, and its own session stays active", async () => {
  const anotherUser = await signUpAnotherUser();
  const owner = aBrowser();
  await owner.auth.signInWithOtp({ email: anotherUser.email, options: { shouldCreateUser: false } });
  const { link } = await mailTo(anotherUser.email, "magic_link");
  const landing = new URL((await shop.dataService.request(link)).headers.get("location") ?? "");
  const { data } = await owner.auth.exchangeCodeForSession(landing.searchParams.get("code") ?? "");
  expect(data.user?.id).toBe(anotherUser.userId);
  expect((await owner.auth.getUser()).error).toBeNull();
  expect(await emailIdentityOf(anotherUser.userId)).toMatchObject({ email_verified: true });
  await expectShutOut(anotherUser);
});

test("the emailed code takes over an unverified account, and a second code ends no session", async () => {
  const anotherUser = await signUpAnotherUser();
  const owner = shop.newClient();
  await owner.auth.signInWithOtp({ email: anotherUser.email });
  const first = await mailTo(anotherUser.email, "magic_link");
  expect((await owner.auth.verifyOtp({ type: "email", email: anotherUser.email, token: first.code })).error).toBeNull();
  await expectShutOut(anotherUser);
  expect((await owner.auth.updateUser({ password: "the owner's own" })).error).toBeNull();
  const byPassword = shop.newClient();
  await byPassword.auth.signInWithPassword({ email: anotherUser.email, password: "the owner's own" });
  await shop.database.admin`delete from auth.rate_limits`;
  await owner.auth.signInWithOtp({ email: anotherUser.email });
  const second = await vi.waitFor(async () => {
    const mail = await mailTo(anotherUser.email, "magic_link");
    if (mail.code === first.code) throw new Error("no second mail yet");
    return mail;
  });
  const opened = await shop.newClient().auth.verifyOtp({ type: "email", email: anotherUser.email, token: second.code });
  expect(opened.error).toBeNull();
  expect((await byPassword.auth.getUser()).error).toBeNull();
  const again = await shop
    .newClient()
    .auth.signInWithPassword({ email: anotherUser.email, password: "the owner's own" });
  expect(again.error).toBeNull();
});

test("a recovery code takes over an unverified account before a new password is set", async () => {
  const anotherUser = await signUpAnotherUser();
  const owner = shop.newClient();
  await owner.auth.resetPasswordForEmail(anotherUser.email);
  const { code } = await mailTo(anotherUser.email, "recovery");
  const { error } = await owner.auth.verifyOtp({ type: "recovery", email: anotherUser.email, token: code });
  expect(error).toBeNull();
  await expectShutOut(anotherUser);
  expect((await owner.auth.updateUser({ password: "the owner's own" })).error).toBeNull();
});

test("taking over an unverified account removes its MFA, phone number, and Google identity", async () => {
  const anotherUser = await signUpAnotherUser();
  const phone = `1281555${String(Math.floor(Math.random() * 10_000)).padStart(4, "0")}`;
  expect((await anotherUser.client.auth.updateUser({ phone })).error).toBeNull();
  const own = `${randomUUID()}@stranger.example`;
  const { data } = await shop.database.admin<{ id: string }[]>`
    insert into auth.identities (user_id, provider, provider_id, identity_data)
    values (${anotherUser.userId}, 'google', ${own}, ${shop.database.admin.json({ email: own, email_verified: true, sub: own })})
    returning id`.then(([row]) => ({ data: row }));
  expect(data).toBeDefined();
  const enrolled = await anotherUser.client.auth.mfa.enroll({ factorType: "totp" });
  if (!enrolled.data) throw enrolled.error;
  const { otp } = await TOTP.generate(enrolled.data.totp.secret, { explicitZeroPad: true });
  await anotherUser.client.auth.mfa.challengeAndVerify({ factorId: enrolled.data.id, code: otp });

  const owner = shop.newClient();
  await owner.auth.signInWithOtp({ email: anotherUser.email });
  const { code } = await mailTo(anotherUser.email, "magic_link");
  const opened = await owner.auth.verifyOtp({ type: "email", email: anotherUser.email, token: code });
  expect(opened.data.user?.factors ?? []).toEqual([]);
  expect(opened.data.user).toMatchObject({ phone: "", app_metadata: { providers: ["email"] } });
  expect(opened.data.user?.identities?.map((identity) => identity.provider)).toEqual(["email"]);
});

test("a Google login does not take over an account that the service role confirmed", async () => {
  const email = `${randomUUID()}@test.example`;
  await shop.data.service.auth.admin.createUser({ email, password: "long enough", email_confirm: true });
  const browser = shop.newClient();
  await browser.auth.signInWithPassword({ email, password: "long enough" });
  await signInWithGoogle(email);
  expect((await browser.auth.getUser()).data.user?.app_metadata["providers"]).toEqual(["email", "google"]);
});
