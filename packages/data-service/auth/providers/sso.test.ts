import { randomUUID } from "node:crypto";
import type { SupabaseClient } from "@supabase/supabase-js";
import { decodeJwt } from "jose";
import { expect, test } from "vitest";
import { ORIGIN, openBrowser, openShopForTest, openTestShop, type TestShop } from "../../../../tests/running-shop.ts";
import { type AssertionChanges, createSamlProvider, type TestSamlProvider } from "../../testing/saml-provider.ts";

const company: TestSamlProvider = createSamlProvider(["company.example"]);
const BACK = `${ORIGIN}/account`;

const shop = await openTestShop({ samlProviders: [company] });

const anEmail = () => `${randomUUID()}@company.example`;

const aBrowser = (flowType?: "implicit") => openBrowser(shop, flowType);

async function start(browser: SupabaseClient): Promise<string> {
  const { data, error } = await browser.auth.signInWithSSO({
    domain: "Company.example",
    options: { redirectTo: BACK },
  });
  expect(error).toBeNull();
  return data?.url ?? "";
}

/** Posts the identity provider's form and returns the redirect target. */
async function post(form: URLSearchParams): Promise<URL> {
  const answer = await shop.dataService.request("/auth/v1/sso/saml/acs", { method: "POST", body: form });
  expect([302, 303]).toContain(answer.status);
  return new URL(answer.headers.get("location") ?? "");
}

async function signIn(email: string) {
  const browser = aBrowser();
  const landing = await post(await company.signIn(await start(browser), email));
  return browser.auth.exchangeCodeForSession(landing.searchParams.get("code") ?? "");
}

test("an employee logs in with the company's account", async () => {
  const email = anEmail();
  const { data, error } = await signIn(email);
  expect(error).toBeNull();
  expect(data.user).toMatchObject({
    email,
    app_metadata: { provider: `sso:${company.id}`, providers: [`sso:${company.id}`] },
    identities: [{ provider: `sso:${company.id}`, email }],
  });
  expect(decodeJwt(data.session?.access_token ?? "")).toMatchObject({ amr: [{ method: "sso/saml" }] });
  expect((await signIn(email)).data.user?.id).toBe(data.user?.id);
});

test("without PKCE the session is in the URL's fragment", async () => {
  const landing = await post(await company.signIn(await start(aBrowser("implicit")), anEmail()));
  expect(landing.href.startsWith(`${BACK}#`)).toBe(true);
  expect(new URLSearchParams(landing.hash.slice(1)).get("access_token")).toBeTruthy();
});

test("a provider is also found by its id, and the browser can be redirected to it", async () => {
  const answer = await shop.dataService.request("/auth/v1/sso", {
    method: "POST",
    body: JSON.stringify({ provider_id: company.id }),
  });
  expect(answer.status).toBe(303);
  const url = new URL(answer.headers.get("location") ?? "");
  expect(`${url.origin}${url.pathname}`).toBe(company.entryPoint);
  expect([...url.searchParams.keys()].sort()).toEqual(["RelayState", "SAMLRequest"]);
});

test.for([
  { ask: { domain: "nobody.example" }, status: 404, code: "sso_provider_not_found" },
  { ask: { provider_id: randomUUID() }, status: 404, code: "sso_provider_not_found" },
  { ask: { provider_id: "none" }, status: 400, code: "validation_failed" },
  { ask: {}, status: 400, code: "validation_failed" },
  { ask: { domain: "company.example", provider_id: company.id }, status: 400, code: "validation_failed" },
])("requesting $ask is rejected with $code", async ({ ask, status, code }) => {
  const answer = await shop.dataService.request("/auth/v1/sso", { method: "POST", body: JSON.stringify(ask) });
  expect([answer.status, await answer.json()]).toMatchObject([status, { error_code: code }]);
});

test("without SAML providers, SSO by domain returns 404 and settings report SAML off", async () => {
  const plain = await openShopForTest();
  expect((await plain.newClient().auth.signInWithSSO({ domain: "company.example" })).error).toMatchObject({
    status: 404,
    code: "sso_provider_not_found",
    message: "No SSO provider assigned for this domain",
  });
  const enabled = async (of: TestShop) => (await of.dataService.request("/auth/v1/settings")).json();
  expect(await enabled(plain)).toMatchObject({ saml_enabled: false });
  expect(await enabled(shop)).toMatchObject({ saml_enabled: true });
});

test("the metadata states the assertion consumer service URL", async () => {
  const answer = await shop.dataService.request("/auth/v1/sso/saml/metadata");
  expect(answer.headers.get("content-type")).toBe("application/xml");
  const xml = await answer.text();
  expect(xml).toContain(`entityID="${ORIGIN}/auth/v1/sso/saml/metadata"`);
  expect(xml).toContain(`Location="${ORIGIN}/auth/v1/sso/saml/acs"`);
  expect(xml).toContain('WantAssertionsSigned="true"');
});

