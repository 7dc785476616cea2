import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { StartError } from "../start-error.ts";
import type { Queries, Sql } from "./connect.ts";
import { isDatabaseError } from "./database-error.ts";

export interface MigrationSet {
  /** Folder of `VERSION_name.sql` files, applied in the order of their names. */
  folder: string;
  /** The schema of the table `schema_migrations` that remembers what was applied. */
  schema: string;
  /** The role that owns what the migrations make; null for the connected user. */
  owner: string | null;
  /** Files that are one file now: a database that has the last of them is what that one makes. */
  folded?: { last: string; into: string };
  /** Only these versions: the others are left for the next start. */
  only?: ReadonlySet<string>;
}

export interface LockWait {
  maxTries: number;
  /** While a migration waits for a lock, everybody else waits behind it: shorter than a guest's statement may take. */
  lockTimeoutMs: number;
  /** Between two tries, for those who waited. */
  pauseMs: number;
  /** Told of each try that ended without the lock. */
  say: (line: string) => void;
}

const LOCK_NOT_AVAILABLE = "55P03";
const DEFAULT_WAIT: LockWait = { maxTries: 30, lockTimeoutMs: 1_000, pauseMs: 2_000, say: console.log };

/**
 * Applies what is not applied yet, each file in a transaction of its own: a file that fails leaves the
 * database as it was before that file. Two processes at once take turns.
 * @returns the names of the applied files
 * @throws StartError naming the file and the server's words; as `checkMigrations`; or that a lock could not be had
 */
export function applyMigrations(
  sql: Sql,
  set: MigrationSet,
  wait: Partial<LockWait> = {},
): Promise<string[]> {
  return sql.session((connection) => applyInTurn(connection, set, { ...DEFAULT_WAIT, ...wait }));
}

/**
 * Looks whether this program fits the database, without changing anything.
 * @throws StartError if the database has migrations that this program lacks, or is older than `folded.last`
 */
export async function checkMigrations(sql: Sql, set: MigrationSet): Promise<void> {
  const [table] = await sql`select to_regclass(${`${set.schema}.schema_migrations`}) as name`;
  if (!table?.["name"]) return;
  const rows = await sql<{ version: string }[]>`
    select version from ${sql.identifier(`${set.schema}.schema_migrations`)}`;
  const known = new Set(rows.map((row) => row.version));
  if (set.folded) isOlderThan(set.folded, known);
  const own = new Set(listFiles(set).map(({ version }) => version));
  const { folded } = set;
  const [newer] = [...known]
    .filter((version) => !own.has(version) && !(folded && version <= folded.last))
    .sort()
    .slice(-1);
  if (newer === undefined) return;
  throw new StartError(
    `This database was made by a newer version of the store: it has the migration ${newer}, which this version lacks. Nothing was changed in it.`,
    "Start the newer version again. To go back, restore a backup that this version made (npm run restore).",
  );
}

function listFiles({ folder }: MigrationSet): { file: string; version: string; name: string }[] {
  const files = readdirSync(folder).filter((file) => file.endsWith(".sql"));
  return files.sort().map((file) => {
    const [, version = "", name = ""] = /^(\d+)_(.+)\.sql$/.exec(file) ?? [];
    return { file, version, name };
  });
}

async function applyInTurn(connection: Queries, set: MigrationSet, wait: LockWait): Promise<string[]> {
  const applied: string[] = [];
  try {
    await connection`select set_config('lock_timeout', ${String(wait.lockTimeoutMs)}, false)`;
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
    const rows = await connection<{ version: string }[]>`
      select version from ${connection.identifier(set.schema)}.schema_migrations`;
    const known = new Set(rows.map((row) => row.version));
    if (set.folded && isOlderThan(set.folded, known)) {
      await connection`
        insert into ${connection.identifier(set.schema)}.schema_migrations (version, name)
        values (${set.folded.into}, 'folded')`;
      known.add(set.folded.into);
    }
    for (const { file, version, name } of listFiles(set)) {
      if (known.has(version) || set.only?.has(version) === false) continue;
      const text = readFileSync(join(set.folder, file), "utf8");
      await tryForLock(connection, `The migration ${file}`, wait, async () => {
        await connection`begin`;
        try {
          if (set.owner) await connection`select set_config('role', ${set.owner}, true)`;
          await connection.script(text);
          await connection`reset role`;
          await connection`
            insert into ${connection.identifier(set.schema)}.schema_migrations (version, name, statements)
            values (${version}, ${name}, ${[text]})`;
          await connection`commit`;
        } catch (error) {
          await connection`rollback`;
          if (isDatabaseError(error) && error.code === LOCK_NOT_AVAILABLE) throw error;
          throw new StartError(
            `The migration ${file} failed: ${(error as Error).message}. The database is as it was before it.`,
            "Mend the migration or the rows it stumbles over, then start again.",
          );
        }
      });
      applied.push(file);
    }
    return applied;
  } finally {
    await connection`select pg_advisory_unlock(hashtext('calabash migrations'))`.catch(() => undefined);
    await connection`reset lock_timeout`.catch(() => undefined);
  }
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
      if (!isDatabaseError(error) || error.code !== LOCK_NOT_AVAILABLE) throw error;
      const [holder] = await connection`
        select pid, application_name from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid() and xact_start is not null
        order by xact_start limit 1`;
      const who = holder
        ? `connection ${holder["pid"]} ("${holder["application_name"]}") has been in a transaction the longest`
        : "no transaction is open now";
      if (tries === maxTries) {
        throw new StartError(
          `${subject} could not get its lock in ${maxTries} tries: ${who}. The database is as it was before it.`,
          "End that program or its transaction (select pg_terminate_backend(pid)), then start again.",
        );
      }
      say(`${subject} waits for a lock: ${who}. Trying again.`);
      await delay(pauseMs);
    }
  }
}

/** @throws StartError when the database stands somewhere between the files that are one now */
function isOlderThan(folded: { last: string; into: string }, known: Set<string>): boolean {
  if (known.size === 0 || known.has(folded.into)) return false;
  if (known.has(folded.last)) return true;
  const newest = [...known].sort().at(-1);
  throw new StartError(
    `This database was made by an older version of the shop (its last migration is ${newest}), and nothing was changed in it.`,
    `Check out the last version with the migration ${folded.last}: git checkout "$(git rev-list -n 1 HEAD -- 'supabase/migrations/${folded.last}*')^". Start it on this database once, then start this version again.`,
  );
}
