import { expect, test } from "vitest";
import { letSignInAge, openTestShop, type Person, setUpMfa } from "../../../../tests/running-shop.ts";

const PASSWORD = "long enough";
const NEEDED = { status: 400, code: "reauthentication_needed" };

const shop = await openTestShop({ maxSignInFailures: 3, authSettings: { requireCurrentPassword: true } });

async function ask({ client }: Person, path: string, body: object = {}) {
  const token = (await client.auth.getSession()).data.session?.access_token;
  const response = await shop.app.request(`/auth/v1${path}`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  return { status: response.status, body: await response.json() };
}

const enroll = (person: Person, reauthentication: object = {}) =>
  ask(person, "/factors", { factor_type: "totp", friendly_name: "app", ...reauthentication });

test("the current password allows adding an authenticator, and guesses are counted", async () => {
  const person = await shop.signUp("Kofi");
  const guess = () => enroll(person, { current_password: "a thief's guess" });
  const message = "Current password required when enrolling a factor.";
  expect((await guess()).body).toMatchObject({ error_code: "current_password_invalid", msg: message });
  expect(await enroll(person, { current_password: PASSWORD })).toMatchObject({ status: 200 });
  for (let guesses = 0; guesses < 3; guesses += 1) await guess();
  expect((await guess()).status).toBe(429);
});

test("the emailed six digits allow adding an authenticator, once", async () => {
  const person = await shop.signUp("Esi");
  await person.client.auth.reauthenticate();
  const isDigits = ({ to, kind }: { to: string; kind: string }) => to === person.email && kind === "reauthentication";
  await expect.poll(() => shop.mails.some(isDigits)).toBe(true);
  const nonce = shop.mails.find(isDigits)?.code;
  expect((await enroll(person, { nonce: nonce === "000000" ? "111111" : "000000" })).status).toBe(422);
  expect((await enroll(person, { nonce })).status).toBe(200);
  expect((await enroll(person, { nonce, friendly_name: "another" })).status).toBe(422);
});

test("ten minutes after MFA, factors and recovery codes need reauthentication again", async () => {
  const person = await shop.signUp("Yaw");
  const { factorId } = await setUpMfa(person.client);
  const { mfa } = person.client.auth;
  await letSignInAge(shop, person, "11 minutes");
  expect((await mfa.enroll({ factorType: "totp", friendlyName: "a thief's" })).error?.code).toBe(
    "current_password_required",
  );
  expect((await mfa.unenroll({ factorId })).error).toMatchObject(NEEDED);
  expect(await ask(person, "/factors/recovery-codes")).toMatchObject({
    status: 400,
    body: { error_code: "reauthentication_needed" },
  });
  await letSignInAge(shop, person, "9 minutes");
  expect((await ask(person, "/factors/recovery-codes")).body.codes).toHaveLength(10);
  const another = await mfa.enroll({ factorType: "totp", friendlyName: "another" });
  expect(another.error).toBeNull();
  await letSignInAge(shop, person, "11 minutes");
  // Unverified factors can be removed without reauthentication.
  expect((await mfa.unenroll({ factorId: another.data?.id ?? "" })).error).toBeNull();
  await letSignInAge(shop, person, "9 minutes");
  expect((await mfa.unenroll({ factorId })).error).toBeNull();
});
