import { randomUUID } from "node:crypto";
import { decodeJwt, decodeProtectedHeader } from "jose";
import { expect, test } from "vitest";
import { expectReply } from "../../../tests/expect-reply.ts";
import { openShopForTest, openTestShop } from "../../../tests/running-shop.ts";
import { defaultAuthSettings } from "./service/auth-settings.ts";

const PASSWORD = "long enough";

const { passwordCost } = defaultAuthSettings;
const shop = await openTestShop({ maxSignInFailures: 3, authSettings: { passwordCost } });
const ama = await shop.signUp("Ama Mensah");

const anEmail = () => `${randomUUID()}@test.example`;

test("signing up opens a session and creates a profile with the given name", async () => {
  const client = shop.newClient();
  const email = anEmail();
  const { data, error } = await client.auth.signUp({
    email: email.toUpperCase(),
    password: PASSWORD,
    options: { data: { fullName: "Efua Owusu", avatar: "" } },
  });
  expect(error).toBeNull();
  expect(data.user).toMatchObject({ email, role: "authenticated", aud: "authenticated" });
  expect(data.user?.user_metadata).toMatchObject({ fullName: "Efua Owusu", avatar: "" });
  expect(data.user?.identities?.[0]).toMatchObject({ provider: "email", user_id: data.user?.id });
  expect(data.session).toMatchObject({ token_type: "bearer", expires_in: 3600 });
  const { data: profile } = await client.from("profiles").select("name, role").single();
  expect(profile).toEqual({ name: "Efua Owusu", role: "customer" });
});

test("an access token has Supabase's claims and the id of its key", async () => {
  expect(decodeJwt(ama.accessToken)).toMatchObject({
    iss: "http://shop.test/auth/v1",
    sub: ama.id,
    aud: "authenticated",
    role: "authenticated",
    email: ama.email,
    aal: "aal1",
    amr: [{ method: "password", timestamp: expect.any(Number) }],
    session_id: expect.any(String),
    app_metadata: { provider: "email", providers: ["email"] },
    user_metadata: { fullName: "Ama Mensah" },
    is_anonymous: false,
  });
  const keys = (await (await shop.app.request("/auth/v1/.well-known/jwks.json")).json()) as {
    keys: Record<string, unknown>[];
  };
  expect(decodeProtectedHeader(ama.accessToken)).toMatchObject({ alg: "ES256", kid: keys.keys[0]?.["kid"] });
  expect(keys.keys[0]).not.toHaveProperty("d");
});

test.for([
  ["a taken address", ama.email, PASSWORD, 422, "user_already_exists", "User already registered"],
  ["a short password", anEmail(), "five5", 422, "weak_password", "Password should be at least 6 characters."],
  ["no password", anEmail(), "", 400, "validation_failed", "Signup requires a valid password"],
  [
    "an invalid address",
    "nobody",
    PASSWORD,
    400,
    "validation_failed",
    "Unable to validate email address: invalid format",
  ],
] as const)("signing up with %s is rejected", async ([, email, password, status, code, message]) => {
  const { error } = await shop.newClient().auth.signUp({ email, password });
  expect(error).toMatchObject({ status, code, message });
});

test("concurrent sign-ups with one address create one account", async () => {
  const email = anEmail();
  const responses = await Promise.all([1, 2, 3].map(() => shop.newClient().auth.signUp({ email, password: PASSWORD })));
  expect(responses.filter(({ error }) => error === null)).toHaveLength(1);
});

test("a wrong password and an unknown account get the same error", async () => {
  const wrong = await shop.newClient().auth.signInWithPassword({ email: ama.email, password: "not hers" });
  const unknown = await shop.newClient().auth.signInWithPassword({ email: anEmail(), password: "not hers" });
  for (const { error } of [wrong, unknown]) {
    expect(error).toMatchObject({ status: 400, code: "invalid_credentials", message: "Invalid login credentials" });
  }
});

