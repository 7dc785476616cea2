import { expect, test } from "vitest";
import type { FunctionRow } from "#app/platform/selected-row.ts";
import { openTestShop, type Person } from "./running-shop.ts";

const shop = await openTestShop();
const [ama, admin] = [await shop.signUp("Ama Mensah"), await shop.signUpAdmin("Ola Owner")];

type Session = FunctionRow<"list_sessions">;

async function sessionsOf({ client }: Pick<Person, "client">): Promise<Session[]> {
  return (await client.rpc("list_sessions").throwOnError()).data as Session[];
}

/** Logs in again, from another device. */
async function anotherDevice({ email }: Person) {
  const client = shop.newClient();
  const { data } = await client.auth.signInWithPassword({ email, password: "long enough" });
  if (!data.session) throw new Error("no session");
  const { access_token: accessToken, refresh_token: refreshToken } = data.session;
  return { client, accessToken, refreshToken };
}

test("a user lists only their own sessions, the current one first", async () => {
  const kofi = await shop.signUp("Kofi Adom");
  const phone = await anotherDevice(kofi);
  await shop.database.admin`
    update auth.sessions set user_agent = 'a phone', refreshed_at = now() + interval '1 minute'
    where id = (select id from auth.sessions where user_id = ${kofi.id} order by created_at desc limit 1)`;
  const [here, there] = [await sessionsOf(kofi), await sessionsOf(phone)];
  expect(here.map(({ is_current }) => is_current)).toEqual([true, false]);
  expect(there.map(({ id }) => id)).toEqual(here.map(({ id }) => id).reverse());
  expect(here[1]).toMatchObject({ user_agent: "a phone" });
  expect(Date.parse(here[1]?.last_used_at ?? "")).toBeGreaterThan(Date.parse(here[1]?.signed_in_at ?? ""));
  for (const other of [ama, admin]) {
    const theirs = await sessionsOf(other);
    expect(theirs).toHaveLength(1);
    expect(here.map(({ id }) => id)).not.toContain(theirs[0]?.id);
  }
});

test("an ended session cannot be refreshed and cannot access orders", async () => {
  const kofi = await shop.signUp("Kofi Adom");
  const lost = await anotherDevice(kofi);
  const other = (await sessionsOf(kofi)).find(({ is_current }) => !is_current);
  await kofi.client.rpc("end_session", { session_id: other?.id }).throwOnError();
  const refreshed = await shop.newClient().auth.refreshSession({ refresh_token: lost.refreshToken });
  expect(refreshed.error?.code).toBe("refresh_token_not_found");
  expect((await shop.newClient().auth.getUser(lost.accessToken)).error?.name).toBe("AuthSessionMissingError");
  const thief = shop.data.as(lost.accessToken);
  expect((await thief.rpc("list_sessions")).data).toEqual([]);
  expect(await sessionsOf(kofi)).toHaveLength(1);
  expect((await kofi.client.auth.getUser()).error).toBeNull();
});

test("nobody ends another user's session, not even an admin", async () => {
  const [mine] = await sessionsOf(ama);
  for (const { client } of [await shop.signUp("Stranger"), admin]) {
    const rejected = await client.rpc("end_session", { session_id: mine?.id });
    expect([rejected.status, rejected.error?.message]).toEqual([404, "This session doesn't exist."]);
  }
  expect(await sessionsOf(ama)).toHaveLength(1);
});
