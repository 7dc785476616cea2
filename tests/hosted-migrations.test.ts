import { randomUUID } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Database } from "@calabash/data-service/database";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openTestDatabase } from "./running-shop.ts";

const FOLDER = join(import.meta.dirname, "..", "supabase", "migrations");
/** On a hosted project, `postgres` may create and drop these policies although another role owns the table. */
const STORAGE_POLICIES = /(create|drop) policy [^;]+ on storage\.objects[^;]*;/g;

/**
 * A database with a role that has the rights of `postgres` on a hosted project: no superuser, no ownership in the
 * schemas auth and storage, but all the privileges on their tables that a store may use.
 */
let database: Database;
const role = `hosted_${randomUUID().slice(0, 8)}`;

beforeAll(async () => {
  database = await openTestDatabase();
  await database.admin.script(`
    create role ${role} nologin bypassrls;
    grant anon, authenticated, service_role to ${role};
    grant create, usage on schema public to ${role};
    grant usage on schema auth, storage to ${role};
    grant all on auth.users, auth.identities, auth.sessions, storage.buckets, storage.objects to ${role} with grant option;
    do $$ begin execute format('grant create, temporary on database %I to ${role}', current_database()); end $$;
    alter default privileges for role ${role} in schema public grant all on tables to anon, authenticated, service_role;
    alter default privileges for role ${role} in schema public grant all on sequences to anon, authenticated, service_role;
    alter default privileges for role ${role} in schema public grant execute on functions to anon, authenticated, service_role;
  `);
});
afterAll(async () => {
  await database.admin.script(`drop owned by ${role} cascade; drop role ${role}`);
  await database.close();
});

test("every migration applies with the privileges that a hosted project grants", async () => {
  const files = readdirSync(FOLDER).filter((file) => file.endsWith(".sql"));
  for (const file of files.sort()) {
    const text = readFileSync(join(FOLDER, file), "utf8").replaceAll(STORAGE_POLICIES, "");
    const failure = await database.admin
      .begin(async (sql) => {
        await sql.script(`set local role ${role}`);
        await sql.script(text);
      })
      .then(
        () => null,
        (error: Error) => error.message,
      );
    expect([file, failure]).toEqual([file, null]);
  }
  const [made] = await database.admin`select count(*)::int as count from public.products`;
  expect(made?.["count"]).toBe(0);
});
