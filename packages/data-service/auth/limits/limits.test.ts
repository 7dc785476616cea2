import { randomUUID } from "node:crypto";
import { expect, test, vi } from "vitest";
import { openShopForTest } from "../../../../tests/running-shop.ts";
import { startOpenIdProvider } from "../../testing/openid-provider.ts";
import { createSendLimiter } from "./send-limits.ts";

/** Limits per client and account, and cleanup of what has expired. */
const PASSWORD = "long enough";
const anEmail = () => `${randomUUID()}@test.example`;
const REJECTION = { status: 429, code: "over_request_rate_limit", message: "Request rate limit reached" };

test("one IP address may open a limited number of accounts, by password or code", async () => {
  const shop = await openShopForTest({ maxSignUpsPerAddress: 2 });
  const email = anEmail();
  expect((await shop.newClient().auth.signUp({ email, password: PASSWORD })).error).toBeNull();
  expect((await shop.newClient().auth.signInWithOtp({ email: anEmail() })).error).toBeNull();
  const third = await shop.newClient().auth.signUp({ email: anEmail(), password: PASSWORD });
  expect(third.error).toMatchObject(REJECTION);
  expect((await shop.newClient().auth.signInWithOtp({ email: anEmail() })).error).toMatchObject(REJECTION);
  expect((await shop.newClient().auth.signInWithPassword({ email, password: PASSWORD })).error).toBeNull();
});

test("one IP address may request a limited number of text messages", async () => {
  const shop = await openShopForTest({ maxTextsPerAddress: 1 });
  const ask = (phone: string) => shop.newClient().auth.signInWithOtp({ phone });
  expect((await ask("+15550100001")).error).toBeNull();
  expect((await ask("+15550100002")).error).toMatchObject({
    status: 429,
    code: "over_sms_send_rate_limit",
    message: "SMS rate limit exceeded",
  });
});

test("the store sends a limited number of texts in a day, to numbers of its countries, and reports the limit", async () => {
  const shop = await openShopForTest({ maxTextsPerDay: 2, authSettings: { textPrefixes: ["1"] } });
  const send = async (phone: string) => (await shop.newClient().auth.signInWithOtp({ phone })).error;
  expect(await send("+447700900123")).toMatchObject({ status: 422, code: "sms_send_failed" });
  expect(await send("+18765550123")).toMatchObject({ status: 422, code: "sms_send_failed" });
  expect(await send("+12815550101")).toBeNull();
  expect(await send("+12815550102")).toBeNull();
  expect(await send("+12815550103")).toMatchObject({ status: 429, code: "over_sms_send_rate_limit" });
  expect(shop.texts.map(({ to }) => to)).toEqual(["12815550101", "12815550102"]);

  const onDayLimit = vi.fn();
  const limits = { intervalSeconds: 60, maxPerAddress: 9, perAddressSeconds: 60, maxPerDay: 2 };
  const limiter = createSendLimiter(shop.database.auth, "text", limits, onDayLimit);
  await expect(limiter.count("sign_in", "12815550104", null)).rejects.toMatchObject({ status: 429 });
  expect(onDayLimit).toHaveBeenCalledOnce();
});

test("of thirty concurrent guesses, five are checked, and then the correct password is rejected", async () => {
  const shop = await openShopForTest({ maxSignInFailures: 5 });
  const { email } = await shop.signUp("Ama");
  const guess = (password: string) => shop.newClient().auth.signInWithPassword({ email, password });
  const guesses = await Promise.all(Array.from({ length: 30 }, (_, index) => guess(`wrong ${index}`)));
  const statuses = guesses.map(({ error }) => error?.status);
  expect(statuses.filter((status) => status === 400)).toHaveLength(5);
  expect(statuses.filter((status) => status === 429)).toHaveLength(25);
  expect((await guess(PASSWORD)).error).toMatchObject(REJECTION);
});

