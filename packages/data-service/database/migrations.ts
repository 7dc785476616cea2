import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { StartError } from "../start-error.ts";
import type { Queries, Sql } from "./connect.ts";
import { announceSchema, inTransaction, type LockWait, migratingAlone } from "./migration-lock.ts";

export interface MigrationSet {
  /** Folder of `VERSION_name.sql` files, applied in the order of their names. */
  folder: string;
  /** Schema of the table `schema_migrations`, which lists the applied versions. */
  schema: string;
  /** Applies only these versions. */
  only?: ReadonlySet<string>;
}

/**
 * Applies the missing migrations, each file in its own transaction: a failing file leaves the database as it was before
 * that file. Concurrent processes take turns. Notifies running services of the new schema.
 * @returns the names of the applied files
 * @throws StartError with the file and the server's message, or if no lock was available
 */
export function applyMigrations(sql: Sql, set: MigrationSet, options: Partial<LockWait> = {}): Promise<string[]> {
  return migratingAlone(sql, options, async (connection, wait) => {
    await createMigrationTable(connection, set.schema);
    const known = await readVersions(connection, set.schema);
    const applied: string[] = [];
    try {
      for (const { file, version, name } of listMigrations(set.folder)) {
        if (known.has(version) || set.only?.has(version) === false) continue;
        const text = readFileSync(join(set.folder, file), "utf8");
        await inTransaction(
          connection,
          () => `The migration ${file}`,
          wait,
          async () => {
            await connection.script(text);
            await recordMigration(connection, set.schema, { version, name, text });
          },
        );
        applied.push(file);
      }
    } finally {
      if (applied.length > 0) await announceSchema(connection);
    }
    return applied;
  });
}

/**
 * Checks that this program fits the database, without changing anything.
 * @throws StartError if the database has migrations that this program lacks
 */
export async function checkMigrations(sql: Sql, set: MigrationSet): Promise<void> {
  const own = new Set(listMigrations(set.folder).map(({ version }) => version));
  requireKnown((await readVersions(sql, set.schema)).keys(), own);
}

/** @throws StartError naming the newest version of the database that this program lacks */
export function requireKnown(versions: Iterable<string>, own: ReadonlySet<string>): void {
  const newer = [...versions].filter((version) => !own.has(version)).sort();
  if (newer.length === 0) return;
  throw new StartError(
    `This database was made by a newer version of the store: it has the migration ${newer.at(-1)}, which this version lacks. Nothing was changed.`,
    "Start the newer version again. To go back, restore a backup that this version made (npm run restore).",
  );
}

export type MigrationFile = ReturnType<typeof listMigrations>[number];

/** Lists the `VERSION_name.sql` files of a folder in the order of their names. */
export function listMigrations(folder: string) {
  return readdirSync(folder)
    .sort()
    .flatMap((file) => {
      const [, version = "", name = ""] = /^(\d+)_(.+)\.sql$/.exec(file) ?? [];
      return version === "" ? [] : [{ file, version, name }];
    });
}

/** Returns the applied versions with their text; empty in a database without the table. */
export async function readVersions(sql: Queries, schema: string): Promise<Map<string, string | null>> {
  const [table] = await sql`select to_regclass(${`${schema}.schema_migrations`}) as name`;
  if (!table?.["name"]) return new Map();
  const rows = await sql<{ version: string; text: string | null }[]>`
    select version, statements[1] as text from ${sql.identifier(`${schema}.schema_migrations`)}`;
  return new Map(rows.map(({ version, text }) => [version, text]));
}

/** Creates the table that lists the applied versions, in the format of the Supabase CLI. */
export async function createMigrationTable(connection: Queries, schema: string): Promise<void> {
  await connection`create schema if not exists ${connection.identifier(schema)}`;
  await connection`
    create table if not exists ${connection.identifier(schema)}.schema_migrations (
      version text primary key, name text, statements text[]
    )`;
}

/** Records an applied version with its text. */
export async function recordMigration(
  connection: Queries,
  schema: string,
  { version, name, text }: { version: string; name: string; text: string | null },
): Promise<void> {
  await connection`
    insert into ${connection.identifier(schema)}.schema_migrations (version, name, statements)
    values (${version}, ${name}, ${text === null ? null : [text]})`;
}
