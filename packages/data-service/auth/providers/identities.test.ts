import { randomUUID } from "node:crypto";
import { decodeJwt } from "jose";
import { afterAll, expect, test, vi } from "vitest";
import { ORIGIN, type Person, startTestShop } from "../../../../tests/running-shop.ts";
import { withCookies } from "../../testing/browser-cookies.ts";
import { startOpenIdProvider } from "../../testing/openid-provider.ts";

const provider = await startOpenIdProvider({ redirectUris: [`${ORIGIN}/auth/v1/callback`] });
const shop = await startTestShop({ google: provider });
afterAll(async () => {
  await shop.close();
  await provider.close();
});

const anEmail = () => `${randomUUID()}@gmail.example`;

/** Links a Google account and returns the final redirect target. */
async function link(person: Person, email: string): Promise<URL> {
  return goBack(person, await provider.signIn(await requestLink(person), email));
}

/** Returns Google's URL to which the browser is redirected. */
async function requestLink(person: Person): Promise<string> {
  const { data, error } = await person.client.auth.linkIdentity({
    provider: "google",
    options: { redirectTo: `${ORIGIN}/account`, skipBrowserRedirect: true },
  });
  expect(error).toBeNull();
  return data.url ?? "";
}

/** Logs in with Google in the user's browser. */
async function signInWithGoogle(person: Person, email: string): Promise<URL> {
  const authorize = await person.visit(`${ORIGIN}/auth/v1/authorize?provider=google`);
  return goBack(person, await provider.signIn(answerTo(authorize), email));
}

async function goBack(person: Person, back: URL): Promise<URL> {
  const answer = await person.visit(back);
  expect(answer.status).toBe(302);
  return new URL(answer.headers.get("location") ?? "");
}

async function identitiesOf(person: Person) {
  const { data, error } = await person.client.auth.getUserIdentities();
  if (error) throw error;
  return data.identities;
}

async function unlink(person: Person, name: string) {
  const identity = (await identitiesOf(person)).find((each) => each.provider === name);
  if (!identity) throw new Error(`no identity of ${name}`);
  return person.client.auth.unlinkIdentity(identity);
}

test("a customer links a Google account with another address and logs in with it", async () => {
  const person = await shop.signUp("Ama");
  const email = anEmail();
  const landing = await link(person, email);
  const session = new URLSearchParams(landing.hash.slice(1));
  expect(decodeJwt(session.get("access_token") ?? "")).toMatchObject({ sub: person.id, email: person.email });
  expect((await identitiesOf(person)).map((each) => each.provider)).toEqual(["email", "google"]);
  const again = new URLSearchParams((await signInWithGoogle(person, email)).hash.slice(1));
  expect(decodeJwt(again.get("access_token") ?? "").sub).toBe(person.id);
});

test("without skip_http_redirect, the browser is redirected to Google", async () => {
  const person = await shop.signUp("Kofi");
  const answer = await shop.dataService.request("/auth/v1/user/identities/authorize?provider=google", {
    headers: { authorization: `Bearer ${person.accessToken}` },
  });
  expect(answer.status).toBe(302);
  expect(answerTo(answer)).toContain(provider.issuer);
});

test("a Google account is linked once, and never to two customers", async () => {
  const [person, anotherUser] = [await shop.signUp("Yaw"), await shop.signUp("Stranger")];
  const email = anEmail();
  await link(person, email);
  for (const [who, description] of [
    [person, "Identity is already linked"],
    [anotherUser, "Identity is already linked to another user"],
  ] as const) {
    expect(Object.fromEntries((await link(who, email)).searchParams)).toMatchObject({
      error_code: "identity_already_exists",
      error_description: description,
    });
  }
  expect(await identitiesOf(anotherUser)).toHaveLength(1);
});

test("a user who logged out before returning from Google links nothing", async () => {
  const person = await shop.signUp("Esi");
  const back = await provider.signIn(await requestLink(person), anEmail());
  await person.client.auth.signOut();
  expect((await goBack(person, back)).searchParams.get("error_code")).toBe("session_not_found");
  expect(await shop.database.admin`select 1 from auth.identities where user_id = ${person.id}`).toHaveLength(1);
});

test("an attacker's link request links nothing in the victim's browser, logged in or not", async () => {
  const [attacker, victim] = [await shop.signUp("Attacker"), await shop.signUp("Victim")];
  const email = anEmail();
  // Google redirects the victim's browser back immediately.
  const back = await provider.signIn(await requestLink(attacker), email);
  const guest = withCookies((request) => shop.dataService.fetch(request));
  // A link request that the victim started makes no difference.
  await requestLink(victim);
  for (const visit of [guest, victim.visit]) {
    const landing = await goBack({ ...victim, visit }, back);
    expect(landing.pathname).toBe("/account");
    expect(Object.fromEntries(landing.searchParams)).toMatchObject({ error_code: "bad_oauth_state" });
    expect(landing.hash).not.toContain("access_token");
  }
  expect(await identitiesOf(attacker)).toHaveLength(1);
  expect(await identitiesOf(victim)).toHaveLength(1);
});

