import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { type Person, startTestShop, type TestShop } from "#tests/running-shop.ts";

/** `/admin/users`, `/admin/generate_link` and `/invite`, asked for by the official client. */
let shop: TestShop;
let person: Person;
const PASSWORD = "long enough";
const NOBODY = "83fd9e20-7a80-46e4-bf29-a86e3d6bbf66";

beforeAll(async () => {
  shop = await startTestShop();
  person = await shop.signUp("Ama");
});
afterAll(() => shop.close());

const anEmail = () => `${randomUUID()}@test.example`;
const admin = () => shop.data.service.auth.admin;
const signIn = (email: string, password = PASSWORD) =>
  shop.newClient().auth.signInWithPassword({ email, password });

async function aUser(attributes: Parameters<ReturnType<typeof admin>["createUser"]>[0] = {}) {
  const email = anEmail();
  const { data, error } = await admin().createUser({
    email,
    password: PASSWORD,
    email_confirm: true,
    ...attributes,
  });
  if (error) throw error;
  return { id: data.user.id, email, user: data.user };
}

test.for([
  ["GET", "/admin/users"],
  ["POST", "/admin/users"],
  ["GET", `/admin/users/${NOBODY}`],
  ["PUT", `/admin/users/${NOBODY}`],
  ["DELETE", `/admin/users/${NOBODY}`],
  ["GET", `/admin/users/${NOBODY}/factors`],
  ["DELETE", `/admin/users/${NOBODY}/factors/${NOBODY}`],
  ["POST", "/admin/generate_link"],
  ["POST", "/invite"],
] as const)("%s %s is for the service role alone", async ([method, path]) => {
  const ask = async (token: string | null) => {
    const answer = await shop.app.request(`/auth/v1${path}`, {
      method,
      headers: token === null ? {} : { authorization: `Bearer ${token}` },
    });
    return [answer.status, ((await answer.json()) as { error_code: string }).error_code];
  };
  expect(await ask(null)).toEqual([401, "no_authorization"]);
  expect(await ask("forged")).toEqual([403, "bad_jwt"]);
  expect(await ask(shop.keys.anonKey)).toEqual([403, "not_admin"]);
  expect(await ask(person.accessToken)).toEqual([403, "not_admin"]);
});

test("a user is made with both kinds of metadata, and signs in", async () => {
  const { user, email } = await aUser({
    user_metadata: { fullName: "Kofi" },
    app_metadata: { department: "kitchen" },
  });
  expect(user).toMatchObject({
    email,
    role: "authenticated",
    app_metadata: { provider: "email", providers: ["email"], department: "kitchen" },
    identities: [{ provider: "email" }],
  });
  expect(user.user_metadata).toEqual({ fullName: "Kofi" });
  expect(user.email_confirmed_at).toBeDefined();
  expect((await signIn(email)).error).toBeNull();
});

test("an address is confirmed later, and until then it does not sign in", async () => {
  const { id, email, user } = await aUser({ email_confirm: false });
  expect(user.email_confirmed_at).toBeUndefined();
  expect((await signIn(email)).error?.code).toBe("email_not_confirmed");
  const { data } = await admin().updateUserById(id, { email_confirm: true });
  expect(data.user?.email_confirmed_at).toBeDefined();
  expect((await signIn(email)).error).toBeNull();
});

test.for([
  { body: {}, status: 400, message: "Cannot create a user without either an email or phone" },
  { body: { email: "xx:;x@x.x" }, status: 400, message: "Unable to validate email address: invalid format" },
  {
    body: { email: "a@test.example", password: "five5" },
    status: 422,
    message: "Password should be at least",
  },
  { body: { email: "a@test.example", ban_duration: "long" }, status: 400, message: "invalid format for ban" },
  { body: { email: "a@test.example", role: "service_role" }, status: 400, message: "There is no role" },
  {
    body: { email: "a@test.example", id: "1" },
    status: 400,
    message: "ID must conform to the uuid v4 format",
  },
])("making a user with $body is refused", async ({ body, status, message }) => {
  const { error } = await admin().createUser(body);
  expect(error?.status).toBe(status);
  expect(error?.message).toContain(message);
});

test("addresses and numbers that are taken are refused", async () => {
  const phone = "15550100001";
  await aUser({ phone, phone_confirm: true });
  expect((await admin().createUser({ email: person.email })).error).toMatchObject({
    status: 422,
    code: "email_exists",
  });
  expect((await admin().createUser({ phone })).error).toMatchObject({ status: 422, code: "phone_exists" });
  const { id } = await aUser();
  expect((await admin().updateUserById(id, { email: person.email })).error).toMatchObject({
    status: 422,
    code: "email_exists",
  });
});

test("users are listed by page, the newest first", async () => {
  const made = [await aUser(), await aUser(), await aUser()].map(({ id }) => id).reverse();
  const first = await admin().listUsers({ page: 1, perPage: 2 });
  expect(first.data.users.map(({ id }) => id)).toEqual(made.slice(0, 2));
  expect(first.data).toMatchObject({ aud: "authenticated", nextPage: 2 });
  const total = (first.data as { total: number }).total;
  expect(total).toBeGreaterThan(3);
  const last = await admin().listUsers({ page: Math.ceil(total / 2), perPage: 2 });
  expect(last.data).toMatchObject({ nextPage: null });
  const wrong = await admin().listUsers({ page: -1, perPage: 10 });
  expect(wrong.error).toMatchObject({ status: 400, code: "validation_failed" });
});

