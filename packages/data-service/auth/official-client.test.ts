import { createClient } from "@supabase/supabase-js";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { startTestShop, type TestShop } from "../../../tests/running-shop.ts";

/** Rules and messages that the specification states of the authentication service's client. */
let shop: TestShop;

beforeAll(async () => {
  shop = await startTestShop();
});
afterAll(() => shop.close());

test("a client without address or key says what is missing", () => {
  expect(() => createClient("", "key")).toThrow("supabaseUrl is required.");
  expect(() => createClient("http://shop.test", "")).toThrow("supabaseKey is required.");
});

test("signing in by one-time code needs an e-mail address or a phone number", async () => {
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

test("setting a session by hand needs both tokens", async () => {
  const person = await shop.signUp("Ama Mensah");
  const { data } = await person.client.auth.getSession();
  const refresh_token = data.session?.refresh_token ?? "";
  for (const half of [
    { access_token: person.accessToken, refresh_token: "" },
    { access_token: "", refresh_token },
  ]) {
    const { error } = await shop.newClient().auth.setSession(half);
    expect(error?.name).toBe("AuthSessionMissingError");
  }
  const whole = await shop.newClient().auth.setSession({ access_token: person.accessToken, refresh_token });
  expect(whole.data.user?.id).toBe(person.id);
});

test("signing out of a session that is over is no error", async () => {
  const person = await shop.signUp("Kofi Mensah");
  await shop.database.admin`delete from auth.sessions where user_id = ${person.id}`;
  expect((await person.client.auth.signOut()).error).toBeNull();
});

test("an expired session that cannot be refreshed is removed, and its owner is signed out", async () => {
  const person = await shop.signUp("Esi Mensah");
  const events: string[] = [];
  person.client.auth.onAuthStateChange((event) => void events.push(event));
  await shop.database.admin`delete from auth.sessions where user_id = ${person.id}`;
  // While the access token is good the client keeps the session; two hours later it is not.
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 2 * 3600 * 1000 });
  const { data, error } = await person.client.auth.getSession();
  vi.useRealTimers();
  expect(error?.message).toBe("Invalid Refresh Token: Refresh Token Not Found");
  expect(data.session).toBeNull();
  expect(events).toContain("SIGNED_OUT");
});