test("attempts that the database could not answer do not count as failed logins", async () => {
  const shop = await openShopForTest({ maxSignInFailures: 2 });
  const { email } = await shop.signUp("Ama");
  const logIn = (password: string) => shop.newClient().auth.signInWithPassword({ email, password });
  const { admin } = shop.database;
  await admin.script("alter table auth.users rename to users_away");
  for (let tries = 0; tries < 3; tries += 1) expect((await logIn(PASSWORD)).error?.status).toBe(500);
  await admin.script("alter table auth.users_away rename to users");
  expect((await logIn(PASSWORD)).error).toBeNull();
  for (let tries = 0; tries < 2; tries += 1) expect((await logIn("wrong")).error?.status).toBe(400);
  expect((await logIn(PASSWORD)).error).toMatchObject(REJECTION);
});

test("too many wrong codes lock a phone number, like an email address", async () => {
  const shop = await openShopForTest({ maxSignInFailures: 2 });
  const phone = "+15550100003";
  await shop.newClient().auth.signInWithOtp({ phone });
  const guess = (token: string) => shop.newClient().auth.verifyOtp({ phone, token, type: "sms" });
  for (const token of ["a", "b"]) expect((await guess(token)).error?.code).toBe("otp_expired");
  expect((await guess(shop.texts[0]?.code ?? "")).error).toMatchObject(REJECTION);
});

test("five wrong attempts void a code, even concurrent ones, but neither its link nor a new code", async () => {
  const shop = await openShopForTest();
  const email = anEmail();
  const ask = async () => {
    const before = shop.mails.length;
    await shop.database.admin`delete from auth.rate_limits where key like 'mail_to%'`;
    expect((await shop.newClient().auth.signInWithOtp({ email })).error).toBeNull();
    await vi.waitFor(() => expect(shop.mails.length).toBe(before + 1));
    const { code, link } = shop.mails.at(-1) ?? { code: "", link: "" };
    return {
      code,
      wrong: code === "000000" ? "111111" : "000000",
      hash: new URL(link).searchParams.get("token") ?? "",
    };
  };
  const verify = (token: string) => shop.newClient().auth.verifyOtp({ email, token, type: "email" });

  const first = await ask();
  for (let tries = 0; tries < 4; tries += 1) expect((await verify(first.wrong)).error?.code).toBe("otp_expired");
  expect((await verify(first.code)).error, "the fifth attempt may succeed").toBeNull();

  const second = await ask();
  await Promise.all(Array.from({ length: 5 }, () => verify(second.wrong)));
  expect((await verify(second.code)).error?.code).toBe("otp_expired");
  expect((await shop.newClient().auth.verifyOtp({ token_hash: second.hash, type: "email" })).error).toBeNull();

  await shop.database.admin`delete from auth.rate_limits where key like 'code_%'`;
  expect((await verify((await ask()).code)).error).toBeNull();
});

test("a code expires after 10 minutes, its link after an hour", async () => {
  const shop = await openShopForTest();
  const email = anEmail();
  await shop.newClient().auth.signInWithOtp({ email });
  await vi.waitFor(() => expect(shop.mails).toHaveLength(1));
  const { code, link } = shop.mails[0] ?? { code: "", link: "" };
  const letPass = (time: string) =>
    shop.database.admin`update auth.one_time_tokens set created_at = now() - ${time}::interval,
      expires_at = now() - ${time}::interval + interval '1 hour'`;
  await letPass("11 minutes");
  const late = await shop.newClient().auth.verifyOtp({ email, token: code, type: "email" });
  expect(late.error?.code).toBe("otp_expired");
  const token_hash = new URL(link).searchParams.get("token") ?? "";
  expect((await shop.newClient().auth.verifyOtp({ token_hash, type: "email" })).error).toBeNull();

  const phone = "+15550100007";
  await shop.newClient().auth.signInWithOtp({ phone });
  await letPass("9 minutes");
  const token = shop.texts[0]?.code ?? "";
  expect((await shop.newClient().auth.verifyOtp({ phone, token, type: "sms" })).error).toBeNull();
});