test("a user is read and changed, and names that are null are taken out", async () => {
  const { id } = await aUser({ user_metadata: { colour: "red", size: "L" } });
  const email = anEmail();
  const { data } = await admin().updateUserById(id, {
    email,
    password: "a new one",
    user_metadata: { colour: null, city: "Humble" },
    app_metadata: { roles: ["publisher"] },
  });
  expect(data.user).toMatchObject({ email, app_metadata: { provider: "email", roles: ["publisher"] } });
  expect(data.user?.user_metadata).toEqual({ size: "L", city: "Humble" });
  expect((await signIn(email, "a new one")).error).toBeNull();
  expect((await admin().getUserById(id)).data.user?.identities?.[0]?.identity_data).toMatchObject({ email });
});

test("a banned user is put out at once, and is let in again when the ban ends", async () => {
  const { id, email } = await aUser();
  const client = shop.newClient();
  await client.auth.signInWithPassword({ email, password: PASSWORD });
  const { data } = await admin().updateUserById(id, { ban_duration: "1h30m" });
  expect((data.user as { banned_until?: string }).banned_until).toBeDefined();
  expect((await client.auth.refreshSession()).error).not.toBeNull();
  expect((await signIn(email)).error).toMatchObject({ status: 400, code: "user_banned" });
  await admin().updateUserById(id, { ban_duration: "none" });
  expect((await signIn(email)).error).toBeNull();
});

test("a deleted user is gone; softly deleted, the row stays without the person", async () => {
  const [hard, soft] = [await aUser(), await aUser({ user_metadata: { fullName: "Esi" } })];
  expect((await admin().deleteUser(hard.id)).error).toBeNull();
  expect((await admin().deleteUser(soft.id, true)).error).toBeNull();
  expect((await admin().getUserById(hard.id)).error).toMatchObject({ status: 404, code: "user_not_found" });
  const rows = await shop.database.admin`
    select id, email, raw_user_meta_data from auth.users where id in (${hard.id}, ${soft.id})`;
  expect([...rows]).toEqual([{ id: soft.id, email: null, raw_user_meta_data: {} }]);
  for (const { email } of [hard, soft]) {
    expect((await signIn(email)).error?.code).toBe("invalid_credentials");
    expect((await shop.newClient().auth.signUp({ email, password: PASSWORD })).error).toBeNull();
  }
});

test.for(["getUserById", "deleteUser"] as const)("%s of nobody is 404", async (call) => {
  expect((await admin()[call](NOBODY)).error).toMatchObject({ status: 404, code: "user_not_found" });
});

test("an id that is none is 404", async () => {
  const answer = await shop.app.request("/auth/v1/admin/users/1", {
    headers: { authorization: `Bearer ${shop.keys.serviceRoleKey}` },
  });
  expect([answer.status, ((await answer.json()) as { msg: string }).msg]).toEqual([
    404,
    "user_id must be an UUID",
  ]);
});

test("an invitation opens the account that was made for it", async () => {
  const email = anEmail();
  const { data, error } = await admin().inviteUserByEmail(email, { data: { fullName: "Yaw" } });
  expect(error).toBeNull();
  expect(data.user).toMatchObject({ email, invited_at: expect.any(String) });
  const mail = await vi.waitFor(() => {
    const sent = shop.mails.findLast(({ to }) => to === email);
    if (!sent) throw new Error("no mail yet");
    return sent;
  });
  expect(mail.kind).toBe("invite");
  const opened = await shop.newClient().auth.verifyOtp({ email, token: mail.code, type: "invite" });
  expect(opened.data.user?.id).toBe(data.user?.id);
  expect((await admin().inviteUserByEmail(email)).error).toMatchObject({ status: 422, code: "email_exists" });
});

test.for(["signup", "magiclink", "recovery"] as const)(
  "a link of the type %s is made, not sent",
  async (type) => {
    const email = type === "signup" ? anEmail() : (await aUser()).email;
    const count = shop.mails.length;
    const { data, error } = await admin().generateLink(
      type === "signup" ? { type, email, password: PASSWORD } : { type, email },
    );
    expect(error).toBeNull();
    expect(data.properties).toMatchObject({ verification_type: type, email_otp: expect.any(String) });
    expect(shop.mails).toHaveLength(count);
    expect(data.properties?.action_link).toMatch(
      /\/verify\?token=[\w-]+&type=\w+&redirect_to=http:\/\/shop\.test/,
    );
    const answer = await shop.dataService.request(data.properties?.action_link ?? "");
    expect(answer.headers.get("location")).toContain("access_token=");
  },
);

test("the two links of a change of address are made one after the other, and both are needed", async () => {
  const { id, email } = await aUser();
  const newEmail = anEmail();
  const links = [];
  for (const type of ["email_change_current", "email_change_new"] as const) {
    const { data } = await admin().generateLink({ type, email, newEmail });
    expect(data.user?.new_email).toBe(newEmail);
    links.push(data.properties?.action_link ?? "");
  }
  await shop.dataService.request(links[0] ?? "");
  expect((await admin().getUserById(id)).data.user?.email).toBe(email);
  await shop.dataService.request(links[1] ?? "");
  expect((await admin().getUserById(id)).data.user?.email).toBe(newEmail);
});

test("a list of accounts in another order, or of some alone, is refused, not left as it is", async () => {
  const headers = { authorization: `Bearer ${shop.keys.serviceRoleKey}` };
  for (const query of ["filter=ama", "sort=email%20asc"]) {
    const answer = await shop.app.request(`/auth/v1/admin/users?${query}`, { headers });
    expect([query, answer.status]).toEqual([query, 400]);
  }
  expect((await shop.app.request("/auth/v1/admin/users?page=1&per_page=2", { headers })).status).toBe(200);
});
