import { randomUUID } from "node:crypto";
import type { SupabaseClient } from "@supabase/supabase-js";
import { afterAll, expect, test, vi } from "vitest";
import { requestIntent } from "../../../../tests/paying.ts";
import {
  anOrder,
  aProduct,
  findAuthMail,
  ORIGIN,
  openBrowser,
  PASSWORD,
  setUpMfa,
  startTestShop,
} from "../../../../tests/running-shop.ts";
import { withCookies } from "../../testing/browser-cookies.ts";
import { startOpenIdProvider } from "../../testing/openid-provider.ts";

const STRANGERS_PASSWORD = "the stranger's own";
/** Tables with what an account sets up for itself. */
const OWN_TABLES = [
  ...(["saved_addresses", "saved_billing", "saved_preferences"] as const),
  ...(["saved_carts", "push_subscriptions"] as const),
];

/**
 * Sign-ups with unverified addresses: someone may have signed up with another person's address. The owner of the
 * mailbox gets the account, and credentials set before no longer work.
 */
const provider = await startOpenIdProvider({ redirectUris: [`${ORIGIN}/auth/v1/callback`] });
const shop = await startTestShop({ google: provider, authSettings: { confirmPhone: false } });
afterAll(async () => {
  await shop.close();
  await provider.close();
});

const aBrowser = (visit = withCookies((request) => shop.dataService.fetch(request))) =>
  openBrowser(shop, "pkce", visit);

/** Signs up with an address of someone else, and stays logged in. */
async function signUpAnotherUser() {
  const email = `${randomUUID()}@victim.example`;
  const client = shop.newClient();
  const { data, error } = await client.auth.signUp({ email, password: STRANGERS_PASSWORD });
  if (error || !data.user) throw error ?? new Error("no user");
  return { email, client, userId: data.user.id };
}

async function signInWithGoogle(email: string) {
  const visit = withCookies((request) => shop.dataService.fetch(request));
  const browser = aBrowser(visit);
  const { data } = await browser.auth.signInWithOAuth({
    provider: "google",
    options: { redirectTo: `${ORIGIN}/auth`, skipBrowserRedirect: true },
  });
  const follow = async (address: string) => new URL((await visit(address)).headers.get("location") ?? "");
  const back = await provider.signIn((await follow(data.url ?? "")).href, email);
  await browser.auth.exchangeCodeForSession((await follow(back.href)).searchParams.get("code") ?? "");
  return browser;
}

const mailTo = (email: string, kind: string) => findAuthMail(shop, email, kind);

async function emailIdentityOf(userId: string): Promise<Record<string, unknown> | undefined> {
  const { data } = await shop.data.service.auth.admin.getUserById(userId);
  return data.user?.identities?.find((identity) => identity.provider === "email")?.identity_data;
}

test("without confirmation, a new address counts as confirmed, but its identity as unverified", async () => {
  const { userId } = await signUpAnotherUser();
  expect(await emailIdentityOf(userId)).toMatchObject({ email_verified: false });
  expect((await shop.data.service.auth.admin.getUserById(userId)).data.user?.email_confirmed_at).toBeDefined();
});

test("the emailed code that verifies an account keeps its own session, and a second code ends none", async () => {
  const anotherUser = await signUpAnotherUser();
  const owner = shop.newClient();
  await owner.auth.signInWithOtp({ email: anotherUser.email });
  const first = await mailTo(anotherUser.email, "magic_link");
  expect((await owner.auth.verifyOtp({ type: "email", email: anotherUser.email, token: first.code })).error).toBeNull();
  expect((await owner.auth.updateUser({ password: "the owner's own" })).error).toBeNull();
  const byPassword = shop.newClient();
  await byPassword.auth.signInWithPassword({ email: anotherUser.email, password: "the owner's own" });
  await shop.database.admin`delete from auth.rate_limits`;
  await owner.auth.signInWithOtp({ email: anotherUser.email });
  const second = await vi.waitFor(async () => {
    const mail = await mailTo(anotherUser.email, "magic_link");
    if (mail.code === first.code) throw new Error("no second mail yet");
    return mail;
  });
  const opened = await shop.newClient().auth.verifyOtp({ type: "email", email: anotherUser.email, token: second.code });
  expect(opened.error).toBeNull();
  expect((await byPassword.auth.getUser()).error).toBeNull();
  const again = await shop
    .newClient()
    .auth.signInWithPassword({ email: anotherUser.email, password: "the owner's own" });
  expect(again.error).toBeNull();
});

/** Ways to verify an address for the first time. Each returns the owner's client. */
const PROOFS: [how: string, verify: (email: string) => Promise<SupabaseClient>][] = [
  [
    "an emailed code",
    async (email) => {
      const owner = shop.newClient();
      await owner.auth.signInWithOtp({ email });
      await owner.auth.verifyOtp({ type: "email", email, token: (await mailTo(email, "magic_link")).code });
      return owner;
    },
  ],
  [
    "an emailed link",
    async (email) => {
      const owner = aBrowser();
      await owner.auth.signInWithOtp({ email });
      const { link } = await mailTo(email, "magic_link");
      const landing = new URL((await shop.dataService.request(link)).headers.get("location") ?? "");
      await owner.auth.exchangeCodeForSession(landing.searchParams.get("code") ?? "");
      return owner;
    },
  ],
  [
    "a password recovery",
    async (email) => {
      const owner = shop.newClient();
      await owner.auth.resetPasswordForEmail(email);
      await owner.auth.verifyOtp({ type: "recovery", email, token: (await mailTo(email, "recovery")).code });
      return owner;
    },
  ],
  ["a Google login", (email) => signInWithGoogle(email)],
];

