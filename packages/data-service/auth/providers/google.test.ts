import { randomUUID } from "node:crypto";
import type { SupabaseClient } from "@supabase/supabase-js";
import { decodeJwt } from "jose";
import { afterAll, beforeAll, expect, test } from "vitest";
import { expectReply } from "../../../../tests/expect-reply.ts";
import { ORIGIN, openBrowser, openShopForTest, startTestShop, type TestShop } from "../../../../tests/running-shop.ts";
import { withCookies } from "../../testing/browser-cookies.ts";
import { type OpenIdProvider, startOpenIdProvider } from "../../testing/openid-provider.ts";

/** Google login through the official client; a real OpenID provider stands in for Google. */
let provider: OpenIdProvider;
let shop: TestShop;
const CALLBACK = `${ORIGIN}/auth/v1/callback`;
const BACK = `${ORIGIN}/auth?from=google`;

beforeAll(async () => {
  provider = await startOpenIdProvider({ redirectUris: [CALLBACK] });
  shop = await startTestShop({ google: provider, logError });
});
afterAll(async () => {
  await shop.close();
  await provider.close();
});

const logged: unknown[] = [];
const logError = (error: unknown) => void logged.push(error);

const anEmail = () => `${randomUUID()}@gmail.example`;

/** The official client, and a `fetch` with the same cookies. */
type Browser = { auth: SupabaseClient["auth"]; from: SupabaseClient["from"]; visit: typeof fetch };

function aBrowser(flowType: "pkce" | "implicit" = "pkce", from = shop): Browser {
  const visit = withCookies((request) => from.dataService.fetch(request));
  const client = openBrowser(from, flowType, visit);
  return { auth: client.auth, from: client.from.bind(client), visit };
}

/** Returns the redirect target of a visited URL. */
async function follow(browser: Browser, address: string | URL): Promise<URL> {
  const response = await browser.visit(address);
  expect(response.status).toBe(302);
  return new URL(response.headers.get("location") ?? "");
}

/** Starts a Google login and returns the provider's URL. */
async function start(browser: Browser, options = {}): Promise<URL> {
  const { data, error } = await browser.auth.signInWithOAuth({
    provider: "google",
    options: { redirectTo: BACK, skipBrowserRedirect: true, ...options },
  });
  expect(error).toBeNull();
  return follow(browser, data.url ?? "");
}

/** Completes a Google login and returns the final redirect target. */
async function goAndComeBack(browser: Browser, email: string | null, idp = provider): Promise<URL> {
  return follow(browser, await idp.signIn(String(await start(browser)), email));
}

async function signIn(browser: Browser, email: string, idp = provider) {
  const landing = await goAndComeBack(browser, email, idp);
  return browser.auth.exchangeCodeForSession(landing.searchParams.get("code") ?? "");
}

async function identitiesOf(userId: string): Promise<string[]> {
  const rows = await shop.database.admin<{ provider: string }[]>`
    select provider from auth.identities where user_id = ${userId} order by created_at`;
  return rows.map((row) => row.provider);
}

test("a new customer logs in with Google and gets an account, a profile and a session", async () => {
  const email = anEmail();
  provider.accounts.set(email, { sub: "1001", name: "Ama Mensah", picture: "https://pictures.example/ama.png" });
  const browser = aBrowser();
  const { data, error } = await signIn(browser, email.toUpperCase());
  expect(error).toBeNull();
  expect(data.user).toMatchObject({
    email,
    app_metadata: { provider: "google", providers: ["google"] },
    user_metadata: {
      iss: provider.issuer,
      sub: "1001",
      provider_id: "1001",
      email,
      email_verified: true,
      full_name: "Ama Mensah",
      avatar_url: "https://pictures.example/ama.png",
    },
    identities: [{ provider: "google", id: "1001", email }],
  });
  expect(data.user?.email_confirmed_at).toBeTruthy();
  expect(decodeJwt(data.session?.access_token ?? "")).toMatchObject({ aal: "aal1", amr: [{ method: "oauth" }] });
  const { data: profile } = await browser.from("profiles").select("name, role").single();
  expect(profile).toEqual({ name: "Ama Mensah", role: "customer" });
});

test("logging in again finds the same account, even if the address has changed at Google", async () => {
  const [email, newEmail] = [anEmail(), anEmail()];
  provider.accounts.set(email, { sub: "1002" });
  provider.accounts.set(newEmail, { sub: "1002", name: "Renamed" });
  const first = await signIn(aBrowser(), email);
  const again = await signIn(aBrowser(), newEmail);
  expect(again.data.user?.id).toBe(first.data.user?.id);
  expect(again.data.user).toMatchObject({ email, user_metadata: { full_name: "Renamed" } });
  expect(again.data.user?.identities).toMatchObject([{ email: newEmail }]);
});