test("five wrong attempts void a reauthentication code, too", async () => {
  const shop = await openShopForTest({ authSettings: { requireCurrentPassword: true } });
  const person = await shop.signUp("Ama");
  await person.client.auth.reauthenticate();
  await vi.waitFor(() => expect(shop.mails).toHaveLength(1));
  const nonce = shop.mails[0]?.code ?? "";
  const change = (given: string) => person.client.auth.updateUser({ password: "another one", nonce: given });
  for (let tries = 0; tries < 5; tries += 1) await change(nonce === "000000" ? "111111" : "000000");
  expect((await change(nonce)).error?.code).toBe("reauthentication_not_valid");
});

test("the IPv6 networks of one site share the limits on logins and emails", async () => {
  const lines = Array.from({ length: 100 }, (_, line) => `2001:db8:1:${line.toString(16)}::1`);
  const shop = await openShopForTest({
    maxSignInFailures: 5,
    maxMailsPerAddress: 1,
    addressOf: () => lines.pop() ?? "",
  });
  const { email } = await shop.signUp("Ama");
  const guess = (password: string) => shop.newClient().auth.signInWithPassword({ email, password });
  for (let tries = 0; tries < 5; tries += 1) expect((await guess(`wrong ${tries}`)).error?.status).toBe(400);
  expect((await guess(PASSWORD)).error).toMatchObject(REJECTION);
  const statuses = [];
  for (let tries = 0; tries < 5; tries += 1) {
    statuses.push((await shop.newClient().auth.resetPasswordForEmail(anEmail())).error?.status ?? 200);
  }
  expect(statuses, "four times the limit of one network").toEqual([200, 200, 200, 200, 429]);
});

test("guesses at codes share one limit; then a network without failures tries once, links and passwords still work", async () => {
  const lines = Array.from({ length: 700 }, (_, line) => `198.51.${line >> 8}.${line & 255}`);
  let fixed = "";
  const shop = await openShopForTest({ maxMailsPerAddress: 1000, addressOf: () => fixed || (lines.pop() ?? "") });
  const [ama, kofi, esi] = [await shop.signUp("Ama"), await shop.signUp("Kofi"), await shop.signUp("Esi")];
  const guess = async (email: string, token = "123456") =>
    (await shop.newClient().auth.verifyOtp({ email, token, type: "email" })).error?.status ?? 200;
  const guessAll = async (emails: readonly string[]) => {
    const statuses: number[] = [];
    for (let place = 0; place < emails.length; place += 10) {
      statuses.push(...(await Promise.all(emails.slice(place, place + 10).map((email) => guess(email)))));
    }
    return statuses;
  };
  const send = async (email: string) => {
    const before = shop.mails.length;
    await shop.newClient().auth.signInWithOtp({ email });
    await vi.waitFor(() => expect(shop.mails).toHaveLength(before + 1));
    return shop.mails.at(-1) ?? { code: "", link: "" };
  };

  // Addresses without an account or an open code lock nobody else.
  await guessAll(Array.from({ length: 310 }, (_, place) => `${place}@test.example`));
  fixed = "203.0.113.7";
  await guess("nobody@test.example");
  expect(await guess(ama.email, (await send(ama.email)).code)).toBe(200);

  await shop.database.admin`insert into auth.rate_limits (key, points, expire) values ('code_store:all', 300, null)
    on conflict (key) do update set points = 300`;
  fixed = "203.0.113.8";
  const { code } = await send(kofi.email);
  expect(await guess(kofi.email, code === "000000" ? "111111" : "000000"), "the first try of a network").toBe(403);
  expect(await guess(kofi.email, code), "its second").toBe(429);
  fixed = "203.0.113.9";
  expect(await guess(kofi.email, code), "the first try of another network").toBe(200);
  fixed = "203.0.113.8";
  const { email } = esi;
  const token_hash = new URL((await send(email)).link).searchParams.get("token") ?? "";
  expect((await shop.newClient().auth.signInWithPassword({ email, password: PASSWORD })).error).toBeNull();
  expect((await shop.newClient().auth.verifyOtp({ token_hash, type: "email" })).error).toBeNull();
});

