import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { StartError } from "../start-error.ts";
import type { Queries, Sql } from "./connect.ts";

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

/**
 * Applies what is not applied yet, each file in a transaction of its own: a file that fails leaves the
 * database as it was before that file. Two processes at once take turns.
 * @returns the names of the applied files
 * @throws StartError naming the file and the server's words, or that the database is older than `folded.last`
 */
export function applyMigrations(sql: Sql, set: MigrationSet): Promise<string[]> {
  return sql.session((connection) => applyInTurn(connection, set));
}

async function applyInTurn(connection: Queries, set: MigrationSet): Promise<string[]> {
  const applied: string[] = [];
  try {
    await connection`select pg_advisory_lock(hashtext('calabash migrations'))`;
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
    const files = readdirSync(set.folder)
      .filter((file) => file.endsWith(".sql"))
      .sort();
    for (const file of files) {
      const [, version = "", name = ""] = /^(\d+)_(.+)\.sql$/.exec(file) ?? [];
      if (known.has(version) || set.only?.has(version) === false) continue;
      const text = readFileSync(join(set.folder, file), "utf8");
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
        throw new StartError(
          `The migration ${file} failed: ${(error as Error).message}. The database is as it was before it.`,
          "Mend the migration or the rows it stumbles over, then start again.",
        );
      }
      applied.push(file);
    }
    return applied;
  } finally {
    await connection`select pg_advisory_unlock(hashtext('calabash migrations'))`.catch(() => undefined);
  }
}

/** @throws StartError when the database stands somewhere between the files that are one now */
function isOlderThan(folded: { last: string; into: string }, known: Set<string>): boolean {
  if (known.size === 0 || known.has(folded.into)) return false;
  if (known.has(folded.last)) return true;
  const newest = [...known].sort().at(-1);
  throw new StartError(
    `This database was made by an older version of the shop (its last migration is ${newest}), and nothing was changed in it.`,
    `Start the version of the shop that has the migration ${folded.last} on it once, then start this one again.`,
  );
}