test("after too many failures, the correct password is rejected; successes do not count", async () => {
  const person = await shop.signUp("Kofi");
  const signIn = (password: string) => shop.newClient().auth.signInWithPassword({ email: person.email, password });
  for (let count = 0; count < 5; count += 1) expect((await signIn(PASSWORD)).error).toBeNull();
  for (let count = 0; count < 3; count += 1) expect((await signIn("wrong one")).error?.status).toBe(400);
  expect((await signIn(PASSWORD)).error).toMatchObject({ status: 429, code: "over_request_rate_limit" });
  expect((await shop.newClient().auth.signInWithPassword({ email: ama.email, password: PASSWORD })).error).toBeNull();
});

test("a refresh token is exchanged for a new pair", async () => {
  const person = await shop.signUp("Yaw");
  const first = await person.client.auth.getSession();
  const { data, error } = await person.client.auth.refreshSession();
  expect(error).toBeNull();
  expect(data.session?.refresh_token).not.toBe(first.data.session?.refresh_token);
  expect(decodeJwt(data.session?.access_token ?? "")).toMatchObject({
    session_id: decodeJwt(person.accessToken)["session_id"],
  });
});

test("a refresh describes the user, identities, and login methods as the user's own page and token do", async () => {
  const person = await shop.signUp("Ama");
  const { data } = await person.client.auth.refreshSession();
  expect(data.user?.identities).toHaveLength(1);
  expect(data.user).toEqual((await person.client.auth.getUser()).data.user);
  expect(decodeJwt(data.session?.access_token ?? "")).toMatchObject({
    aal: "aal1",
    amr: [{ method: "password", timestamp: expect.any(Number) }],
  });
});

test("a refresh token used twice ends its session", async () => {
  const person = await shop.signUp("Esi");
  const stolen = (await person.client.auth.getSession()).data.session?.refresh_token ?? "";
  const { data } = await person.client.auth.refreshSession();
  const thief = await shop.newClient().auth.refreshSession({ refresh_token: stolen });
  expect(thief.error).toMatchObject({ status: 400, code: "refresh_token_already_used" });
  const owner = await shop.newClient().auth.refreshSession({ refresh_token: data.session?.refresh_token ?? "" });
  expect(owner.error?.status).toBe(400);
  expect((await person.client.auth.getUser()).error?.name).toBe("AuthSessionMissingError");
});

test("within the reuse interval a refresh whose response was lost can be repeated", async () => {
  const lenient = await openShopForTest({ refreshTokenReuseSeconds: 10 });
  const person = await lenient.signUp("Abena");
  const token = (await person.client.auth.getSession()).data.session?.refresh_token ?? "";
  const first = await lenient.newClient().auth.refreshSession({ refresh_token: token });
  const again = await lenient.newClient().auth.refreshSession({ refresh_token: token });
  expect([first.error, again.error]).toEqual([null, null]);
  const next = await lenient
    .newClient()
    .auth.refreshSession({ refresh_token: first.data.session?.refresh_token ?? "" });
  expect(next.error).toBeNull();
});

test("two concurrent refreshes of one token both get a pair, and the session stays active", async () => {
  const lenient = await openShopForTest({ refreshTokenReuseSeconds: 10 });
  const refresh = (refresh_token: string) => lenient.newClient().auth.refreshSession({ refresh_token });
  const accounts = await Promise.all(Array.from({ length: 12 }, (_, at) => lenient.signUp(`Tabs ${at}`)));
  for (const { client } of accounts) {
    const token = (await client.auth.getSession()).data.session?.refresh_token ?? "";
    const responses = await Promise.all([refresh(token), refresh(token)]);
    expect(responses.map(({ error }) => error)).toEqual([null, null]);
    expect((await client.auth.getUser()).error).toBeNull();
    const next = await Promise.all(responses.map(({ data }) => refresh(data.session?.refresh_token ?? "")));
    expect(next.map(({ error }) => error)).toEqual([null, null]);
  }
});

