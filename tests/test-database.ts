import { randomUUID } from "node:crypto";
import { connect, type Sql } from "#data-service/database/connect.ts";
import { type Database, openDatabase } from "#data-service/database/open-database.ts";
import { migrateShop } from "#server/start/prepare-database.ts";

/** The shop's database as its migrations leave it: made once for a run, and copied for each that asks. */
const TEMPLATE = "migrated_shop";

/** Migrates the template on the test run's server. @param serverUrl with the superuser's rights */
export async function makeTemplate(serverUrl: string): Promise<void> {
  const owner = connect(serverUrl, { max: 1, applicationName: "test run" });
  // Nothing here has to outlive a power cut, nor the hour: some hundred databases would be swept in turn without end.
  // Shops that are killed on purpose have servers of their own.
  for (const setting of ["fsync", "full_page_writes", "synchronous_commit", "autovacuum"]) {
    await owner.script(`alter system set ${setting} = off`);
  }
  await owner`select pg_reload_conf()`;
  await owner.script(`create database ${TEMPLATE}`);
  await owner.end();
  const template = await open(serverUrl, TEMPLATE);
  await migrateShop(template);
  // Nobody may be in it while it is copied.
  await template.close();
}

/**
 * A database of a test's own.
 * @param content the shop's, migrated and without a product; or nothing but the data service's own schemas
 * @param options.keepsPlans plans a statement once for a connection, not again for its values: for a test that asks the
 *   same of few rows thousands of times
 */
export async function openCopy(
  serverUrl: string,
  content: "the shop's" | "none",
  { keepsPlans = false } = {},
): Promise<Database> {
  const name = `test_${randomUUID().replaceAll("-", "")}`;
  const owner = connect(serverUrl, { max: 1, applicationName: "test run" });
  return inTurn(owner, async () => {
    await owner.script(
      `create database ${name}${content === "none" ? "" : ` template ${TEMPLATE} strategy file_copy`}`,
    );
    if (keepsPlans) await owner.script(`alter database ${name} set plan_cache_mode = force_generic_plan`);
    const database = await open(serverUrl, name);
    const close = async () => {
      await database.close();
      await drop(serverUrl, name);
    };
    return { ...database, close };
  }).finally(() => owner.end());
}

/** A run's databases would be gigabytes together. */
async function drop(serverUrl: string, name: string): Promise<void> {
  const owner = connect(serverUrl, { max: 1, applicationName: "test run" });
  await owner.script(`drop database ${name} with (force)`);
  await owner.end();
}

/** Opening sets the passwords of roles, which all databases of a server share. */
async function inTurn<Result>(owner: Sql, work: () => Promise<Result>): Promise<Result> {
  await owner`select pg_advisory_lock(hashtext('test databases'))`;
  return work();
}

function open(serverUrl: string, name: string): Promise<Database> {
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return openDatabase({
    databaseUrl: url.href,
    dataDir: "",
    password: "",
    owner: "test",
    say: () => undefined,
  });
}
