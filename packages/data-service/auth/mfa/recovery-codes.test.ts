import type { SupabaseClient } from "@supabase/supabase-js";
import { decodeJwt } from "jose";
import { expect, test, vi } from "vitest";
import { requireMfaOfAdmins } from "../../../../server/database/prepare-database.ts";
import { openTestShop, type Person, setUpMfa } from "../../../../tests/running-shop.ts";

const PASSWORD = "long enough";
const WRONG = "AAAA-BBBB-CCCC-DDDD";
const PATH = "/auth/v1/factors/recovery-codes";
const invalid = { status: 422, code: "mfa_verification_failed", message: "Invalid TOTP code entered" };

const shop = await openTestShop({ maxSignInFailures: 3 });

function show(client: SupabaseClient, factorId: string, code: string) {
  return client.auth.mfa.challengeAndVerify({ factorId, code });
}

async function ask(client: SupabaseClient, method: "GET" | "POST") {
  const token = (await client.auth.getSession()).data.session?.access_token;
  const response = await shop.app.request(PATH, { method, headers: { authorization: `Bearer ${token}` } });
  return { status: response.status, body: await response.json() };
}

async function makeCodes(client: SupabaseClient): Promise<string[]> {
  const { status, body } = await ask(client, "POST");
  expect(status).toBe(200);
  return body.codes;
}

interface Protected extends Person {
  factorId: string;
  codes: string[];
}

async function withCodes(name: string): Promise<Protected> {
  const person = await shop.signUp(name);
  const { factorId } = await setUpMfa(person.client);
  return { ...person, factorId, codes: await makeCodes(person.client) };
}

async function signIn({ email }: Person): Promise<SupabaseClient> {
  const client = shop.newClient();
  expect((await client.auth.signInWithPassword({ email, password: PASSWORD })).error).toBeNull();
  return client;
}

async function claimsOf(client: SupabaseClient) {
  return decodeJwt((await client.auth.getSession()).data.session?.access_token ?? "");
}

const remaining = async (client: SupabaseClient) => (await ask(client, "GET")).body;
const savedCodes = (userId: string) =>
  shop.database.admin<{ hash: string }[]>`select hash from auth.mfa_recovery_codes where user_id = ${userId}`;
const mailsTo = (email: string) => shop.mails.filter(({ to }) => to === email).map(({ kind }) => kind);

test("ten recovery codes are shown once, announced by email, and stored only as hashes", async () => {
  const { client, codes, id, email } = await withCodes("Ama");
  expect(new Set(codes).size).toBe(10);
  for (const code of codes) expect(code).toMatch(/^([A-Z2-7]{4}-){3}[A-Z2-7]{4}$/);
  expect(await remaining(client)).toEqual({ remaining: 10 });
  const rows = await shop.database.admin`select * from auth.mfa_recovery_codes where user_id = ${id}`;
  expect(rows).toHaveLength(10);
  for (const code of codes) expect(JSON.stringify(rows)).not.toContain(code);
  await vi.waitFor(() => expect(mailsTo(email)).toEqual(["mfa_added", "recovery_codes_made"]));
});

test("a code replaces the authenticator, once, in any spelling", async () => {
  const person = await withCodes("Kofi");
  const client = await signIn(person);
  const typed = person.codes[0]?.toLowerCase().replaceAll("-", " ").replaceAll("o", "0").replaceAll("i", "1");
  expect((await show(client, person.factorId, ` ${typed} `)).error).toBeNull();
  expect(await claimsOf(client)).toMatchObject({
    aal: "aal2",
    amr: [{ method: "mfa/recovery_code" }, { method: "password" }],
  });
  expect(await remaining(client)).toEqual({ remaining: 9 });
  await vi.waitFor(() => expect(mailsTo(person.email)).toContain("recovery_code_used"));
  const again = await signIn(person);
  expect((await show(again, person.factorId, person.codes[0] ?? "")).error).toMatchObject(invalid);
  expect(await claimsOf(again)).toMatchObject({ aal: "aal1" });
  expect((await show(again, person.factorId, person.codes[1] ?? "")).error).toBeNull();
});