test("wrong codes of accounts with an open code count for the whole store", async () => {
  const shop = await openShopForTest({ maxMailsPerAddress: 1000 });
  const emails = Array.from({ length: 5 }, anEmail);
  for (const email of emails) await shop.newClient().auth.signInWithOtp({ email });
  await vi.waitFor(() => expect(shop.mails).toHaveLength(5));
  for (const [place, email] of emails.entries()) {
    const token = shop.mails[place]?.code === "000000" ? "111111" : "000000";
    await shop.newClient().auth.verifyOtp({ email, token, type: "email" });
  }
  await shop.newClient().auth.verifyOtp({ email: anEmail(), token: "000000", type: "email" });
  const [count] = await shop.database.admin<{ points: number }[]>`
    select points from auth.rate_limits where key = 'code_store:all'`;
  expect(count?.points).toBe(5);
});

test("limit counts are stored in the database, shared by all processes", async () => {
  const shop = await openShopForTest({ maxSignInFailures: 1 });
  const { email } = await shop.signUp("Kofi");
  await shop.newClient().auth.signInWithPassword({ email, password: "wrong one" });
  const [counted] = await shop.database.admin<{ points: number }[]>`
    select points from auth.rate_limits where key like ${`%sign_in_pair%${email}%`}`;
  expect(counted?.points).toBe(1);
});

test("the next request deletes expired counters, codes and flows", async () => {
  const shop = await openShopForTest();
  const sql = shop.database.admin;
  const [user] = await sql<{ id: string }[]>`
    insert into auth.users (email) values (${anEmail()}) returning id`;
  const id = user?.id ?? "";
  await sql`
    insert into auth.rate_limits (key, points, expire)
    values ('old', 1, ${Date.now() - 1000}), ('live', 1, ${Date.now() + 60_000})`;
  await sql`
    insert into auth.one_time_tokens (user_id, token_type, token_hash, code_hash, relates_to, expires_at)
    values
      (${id}, 'recovery_token', 'old', 'old', '', now() - interval '1 second'),
      (${id}, 'confirmation_token', 'live', 'live', '', now() + interval '1 hour')`;
  await sql`
    insert into auth.flow_state
      (user_id, auth_code, code_challenge, code_challenge_method, provider_type, authentication_method, expires_at)
    values
      (${id}, 'old', 'x', 's256', 'recovery', 'recovery', now() - interval '2 days'),
      (${id}, 'late', 'x', 's256', 'magiclink', 'magiclink', now() - interval '1 hour')`;
  expect((await shop.app.request("/auth/v1/health")).status).toBe(200);
  await vi.waitFor(async () => {
    const rows = await sql`
      select key as left from auth.rate_limits
      union all select token_hash from auth.one_time_tokens
      union all select auth_code from auth.flow_state order by 1`;
    expect(rows.map((row) => row["left"])).toEqual(["late", "live", "live"]);
  });
});

test("password changes are limited per user and hour, even concurrent ones", async () => {
  const shop = await openShopForTest();
  const { client } = await shop.signUp("Ama");
  const kofi = await shop.signUp("Kofi");
  const changes = await Promise.all(
    Array.from({ length: 25 }, (_, place) => client.auth.updateUser({ password: `another one ${place}` })),
  );
  const rejected = changes.filter(({ error }) => error !== null);
  expect(rejected).toHaveLength(15);
  for (const { error } of rejected) expect(error).toMatchObject({ status: 429, code: "over_request_rate_limit" });
  expect((await client.auth.updateUser({ data: { fullName: "Ama M." } })).error).toBeNull();
  expect((await kofi.client.auth.updateUser({ password: "a new one of his" })).error).toBeNull();
});

test("provider flows are limited per client, and rejected ones store no row", async () => {
  const provider = await startOpenIdProvider({ redirectUris: [] });
  const shop = await openShopForTest({ google: provider, maxProviderFlowsPerAddress: 5 });
  const answers = await Promise.all(
    Array.from({ length: 12 }, () => shop.app.request("/auth/v1/authorize?provider=google")),
  );
  const statuses = answers.map(({ status }) => status);
  expect(statuses.filter((status) => status === 302)).toHaveLength(5);
  expect(statuses.filter((status) => status === 429)).toHaveLength(7);
  const [flows] = await shop.database.admin<{ count: string }[]>`
    select count(*)::text as count from auth.flow_state`;
  expect(flows?.count).toBe("5");
  await provider.close();
});
