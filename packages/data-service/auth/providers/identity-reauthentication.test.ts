import { randomUUID } from "node:crypto";
import { afterAll, expect, test } from "vitest";
import {
  aVerifiedCustomer,
  findAuthMail,
  letSignInAge,
  ORIGIN,
  openShopForTest,
  type Person,
  setUpMfa,
  startTestShop,
} from "../../../../tests/running-shop.ts";
import { startOpenIdProvider } from "../../testing/openid-provider.ts";

const PASSWORD = "long enough";
const NEEDED = { status: 400, code: "reauthentication_needed" };

const provider = await startOpenIdProvider({ redirectUris: [`${ORIGIN}/auth/v1/callback`] });
const shop = await startTestShop({ google: provider, authSettings: { requireCurrentPassword: true } });
afterAll(async () => {
  await shop.close();
  await provider.close();
});

type Client = Pick<Person, "client">["client"];

const requestLink = (client: Client) =>
  client.auth.linkIdentity({ provider: "google", options: { skipBrowserRedirect: true } });

/** Inserts a linked Google identity. */
async function haveGoogle({ id }: Pick<Person, "id">): Promise<void> {
  const sub = randomUUID();
  const data = { sub, email: `${sub}@gmail.example`, email_verified: true };
  const { admin } = shop.database;
  await admin`
    insert into auth.identities (user_id, provider, provider_id, identity_data)
    values (${id}, 'google', ${sub}, ${admin.json(data)})`;
}

async function unlink(client: Client, name: string) {
  const identity = (await identitiesOf(client)).find((each) => each.provider === name);
  if (!identity) throw new Error(`no identity of ${name}`);
  return client.auth.unlinkIdentity(identity);
}

async function identitiesOf(client: Client) {
  const { data, error } = await client.auth.getUserIdentities();
  if (error) throw error;
  return data.identities;
}

/** Logs in with the six digits sent to the user's mailbox. */
async function byCode({ email }: Pick<Person, "email">): Promise<Client> {
  const client = shop.newClient();
  await client.auth.signInWithOtp({ email, options: { shouldCreateUser: false } });
  const { code: token } = await findAuthMail(shop, email, "magic_link");
  const { error } = await client.auth.verifyOtp({ email, token, type: "email" });
  if (error) throw error;
  return client;
}

test("a session can link and unlink for ten minutes after login by password or code", async () => {
  const person = await aVerifiedCustomer(shop, "Kofi");
  const client = await byCode(person);
  expect((await requestLink(client)).error).toBeNull();
  expect((await requestLink(person.client)).error).toBeNull();
  await haveGoogle(person);
  await letSignInAge(shop, person, "11 minutes");
  expect((await requestLink(client)).error).toMatchObject(NEEDED);
  expect((await unlink(client, "email")).error).toMatchObject(NEEDED);
  expect(await identitiesOf(client)).toHaveLength(2);
  await letSignInAge(shop, person, "9 minutes");
  expect((await unlink(client, "google")).error).toBeNull();
});

test("accounts with MFA must pass it to link or unlink", async () => {
  const person = await aVerifiedCustomer(shop, "Esi");
  await setUpMfa(person.client);
  expect((await requestLink(person.client)).error).toBeNull();
  await haveGoogle(person);
  const withoutStep = await byCode(person);
  const rejection = { status: 401, code: "insufficient_aal" };
  expect((await requestLink(withoutStep)).error).toMatchObject(rejection);
  expect((await unlink(withoutStep, "google")).error).toMatchObject(rejection);
});

test("without required current passwords, any session can link an identity", async () => {
  const other = await openShopForTest({ google: provider });
  const person = await other.signUp("Yaw");
  expect((await person.client.auth.signInWithPassword({ email: person.email, password: PASSWORD })).error).toBeNull();
  expect((await requestLink(person.client)).error).toBeNull();
});
