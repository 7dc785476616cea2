import { randomUUID } from "node:crypto";
import { tmpdir } from "node:os";
import { connect, openDatabase } from "@calabash/data-service/database";
import { expect, inject, onTestFinished, test } from "vitest";
import { createDeskHub } from "#server/endpoints/desk-hub.ts";
import { urlAs } from "../../../packages/data-service/database/connect.ts";
import { openListener } from "../../../packages/data-service/database/listener.ts";
import { type Caller, runAs } from "../../../packages/data-service/database/run-as.ts";
import { hasPgBouncer, startPooler } from "./pooler.ts";

test.skipIf(!hasPgBouncer)(
  "requests through a pooler in transaction mode keep their own role, claims, and time limit",
  async () => {
    const owner = connect(inject("databaseUrl"), { max: 1, applicationName: "pooler test" });
    const name = `pooler_${randomUUID().replaceAll("-", "")}`;
    await owner.script(`create database ${name}`);
    const url = new URL(inject("databaseUrl"));
    url.pathname = `/${name}`;
    const poolUrl = await startPooler(url, 2, onTestFinished);
    const database = await openDatabase({
      dataDir: tmpdir(),
      databaseUrl: url.href,
      poolUrl,
      password: "",
      owner: "pooler test",
      print: () => undefined,
    });
    try {
      const text = `select current_user::text as role, current_setting('request.jwt.claims') as claims,
        current_setting('statement_timeout') as timeout, current_setting('timezone') as zone, $1 as given`;
      const callers: Caller[] = [
        { role: "anon", claims: '{"role":"anon"}', pool: "guests" },
        { role: "authenticated", claims: '{"sub":"ama"}', pool: "users" },
        { role: "service_role", claims: '{"sub":"kofi"}', pool: "shop" },
      ];
      const limits = { anon: "1500ms", authenticated: "4s", service_role: "15s" };
      // Many transactions share two connections and repeat the same statements, which would otherwise be prepared.
      const work = Array.from({ length: 150 }, async (_, place) => {
        const caller = callers[place % callers.length] as Caller;
        const isReadOnly = place % 2 === 0;
        const rows = await runAs(database.requests, caller, { text, values: [String(place)] }, { isReadOnly });
        const { role, claims } = caller;
        expect(rows).toEqual([{ role, claims, timeout: limits[role], zone: "UTC", given: String(place) }]);
      });
      await Promise.all(work);
      const [after] = await database.requests.guests`
        select current_user::text as role, coalesce(current_setting('request.jwt.claims', true), '') as claims`;
      expect(after).toEqual({ role: "authenticator", claims: "" });
      const [open] = await database.admin`
        select count(*)::int as count from pg_stat_activity
        where datname = current_database() and usename = 'authenticator'`;
      expect(open?.["count"], "connections to the server").toBeLessThanOrEqual(2);
      const [auth] = await database.auth`
        select current_user::text as role, current_setting('statement_timeout') as timeout`;
      expect(auth).toEqual({ role: "supabase_auth_admin", timeout: "4s" });

      const received: string[] = [];
      const listening = Promise.withResolvers<void>();
      const listener = database.listen({
        channels: ["pooler_test"],
        onMessage: (payload) => received.push(payload),
        onListening: listening.resolve,
      });
      await listening.promise;
      await database.requests.shop`select pg_notify('pooler_test', 'through the pooler')`;
      await expect.poll(() => received).toEqual(["through the pooler"]);
      await listener.end();
    } finally {
      await database.close();
      await owner.script(`drop database ${name} with (force)`);
      await owner.end();
    }
  },
);

test.skipIf(!hasPgBouncer)("order boards poll when the LISTEN connection goes through a pooler", async () => {
  const url = new URL(inject("databaseUrl"));
  const poolUrl = new URL(await startPooler(url, 2, onTestFinished));
  const listenUrl = urlAs(url.href, "authenticator", poolUrl.href);
  const sql = connect(urlAs(url.href, "authenticator"), { max: 1, applicationName: "pooler test" });
  onTestFinished(() => sql.end());
  const tests: string[] = [];
  const hub = createDeskHub({
    listen: (options) => openListener(listenUrl, options),
    readChanges: async () => ({ cards: [] }),
    sendTest: (channel, payload) => {
      tests.push(payload);
      return sql`select pg_notify(${channel}, ${payload})`;
    },
    onLiveChange: () => undefined,
    logError: (error) => console.error(error),
    limits: { testMs: 2_000, retryMs: 60_000 },
  });
  onTestFinished(() => hub.close());
  hub.subscribe(
    () => undefined,
    () => undefined,
  );
  await expect.poll(() => hub.isLive()).toBe(false);
  expect(tests.length, "it listened and received a test notification").toBe(1);
});
