import { randomUUID } from "node:crypto";
import { connect, type Database, openDatabase, openPools, type Sql } from "@calabash/data-service/database";
import { migrateShop } from "#server/database/prepare-database.ts";
import { addFactories } from "./factories.ts";

/** A database with the store's migrations, created once per run and copied for each test. */
const TEMPLATE = "migrated_shop";

/** Migrates the template on the test run's server. @param serverUrl with the superuser's rights */
export async function makeTemplate(serverUrl: string): Promise<void> {
  const owner = connect(serverUrl, { max: 1, applicationName: "test run" });
  // Tests need no durability, and autovacuum would run through hundreds of databases without end. Stores that are
  // killed on purpose have their own servers.
  for (const setting of ["fsync", "full_page_writes", "synchronous_commit", "autovacuum"]) {
    await owner.script(`alter system set ${setting} = off`);
  }
  // Thousands of connections log in, and these passwords protect nothing.
  await owner.script("alter system set scram_iterations = 1");
  await owner`select pg_reload_conf()`;
  await owner.script(`set scram_iterations = 1; alter role postgres password '${new URL(serverUrl).password}'`);
  await owner.script(`create database ${TEMPLATE}`);
  await owner.end();
  const template = await open(addressOf(serverUrl, TEMPLATE));
  await migrateShop(template);
  await addFactories(template.admin);
  // A template cannot be copied while a connection is open.
  await template.close();
}

/**
 * Opens a database for one test file.
 * @param content the store's schema without products, or only the data service's schemas
 * @param options.usesGenericPlans plans a statement once per connection instead of for each set of values: for tests that
 *   run the same queries on few rows thousands of times
 */
export async function openCopy(
  serverUrl: string,
  content: "the shop's" | "none",
  { usesGenericPlans = false } = {},
): Promise<Database> {
  const owner = ownerOf(serverUrl);
  const name = `test_${randomUUID().replaceAll("-", "")}`;
  const isCopy = content === "the shop's";
  await owner.script(`create database ${name}${isCopy ? ` template ${TEMPLATE} strategy file_copy` : ""}`);
  if (usesGenericPlans) await owner.script(`alter database ${name} set plan_cache_mode = force_generic_plan`);
  const url = addressOf(serverUrl, name);
  const database = isCopy ? openPools(url) : await inTurn(owner, () => open(url));
  const close = async () => {
    await database.close();
    // Together, a run's databases would take gigabytes. The one closed before is dropped: its connections are gone by
    // now, whereas PostgreSQL waits 100 ms for connections that are still closing.
    const closedBefore = closed.splice(0);
    closed.push(name);
    for (const before of closedBefore) await owner.script(`drop database ${before} with (force)`);
  };
  return { ...database, close };
}

const owners = new Map<string, Sql>();
/** Databases that are closed and not dropped yet. */
const closed: string[] = [];

/** Returns the connection that creates and drops databases of a worker; it closes with the worker. */
function ownerOf(serverUrl: string): Sql {
  const owner = owners.get(serverUrl) ?? connect(serverUrl, { max: 3, applicationName: "test run" });
  owners.set(serverUrl, owner);
  return owner;
}

/**
 * Runs work one at a time, because opening a database creates roles and sets passwords, which all databases of a server
 * share.
 */
function inTurn<Result>(owner: Sql, work: () => Promise<Result>): Promise<Result> {
  return owner.session(async (sql) => {
    await sql`select pg_advisory_lock(hashtext('test databases'))`;
    try {
      return await work();
    } finally {
      await sql`select pg_advisory_unlock(hashtext('test databases'))`;
    }
  });
}

function open(databaseUrl: string): Promise<Database> {
  return openDatabase({ databaseUrl, dataDir: "", password: "", owner: "test", print: () => undefined });
}

function addressOf(serverUrl: string, database: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${database}`;
  return url.href;
}
