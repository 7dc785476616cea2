// Deep: Google accounts, confirmed addresses, and reused tokens on a store with strict settings.
import { randomUUID } from "node:crypto";
import { connect, findFreePort } from "@calabash/data-service/database";
import { type OpenIdProvider, startOpenIdProvider } from "@calabash/data-service/testing/openid-provider";
import type { Page } from "@playwright/test";
import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import { databaseUrlOf, readKeysOf } from "#scripts/test-environment/shop-process.ts";
import { codeOf, followLink, messageTo, pressLinkButton, startMfa } from "./fixtures/account-proofs.ts";
import { fillIn } from "./fixtures/fill-in.ts";
import { navigateTo } from "./fixtures/navigate.ts";
import { type OwnShop, openOwnShop } from "./fixtures/own-shop.ts";
import { expect, expectAccessible, test } from "./fixtures/shop-test.ts";
import { enterAs } from "./fixtures/test-data.ts";
import { AT_OWN_WIDTHS, VERDICT } from "./fixtures/widths.ts";

/**
 * A separate store with stricter settings: verified addresses, MFA for admins, Google login through a real OpenID
 * provider, and no reuse interval for refresh tokens. Runs at one width.
 */
const PASSWORD = "long enough";
let provider: OpenIdProvider;
let shop: OwnShop;
let origin: string;
let dataDir: string;
let server: SupabaseClient;

test.describe.configure({ mode: "default" });
test.use({ expectedRejections: ["/auth/v1/"] });

test.beforeAll(async () => {
  const PORT = String(await findFreePort());
  provider = await startOpenIdProvider({ redirectUris: [`http://localhost:${PORT}/auth/v1/callback`] });
  shop = await openOwnShop({
    PORT,
    GOOGLE_CLIENT_ID: provider.clientId,
    GOOGLE_CLIENT_SECRET: provider.clientSecret,
    GOOGLE_ISSUER: provider.issuer,
    AUTH_CONFIRM_EMAIL: "1",
    AUTH_ADMIN_REQUIRES_MFA: "1",
    REFRESH_TOKEN_REUSE_SECONDS: "0",
    LIMIT_MAIL_INTERVAL_SECONDS: "1",
  });
  ({ origin, dataDir } = shop);
  server = createClient(origin, readKeysOf(dataDir).serviceRoleKey, { auth: { persistSession: false } });
});
test.afterAll(async () => {
  await shop.close();
  await provider.close();
});

/** Creates an account with a verified address. */
async function anAccount(role: "customer" | "admin" = "customer") {
  const email = `${randomUUID()}@test.example`;
  const { data, error } = await server.auth.admin.createUser({
    email,
    password: PASSWORD,
    email_confirm: true,
    user_metadata: { fullName: "Ama Mensah" },
  });
  if (error) throw error;
  await server.from("profiles").update({ role }).eq("id", data.user.id).throwOnError();
  return { id: data.user.id, email };
}

const newClient = () =>
  createClient(origin, readKeysOf(dataDir).anonKey, { auth: { persistSession: false, autoRefreshToken: false } });

/** Logs the page in to this account from its next load on. */
async function enter(page: Page, { id, email }: { id: string; email: string }): Promise<void> {
  const client = newClient();
  const { data, error } = await client.auth.signInWithPassword({ email, password: PASSWORD });
  if (error) throw error;
  const session = JSON.stringify(data.session);
  await enterAs(page, { id, email, password: PASSWORD, client, session });
}

/** Logs in on the OpenID provider's page. */
async function agreeAtGoogle(page: Page, email: string): Promise<void> {
  await page.waitForURL((url) => url.origin === provider.issuer);
  await page.getByLabel(/^E-?mail/).fill(email);
  await page.getByRole("button", { name: "Sign in" }).click();
}

test("a Google login returns to the same page, and the only login method cannot be removed", {
  tag: [AT_OWN_WIDTHS, VERDICT],
}, async ({ page }) => {
  const email = `${randomUUID()}@gmail.example`;
  provider.accounts.set(email, { name: "Efua Owusu" });
  await page.goto(`${origin}/auth?next=%2Faccount`);
  await page.getByRole("button", { name: "Sign in with Google" }).click();
  await page.waitForURL((url) => url.origin === provider.issuer);
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByText("Login canceled. You are not logged in.")).toBeVisible();
  await page.getByRole("button", { name: "Sign in with Google" }).click();
  await agreeAtGoogle(page, email);
  await expect(page).toHaveURL(`${origin}/account`);
  await expect(page.getByLabel("Full Name")).toHaveValue("Efua Owusu");
  await expect(page.getByText("You can't disconnect your only way to log in.")).toBeVisible();
  await expect(page.getByRole("button", { name: /Disconnect/ })).toHaveCount(0);
});

/** Connects Google in the account settings. The login is too old, so an emailed code is needed. */
async function connectGoogle(page: Page, email: string): Promise<void> {
  const sql = connect(databaseUrlOf(dataDir), { max: 1, applicationName: "journey" });
  await sql`
    update auth.mfa_amr_claims set updated_at = now() - interval '11 minutes'
    where session_id in (select id from auth.sessions where user_id = (select id from auth.users where email = ${email}))`;
  await sql.end();
  const button = page.getByRole("button", { name: "Connect Google" });
  await button.click();
  await expect(page.getByText("We sent you six digits.")).toBeVisible();
  await page.getByLabel("Code we sent you").fill((await messageTo(email, "is your", dataDir)).code);
  await button.click();
}

