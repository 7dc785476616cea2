import type { SupabaseClient } from "@supabase/supabase-js";
import { decodeJwt } from "jose";
import { TOTP } from "totp-generator";
import { afterAll, expect, test, vi } from "vitest";
import { type Person, startTestShop } from "../../../../tests/running-shop.ts";

const PASSWORD = "long enough";
const logged: unknown[] = [];

/** MFA login through the official client; another library computes the codes. */
const shop = await startTestShop({ maxSignInFailures: 3, logError: (error) => void logged.push(error) });
// Stop the clock in the middle of a 30-second step, so that no code expires during a test.
vi.useFakeTimers({ toFake: ["Date"], now: Math.floor(Date.now() / 30_000) * 30_000 + 15_000 });
afterAll(async () => {
  vi.useRealTimers();
  await shop.close();
});

/** Returns the code of the step that many half minutes from now. */
async function codeOf(secret: string, halfMinutes = 0): Promise<string> {
  return (await TOTP.generate(secret, { timestamp: Date.now() + halfMinutes * 30_000, explicitZeroPad: true })).otp;
}

async function enroll(client: SupabaseClient, friendlyName = "phone") {
  const { data, error } = await client.auth.mfa.enroll({ factorType: "totp", friendlyName });
  if (error) throw error;
  return { id: data.id, secret: data.totp.secret };
}

async function verify(client: SupabaseClient, factorId: string, code: string) {
  return client.auth.mfa.challengeAndVerify({ factorId, code });
}

async function withMfa(name: string): Promise<Person & { factorId: string; secret: string }> {
  const person = await shop.signUp(name);
  const { id, secret } = await enroll(person.client);
  expect((await verify(person.client, id, await codeOf(secret, -1))).error).toBeNull();
  return { ...person, factorId: id, secret };
}

async function signIn(person: Person): Promise<SupabaseClient> {
  const client = shop.newClient();
  expect((await client.auth.signInWithPassword({ email: person.email, password: PASSWORD })).error).toBeNull();
  return client;
}

async function levelOf(client: SupabaseClient) {
  const { data } = await client.auth.mfa.getAuthenticatorAssuranceLevel();
  return [data?.currentLevel, data?.nextLevel];
}

