import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { StartError } from "../start-error.ts";
import { messageOf } from "../unknown-value.ts";
import type { Queries, Sql } from "./connect.ts";
import { isDatabaseError } from "./database-error.ts";

export interface MigrationSet {
  /** Folder of `VERSION_name.sql` files, applied in the order of their names. */
  folder: string;
  /** Schema of the table `schema_migrations`, which lists the applied versions. */
  schema: string;
  /** Role that owns what the migrations create; null for the connected user. */
  owner: string | null;
  /** Creates everything in an empty database; all migrations then count as applied. */
  create?: (connection: Queries) => Promise<void>;
  /** Upgrades a database that was created before the first migration of the folder. */
  upgrade?: Upgrade;
  /** Applies only these versions, from the files. */
  only?: ReadonlySet<string>;
}

export interface Upgrade {
  /** Last of the earlier migrations; older databases are rejected. */
  from: string;
  /** Instructions for an older database; part of the error. */
  remedy: string;
  /** Runs as the connected user in one transaction, after which the folder's first migration counts as applied. */
  run(connection: Queries): Promise<void>;
}

export interface LockWait {
  maxTries: number;
  /** Other statements queue behind a waiting migration, so this is shorter than a guest's statement timeout. */
  lockTimeoutMs: number;
  /** Pause between two attempts, so that the queued statements can run. */
  pauseMs: number;
  /** Called after each attempt that did not get the lock. */
  say: (line: string) => void;
}

/** Errors of an attempt that got no lock in time or ended in a deadlock. */
const NO_LOCK: readonly string[] = ["55P03", "40P01"];
/** Shorter than in requests, so that a deadlock with a request ends the migration, which is retried. */
const DEADLOCK_TIMEOUT = "10ms";
const DEFAULT_WAIT: LockWait = { maxTries: 30, lockTimeoutMs: 1_000, pauseMs: 2_000, say: console.log };

/**
 * Applies the missing migrations, each file in its own transaction: a failing file leaves the database as it was before
 * that file. Concurrent processes take turns. Notifies running services of the new schema.
 * @returns the names of the applied files
 * @throws StartError with the file and the server's message, if no lock was available, or as `checkMigrations`
 */
export function applyMigrations(sql: Sql, set: MigrationSet, wait: Partial<LockWait> = {}): Promise<string[]> {
  return sql.session((connection) => applyInTurn(connection, set, { ...DEFAULT_WAIT, ...wait }));
}

/**
 * Checks that this program fits the database, without changing anything.
 * @throws StartError if the database has migrations that this program lacks, or is older than `upgrade.from`
 */
export async function checkMigrations(sql: Sql, set: MigrationSet): Promise<void> {
  const [table] = await sql`select to_regclass(${`${set.schema}.schema_migrations`}) as name`;
  if (!table?.["name"]) return;
  const known = await readVersions(sql, set);
  if (needsUpgrade(set, known)) return;
  const own = new Set(listFiles(set).map(({ version }) => version));
  const [newer] = [...known]
    .filter((version) => !own.has(version))
    .sort()
    .slice(-1);
  if (newer === undefined) return;
  throw new StartError(
    `This database was made by a newer version of the store: it has the migration ${newer}, which this version lacks. Nothing was changed.`,
    "Start the newer version again. To go back, restore a backup that this version made (npm run restore).",
  );
}

async function readVersions(sql: Queries, { schema }: MigrationSet): Promise<Set<string>> {
  const rows = await sql<{ version: string }[]>`
    select version from ${sql.identifier(`${schema}.schema_migrations`)}`;
  return new Set(rows.map((row) => row.version));
}

interface MigrationFile {
  file: string;
  version: string;
  name: string;
}

function listFiles({ folder }: Pick<MigrationSet, "folder">): MigrationFile[] {
  const files = readdirSync(folder).filter((file) => file.endsWith(".sql"));
  return files.sort().map((file) => {
    const [, version = "", name = ""] = /^(\d+)_(.+)\.sql$/.exec(file) ?? [];
    return { file, version, name };
  });
}

