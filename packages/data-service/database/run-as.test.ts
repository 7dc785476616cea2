import { Hono } from "hono";
import { afterAll, expect, test } from "vitest";
import { openTestDatabase } from "../../../tests/running-shop.ts";
import { identifyCaller, OWN_WORK } from "../caller.ts";
import { createProjectKeys } from "../project-keys.ts";
import { createTokens } from "../tokens.ts";
import { type Caller, runAs } from "./run-as.ts";

const database = await openTestDatabase();
afterAll(() => database.close());

const as = (role: Caller["role"], pool: Caller["pool"]): Caller => ({ role, pool, claims: "{}" });
const run = (caller: Caller, text: string) =>
  runAs(database.requests, caller, { text, values: [] }, { isReadOnly: true });

test("slow statements of guests and users are ended, and their connection stays usable", async () => {
  const limits = "select current_setting('statement_timeout') as ms";
  expect(await run(as("anon", "guests"), limits)).toEqual([{ ms: "1500ms" }]);
  expect(await run(as("authenticated", "users"), limits)).toEqual([{ ms: "4s" }]);
  expect(await run(as("service_role", "shop"), limits)).toEqual([{ ms: "15s" }]);
  await expect(run(as("anon", "guests"), "select pg_sleep(60)")).rejects.toMatchObject({ code: "57014" });
  expect(await run(as("anon", "guests"), "select 1 as one")).toEqual([{ one: "1" }]);
});

test("statements over half a second are logged, without their parameters", async () => {
  const [settings] = await database.admin`
    select current_setting('log_min_duration_statement') as slow, current_setting('log_parameter_max_length') as parameters`;
  expect(settings).toEqual({ slow: "500ms", parameters: "0" });
});

test("reads are read-only, and the caller's claims end with the transaction", async () => {
  await database.admin.script(`create table public.notes (id integer);
    grant insert on public.notes to service_role`);
  const caller: Caller = { role: "service_role", pool: "shop", claims: '{"sub":"somebody"}' };
  await expect(run(caller, "insert into public.notes values (1) returning id")).rejects.toMatchObject({
    code: "25006",
  });
  await expect(run(caller, "select set_config('transaction_read_only', 'off', true)")).rejects.toMatchObject({
    code: "25001",
  });
  // Check each connection of the pool, also those whose statement was rejected.
  const after = await Promise.all(
    Array.from({ length: 8 }, () =>
      database.requests.shop.withConnection(async (client) => {
        const text = `select current_user as role, current_setting('request.jwt.claims', true) as claims,
          current_setting('request.jwt.claim.sub', true) as sub, current_setting('transaction_read_only') as reads,
          current_setting('statement_timeout') as ms`;
        return (await client.query<Record<string, string>>(text)).rows[0];
      }),
    ),
  );
  for (const one of after) expect(one).toMatchObject({ role: "authenticator", reads: "off", ms: "8s" });
  expect(after.map((one) => `${one?.["claims"] ?? ""}${one?.["sub"] ?? ""}`).join("")).toBe("");
  const text =
    "select current_setting('request.jwt.claims') as claims, current_setting('request.jwt.claim.sub') as sub";
  expect(await run(caller, text)).toEqual([{ claims: caller.claims, sub: "somebody" }]);
});

test("a write sent with its commit is atomic, even if the commit itself fails", async () => {
  await database.admin.script(`create table public.promises (
      id integer primary key, of_id integer references public.promises (id) deferrable initially deferred
    );
    grant insert on public.promises to service_role`);
  const write = (text: string, check: (() => void) | null = null) =>
    runAs(database.requests, as("service_role", "shop"), { text, values: [] }, { isReadOnly: false, check });
  await write("insert into public.promises values (1, 2), (2, null)");
  await expect(write("insert into public.promises values (3, 9)")).rejects.toMatchObject({ code: "23503" });
  await expect(write("insert into public.promises values (4, null), (1, null)")).rejects.toMatchObject({
    code: "23505",
  });
  const reject = () => {
    throw new Error("no");
  };
  await expect(write("insert into public.promises values (5, null)", reject)).rejects.toThrow("no");
  expect(await database.admin`select id from public.promises order by id`).toEqual([{ id: 1 }, { id: 2 }]);
});

