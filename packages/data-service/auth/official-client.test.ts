import { createClient } from "@supabase/supabase-js";
import { expect, test, vi } from "vitest";
import { openTestShop } from "../../../tests/running-shop.ts";

const shop = await openTestShop();

test("creating a client without URL or key throws an error that names the missing one", () => {
  expect(() => createClient("", "key")).toThrow("supabaseUrl is required.");
  expect(() => createClient("http://shop.test", "")).toThrow("supabaseKey is required.");
});

test("login by one-time code needs an email address or a phone number", async () => {
  const { error } = await shop
    .newClient()
    .auth.signInWithOtp({} as never)
    .catch((reason: Error) => ({ error: reason }));
  expect(error?.message).toBe("You must provide either an email or phone number.");
});

test("resend needs an email address or phone number, and a type", async () => {
  const { error } = await shop
    .newClient()
    .auth.resend({} as never)
    .catch((reason: Error) => ({ error: reason }));
  expect(error?.message).toMatch(/^You must provide either an email or phone number and a type/);
});

test("setting a session manually needs both tokens", async () => {
  const person = await shop.signUp("Ama Mensah");
  const { data } = await person.client.auth.getSession();
  const refresh_token = data.session?.refresh_token ?? "";
  for (const half of [
    { access_token: person.accessToken, refresh_token: "" },
    { access_token: "", refresh_token },
  ]) {
    expect((await shop.newClient().auth.setSession(half)).error?.name).toBe("AuthSessionMissingError");
  }
  const whole = await shop.newClient().auth.setSession({ access_token: person.accessToken, refresh_token });
  expect(whole.data.user?.id).toBe(person.id);
});

test("logging out of a session that has ended returns no error", async () => {
  const person = await shop.signUp("Kofi Mensah");
  await shop.database.admin`delete from auth.sessions where user_id = ${person.id}`;
  expect((await person.client.auth.signOut()).error).toBeNull();
});

test("an expired session that cannot be refreshed is removed, and its user is logged out", async () => {
  const person = await shop.signUp("Esi Mensah");
  const events: string[] = [];
  person.client.auth.onAuthStateChange((event) => void events.push(event));
  await shop.database.admin`delete from auth.sessions where user_id = ${person.id}`;
  // The client keeps the session until its access token expires, which has happened two hours later.
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 2 * 3600 * 1000 });
  const { data, error } = await person.client.auth.getSession();
  vi.useRealTimers();
  expect(error?.message).toBe("Invalid Refresh Token: Refresh Token Not Found");
  expect(data.session).toBeNull();
  expect(events).toContain("SIGNED_OUT");
});