async function applyInTurn(connection: Queries, set: MigrationSet, wait: LockWait): Promise<string[]> {
  const files = listFiles(set);
  const applied: string[] = [];
  try {
    await connection`select set_config('lock_timeout', ${String(wait.lockTimeoutMs)}, false)`;
    // Only superusers may set this. Otherwise the deadlock may end the request, which the data service then repeats.
    await connection`select set_config('deadlock_timeout', ${DEADLOCK_TIMEOUT}, false)`.catch(() => undefined);
    await tryForLock(
      connection,
      "The start",
      wait,
      () => connection`select pg_advisory_lock(hashtext('calabash migrations'))`,
    );
    await connection`create schema if not exists ${connection.identifier(set.schema)}`;
    await connection`
      create table if not exists ${connection.identifier(set.schema)}.schema_migrations (
        version text primary key, name text, statements text[]
      )`;
    const known = await readVersions(connection, set);
    const start = async (subject: string, run: () => Promise<void>, made: readonly MigrationFile[]) => {
      await inTransaction(connection, subject, wait, async () => {
        await run();
        await connection`delete from ${connection.identifier(set.schema)}.schema_migrations`;
        for (const file of made) await record(connection, set, file, null);
      });
      for (const { file, version } of made) {
        known.add(version);
        applied.push(file);
      }
    };
    const { create, upgrade } = set;
    if (create && known.size === 0 && !set.only) await start("The schema", () => create(connection), files);
    if (upgrade && needsUpgrade(set, known)) {
      await start("The upgrade", () => upgrade.run(connection), files.slice(0, 1));
    }
    for (const file of files) {
      if (known.has(file.version) || set.only?.has(file.version) === false) continue;
      const text = readFileSync(join(set.folder, file.file), "utf8");
      await inTransaction(connection, `The migration ${file.file}`, wait, async () => {
        if (set.owner) await connection`select set_config('role', ${set.owner}, true)`;
        await connection.script(text);
        await connection`reset role`;
        await record(connection, set, file, text);
      });
      applied.push(file.file);
    }
    return applied;
  } finally {
    // Other processes then read the schema again, like PostgREST.
    if (applied.length > 0) await connection`select pg_notify('pgrst', 'reload schema')`.catch(() => undefined);
    await connection`select pg_advisory_unlock(hashtext('calabash migrations'))`.catch(() => undefined);
    await connection`reset lock_timeout`.catch(() => undefined);
    await connection`reset deadlock_timeout`.catch(() => undefined);
  }
}

async function record(
  connection: Queries,
  { schema }: MigrationSet,
  { version, name }: MigrationFile,
  text: string | null,
): Promise<void> {
  await connection`
    insert into ${connection.identifier(schema)}.schema_migrations (version, name, statements)
    values (${version}, ${name}, ${text === null ? null : [text]})`;
}

/** @throws StartError with the server's message, after a rollback */
async function inTransaction(
  connection: Queries,
  subject: string,
  wait: LockWait,
  work: () => Promise<void>,
): Promise<void> {
  await tryForLock(connection, subject, wait, async () => {
    await connection`begin`;
    try {
      await work();
      await connection`commit`;
    } catch (error) {
      await connection`rollback`;
      if (isDatabaseError(error) && NO_LOCK.includes(error.code)) throw error;
      throw new StartError(
        `${subject} failed: ${messageOf(error).replace(/\.$/, "")}. It was rolled back.`,
        "Fix the migration or the rows it fails on, then start again.",
      );
    }
  });
}

/** @throws StartError naming the oldest open transaction, which is the likely holder */
async function tryForLock(
  connection: Queries,
  subject: string,
  { maxTries, pauseMs, say }: LockWait,
  work: () => PromiseLike<unknown>,
): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      await work();
      return;
    } catch (error) {
      if (!isDatabaseError(error) || !NO_LOCK.includes(error.code)) throw error;
      const [holder] = await connection`
        select pid, application_name from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid() and xact_start is not null
        order by xact_start limit 1`;
      const who = holder
        ? `connection ${holder["pid"]} ("${holder["application_name"]}") has the oldest open transaction`
        : "no transaction is open now";
      if (tries === maxTries) {
        throw new StartError(
          `${subject} could not get its lock in ${maxTries} tries: ${who}. It was rolled back.`,
          "End that program or its transaction (select pg_terminate_backend(pid)), then start again.",
        );
      }
      say(`${subject} waits for a lock: ${who}. Trying again.`);
      await delay(pauseMs);
    }
  }
}

/** @throws StartError if the database is older than `upgrade.from` */
function needsUpgrade(set: MigrationSet, known: ReadonlySet<string>): boolean {
  const { upgrade } = set;
  const [first] = listFiles(set);
  if (!upgrade || known.size === 0 || (first && known.has(first.version))) return false;
  const newest = [...known].sort().at(-1) ?? "";
  if (newest === upgrade.from) return true;
  if (newest > upgrade.from) return false;
  throw new StartError(
    `This database was made by an older version of the store (its last migration is ${newest}). Nothing was changed.`,
    upgrade.remedy,
  );
}
