import { randomInt, randomUUID } from "node:crypto";
import { expect, test, vi } from "vitest";
import {
  findAuthMail,
  openBrowser,
  openShopForTest,
  openTestShop,
  type Person,
} from "../../../../tests/running-shop.ts";
import type { AuthMail } from "../service/auth-mail.ts";

const PASSWORD = "long enough";
const HALF = "Confirmation link accepted. Please proceed to confirm link sent to the other email";

const shop = await openTestShop({ authSettings: { securePasswordChange: true } });

const anEmail = () => `${randomUUID()}@test.example`;
const aPhone = () => `+1555${randomInt(1_000_000, 9_999_999)}`;

const mailTo = (email: string, kind: AuthMail["kind"], from = shop) => findAuthMail(from, email, kind);

async function requestEmailChange(person: Person, from = shop) {
  const email = anEmail();
  const { data, error } = await person.client.auth.updateUser({ email });
  expect(error).toBeNull();
  expect(data.user).toMatchObject({ email: person.email, new_email: email });
  return { email, toNew: await mailTo(email, "email_change_new", from) };
}

async function follow(mail: AuthMail, from = shop): Promise<URL> {
  const response = await from.dataService.request(mail.link);
  expect(response.status).toBe(303);
  return new URL(response.headers.get("location") ?? "");
}

async function addressOf(person: Person): Promise<string | undefined> {
  return (await shop.data.service.auth.admin.getUserById(person.id)).data.user?.email;
}

test.for([
  ["new", "old"],
  ["old", "new"],
])("a new address applies once both mailboxes have confirmed, the %s one first", async ([first]) => {
  const person = await shop.signUp("Ama");
  const { email, toNew } = await requestEmailChange(person);
  const toOld = await mailTo(person.email, "email_change_current");
  expect(toOld.newEmail).toBe(email);
  const order = first === "new" ? [toNew, toOld] : [toOld, toNew];
  const half = await follow(order[0] as AuthMail);
  expect(new URLSearchParams(half.hash.slice(1)).get("message")).toBe(HALF);
  expect(await addressOf(person)).toBe(person.email);
  expect((await follow(order[1] as AuthMail)).hash).toContain("access_token=");
  const { data } = await shop.newClient().auth.signInWithPassword({ email, password: PASSWORD });
  expect(data.user).toMatchObject({ id: person.id, email, user_metadata: { email } });
  expect(data.user?.new_email).toBeUndefined();
  expect(data.user?.identities?.[0]?.identity_data).toMatchObject({ email, email_verified: true });
});

test("one mailbox cannot confirm both addresses, even if requested again", async () => {
  const person = await shop.signUp("Kofi");
  const { email, toNew } = await requestEmailChange(person);
  await follow(toNew);
  expect((await follow(toNew)).hash).toContain("error_code=otp_expired");
  await shop.database.admin`delete from auth.rate_limits where key like 'mail_to%'`;
  await shop.newClient().auth.resend({ type: "email_change", email: person.email });
  const again = await vi.waitFor(async () => {
    const mail = await mailTo(email, "email_change_new");
    if (mail.link === toNew.link) throw new Error("no new mail yet");
    return mail;
  });
  expect(new URLSearchParams((await follow(again)).hash.slice(1)).get("message")).toBe(HALF);
  expect(await addressOf(person)).toBe(person.email);
});

test("two links used at the same moment change the address exactly once", async () => {
  const person = await shop.signUp("Esi");
  const { email, toNew } = await requestEmailChange(person);
  const toOld = await mailTo(person.email, "email_change_current");
  const landings = await Promise.all([follow(toNew), follow(toOld)]);
  expect(landings.filter(({ hash }) => hash.includes("access_token="))).toHaveLength(1);
  expect(await addressOf(person)).toBe(email);
});

test("the codes of both emails change the address, too", async () => {
  const person = await shop.signUp("Yaw");
  const { email, toNew } = await requestEmailChange(person);
  const toOld = await mailTo(person.email, "email_change_current");
  const half = await shop.newClient().auth.verifyOtp({ email, token: toNew.code, type: "email_change" });
  expect([half.error, half.data.session]).toEqual([null, null]);
  const whole = await shop.newClient().auth.verifyOtp({ email: person.email, token: toOld.code, type: "email_change" });
  expect(whole.data.session?.user.email).toBe(email);
});

test("with single confirmation, the new mailbox's link changes the address", async () => {
  const simple = await openShopForTest({ authSettings: { doubleConfirmEmailChange: false } });
  const person = await simple.signUp("Abena");
  const browser = openBrowser(simple);
  await browser.auth.signInWithPassword({ email: person.email, password: PASSWORD });
  const email = anEmail();
  await browser.auth.updateUser({ email });
  const landing = await follow(await mailTo(email, "email_change_new", simple), simple);
  const { data } = await browser.auth.exchangeCodeForSession(landing.searchParams.get("code") ?? "");
  expect(data.user?.email).toBe(email);
  expect(simple.mails.filter(({ to }) => to === person.email)).toMatchObject([{ kind: "email_changed" }]);
});