test("of two concurrent uses of one code, one succeeds", async () => {
  const person = await withCodes("Yaw");
  const client = await signIn(person);
  const token = (await client.auth.getSession()).data.session?.access_token;
  const post = (path: string, body: object) =>
    shop.app.request(`/auth/v1/factors/${person.factorId}/${path}`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}` },
      body: JSON.stringify(body),
    });
  const challenge = async () => ((await (await post("challenge", {})).json()) as { id: string }).id;
  const challenges = [await challenge(), await challenge()];
  const responses = await Promise.all(
    challenges.map((challenge_id) => post("verify", { challenge_id, code: person.codes[0] })),
  );
  expect(responses.map(({ status }) => status).sort()).toEqual([200, 422]);
});

test("a session without MFA can neither create nor count codes", async () => {
  const person = await withCodes("Esi");
  const weak = await signIn(person);
  const rejected = { status: 403, body: { error_code: "insufficient_aal" } };
  expect(await ask(weak, "POST")).toMatchObject(rejected);
  expect(await ask(weak, "GET")).toMatchObject(rejected);
  const plain = await shop.signUp("Without a second step");
  expect(await ask(plain.client, "POST")).toMatchObject(rejected);
  expect(await remaining(person.client)).toEqual({ remaining: 10 });
});

test("another user's code is rejected", async () => {
  const [person, anotherUser] = [await withCodes("Abena"), await withCodes("Stranger")];
  const client = await signIn(person);
  expect((await show(client, person.factorId, anotherUser.codes[0] ?? "")).error).toMatchObject(invalid);
  const strangers = await signIn(anotherUser);
  const tried = await show(strangers, person.factorId, person.codes[0] ?? "");
  expect(tried.error).toMatchObject({ status: 404, code: "mfa_factor_not_found" });
  expect((await show(strangers, anotherUser.factorId, anotherUser.codes[0] ?? "")).error).toBeNull();
});

test("where admins need MFA, an admin without a phone logs in with a recovery code", async () => {
  const [admin, anotherUser] = await shop.signUpAll("owner", "customer");
  const { factorId } = await setUpMfa(admin.client);
  const [code = ""] = await makeCodes(admin.client);
  await requireMfaOfAdmins(shop.database, true);
  const client = await signIn(admin);
  const strangers = () => client.from("profiles").select("id").eq("id", anotherUser.id);
  expect((await strangers()).data).toEqual([]);
  expect((await show(client, factorId, code)).error).toBeNull();
  expect((await strangers()).data).toEqual([{ id: anotherUser.id }]);
  await requireMfaOfAdmins(shop.database, false);
});

test("no API role can read recovery codes, not even the user's own", async () => {
  const admin = await shop.signUpAdmin("Admin");
  await setUpMfa(admin.client);
  await makeCodes(admin.client);
  expect((await admin.client.schema("auth").from("mfa_recovery_codes").select()).error?.code).toBe("PGRST106");
  const rights = await shop.database.admin<{ role: string }[]>`
    select role from unnest(array['anon', 'authenticated', 'service_role', 'shop_owner']) role
    where has_table_privilege(role, 'auth.mfa_recovery_codes', 'select, insert, update, delete')`;
  expect(rights).toEqual([]);
});

test("a new set replaces the previous codes", async () => {
  const person = await withCodes("Kojo");
  const fresh = await makeCodes(person.client);
  const client = await signIn(person);
  expect((await show(client, person.factorId, person.codes[0] ?? "")).error).toMatchObject(invalid);
  expect((await show(client, person.factorId, fresh[0] ?? "")).error).toBeNull();
});

test("guesses are limited like those of authenticator codes, and then a correct one is rejected", async () => {
  const person = await withCodes("Akua");
  const client = await signIn(person);
  const wrong = await Promise.all(Array.from({ length: 6 }, () => show(client, person.factorId, WRONG)));
  expect(wrong.map(({ error }) => error?.status).sort()).toEqual([422, 422, 422, 429, 429, 429]);
  const right = await show(client, person.factorId, person.codes[0] ?? "");
  expect(right.error).toMatchObject({ status: 429, code: "over_request_rate_limit" });
  expect(await remaining(person.client)).toEqual({ remaining: 10 });
});

test("at most ten sets can be created per hour", async () => {
  const person = await withCodes("Efua");
  for (let set = 2; set <= 10; set += 1) await makeCodes(person.client);
  expect(await ask(person.client, "POST")).toMatchObject({
    status: 429,
    body: { error_code: "over_request_rate_limit" },
  });
});

test("a recovery code does not verify a new authenticator app", async () => {
  const person = await withCodes("Afia");
  const { data } = await person.client.auth.mfa.enroll({ factorType: "totp", friendlyName: "tablet" });
  expect((await show(person.client, data?.id ?? "", person.codes[0] ?? "")).error).toMatchObject(invalid);
  expect(await remaining(person.client)).toEqual({ remaining: 10 });
});

test("removing the last authenticator removes the codes and lowers the session to aal1", async () => {
  const person = await withCodes("Ekow");
  const client = await signIn(person);
  await show(client, person.factorId, person.codes[0] ?? "");
  const tablet = await setUpMfa(client, "tablet");
  expect((await client.auth.mfa.unenroll(tablet)).error).toBeNull();
  // The tablet's code raised the session last, so removing it lowers the session.
  await client.auth.refreshSession();
  expect(await claimsOf(client)).toMatchObject({ aal: "aal1" });
  expect(await savedCodes(person.id)).toHaveLength(10);
  await show(client, person.factorId, person.codes[1] ?? "");
  expect((await client.auth.mfa.unenroll({ factorId: person.factorId })).error).toBeNull();
  expect(await savedCodes(person.id)).toEqual([]);
  await client.auth.refreshSession();
  expect(await claimsOf(client)).toMatchObject({ aal: "aal1", amr: [{ method: "password" }] });
});

test("removing a lost authenticator or the account removes the codes", async () => {
  const { admin } = shop.data.service.auth;
  const [lost, gone] = [await withCodes("Nana"), await withCodes("Kwame")];
  await admin.mfa.deleteFactor({ userId: lost.id, id: lost.factorId });
  await admin.deleteUser(gone.id);
  for (const { id } of [lost, gone]) expect(await savedCodes(id)).toEqual([]);
});

test("settings report that recovery codes are available", async () => {
  const settings = await shop.app.request("/auth/v1/settings");
  expect(await settings.json()).toMatchObject({ mfa_recovery_codes_enabled: true });
});