test("refresh tokens and passwords are stored as hashes", async () => {
  const person = await shop.signUp("Adjoa");
  const token = (await person.client.auth.getSession()).data.session?.refresh_token ?? "";
  expect([...(await shop.database.admin`select token from auth.refresh_tokens where token = ${token}`)]).toEqual([]);
  const [user] = await shop.database.admin<{ encrypted_password: string }[]>`
    select encrypted_password from auth.users where id = ${person.id}`;
  // OWASP's password storage cheat sheet: 19 MiB, two passes.
  const cost = "$argon2id$v=19$m=19456,t=2,p=1$";
  expect(user?.encrypted_password.slice(0, cost.length)).toBe(cost);

  await person.client.auth.updateUser({ password: "another long one" });
  const { data } = await shop.data.service.auth.admin.createUser({ email: anEmail(), password: PASSWORD });
  const changed = await shop.database.admin<{ encrypted_password: string }[]>`
    select encrypted_password from auth.users where id in (${person.id}, ${data.user?.id ?? ""})`;
  expect(changed.map((row) => row.encrypted_password.slice(0, cost.length))).toEqual([cost, cost]);
});

test("after logging out, the auth service rejects the session's token", async () => {
  const person = await shop.signUp("Kojo");
  const bearer = { authorization: `Bearer ${person.accessToken}`, apikey: shop.keys.anonKey };
  expect((await shop.app.request("/auth/v1/user", { headers: bearer })).status).toBe(200);
  expect((await person.client.auth.signOut()).error).toBeNull();
  await expectReply(await shop.app.request("/auth/v1/user", { headers: bearer }), 403, {
    code: 403,
    error_code: "session_not_found",
    msg: "Session from session_id claim in JWT does not exist",
  });
});

test("logging out other sessions keeps this one", async () => {
  const person = await shop.signUp("Akua");
  const phone = shop.newClient();
  await phone.auth.signInWithPassword({ email: person.email, password: PASSWORD });
  await person.client.auth.signOut({ scope: "others" });
  expect((await person.client.auth.getUser()).data.user?.id).toBe(person.id);
  expect((await phone.auth.getUser()).error?.name).toBe("AuthSessionMissingError");
});

test("clients with API version 2024-01-01 get the error code in the code field", async () => {
  const response = await shop.app.request("/auth/v1/token?grant_type=password", {
    method: "POST",
    headers: { "x-supabase-api-version": "2024-01-01" },
    body: JSON.stringify({ email: anEmail(), password: "x" }),
  });
  expect(await response.json()).toEqual({ code: "invalid_credentials", message: "Invalid login credentials" });
  expect(response.headers.get("x-supabase-api-version")).toBe("2024-01-01");
});

test("unsupported requests are rejected in the service's error format", async () => {
  const { auth } = shop.newClient();
  expect((await shop.data.service.auth.admin.oauth.listClients()).error).toMatchObject({ status: 404 });
  for (const path of ["/admin/audit", "/passkeys", "/magiclink", "/nothing/there"]) {
    const response = await shop.app.request(`/auth/v1${path}`, {
      method: "POST",
      headers: { authorization: `Bearer ${shop.keys.serviceRoleKey}` },
    });
    expect([response.status, await response.json()]).toMatchObject([404, { error_code: "validation_failed" }]);
  }
  const web3 = await auth.signInWithWeb3({ chain: "ethereum", message: "x", signature: "0x1" });
  expect(web3.error).toMatchObject({ status: 400, message: "unsupported_grant_type" });
  expect((await auth.signInAnonymously()).error).toMatchObject({ status: 422, code: "anonymous_provider_disabled" });
});

test("settings list the enabled login methods", async () => {
  const response = await shop.app.request("/auth/v1/settings");
  expect(await response.json()).toMatchObject({
    external: { email: true, google: false },
    mailer_autoconfirm: true,
    disable_signup: false,
  });
  expect((await shop.app.request("/auth/v1/health")).status).toBe(200);
});

test.for(["", "{", "[]", '"text"'])("the body %j is rejected because it is not a JSON object", async (body) => {
  const response = await shop.app.request("/auth/v1/signup", { method: "POST", body });
  expect([response.status, ((await response.json()) as { error_code: string }).error_code]).toEqual([400, "bad_json"]);
});