test("the request to Google has an encrypted state, a nonce, PKCE, and only allowed parameters", async () => {
  const url = await start(aBrowser(), {
    scopes: "https://www.googleapis.com/auth/drive.readonly email",
    queryParams: { prompt: "consent", access_type: "offline" },
  });
  expect(url.href.startsWith(`${provider.issuer}/auth?`)).toBe(true);
  expect(Object.fromEntries(url.searchParams)).toEqual({
    client_id: "shop",
    redirect_uri: CALLBACK,
    response_type: "code",
    scope: "openid email profile https://www.googleapis.com/auth/drive.readonly",
    code_challenge: expect.stringMatching(/^[\w-]{43}$/),
    code_challenge_method: "S256",
    state: expect.stringMatching(/^[\w-]+\.\.[\w-]+\.[\w-]+\.[\w-]+$/),
    nonce: expect.stringMatching(/^[\w-]{43}$/),
    prompt: "consent",
    access_type: "offline",
  });
});

test("parameters that are not passed on are rejected", async () => {
  for (const other of ["redirect_uri=https://evil.example", "invite_token=x"]) {
    const response = await shop.dataService.request(`/auth/v1/authorize?provider=google&${other}`);
    expect([other, response.status]).toEqual([other, 400]);
  }
});

test("without PKCE the session is in the URL's fragment", async () => {
  const email = anEmail();
  const landing = await goAndComeBack(aBrowser("implicit"), email);
  const session = new URLSearchParams(landing.hash.slice(1));
  expect(landing.search).toBe("?from=google");
  expect(session.has("type")).toBe(false);
  const { data } = await shop
    .newClient()
    .auth.setSession({
      access_token: session.get("access_token") ?? "",
      refresh_token: session.get("refresh_token") ?? "",
    });
  expect(data.user?.email).toBe(email);
});

test("a callback from Google works once", async () => {
  for (const flowType of ["pkce", "implicit"] as const) {
    const browser = aBrowser(flowType);
    const back = await provider.signIn(String(await start(browser)), anEmail());
    await follow(browser, back);
    const again = await follow(browser, back);
    expect(again.searchParams.get("error")).toBe("server_error");
    expect(again.searchParams.has("code")).toBe(false);
    expect(again.hash).not.toContain("access_token");
  }
});

test("a callback from Google works only in the browser that started the login", async () => {
  for (const flowType of ["pkce", "implicit"] as const) {
    const browser = aBrowser(flowType);
    const back = await provider.signIn(String(await start(browser)), anEmail());
    const [bare, other] = [aBrowser(flowType), aBrowser(flowType)];
    await start(other);
    for (const anotherUser of [bare, other]) {
      const landing = await follow(anotherUser, back);
      expect([landing.origin + landing.pathname, landing.searchParams.get("error_code")]).toEqual([
        `${ORIGIN}/auth`,
        "bad_oauth_state",
      ]);
      expect(landing.searchParams.has("code") || landing.hash.includes("access_token")).toBe(false);
    }
    const landing = await follow(browser, back);
    expect(landing.searchParams.has("code") || landing.hash.includes("access_token")).toBe(true);
  }
});

test("two tabs of one browser can log in with Google at the same time", async () => {
  const browser = aBrowser();
  const backs = [];
  for (let tab = 0; tab < 2; tab += 1) backs.push(await provider.signIn(String(await start(browser)), anEmail()));
  for (const back of backs) expect((await follow(browser, back)).searchParams.has("code")).toBe(true);
});

test.for([
  ["http://shop.test", false],
  ["https://shop.test", true],
] as const)("the state cookie at %s is sent only to the auth service, for ten minutes", async ([origin, isSecure]) => {
  const secure = await startTestShop({ google: provider, origin });
  const response = await secure.dataService.request(`${origin}/auth/v1/authorize?provider=google`);
  expect(response.headers.get("set-cookie")).toMatch(
    new RegExp(
      `^provider_sign_in=[\\w-]{32}; Max-Age=600; Path=/auth/v1; HttpOnly;${isSecure ? " Secure;" : ""} SameSite=Lax$`,
    ),
  );
  await secure.close();
});

test("a missing or forged state, or one of another store or request, is rejected", async () => {
  const other = await startTestShop({ google: provider });
  const foreign = (await start(aBrowser("pkce", other))).searchParams.get("state") ?? "";
  await other.close();
  const browser = aBrowser();
  const back = await provider.signIn(String(await start(browser)), anEmail());
  for (const [state, code] of [
    ["", "bad_oauth_callback"],
    ["forged", "bad_oauth_state"],
    [foreign, "bad_oauth_state"],
    [(await start(browser)).searchParams.get("state") ?? "", "unexpected_failure"],
  ] as const) {
    const url = new URL(back);
    url.searchParams.set("state", state);
    const landing = await follow(browser, url);
    expect([landing.origin, landing.searchParams.get("error_code")]).toEqual([ORIGIN, code]);
  }
});