/** Sets up everything that an unverified session can, and a second session. */
async function prepareAccount() {
  const mallory = await shop.signUp("Mallory");
  const { client, email, id } = mallory;
  const phone = `1281${String(Math.floor(Math.random() * 9_000_000) + 1_000_000)}`;
  expect((await client.auth.updateUser({ phone })).error).toBeNull();
  const own = `${randomUUID()}@stranger.example`;
  await shop.database.admin`
    insert into auth.identities (user_id, provider, provider_id, identity_data)
    values (${id}, 'google', ${own}, ${shop.database.admin.json({ email: own, email_verified: true, sub: own })})`;
  const { data: opened } = await shop.newClient().auth.signInWithPassword({ email, password: PASSWORD });
  await client.from("saved_addresses").insert({ street: "1 Trap Road", phone: "2815550177" }).throwOnError();
  const address = { line1: "1 Trap Road", city: "Houston", state: "TX", postal_code: "77073", country: "US" };
  const billing = { name: "Mallory", email: own, phone: "2815550177", ...address };
  await client.from("saved_billing").insert(billing).throwOnError();
  await client.from("saved_preferences").insert({ substitution_preference: "replace" }).throwOnError();
  await client
    .from("saved_carts")
    .insert({ id: randomUUID(), items: [{}] })
    .throwOnError();
  const device = { p256dh: "a".repeat(87), auth_secret: "a".repeat(22) };
  await client
    .from("push_subscriptions")
    .insert({ endpoint: `https://push.example/${id}`, ...device })
    .throwOnError();
  const order = await anOrder(mallory, await aProduct(shop));
  await setUpMfa(client);
  const { data: raised } = await client.auth.getSession();
  const sessions = [raised.session, opened.session].flatMap((session) => session ?? []);
  expect(sessions).toHaveLength(2);
  return { ...mallory, orderId: order.id, sessions };
}

test.for(PROOFS)("after %s nothing of what an unverified session prepared is left", async ([how, verify]) => {
  const { sessions, accessToken, email, id, orderId } = await prepareAccount();
  const owner = await verify(email);
  const { data } = await owner.auth.getUser();
  const provider = how === "a Google login" ? "google" : "email";
  expect(data.user).toMatchObject({ id, phone: "", app_metadata: { providers: [provider] } });
  expect(data.user?.identities?.map((identity) => identity.provider)).toEqual([provider]);
  expect(data.user?.factors ?? []).toEqual([]);
  expect(JSON.stringify(data.user)).not.toMatch(/Mallory|stranger/);
  const byPassword = await shop.newClient().auth.signInWithPassword({ email, password: PASSWORD });
  expect(byPassword.error?.code).toBe("invalid_credentials");
  expect((await owner.from("profiles").select("id, name").throwOnError()).data).toEqual([
    { id, name: provider === "google" ? email.split("@")[0] : null },
  ]);
  for (const table of OWN_TABLES) {
    expect([table, (await owner.from(table).select("*").throwOnError()).data]).toEqual([table, []]);
  }
  expect((await owner.from("orders").select("id").throwOnError()).data).toEqual([{ id: orderId }]);

  await owner.from("profiles").update({ name: "Ama" }).eq("id", id).throwOnError();
  await owner.from("saved_addresses").insert({ street: "18 Cypress Bend", phone: "2815550177" }).throwOnError();
  for (const { refresh_token } of sessions) {
    const refreshed = await shop.newClient().auth.refreshSession({ refresh_token });
    expect(refreshed.error?.code).toBe("refresh_token_not_found");
  }
  for (const token of [accessToken, ...sessions.map((session) => session.access_token)]) {
    expect((await shop.newClient().auth.getUser(token)).error?.name).toBe("AuthSessionMissingError");
    const dead = shop.data.as(token);
    for (const table of [...OWN_TABLES, "profiles", "orders", "order_items", "billing_details"] as const) {
      expect([table, (await dead.from(table).select("*")).data]).toEqual([table, []]);
    }
    expect((await dead.from("profiles").update({ name: "Mallory" }).eq("id", id).select()).data).toEqual([]);
    expect((await dead.rpc("cancel_order", { order_id: orderId })).status).toBe(401);
    expect((await dead.from("orders").insert({ delivery_type: "pickup" })).status).toBe(401);
  }
  expect((await owner.from("profiles").select("name").throwOnError()).data).toEqual([{ name: "Ama" }]);
});

test("an unverified session places and pays orders and reads only its own", async () => {
  const ama = await shop.signUp("Ama");
  const oil = await aProduct(shop);
  // Staff typed the same address for an order by phone.
  await shop.database.admin`
    insert into public.orders (channel, delivery_type, customer_name, customer_email)
    values ('counter', 'pickup', 'Ama', ${ama.email})`;
  await anOrder(await shop.signUp("Kofi"), oil);
  const order = await anOrder(ama, oil);
  expect(await requestIntent(shop, ama, order.id)).toMatch(/^pi_/);
  expect((await ama.client.from("orders").select("id").throwOnError()).data).toEqual([{ id: order.id }]);
});

test("a Google login does not take over an account that the service role confirmed", async () => {
  const email = `${randomUUID()}@test.example`;
  await shop.data.service.auth.admin.createUser({ email, password: "long enough", email_confirm: true });
  const browser = shop.newClient();
  await browser.auth.signInWithPassword({ email, password: "long enough" });
  await signInWithGoogle(email);
  expect((await browser.auth.getUser()).data.user?.app_metadata["providers"]).toEqual(["email", "google"]);
});