test("a replayed assertion is rejected", async () => {
  const form = await company.signIn(await start(aBrowser("implicit")), anEmail());
  const rejected = (await Promise.all([post(form), post(form)])).filter((url) => url.searchParams.has("error_code"));
  expect(rejected.map((url) => url.searchParams.get("error_code"))).toEqual(["saml_relay_state_not_found"]);
  expect((await post(form)).searchParams.get("error_code")).toBe("saml_relay_state_not_found");
});

test("an assertion cannot answer another request, even with a changed envelope", async () => {
  const form = await company.signIn(await start(aBrowser("implicit")), anEmail());
  const stolen = form.get("SAMLResponse") ?? "";
  const later = await company.signIn(await start(aBrowser("implicit")), anEmail());
  const relayState = later.get("RelayState") ?? "";
  const requestOf = (response: string) =>
    /InResponseTo="([^"]+)"/.exec(Buffer.from(response, "base64").toString())?.[1] ?? "";
  // Only the assertion is signed, so its envelope can be changed to name the later request.
  const [first, second] = [requestOf(stolen), requestOf(later.get("SAMLResponse") ?? "")];
  const dressed = Buffer.from(stolen, "base64").toString().replace(first, second);
  const landing = await post(
    new URLSearchParams({ SAMLResponse: Buffer.from(dressed).toString("base64"), RelayState: relayState }),
  );
  expect(landing.searchParams.get("error_description")).toBe("SAML Assertion is not valid");
});

test.for<{ what: string; changes: AssertionChanges }>([
  { what: "is signed by another key", changes: { isForged: true } },
  { what: "is not signed", changes: { isUnsigned: true } },
  { what: "is for another service", changes: { audience: "https://elsewhere.example" } },
  { what: "has another recipient", changes: { recipient: "https://elsewhere.example/acs" } },
  { what: "answers another request", changes: { inResponseTo: "_another" } },
  { what: "comes from another identity provider", changes: { issuer: "https://elsewhere.example" } },
  { what: "has expired", changes: { lifetimeInSeconds: -60 } },
])("an assertion that $what is rejected", async ({ changes }) => {
  const email = anEmail();
  const landing = await post(await company.signIn(await start(aBrowser("implicit")), email, changes));
  expect(landing.origin).toBe(ORIGIN);
  expect(Object.fromEntries(landing.searchParams)).toMatchObject({
    error: "invalid_request",
    error_code: "validation_failed",
    error_description: "SAML Assertion is not valid",
  });
  expect(await shop.database.admin`select 1 from auth.users where email = ${email}`).toHaveLength(0);
});

test("an XML comment inside an email address does not cut it off", async () => {
  const email = `${anEmail()}.elsewhere.example`;
  const form = await company.signIn(await start(aBrowser("implicit")), email);
  const xml = Buffer.from(form.get("SAMLResponse") ?? "", "base64").toString();
  const cut = xml.replaceAll("@company.example.else", "@company.example<!-- -->.else");
  expect(cut).not.toBe(xml);
  form.set("SAMLResponse", Buffer.from(cut).toString("base64"));
  // The signature does not cover comments.
  const session = new URLSearchParams((await post(form)).hash.slice(1));
  expect(decodeJwt(session.get("access_token") ?? "")).toMatchObject({ email });
});

test("a missing address, an invalid relay state and an expired one are rejected", async () => {
  const noEmail = await post(await company.signIn(await start(aBrowser()), null));
  expect(noEmail.searchParams.get("error_code")).toBe("saml_assertion_no_email");
  const unsolicited = await company.signIn(await start(aBrowser()), anEmail());
  unsolicited.set("RelayState", BACK);
  expect((await post(unsolicited)).searchParams.get("error_code")).toBe("validation_failed");
  const late = await company.signIn(await start(aBrowser()), anEmail());
  await shop.database.admin`
    update auth.saml_relay_states set created_at = now() - interval '601 seconds'
    where id = ${late.get("RelayState")}`;
  expect((await post(late)).searchParams.get("error_code")).toBe("saml_relay_state_expired");
  expect((await post(new URLSearchParams())).searchParams.get("error_code")).toBe("validation_failed");
});

test("SAML login and password login never open each other's accounts", async () => {
  const person = await shop.signUp("Ama");
  const { data } = await signIn(person.email);
  expect(data.user?.email).toBe(person.email);
  expect(data.user?.id).not.toBe(person.id);
  const [user] = await shop.database.admin<{ is_sso_user: boolean }[]>`
    select is_sso_user from auth.users where id = ${data.user?.id ?? ""}`;
  expect(user?.is_sso_user).toBe(true);
  const session = await shop.newClient().auth.signInWithPassword({ email: person.email, password: "long enough" });
  expect(session.data.user?.id).toBe(person.id);
});

test("credentials of SAML users cannot be changed", async () => {
  const browser = aBrowser();
  const landing = await post(await company.signIn(await start(browser), anEmail()));
  await browser.auth.exchangeCodeForSession(landing.searchParams.get("code") ?? "");
  for (const change of [{ password: "a new long one" }, { email: anEmail() }]) {
    expect((await browser.auth.updateUser(change)).error).toMatchObject({ status: 422, code: "user_sso_managed" });
  }
});