test("pressing Cancel at Google returns to the store with the reason", async () => {
  const landing = await goAndComeBack(aBrowser(), null);
  expect(landing.href.startsWith(BACK)).toBe(true);
  expect(Object.fromEntries(landing.searchParams)).toMatchObject({
    error: "access_denied",
    error_description: "The user did not agree",
  });
  expect(landing.hash).toContain("error=access_denied");
});

test("an address that Google has not verified opens no account", async () => {
  const email = anEmail();
  provider.accounts.set(email, { email_verified: false });
  expect(Object.fromEntries((await goAndComeBack(aBrowser(), email)).searchParams)).toMatchObject({
    error_code: "provider_email_needs_verification",
    error_description: "Unverified email with google. Verify the email with google in order to sign in",
  });
  expect(await shop.database.admin`select 1 from auth.users where email = ${email}`).toHaveLength(0);
});

test("a Google login with the same confirmed address opens the existing account", async () => {
  const person = await shop.signUp("Kofi");
  // The address was verified before.
  await shop.data.service.auth.admin.updateUserById(person.id, { email_confirm: true });
  const { data } = await signIn(aBrowser(), person.email);
  expect(data.user?.id).toBe(person.id);
  expect(data.user?.app_metadata).toMatchObject({ providers: ["email", "google"] });
  expect(await identitiesOf(person.id)).toEqual(["email", "google"]);
  const { error } = await shop.newClient().auth.signInWithPassword({ email: person.email, password: "long enough" });
  expect(error).toBeNull();
});

test("concurrent first logins create one account", async () => {
  const email = anEmail();
  const responses = await Promise.all([1, 2, 3].map(() => signIn(aBrowser(), email)));
  expect(responses.map(({ error }) => error)).toEqual([null, null, null]);
  expect(new Set(responses.map(({ data }) => data.user?.id)).size).toBe(1);
});

test("a banned user cannot log in with Google", async () => {
  const email = anEmail();
  const { data } = await signIn(aBrowser(), email);
  await shop.database.admin`
    update auth.users set banned_until = now() + interval '1 day' where id = ${data.user?.id ?? ""}`;
  expect((await goAndComeBack(aBrowser(), email)).searchParams.get("error_code")).toBe("user_banned");
});

test("with sign-ups disabled, Google creates no account", async () => {
  const closed = await openShopForTest({ google: provider, authSettings: { disableSignup: true } });
  const landing = await goAndComeBack(aBrowser("pkce", closed), anEmail());
  expect(landing.searchParams.get("error_code")).toBe("signup_disabled");
});

test("while Google is unreachable, login returns an error, and the next attempt tries again", async () => {
  const gone = await startOpenIdProvider({ redirectUris: [CALLBACK] });
  await gone.close();
  const other = await openShopForTest({ google: gone, logError });
  for (let count = 0; count < 2; count += 1) {
    await expectReply(await other.dataService.request("/auth/v1/authorize?provider=google"), 500, {
      code: 500,
      error_code: "unexpected_failure",
      msg: "Error connecting to the provider",
    });
  }
});

test("a redirect target outside the store is replaced by the store", async () => {
  const browser = aBrowser();
  const url = await start(browser, { redirectTo: "https://evil.example/" });
  expect((await follow(browser, await provider.signIn(String(url), anEmail()))).origin).toBe(ORIGIN);
});

test.for(["google", "github", ""])("a provider that is not configured is rejected: %j", async (name) => {
  const plain = name === "google" ? await startTestShop() : shop;
  await expectReply(await plain.dataService.request(`/auth/v1/authorize?provider=${name}`), 400, {
    code: 400,
    error_code: "validation_failed",
    msg: "Unsupported provider: provider is not enabled",
  });
  const settings = await (await plain.dataService.request("/auth/v1/settings")).json();
  expect(settings).toMatchObject({ external: { google: name !== "google" } });
  if (plain !== shop) await plain.close();
});

test("ID tokens from the page are rejected, logged in or not", async () => {
  const person = await shop.signUp("Abena");
  for (const client of [shop.newClient(), person.client]) {
    const { error } = await client.auth.signInWithIdToken({ provider: "google", token: "an.id.token" });
    expect(error).toMatchObject({ status: 400, message: "unsupported_grant_type" });
  }
  const linked = await person.client.auth.linkIdentity({ provider: "google", token: "an.id.token" });
  expect(linked.error).toMatchObject({ status: 400, message: "unsupported_grant_type" });
  expect(await identitiesOf(person.id)).toEqual(["email"]);
});