test("a page of another origin cannot link an identity", async () => {
  const person = await shop.signUp("Adjoa");
  const answer = await shop.dataService.request("/auth/v1/user/identities/authorize?provider=google", {
    headers: { authorization: `Bearer ${person.accessToken}`, origin: "https://another.example" },
  });
  expect([answer.status, await answer.json()]).toMatchObject([400, { error_code: "validation_failed" }]);
});

test("linking or unlinking an identity sends an email; a login with it sends none", async () => {
  const mailsTo = (to: string) => shop.mails.filter((mail) => mail.to === to).map(({ kind }) => kind);
  const person = await shop.signUp("Adwoa");
  const email = anEmail();
  await link(person, email);
  await vi.waitFor(() => expect(mailsTo(person.email)).toEqual(["identity_linked"]));
  await signInWithGoogle(person, email);
  await unlink(person, "google");
  await vi.waitFor(() => expect(mailsTo(person.email)).toEqual(["identity_linked", "identity_unlinked"]));

  const same = await shop.signUp("Kweku");
  expect((await signInWithGoogle(same, same.email)).hash).toContain("access_token");
  await vi.waitFor(() => expect(mailsTo(same.email)).toEqual(["identity_linked"]));

  const anotherUser = await shop.signUp("Stranger");
  const newcomer = anEmail();
  await signInWithGoogle(anotherUser, newcomer);
  await link(anotherUser, newcomer);
  await signInWithGoogle(anotherUser, newcomer);
  expect([...mailsTo(newcomer), ...mailsTo(anotherUser.email)]).toEqual([]);
});

test("unlinking Google keeps the password, and Google then opens another account", async () => {
  const person = await shop.signUp("Kojo");
  const email = anEmail();
  await link(person, email);
  expect((await unlink(person, "google")).error).toBeNull();
  const { data } = await person.client.auth.getUser();
  expect(data.user).toMatchObject({ email: person.email, app_metadata: { provider: "email", providers: ["email"] } });
  const session = new URLSearchParams((await signInWithGoogle(person, email)).hash.slice(1));
  expect(decodeJwt(session.get("access_token") ?? "").sub).not.toBe(person.id);
});

test("unlinking the email identity sets Google's address and disables the password", async () => {
  const person = await shop.signUp("Akua");
  const email = anEmail();
  await link(person, email);
  expect((await unlink(person, "email")).error).toBeNull();
  const { data } = await person.client.auth.getUser();
  expect(data.user).toMatchObject({ email, app_metadata: { provider: "google", providers: ["google"] } });
  for (const address of [person.email, email]) {
    const { error } = await shop.newClient().auth.signInWithPassword({ email: address, password: "long enough" });
    expect(error?.code).toBe("invalid_credentials");
  }
});

test("an identity cannot be unlinked if another account has the remaining address", async () => {
  const person = await shop.signUp("Efua");
  const email = anEmail();
  await link(person, email);
  await shop.newClient().auth.signUp({ email, password: "long enough" });
  expect((await unlink(person, "email")).error).toMatchObject({
    status: 422,
    code: "email_conflict_identity_not_deletable",
  });
  expect(await identitiesOf(person)).toHaveLength(2);
});

test("the last identity cannot be unlinked, even with concurrent requests", async () => {
  expect((await unlink(await shop.signUp("Afia"), "email")).error).toMatchObject({
    status: 422,
    code: "single_identity_not_deletable",
    message: "User must have at least 1 identity after unlinking",
  });
  const person = await shop.signUp("Ekow");
  await link(person, anEmail());
  const answers = await Promise.all([unlink(person, "email"), unlink(person, "google")]);
  expect(answers.filter(({ error }) => error === null)).toHaveLength(1);
  expect(await identitiesOf(person)).toHaveLength(1);
});

test("another user's identity and an invalid id are not found", async () => {
  const [person, anotherUser] = [await shop.signUp("Nana"), await shop.signUp("Stranger")];
  await link(person, anEmail());
  const [theirs] = await identitiesOf(anotherUser);
  if (!theirs) throw new Error("no identity");
  expect((await person.client.auth.unlinkIdentity(theirs)).error).toMatchObject({
    status: 422,
    code: "identity_not_found",
  });
  const none = await person.client.auth.unlinkIdentity({ ...theirs, identity_id: "none" });
  expect(none.error).toMatchObject({ status: 404, code: "validation_failed" });
  expect(await identitiesOf(anotherUser)).toHaveLength(1);
});

const answerTo = (answer: Response): string => answer.headers.get("location") ?? "";
