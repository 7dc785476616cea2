import { expect, test } from "vitest";
import { openTestShop, setUpMfa } from "../../../tests/running-shop.ts";

const shop = await openTestShop();

test("the official client receives the specified session events", async () => {
  const { email } = await shop.signUp("Ama Mensah");
  const { auth } = shop.newClient();
  const events: string[] = [];
  auth.onAuthStateChange((event) => void events.push(event));
  await expect.poll(() => events.splice(0)).toEqual(["INITIAL_SESSION"]);

  await auth.signInWithPassword({ email, password: "long enough" });
  expect(events.splice(0)).toEqual(["SIGNED_IN"]);
  await auth.refreshSession();
  expect(events.splice(0)).toEqual(["TOKEN_REFRESHED"]);
  await auth.updateUser({ data: { fullName: "Efua Mensah" } });
  expect(events.splice(0)).toEqual(["USER_UPDATED"]);
  await setUpMfa({ auth });
  expect(events.splice(0)).toEqual(["MFA_CHALLENGE_VERIFIED"]);
  await auth.signOut();
  expect(events.splice(0)).toEqual(["SIGNED_OUT"]);

  await auth.resetPasswordForEmail(email);
  await expect.poll(() => shop.mails.some((mail) => mail.kind === "recovery")).toBe(true);
  const token = shop.mails.find((mail) => mail.kind === "recovery")?.code ?? "";
  await auth.verifyOtp({ type: "recovery", email, token });
  expect(events.splice(0)).toEqual(["PASSWORD_RECOVERY"]);
});
