import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { openTestShop } from "../../../../tests/running-shop.ts";

const PASSWORD = "long enough";
const NOBODY = "83fd9e20-7a80-46e4-bf29-a86e3d6bbf66";

const shop = await openTestShop();

const anEmail = () => `${randomUUID()}@test.example`;
const admin = () => shop.data.service.auth.admin;
const signIn = (email: string, password = PASSWORD) => shop.newClient().auth.signInWithPassword({ email, password });

async function aUser(attributes: Parameters<ReturnType<typeof admin>["createUser"]>[0] = {}) {
  const email = anEmail();
  const { data, error } = await admin().createUser({ email, password: PASSWORD, email_confirm: true, ...attributes });
  if (error) throw error;
  return { id: data.user.id, email, user: data.user };
}

test("an admin creates a user with both kinds of metadata, who logs in", async () => {
  const { user, email } = await aUser({ user_metadata: { fullName: "Kofi" }, app_metadata: { department: "kitchen" } });
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

test("a user with an unconfirmed address cannot log in until it is confirmed", async () => {
  const { id, email, user } = await aUser({ email_confirm: false });
  expect(user.email_confirmed_at).toBeUndefined();
  expect((await signIn(email)).error?.code).toBe("email_not_confirmed");
  expect((await admin().updateUserById(id, { email_confirm: true })).data.user?.email_confirmed_at).toBeDefined();
  expect((await signIn(email)).error).toBeNull();
});

test.for([
  { body: {}, status: 400, message: "Cannot create a user without either an email or phone" },
  { body: { email: "xx:;x@x.x" }, status: 400, message: "Unable to validate email address: invalid format" },
  { body: { email: "a@test.example", password: "five5" }, status: 422, message: "Password should be at least" },
  { body: { email: "a@test.example", ban_duration: "long" }, status: 400, message: "invalid format for ban" },
  { body: { email: "a@test.example", role: "service_role" }, status: 400, message: "The role" },
  { body: { email: "a@test.example", id: "1" }, status: 400, message: "ID must conform to the uuid v4 format" },
])("creating a user with $body is rejected", async ({ body, status, message }) => {
  const { error } = await admin().createUser(body);
  expect(error?.status).toBe(status);
  expect(error?.message).toContain(message);
});

test("addresses and numbers of other users are rejected", async () => {
  const phone = "15550100001";
  const { email: taken } = await aUser({ phone, phone_confirm: true });
  expect((await admin().createUser({ email: taken })).error).toMatchObject({ status: 422, code: "email_exists" });
  expect((await admin().createUser({ phone })).error).toMatchObject({ status: 422, code: "phone_exists" });
  const { id } = await aUser();
  expect((await admin().updateUserById(id, { email: taken })).error).toMatchObject({
    status: 422,
    code: "email_exists",
  });
});

test("users are listed in pages, newest first", async () => {
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

test("updating a user merges metadata, and null removes a key", async () => {
  const { id } = await aUser({ user_metadata: { color: "red", size: "L" } });
  const email = anEmail();
  const { data } = await admin().updateUserById(id, {
    email,
    password: "a new one",
    user_metadata: { color: null, city: "Humble" },
    app_metadata: { roles: ["publisher"] },
  });
  expect(data.user).toMatchObject({ email, app_metadata: { provider: "email", roles: ["publisher"] } });
  expect(data.user?.user_metadata).toEqual({ size: "L", city: "Humble" });
  expect((await signIn(email, "a new one")).error).toBeNull();
  expect((await admin().getUserById(id)).data.user?.identities?.[0]?.identity_data).toMatchObject({ email });
});

test("a ban ends the user's sessions and prevents login until it ends", async () => {
  const { id, email } = await aUser();
  const client = shop.newClient();
  await client.auth.signInWithPassword({ email, password: PASSWORD });
  const { data } = await admin().updateUserById(id, { ban_duration: "1h30m" });
  expect((data.user as { banned_until?: string }).banned_until).toBeDefined();
  expect((await client.auth.refreshSession()).error?.code).toBe("refresh_token_not_found");
  expect((await signIn(email)).error).toMatchObject({ status: 400, code: "user_banned" });
  await admin().updateUserById(id, { ban_duration: "none" });
  expect((await signIn(email)).error).toBeNull();
});

test("after a user is deleted, the address can be used again", async () => {
  const { id, email } = await aUser();
  expect((await admin().deleteUser(id)).error).toBeNull();
  expect((await admin().getUserById(id)).error).toMatchObject({ status: 404, code: "user_not_found" });
  expect((await signIn(email)).error?.code).toBe("invalid_credentials");
  expect((await shop.newClient().auth.signUp({ email, password: PASSWORD })).error).toBeNull();
});

test("soft deletion, invitations, and links that are not emailed are rejected", async () => {
  const { id, email } = await aUser();
  expect((await admin().deleteUser(id, true)).error).toMatchObject({ status: 400, code: "validation_failed" });
  expect((await admin().getUserById(id)).error).toBeNull();
  expect((await admin().generateLink({ type: "magiclink", email })).error).toMatchObject({ status: 404 });
  expect((await admin().inviteUserByEmail(anEmail())).error).toMatchObject({ status: 404 });
});

test.for(["getUserById", "deleteUser"] as const)("%s of an unknown user returns 404", async (call) => {
  expect((await admin()[call](NOBODY)).error).toMatchObject({ status: 404, code: "user_not_found" });
});

test("an invalid id returns 404", async () => {
  const response = await shop.app.request("/auth/v1/admin/users/1", {
    headers: { authorization: `Bearer ${shop.keys.serviceRoleKey}` },
  });
  expect([response.status, ((await response.json()) as { msg: string }).msg]).toEqual([404, "user_id must be an UUID"]);
});

test("unsupported filters and sort orders of the user list are rejected, not ignored", async () => {
  const headers = { authorization: `Bearer ${shop.keys.serviceRoleKey}` };
  for (const query of ["filter=ama", "sort=email%20asc"]) {
    const response = await shop.app.request(`/auth/v1/admin/users?${query}`, { headers });
    expect([query, response.status]).toEqual([query, 400]);
  }
  expect((await shop.app.request("/auth/v1/admin/users?page=1&per_page=2", { headers })).status).toBe(200);
});