test("while guests use all of their connections, the store and users still get responses", async () => {
  let endedCount = 0;
  const slow = Array.from({ length: 12 }, () =>
    run(as("anon", "guests"), "select pg_sleep(60)").finally(() => {
      endedCount += 1;
    }),
  );
  const ends = Promise.allSettled(slow);
  await run(as("anon", "shop"), "select 1");
  await run(as("authenticated", "users"), "select 1");
  await run(as("service_role", "files"), "select 1");
  expect(endedCount).toBe(0);
  for (const end of await ends) expect(end.status).toBe("rejected");
});

test("only this process can send requests as the store, whatever a request's headers claim", async () => {
  const keys = await createProjectKeys();
  const tokens = await createTokens({ signingKey: keys.signingKey });
  const app = new Hono().get("/", async (c) => c.text((await identifyCaller(c, tokens)).pool));
  const poolOf = async (key: string, env: object, headers: Record<string, string> = {}) =>
    (await app.request("/", { headers: { ...headers, apikey: key } }, env)).text();
  expect(await poolOf(keys.anonKey, OWN_WORK)).toBe("shop");
  expect(await poolOf(keys.serviceRoleKey, {})).toBe("shop");
  expect(await poolOf(keys.anonKey, {}, { isOwnWork: "true", "x-own-work": "true" })).toBe("guests");
  // A header that looks like the internal marker has no effect.
  expect(await poolOf(keys.anonKey, { isOwnWork: true })).toBe("guests");
});

test.for([
  ["rows", "labels", "setof public.labels", "return query select labels.* from public.labels;"],
  ["a row", "tags", "public.tags", "return (select tags from public.tags);"],
] as const)(
  "a function that returns %s is repeated if a migration changes its table meanwhile",
  async ([, table, type, body]) => {
    await database.admin.script(`
      create table public.${table} (id integer);
      insert into public.${table} values (1);
      create function public.read_${table}() returns ${type} language plpgsql as $$
      begin
        perform pg_advisory_xact_lock_shared(7701);
        ${body}
      end $$;
      grant select on public.${table} to service_role`);
    const read = () => run(as("service_role", "shop"), `select id::text from public.read_${table}()`);
    // Make each connection of the pool read the columns.
    await Promise.all(Array.from({ length: 8 }, read));
    const waiting = await database.admin.begin(async (sql) => {
      await sql`select pg_advisory_xact_lock(7701)`;
      const reading = read();
      await expect
        .poll(async () => (await sql`select from pg_locks where locktype = 'advisory' and not granted`).length)
        .toBe(1);
      await sql.script(`alter table public.${table} add column name text`);
      return { reading };
    });
    expect(await waiting.reading).toEqual([{ id: "1" }]);
  },
);

test("a statement that PostgreSQL ends in a deadlock is repeated", async () => {
  const caller = as("service_role", "shop");
  const lock = (first: number, second: number) =>
    runAs(
      database.requests,
      caller,
      {
        text: `select pg_advisory_xact_lock(${first})::text, pg_sleep(0.2)::text, pg_advisory_xact_lock(${second})::text`,
        values: [],
      },
      { isReadOnly: false },
    );
  const countDeadlocks = async () => {
    const [row] = await database.admin<{ deadlocks: string }[]>`
      select deadlocks from pg_stat_database where datname = current_database()`;
    return Number(row?.deadlocks);
  };
  const before = await countDeadlocks();
  expect(await Promise.all([lock(7702, 7703), lock(7703, 7702)])).toHaveLength(2);
  await expect.poll(countDeadlocks).toBe(before + 1);
});