test("Google is connected to an account with a password, and disconnected again", { tag: AT_OWN_WIDTHS }, async ({
  page,
}) => {
  const account = await anAccount();
  const { email } = account;
  const google = `${randomUUID()}@gmail.example`;
  await enter(page, account);
  await page.goto(`${origin}/account`);
  await connectGoogle(page, email);
  await agreeAtGoogle(page, google);
  await expect(page).toHaveURL(new RegExp(`^${origin}/account`));
  await expect(page.getByText(google)).toBeVisible();
  await page.getByRole("button", { name: "Disconnect Google" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Disconnect" }).click();
  await expect(page.getByRole("button", { name: "Connect Google" })).toBeVisible();
  await expect(page.getByText(google)).toHaveCount(0);
});

test("another user's request to connect Google shows an error and connects nothing", { tag: AT_OWN_WIDTHS }, async ({
  page,
  browser,
}) => {
  const [attacker, victim] = [await anAccount(), await anAccount()];
  const strangers = await (await browser.newContext()).newPage();
  await enter(strangers, attacker);
  await strangers.goto(`${origin}/account`);
  const requested = strangers.waitForRequest((request) => request.url().startsWith(`${provider.issuer}/auth?`));
  await connectGoogle(strangers, attacker.email);
  const trap = (await requested).url();
  await strangers.context().close();

  const rejection = page.getByText("This started in another browser, or too long ago. Nothing changed.");
  await page.goto(trap);
  await agreeAtGoogle(page, `${randomUUID()}@gmail.example`);
  await expect(page.getByRole("heading", { name: "Log in" })).toBeVisible();
  await expect(rejection).toBeVisible();
  await enter(page, victim);
  // The provider now has a session and redirects without a prompt.
  await page.goto(trap);
  await expect(page.getByRole("heading", { name: "Account settings" })).toBeVisible();
  await expect(rejection).toBeVisible();
  for (const { id } of [attacker, victim]) {
    const { data } = await server.auth.admin.getUserById(id);
    expect(data.user?.identities?.map(({ provider: name }) => name)).toEqual(["email"]);
  }
});

test("a new user is logged in after confirming the address", { tag: AT_OWN_WIDTHS }, async ({ page, browser }) => {
  const email = `${randomUUID()}@test.example`;
  await page.clock.install();
  await page.goto(`${origin}/auth?mode=sign-up`);
  await fillIn(page, { "Full Name": "Kofi Adom", Email: email, Password: PASSWORD });
  await page.getByRole("button", { name: "Sign up" }).click();
  await expect(page.getByRole("heading", { name: "Check your email" })).toBeVisible();
  await expectAccessible(page);
  await messageTo(email, "Confirm", dataDir);
  await expect(page.getByRole("button", { name: "Send again in a minute" })).toBeDisabled();
  await page.clock.runFor(61_000);
  // The server's resend limit runs on the real clock and may not have expired yet.
  await expect(async () => {
    await page.getByRole("button", { name: "Send again" }).click();
    await expect(page.getByText("Email sent again. Use only the newest one.")).toBeVisible({ timeout: 500 });
  }).toPass();
  const { link } = await messageTo(email, "Confirm", dataDir);
  await page.clock.resume();
  // An email scanner opens the link and runs its scripts before the user does.
  const scanner = await (await browser.newContext()).newPage();
  for (const method of ["head", "get"] as const) await scanner.request[method](link);
  await scanner.goto(link);
  await expect(scanner.getByRole("button", { name: "Confirm address" })).toBeVisible();
  await scanner.context().close();
  await page.goto(link);
  await expect(page.getByRole("heading", { name: "Confirm your email address" })).toBeVisible();
  await expectAccessible(page);
  await pressLinkButton(page);
  await expect(page.getByRole("heading", { name: "Welcome, Kofi Adom" })).toBeVisible();
  const anotherUser = await (await browser.newContext()).newPage();
  await followLink(anotherUser, link);
  await expect(anotherUser.getByText("This link was used or has expired. Ask for a new one.")).toBeVisible();
  await anotherUser.context().close();
});

test("an admin sees no dashboard before setting up two-step verification", { tag: AT_OWN_WIDTHS }, async ({ page }) => {
  await enter(page, await anAccount("admin"));
  await page.goto(`${origin}/auth`);
  await expect(page.getByText("Admins need two-step verification.")).toBeVisible();
  await expect(page.getByRole("heading", { name: "ADMIN DASHBOARD" })).toHaveCount(0);
  await expectAccessible(page);
  await navigateTo(page, "/condiments");
  await expect(page.getByRole("article").first()).toBeVisible();
  await navigateTo(page, "/desk/settings");
  await expect(page).toHaveURL(`${origin}/auth`);
  await page.getByRole("link", { name: "set up two-step verification" }).click();
  const secret = await startMfa(page);
  await page.getByLabel("Code from the app").fill(await codeOf(secret));
  await page.getByRole("button", { name: "Turn on two-step verification" }).click();
  await expect(page.getByText("Two-step verification is on.")).toBeVisible();
  await page.getByRole("button", { name: "I saved my codes" }).click();
  await page.getByRole("link", { name: "Your orders" }).click();
  await expect(page.getByRole("heading", { name: "ADMIN DASHBOARD" })).toBeVisible();
});
