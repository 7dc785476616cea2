import { randomInt, randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { findAuthMail, letSignInAge, openShopForTest, openTestShop, setUpMfa } from "../../../../tests/running-shop.ts";

const PASSWORD = "long enough";

const shop = await openTestShop({
  authSettings: { requireCurrentPassword: true, minPasswordLength: 8, rejectCommonPasswords: true },
});

const anEmail = () => `${randomUUID()}@test.example`;

const mailTo = (email: string, kind: string) => findAuthMail(shop, email, kind);

async function signsIn(email: string, password: string): Promise<boolean> {
  return (await shop.newClient().auth.signInWithPassword({ email, password })).error === null;
}

/** An attacker at an open browser or with a stolen token has a session, but neither password nor mailbox. */
test("a session older than ten minutes can change neither password nor phone number", async () => {
  const person = await shop.signUp("Ama");
  await letSignInAge(shop, person, "11 minutes");
  const rejection = { status: 400, code: "current_password_required" };
  for (const changes of [
    { password: "a thief's own" },
    { phone: `+1555${randomInt(1_000_000, 9_999_999)}` },
    { password: "a thief's own", current_password: "" },
    { password: "a thief's own", nonce: "" },
  ]) {
    expect((await person.client.auth.updateUser(changes)).error).toMatchObject(rejection);
  }
  const guess = await person.client.auth.updateUser({ password: "a thief's own", current_password: "no" });
  expect(guess.error).toMatchObject({ status: 400, code: "current_password_invalid" });
  expect(await signsIn(person.email, PASSWORD)).toBe(true);
  expect(await signsIn(person.email, "a thief's own")).toBe(false);
  // Metadata, and a new address that the old mailbox must confirm, need no reauthentication.
  expect((await person.client.auth.updateUser({ data: { nick: "A" } })).error).toBeNull();
  expect((await person.client.auth.updateUser({ email: anEmail() })).error).toBeNull();
  await mailTo(person.email, "email_change_current");
});

test("a session just opened by password can make every call of the specification", async () => {
  const person = await shop.signUp("Adwoa");
  const { auth } = person.client;
  await letSignInAge(shop, person, "1 hour");
  await auth.signInWithPassword({ email: person.email, password: PASSWORD });
  const enrolled = await auth.mfa.enroll({ factorType: "totp", friendlyName: "app", issuer: "Calabash Market" });
  expect(enrolled.error).toBeNull();
  await auth.mfa.unenroll({ factorId: enrolled.data?.id ?? "" });
  const phone = `1555${randomInt(1_000_000, 9_999_999)}`;
  expect((await auth.updateUser({ phone })).error).toBeNull();
  expect((await auth.updateUser({ password: "quite another one" })).error).toBeNull();
  expect(await signsIn(person.email, "quite another one")).toBe(true);
});

test("refreshing an old session does not count as reauthentication", async () => {
  const person = await shop.signUp("Ekow");
  await letSignInAge(shop, person, "11 minutes");
  expect((await person.client.auth.refreshSession()).error).toBeNull();
  const changed = await person.client.auth.updateUser({ password: "a thief's own" });
  expect(changed.error?.code).toBe("current_password_required");
});

test("each error names the change that it is about", async () => {
  const person = await shop.signUp("Kwame");
  await letSignInAge(shop, person, "11 minutes");
  const messageOf = async (change: object) => (await person.client.auth.updateUser(change)).error?.message;
  expect(await messageOf({ password: "a thief's own" })).toBe("Current password required when setting new password.");
  expect(await messageOf({ phone: "15550001111" })).toBe(
    "Current password required when changing the email address or phone number.",
  );
  const { error } = await person.client.auth.mfa.enroll({ factorType: "totp" });
  expect(error?.message).toBe("Current password required when enrolling a factor.");
});

test("the current password changes the password, and an email reports it", async () => {
  const person = await shop.signUp("Kofi");
  const change = { password: "quite another one", current_password: PASSWORD };
  expect((await person.client.auth.updateUser(change)).error).toBeNull();
  expect(await signsIn(person.email, "quite another one")).toBe(true);
  expect(await mailTo(person.email, "password_changed")).toMatchObject({ link: "", code: "" });
});

test("the emailed six digits change the password, once, and only for the same account", async () => {
  const [person, anotherUser] = [await shop.signUp("Esi"), await shop.signUp("Stranger")];
  await person.client.auth.reauthenticate();
  const { code: nonce } = await mailTo(person.email, "reauthentication");
  const theirs = await anotherUser.client.auth.updateUser({ password: "stolen password", nonce });
  expect(theirs.error).toMatchObject({ status: 422, code: "reauthentication_not_valid" });
  expect((await person.client.auth.updateUser({ password: "by the digits", nonce })).error).toBeNull();
  const again = await person.client.auth.updateUser({ password: "once more", nonce });
  expect(again.error?.code).toBe("reauthentication_not_valid");
});

test("a session opened by a code counts as reauthentication for ten minutes", async () => {
  const { id, email } = await shop.signUp("Yaw");
  const client = shop.newClient();
  await client.auth.resetPasswordForEmail(email);
  const { code } = await mailTo(email, "recovery");
  const opened = await client.auth.verifyOtp({ email, token: code, type: "recovery" });
  expect(opened.error).toBeNull();
  expect((await client.auth.updateUser({ password: "after the code" })).error).toBeNull();
  await letSignInAge(shop, { id }, "11 minutes");
  expect((await client.auth.updateUser({ password: "much later" })).error?.code).toBe("current_password_required");
});

test("an account without a password needs an emailed code", async () => {
  const email = anEmail();
  const client = shop.newClient();
  await client.auth.signInWithOtp({ email });
  const { code: token } = await mailTo(email, "magic_link");
  const { data } = await client.auth.verifyOtp({ email, token, type: "email" });
  await letSignInAge(shop, { id: data.user?.id ?? "" }, "11 minutes");
  const changes = { password: "a first password", current_password: "anything" };
  expect((await client.auth.updateUser(changes)).error?.code).toBe("reauthentication_needed");
  await client.auth.reauthenticate();
  const { code: nonce } = await mailTo(email, "reauthentication");
  expect((await client.auth.updateUser({ password: "a first password", nonce })).error).toBeNull();
});

test("with single confirmation, changing the address needs the current password", async () => {
  const simple = await openShopForTest({
    authSettings: { requireCurrentPassword: true, doubleConfirmEmailChange: false },
  });
  const { id, client } = await simple.signUp("Abena");
  await letSignInAge(simple, { id }, "11 minutes");
  const email = anEmail();
  expect((await client.auth.updateUser({ email })).error?.code).toBe("current_password_required");
  expect((await client.auth.updateUser({ email, current_password: PASSWORD })).error).toBeNull();
});

test("the old address gets an email once a new address is confirmed", async () => {
  const person = await shop.signUp("Efua");
  const email = anEmail();
  await person.client.auth.updateUser({ email });
  for (const [to, kind] of [
    [email, "email_change_new"],
    [person.email, "email_change_current"],
  ] as const) {
    expect(shop.mails.filter((mail) => mail.kind === "email_changed" && mail.to === person.email)).toEqual([]);
    await shop.dataService.request((await mailTo(to, kind)).link);
  }
  expect(await mailTo(person.email, "email_changed")).toMatchObject({ newEmail: email, link: "", code: "" });
});

test("adding or removing MFA sends an email; a login with it sends none", async () => {
  const person = await shop.signUp("Akua");
  const { factorId } = await setUpMfa(person.client);
  await mailTo(person.email, "mfa_added");
  await person.client.auth.mfa.unenroll({ factorId });
  await mailTo(person.email, "mfa_removed");
  const kinds = shop.mails.filter(({ to }) => to === person.email).map(({ kind }) => kind);
  expect(kinds).toEqual(["mfa_added", "mfa_removed"]);
});

test.for(["password123", "PASSWORD123", "iloveyou", "qwertyuiop"])(
  "%s is rejected at sign-up, as a new password and from the service role",
  async (password) => {
    const expected = {
      status: 422,
      code: "weak_password",
      reasons: ["pwned"],
      message: "Password is known to be weak and easy to guess, please choose a different one.",
    };
    expect((await shop.newClient().auth.signUp({ email: anEmail(), password })).error).toMatchObject(expected);
    const person = await shop.signUp("Nana");
    const changed = await person.client.auth.updateUser({ password, current_password: PASSWORD });
    expect(changed.error).toMatchObject(expected);
    const made = await shop.data.service.auth.admin.createUser({ email: anEmail(), password });
    expect(made.error).toMatchObject({ status: 422, code: "weak_password" });
  },
);

test("a password of seven characters is rejected if eight are required, and existing ones still work", async () => {
  expect((await shop.newClient().auth.signUp({ email: anEmail(), password: "seven77" })).error).toMatchObject({
    code: "weak_password",
    reasons: ["length"],
    message: "Password should be at least 8 characters.",
  });
  const lenient = await openShopForTest();
  const { email } = await lenient.signUp("Kojo");
  await lenient.newClient().auth.signInWithPassword({ email, password: PASSWORD });
  expect((await lenient.newClient().auth.signUp({ email: anEmail(), password: "sixsix" })).error).toBeNull();
});