test("a taken address is rejected, also if it was taken after the request", async () => {
  const [person, other] = [await shop.signUp("Akua"), await shop.signUp("Kojo")];
  expect((await person.client.auth.updateUser({ email: other.email })).error).toMatchObject({
    status: 422,
    code: "email_exists",
    message: "A user with this email address has already been registered",
  });
  const { email, toNew } = await requestEmailChange(person);
  await follow(toNew);
  await shop.newClient().auth.signUp({ email, password: PASSWORD });
  const landing = await follow(await mailTo(person.email, "email_change_current"));
  expect(landing.hash).toContain("error_code=email_exists");
  expect(await addressOf(person)).toBe(person.email);
});

test("a new password voids a pending address change", async () => {
  const person = await shop.signUp("Adwoa");
  const { toNew } = await requestEmailChange(person);
  expect((await person.client.auth.updateUser({ password: "a new one" })).error).toBeNull();
  expect((await follow(toNew)).hash).toContain("error_code=otp_expired");
});

test("a new phone number applies once its code is confirmed", async () => {
  const person = await shop.signUp("Baaba");
  const phone = aPhone();
  const request = await person.client.auth.updateUser({ phone });
  expect(request.data.user).toMatchObject({ phone: "", new_phone: phone.slice(1) });
  const text = shop.texts.findLast(({ to }) => `+${to}` === phone);
  expect(text?.kind).toBe("phone_change");
  const wrong = await person.client.auth.verifyOtp({ phone, token: "no", type: "phone_change" });
  expect(wrong.error?.code).toBe("otp_expired");
  const { data, error } = await person.client.auth.verifyOtp({ phone, token: text?.code ?? "", type: "phone_change" });
  expect(error).toBeNull();
  expect(data.user).toMatchObject({ phone: phone.slice(1), email: person.email });
  expect(data.user?.app_metadata.providers).toEqual(["email", "phone"]);
  const other = await shop.signUp("Ekua");
  expect((await other.client.auth.updateUser({ phone })).error).toMatchObject({ status: 422, code: "phone_exists" });
});

test("a day after login, a new password requires the emailed six digits, once", async () => {
  const person = await shop.signUp("Efua");
  expect((await person.client.auth.updateUser({ password: "on the first day" })).error).toBeNull();
  await shop.database.admin`
    update auth.sessions set created_at = now() - interval '25 hours' where user_id = ${person.id}`;
  const change = (password: string, nonce?: string) =>
    person.client.auth.updateUser({ password, ...(nonce ? { nonce } : {}) });
  expect((await change("another one")).error).toMatchObject({
    status: 400,
    code: "reauthentication_needed",
    message: "Password update requires reauthentication",
  });
  expect((await person.client.auth.reauthenticate()).error).toBeNull();
  const { code, link } = await mailTo(person.email, "reauthentication");
  expect(link).toBe("");
  expect((await change("another one", "no")).error).toMatchObject({
    status: 422,
    code: "reauthentication_not_valid",
    message: "Nonce has expired or is invalid",
  });
  expect((await change("another one", code)).error).toBeNull();
  expect((await change("yet another", code)).error?.code).toBe("reauthentication_not_valid");
});

test("reauthentication needs a session, and its digits work only for their own account", async () => {
  expect((await shop.app.request("/auth/v1/reauthenticate")).status).toBe(401);
  const [person, anotherUser] = [await shop.signUp("Kwame"), await shop.signUp("Mansa")];
  await person.client.auth.reauthenticate();
  const { code } = await mailTo(person.email, "reauthentication");
  await shop.database.admin`update auth.sessions set created_at = now() - interval '25 hours'`;
  const theirs = await anotherUser.client.auth.updateUser({ password: "stolen one", nonce: code });
  expect(theirs.error?.code).toBe("reauthentication_not_valid");
  const asSignIn = await shop.newClient().auth.verifyOtp({ email: person.email, token: code, type: "email" });
  expect(asSignIn.error?.code).toBe("otp_expired");
});

test("if sent, the current password must be correct, and guesses are counted", async () => {
  const { client, email } = await shop.signUp("Ama");
  const change = (current_password: string) =>
    client.auth.updateUser({ password: "another long one", current_password });
  const wrong = await change("not the one");
  expect([wrong.error?.status, wrong.error?.code]).toEqual([400, "current_password_invalid"]);
  expect((await change("long enough")).error).toBeNull();
  for (let guess = 0; guess < 20; guess += 1) await change(`guess ${guess}`);
  expect((await change("another long one")).error?.code).toBe("over_request_rate_limit");
  const other = await shop.newClient().auth.signInWithPassword({ email, password: "another long one" });
  expect(other.error?.code).toBe("over_request_rate_limit");
});
