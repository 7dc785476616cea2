import { execFileSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { chownSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Database, findFreePort, openDatabase } from "@calabash/data-service/database";
import { expect, inject, onTestFinished, test } from "vitest";
import { DATA_DIR_PREFIX } from "#scripts/test-environment/temporary-folders.ts";
import { writeHostedMigrations } from "#scripts/write-migrations.ts";
import { readShopSchema } from "#server/database/shop-schema.ts";
import { describeDatabase } from "../describe-database.ts";
import { openCopy } from "../test-database.ts";

const BIN = "/usr/lib/postgresql/15/bin";

/** Whether Debian's package postgresql-15 is installed here. */
const HAS_POSTGRES_15 = existsSync(join(BIN, "initdb"));

/** Starts an empty PostgreSQL 15 server from Debian's package. PostgreSQL refuses to run as root. */
async function startPostgres15(): Promise<{ url: string; stop(): void }> {
  const folder = mkdtempSync(join(tmpdir(), `${DATA_DIR_PREFIX}${process.pid}-15-`));
  const idOf = (option: string) => Number(execFileSync("id", [option, "postgres"], { encoding: "utf8" }));
  const account = process.getuid?.() === 0 ? { uid: idOf("-u"), gid: idOf("-g") } : {};
  if (account.uid !== undefined) chownSync(folder, account.uid, account.gid);
  const run = (program: string, ...given: string[]) =>
    execFileSync(join(BIN, program), given, { cwd: "/", stdio: "ignore", ...account });
  const files = join(folder, "files");
  const port = await findFreePort();
  run("initdb", "-D", files, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C.UTF-8");
  const options = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories= -c fsync=off`;
  run("pg_ctl", "-D", files, "-w", "-l", join(folder, "log"), "-o", options, "start");
  return {
    url: `postgres://postgres:test@127.0.0.1:${port}/postgres`,
    stop: () => {
      run("pg_ctl", "-D", files, "-m", "immediate", "-w", "stop");
      rmSync(folder, { recursive: true });
    },
  };
}

type Project = Pick<Database, "admin" | "close">;

async function openProject(version: 15 | 17): Promise<Project> {
  if (version === 17) return openCopy(inject("databaseUrl"), "none");
  const server = await startPostgres15();
  const database = await openDatabase({
    databaseUrl: server.url,
    dataDir: "",
    password: "",
    owner: "test",
    print: () => undefined,
  });
  return { ...database, close: () => database.close().finally(server.stop) };
}

/**
 * Creates a role with the rights of `postgres` on a hosted project: no superuser, no ownership in the schemas auth and
 * storage, but all the privileges on their tables that a store may use.
 */
async function createRole({ admin }: Project): Promise<string> {
  const role = `hosted_${randomUUID().slice(0, 8)}`;
  await admin.script(`
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
  return role;
}

/** Applies files like `supabase db push`, each in a transaction. @returns the files that failed, with the message */
async function push({ admin }: Project, role: string, folder: string, files: readonly string[]): Promise<string[]> {
  const failures: string[] = [];
  for (const file of files) {
    const text = readFileSync(join(folder, file), "utf8");
    await admin
      .begin(async (sql) => {
        await sql.script(`set local role ${role}`);
        await sql.script(text);
      })
      .catch((error: Error) => failures.push(`${file.replace(/^\d+_/, "")}: ${error.message}`));
  }
  return failures;
}

test.for([15, 17] as const)(
  "PostgreSQL %i takes the migrations of the guide, and of the next version, with the rights of a hosted project",
  async (postgres, context) => {
    if (postgres === 15 && !HAS_POSTGRES_15) context.skip("postgresql-15 is not installed here: apt-get install it");
    const project = await openProject(postgres);
    const role = await createRole(project);
    const folder = mkdtempSync(join(tmpdir(), "calabash-hosted-"));
    const changes = mkdtempSync(join(tmpdir(), "calabash-changes-"));
    onTestFinished(async () => {
      await project.admin.script(`drop owned by ${role} cascade; drop role ${role}`);
      await project.close();
      for (const each of [folder, changes]) rmSync(each, { recursive: true });
    });
    const openDatabase = () => openCopy(inject("databaseUrl"), "none");
    const source = { ...readShopSchema(), version: "1.0.0", changes };
    const options = { source, openDatabase, now: new Date("2026-12-08T10:00:00Z") };
    const baseline = await writeHostedMigrations(join(folder, "new"), options);
    expect(baseline).toEqual([
      "20261208100000_baseline_1_0_0.sql",
      "20261208100001_baseline_1_0_0_storage_policies.sql",
    ]);
    // A project whose `postgres` does not own the table refuses the policies, and keeps everything else.
    expect(await push(project, role, join(folder, "new"), baseline)).toEqual([
      "baseline_1_0_0_storage_policies.sql: must be owner of table objects",
    ]);
    await project.admin.script(`grant supabase_storage_admin to ${role}`);
    expect(await push(project, role, join(folder, "new"), baseline.slice(1))).toEqual([]);
    expect(await writeHostedMigrations(join(folder, "new"), options)).toEqual([]);

    writeFileSync(
      join(changes, "20270101000000_box_color.sql"),
      "alter table public.orders add column box_color text;",
    );
    const text = source.text
      .replace("create function private.touch_updated_at()", "create function private.touch_updated_at_now()")
      .replaceAll("function private.touch_updated_at()", "function private.touch_updated_at_now()")
      .replaceAll('"photos of a delivery are read by whoever reads its order"', '"photos are read with their order"')
      .concat("\ncomment on column public.orders.box_color is 'Color of the box.';");
    writeFileSync(
      join(changes, "20270102000000_comment.sql"),
      "comment on column public.orders.box_color is 'Color of the box.';",
    );
    const next = { ...options, source: { ...source, version: "1.1.0", text }, now: new Date("2027-01-08T10:00:00Z") };
    const upgrade = await writeHostedMigrations(join(folder, "new"), next);
    expect(upgrade).toEqual([
      "20270108100000_upgrade_to_1_1_0.sql",
      "20270108100001_upgrade_to_1_1_0_storage_policies.sql",
    ]);
    expect(await push(project, role, join(folder, "new"), upgrade)).toEqual([]);

    const local = await openCopy(inject("databaseUrl"), "none");
    onTestFinished(() => local.close());
    await local.admin.begin(async (sql) => {
      await sql.script("set local role shop_owner");
      await sql.script(source.text);
      await sql.script("alter table public.orders add column box_color text");
    });
    const described = async ({ admin }: Project) =>
      (await describeDatabase(admin))
        .filter((line) => /^(trigger on|row rule|index|constraint)/.test(line))
        .map((line) =>
          line
            .replaceAll("touch_updated_at_now()", "touch_updated_at()")
            .replaceAll("photos are read with their order", "photos of a delivery are read by whoever reads its order"),
        )
        .sort();
    if (postgres === 17) expect(await described(project)).toEqual(await described(local));
    const [made] = await project.admin`
      select (select count(*)::int from public.products) as products,
        to_regproc('private.touch_updated_at') is null as is_renamed,
        exists (select from pg_policies where policyname = 'photos are read with their order') as has_policy`;
    expect(made).toEqual({ products: 0, is_renamed: true, has_policy: true });
  },
);