test("enrolling an authenticator returns a QR code, a secret and a URI for the app", async () => {
  const { client, email } = await shop.signUp("Ama");
  const { data, error } = await client.auth.mfa.enroll({
    factorType: "totp",
    friendlyName: "Ama's phone",
    issuer: "Calabash Market",
  });
  expect(error).toBeNull();
  expect(data).toMatchObject({ type: "totp", friendly_name: "Ama's phone" });
  expect(data?.totp.secret).toMatch(/^[A-Z2-7]{32}$/);
  const uri = new URL(data?.totp.uri ?? "");
  expect([uri.protocol, decodeURIComponent(uri.pathname)]).toEqual(["otpauth:", `/Calabash Market:${email}`]);
  expect(Object.fromEntries(uri.searchParams)).toMatchObject({
    issuer: "Calabash Market",
    secret: data?.totp.secret,
    algorithm: "SHA1",
    digits: "6",
    period: "30",
  });
  expect(data?.totp.qr_code).toMatch(/^data:image\/svg\+xml;utf-8,<svg [^#]*<\/svg>$/);
  const { data: user } = await client.auth.getUser();
  expect(user.user?.factors).toMatchObject([{ id: data?.id, status: "unverified", factor_type: "totp" }]);
});

test("a correct code raises the session to aal2, and a refresh keeps it there", async () => {
  const person = await shop.signUp("Kofi");
  const { id, secret } = await enroll(person.client);
  expect(await levelOf(person.client)).toEqual(["aal1", "aal1"]);
  const events: string[] = [];
  person.client.auth.onAuthStateChange((event) => void events.push(event));
  const { data, error } = await verify(person.client, id, await codeOf(secret));
  expect(error).toBeNull();
  expect(events).toContain("MFA_CHALLENGE_VERIFIED");
  const claims = decodeJwt(data?.access_token ?? "");
  expect(claims).toMatchObject({ aal: "aal2", amr: [{ method: "totp" }, { method: "password" }] });
  expect(await levelOf(person.client)).toEqual(["aal2", "aal2"]);
  const { data: refreshed } = await person.client.auth.refreshSession();
  expect(decodeJwt(refreshed.session?.access_token ?? "")).toMatchObject({
    aal: "aal2",
    amr: claims["amr"],
    session_id: claims["session_id"],
  });
  expect(refreshed.user?.factors).toMatchObject([{ id, status: "verified" }]);
});

test("a refresh token from before MFA is rejected", async () => {
  const person = await shop.signUp("Yaw");
  const before = (await person.client.auth.getSession()).data.session?.refresh_token ?? "";
  const { id, secret } = await enroll(person.client);
  await verify(person.client, id, await codeOf(secret));
  const { error } = await shop.newClient().auth.refreshSession({ refresh_token: before });
  expect(error?.code).toBe("refresh_token_already_used");
});

test("verifying a factor ends the sessions without MFA and removes unverified factors", async () => {
  const person = await shop.signUp("Esi");
  const elsewhere = await signIn(person);
  await enroll(person.client, "unfinished");
  const { id, secret } = await enroll(person.client, "phone");
  await verify(person.client, id, await codeOf(secret));
  expect((await person.client.auth.mfa.listFactors()).data?.all.map((factor) => factor.id)).toEqual([id]);
  expect((await elsewhere.auth.getUser()).error?.name).toBe("AuthSessionMissingError");
});

test("after a login by password, an account with MFA requires a code", async () => {
  const person = await withMfa("Abena");
  const client = await signIn(person);
  expect(await levelOf(client)).toEqual(["aal1", "aal2"]);
  expect((await verify(client, person.factorId, await codeOf(person.secret))).error).toBeNull();
  expect(await levelOf(client)).toEqual(["aal2", "aal2"]);
});

test("a code works once, even with concurrent attempts", async () => {
  const person = await withMfa("Kojo");
  const clients = await Promise.all([signIn(person), signIn(person)]);
  const code = await codeOf(person.secret);
  const answers = await Promise.all(clients.map((client) => verify(client, person.factorId, code)));
  expect(answers.filter(({ error }) => error === null)).toHaveLength(1);
  // The first request ended the other session or consumed the code.
  const rejection = answers.find(({ error }) => error)?.error;
  expect(rejection?.code ?? rejection?.name).toMatch(/^(mfa_verification_failed|AuthSessionMissingError)$/);
  const again = await verify(await signIn(person), person.factorId, code);
  expect(again.error).toMatchObject({ status: 422, code: "mfa_verification_failed" });
  const older = await verify(await signIn(person), person.factorId, await codeOf(person.secret, -1));
  expect(older.error).toMatchObject({ code: "mfa_verification_failed", message: "Invalid TOTP code entered" });
});

test("a challenge works once, for its factor and client address, within five minutes", async () => {
  const person = await shop.signUp("Akua");
  const { id, secret } = await enroll(person.client);
  const challenge = async () => (await person.client.auth.mfa.challenge({ factorId: id })).data?.id ?? "";
  const first = await person.client.auth.mfa.challenge({ factorId: id });
  expect(first.data).toMatchObject({ type: "totp", expires_at: expect.any(Number) });
  const challengeId = await challenge();
  await shop.database.admin`
    update auth.mfa_challenges set created_at = now() - interval '301 seconds' where id = ${challengeId}`;
  const answer = async (id_: string, halfMinutes: number) =>
    person.client.auth.mfa.verify({ factorId: id, challengeId: id_, code: await codeOf(secret, halfMinutes) });
  expect((await answer(challengeId, -1)).error).toMatchObject({ status: 422, code: "mfa_challenge_expired" });
  const moved = await challenge();
  await shop.database.admin`update auth.mfa_challenges set ip_address = '192.0.2.99' where id = ${moved}`;
  expect((await answer(moved, -1)).error).toMatchObject({ status: 422, code: "mfa_ip_address_mismatch" });
  const used = await challenge();
  expect((await answer(used, -1)).error).toBeNull();
  expect((await answer(used, 0)).error).toMatchObject({ code: "mfa_ip_address_mismatch" });
  const anotherUser = await withMfa("Adwoa");
  const other = await anotherUser.client.auth.mfa.challenge({ factorId: anotherUser.factorId });
  expect((await answer(other.data?.id ?? "", 0)).error).toMatchObject({ status: 422, code: "mfa_factor_not_found" });
});

test("after too many wrong codes, even concurrent ones, the correct one is rejected", async () => {
  const person = await withMfa("Efua");
  const client = await signIn(person);
  const wrong = await Promise.all(Array.from({ length: 8 }, () => verify(client, person.factorId, "000000")));
  expect(wrong.map(({ error }) => error?.status).sort()).toEqual([422, 422, 422, 429, 429, 429, 429, 429]);
  const right = await verify(client, person.factorId, await codeOf(person.secret));
  expect(right.error).toMatchObject({ status: 429, code: "over_request_rate_limit" });
});

test("removing a verified factor requires MFA and lowers its sessions to aal1", async () => {
  const person = await withMfa("Afia");
  const weak = await signIn(person);
  expect((await weak.auth.mfa.unenroll({ factorId: person.factorId })).error).toMatchObject({
    status: 422,
    code: "insufficient_aal",
  });
  const removed = await person.client.auth.mfa.unenroll({ factorId: person.factorId });
  expect(removed).toMatchObject({ data: { id: person.factorId }, error: null });
  const { data } = await person.client.auth.refreshSession();
  expect(decodeJwt(data.session?.access_token ?? "")).toMatchObject({ aal: "aal1", amr: [{ method: "password" }] });
  expect(data.user?.factors).toBeUndefined();
});

test("the service role removes a lost authenticator and lowers its sessions to aal1", async () => {
  const person = await withMfa("Adwoa");
  const { mfa } = shop.data.service.auth.admin;
  const listed = await mfa.listFactors({ userId: person.id });
  expect(listed.data?.factors).toEqual([
    expect.objectContaining({ id: person.factorId, factor_type: "totp", status: "verified" }),
  ]);
  expect(listed.data?.factors[0]).not.toHaveProperty("secret");
  expect((await mfa.deleteFactor({ userId: (await shop.signUp("Yaw")).id, id: person.factorId })).error).toMatchObject({
    status: 404,
    code: "mfa_factor_not_found",
  });
  expect((await mfa.deleteFactor({ userId: person.id, id: person.factorId })).error).toBeNull();
  expect((await mfa.listFactors({ userId: person.id })).data?.factors).toEqual([]);
  const { data } = await person.client.auth.refreshSession();
  expect(decodeJwt(data.session?.access_token ?? "")).toMatchObject({ aal: "aal1" });
  const nobody = { userId: crypto.randomUUID() };
  expect((await mfa.listFactors(nobody)).error).toMatchObject({ status: 404, code: "user_not_found" });
  expect((await mfa.deleteFactor({ ...nobody, id: person.factorId })).error?.status).toBe(404);
});

test("adding a factor or changing the password or address requires MFA", async () => {
  const person = await withMfa("Ekow");
  const weak = await signIn(person);
  const second = await weak.auth.mfa.enroll({ factorType: "totp", friendlyName: "tablet" });
  expect(second.error).toMatchObject({ status: 403, code: "insufficient_aal" });
  for (const change of [{ password: "another long one" }, { email: "new@test.example" }]) {
    expect((await weak.auth.updateUser(change)).error).toMatchObject({ status: 401, code: "insufficient_aal" });
  }
  expect((await weak.auth.updateUser({ data: { fullName: "Ekow M." } })).error).toBeNull();
  expect((await person.client.auth.updateUser({ password: "another long one" })).error).toBeNull();
});

test("factor names are unique, and an account has at most ten factors", async () => {
  const { client } = await shop.signUp("Nana");
  await enroll(client, "same");
  expect((await client.auth.mfa.enroll({ factorType: "totp", friendlyName: "same" })).error).toMatchObject({
    status: 422,
    code: "mfa_factor_name_conflict",
    message: 'A factor with the friendly name "same" for this user already exists',
  });
  const enrolled = await Promise.all(
    Array.from({ length: 12 }, (_, place) =>
      client.auth.mfa.enroll({ factorType: "totp", friendlyName: `phone ${place}` }),
    ),
  );
  const rejected = enrolled.filter(({ error }) => error);
  expect(rejected).toHaveLength(3);
  expect(rejected[0]?.error).toMatchObject({ status: 422, code: "too_many_enrolled_mfa_factors" });
});

test("enrolling deletes factors that were never challenged within five minutes", async () => {
  const { client, id } = await shop.signUp("Afia");
  const [challenged] = [await enroll(client, "challenged"), await enroll(client, "unused")];
  await client.auth.mfa.challenge({ factorId: challenged.id });
  await shop.database.admin`
    update auth.mfa_factors set created_at = created_at - interval '6 minutes' where user_id = ${id}`;
  await enroll(client, "new");
  const { data } = await client.auth.mfa.listFactors();
  expect(data?.all.map((factor) => factor.friendly_name).toSorted()).toEqual(["challenged", "new"]);
});

test("unsupported factor types are rejected", async () => {
  const { client } = await shop.signUp("Kwame");
  const phone = await client.auth.mfa.enroll({ factorType: "phone", phone: "+12025550123" });
  expect(phone.error).toMatchObject({ status: 422, code: "mfa_phone_enroll_not_enabled" });
  const none = await client.auth.mfa.enroll({ factorType: "carrier pigeon" as "totp" });
  expect(none.error).toMatchObject({ status: 400, code: "validation_failed" });
});

test("another user cannot use or remove someone's factor by its id", async () => {
  const person = await withMfa("Kwesi");
  const anotherUser = await shop.signUp("Stranger");
  const notFound = { status: 404, code: "mfa_factor_not_found" };
  const { factorId } = person;
  expect((await anotherUser.client.auth.mfa.challenge({ factorId })).error).toMatchObject(notFound);
  expect((await anotherUser.client.auth.mfa.unenroll({ factorId })).error).toMatchObject(notFound);
  const { data } = await person.client.auth.mfa.challenge({ factorId });
  const code = await codeOf(person.secret);
  const tried = await anotherUser.client.auth.mfa.verify({ factorId, challengeId: data?.id ?? "", code });
  expect(tried.error).toMatchObject(notFound);
  expect((await shop.app.request("/auth/v1/factors", { method: "POST", body: "{}" })).status).toBe(401);
});

test("secrets of factors are encrypted, and swapping two of them is detected", async () => {
  const person = await withMfa("Araba");
  const other = await withMfa("Aba");
  for (const { secret } of await shop.database.admin<{ id: string; secret: string }[]>`
    select id, secret from auth.mfa_factors where id in (${person.factorId}, ${other.factorId})`) {
    expect(secret).not.toContain(person.secret);
    expect(secret).not.toContain(other.secret);
  }
  await shop.database.admin`
    update auth.mfa_factors set secret = (select secret from auth.mfa_factors where id = ${other.factorId})
    where id = ${person.factorId}`;
  const { error } = await verify(await signIn(person), person.factorId, await codeOf(other.secret));
  expect(error?.status).toBe(500);
  expect(logged.map(String)).toEqual(["Error: A factor's secret could not be decrypted."]);
});
