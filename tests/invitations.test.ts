import { expect, test } from "vitest";
import { createOwnerToken } from "#server/database/prepare-database.ts";
import { openShopForTest, openTestShop, type Person, verifyEmail } from "./running-shop.ts";

const shop = await openTestShop();
const owner = await shop.signUpAdmin("Ola Owner");

const invite = (email: string, role = "packer", by = owner) =>
  by.client.rpc("invite_staff", { email, role, refund_limit: role === "packer" ? 15 : null });
const roleOf = async ({ client }: Pick<Person, "client">) => (await client.rpc("staff_role")).data;

test("an emailed invitation gives its role to the verified address", async () => {
  const kofi = await shop.signUp("Kofi Nephew");
  expect((await invite(kofi.email.toUpperCase())).error).toBeNull();
  await shop.worker.runOnce();
  const mail = shop.mailbox.list().find(({ to }) => to === kofi.email);
  expect(mail?.subject).toBe("Join our team at Calabash Market");
  expect(mail?.text).toContain("http://shop.test/join");
  const { data: waiting } = await owner.client.from("staff_invitations").select("email, role, mailed_at");
  expect(waiting).toEqual([{ email: kofi.email, role: "packer", mailed_at: expect.any(String) }]);

  const unverified = await kofi.client.rpc("accept_invitation");
  expect([unverified.status, unverified.error?.message]).toEqual([412, "Verify your email address first."]);
  await verifyEmail(shop, kofi);
  expect((await kofi.client.rpc("accept_invitation")).data).toBe("packer");
  expect(await roleOf(kofi)).toBe("packer");
  expect((await owner.client.rpc("list_staff")).data).toContainEqual({
    user_id: kofi.id,
    // Given before the address was verified.
    name: null,
    email: kofi.email,
    role: "packer",
    refund_limit: 15,
    added_at: expect.any(String),
  });
  expect((await kofi.client.rpc("accept_invitation")).status).toBe(404);
  expect((await invite(kofi.email)).status).toBe(409);
});

test("an invitation email that cannot be sent is retried, and the owner sees the reason", async () => {
  const late = await openShopForTest({
    mailer: { send: () => Promise.reject(new Error("The mail server is down.")), close: () => Promise.resolve() },
    onWorkError: () => {},
  });
  const boss = await late.signUpAdmin("Ola Owner");
  await boss.client.rpc("invite_staff", { email: "ama@test.example", role: "manager" }).throwOnError();
  await late.worker.runOnce();
  const { data } = await boss.client.from("staff_invitations").select("mailed_at, mail_error, mail_attempts");
  expect(data).toEqual([{ mailed_at: null, mail_error: "The mail server is down.", mail_attempts: 1 }]);
});

test("a revoked invitation, or one older than seven days, gives no role", async () => {
  const ama = await shop.signUp("Ama Cousin");
  await verifyEmail(shop, ama);
  await invite(ama.email).throwOnError();
  await owner.client.from("staff_invitations").delete().eq("email", ama.email).throwOnError();
  expect((await ama.client.rpc("accept_invitation")).status).toBe(404);
  await invite(ama.email).throwOnError();
  await shop.database.admin`
    update public.staff_invitations set expires_at = now() where email = ${ama.email}`;
  expect((await ama.client.rpc("accept_invitation")).status).toBe(404);
  expect(await roleOf(ama)).toBeNull();
  await invite(ama.email, "manager").throwOnError();
  expect((await ama.client.rpc("accept_invitation")).data).toBe("manager");
});

test("a packer is invited with a limit, a manager without, and nobody as an owner", async () => {
  for (const each of [
    { email: "a@test.example", role: "packer" },
    { email: "b@test.example", role: "manager", refund_limit: 10 },
    { email: "c@test.example", role: "owner" },
    { email: "no address", role: "manager" },
  ]) {
    expect([each, (await owner.client.rpc("invite_staff", each)).error?.code]).toEqual([each, "23514"]);
  }
});

test("an invitation ends when its inviter is demoted, banned or deleted, and stays when another owner made it", async () => {
  const ends: ((person: Person) => PromiseLike<unknown>)[] = [
    ({ id }) => shop.data.service.from("profiles").update({ role: "customer" }).eq("id", id).throwOnError(),
    ({ id }) => shop.data.service.auth.admin.updateUserById(id, { ban_duration: "24h" }),
    ({ id }) => shop.data.service.auth.admin.deleteUser(id),
  ];
  for (const [place, end] of ends.entries()) {
    const former = await shop.signUpAdmin(`Former Owner ${place}`);
    const guest = await shop.signUp("Nana Invited");
    await verifyEmail(shop, guest);
    expect((await invite(guest.email, "manager", former)).error).toBeNull();
    await end(former);
    expect([place, (await guest.client.rpc("accept_invitation")).status]).toEqual([place, 404]);
    expect(await roleOf(guest)).toBeNull();
    await shop.worker.runOnce();
    expect(shop.mailbox.list().filter(({ to }) => to === guest.email && place > 0)).toEqual([]);
    expect((await invite(guest.email, "packer")).error).toBeNull();
    expect((await guest.client.rpc("accept_invitation")).data).toBe("packer");
  }
});

test("a former owner's invitation stays revoked when the role is granted again", async () => {
  const former = await shop.signUpAdmin("Once Owner");
  const email = "waiting@test.example";
  await invite(email, "packer", former);
  for (const role of ["customer", "admin"] as const) {
    await shop.data.service.from("profiles").update({ role }).eq("id", former.id).throwOnError();
  }
  expect((await owner.client.from("staff_invitations").select("email").eq("email", email)).data).toEqual([]);
});

test("the printed link makes the first account of an empty store the owner, once", async () => {
  const empty = await openShopForTest();
  const token = (await createOwnerToken(empty.database.admin)) ?? "";
  const [ama, kofi] = await Promise.all([empty.signUp("Ama"), empty.signUp("Kofi")]);
  const paul = await empty.signUpStaff("Paul Packer", "packer");
  const become = ({ client }: Pick<Person, "client">, link: string) => client.rpc("become_owner", { token: link });
  expect((await become({ client: empty.guest }, token)).error?.code).toBe("42501");
  expect((await become(paul, `${token}x`)).status).toBe(404);
  // Of two at once, one becomes the owner.
  const responses = await Promise.all([become(ama, token), become(kofi, token)]);
  expect(responses.map(({ status }) => status).toSorted()).toEqual([204, 409]);
  expect((await Promise.all([ama, kofi].map(roleOf))).filter((role) => role === "owner")).toHaveLength(1);
  expect((await become(paul, token)).status).toBe(409);
  expect(await createOwnerToken(empty.database.admin)).toBeNull();
});
