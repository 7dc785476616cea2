import { createReadStream, createWriteStream } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { Client } from "pg";
import { from as copyFrom, to as copyTo } from "pg-copy-streams";
import { withLibpqWords } from "./connect.ts";
import { identifier } from "./sql-text.ts";

/** A table saved in PostgreSQL's text format, which every version and platform can read. */
export interface CopiedTable {
  schema: string;
  name: string;
  /** In the order of the file's fields, without generated columns, which are computed again. */
  columns: string[];
  rows: number;
  file: string;
}

export interface CopiedSequence {
  schema: string;
  name: string;
  /** Last value of the sequence, as text. */
  lastValue: string;
}

export type CopiedDatabase = Awaited<ReturnType<typeof copyOut>>;

/** File of the SQL that created the copied tables; absent in copies of databases from before version 1.0.0. */
export const APPLIED_SCHEMA_FILE = "applied-schema.sql";

type Table = { schema: string; name: string; columns: string[] };

/** Lists all tables to copy. The migration tables are left out, because the restoring store fills them itself. */
const TABLES = `
  select schemas.nspname as schema, tables.relname as name, array(
      select attname::text from pg_attribute
      where attrelid = tables.oid and attnum > 0 and not attisdropped and attgenerated = '' order by attnum
    ) as columns
  from pg_class as tables
  join pg_namespace as schemas on schemas.oid = tables.relnamespace
  where tables.relkind = 'r' and schemas.nspname !~ '^pg_' and schemas.nspname <> 'information_schema'
    and schemas.nspname <> 'supabase_migrations'
    and (schemas.nspname, tables.relname) <> ('data_service', 'schema_migrations')
    and not exists (select from pg_depend where objid = tables.oid and deptype = 'e')
  order by 1, 2`;

/**
 * Writes all rows of all tables into files in `folder`, from one snapshot, without blocking other connections.
 * @param url of the database, with its owner's rights
 */
export function copyOut(url: string, folder: string) {
  return withClient(url, async (client) => {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await client.query("begin isolation level repeatable read read only");
    const tables: CopiedTable[] = [];
    for (const table of (await client.query<Table>(TABLES)).rows) {
      const file = `${table.schema}.${table.name}.copy`;
      const rows = client.query(copyTo(`copy ${nameOf(table)} (${columnsOf(table)}) to stdout`));
      await pipeline(rows, createWriteStream(join(folder, file), { mode: 0o600 }));
      tables.push({ ...table, rows: rows.rowCount, file });
    }
    const sequences = await client.query<CopiedSequence>(`
      select schemaname as schema, sequencename as name, last_value::text as "lastValue"
      from pg_sequences where last_value is not null order by 1, 2`);
    const versions = async (schema: string) =>
      (await client.query<{ version: string }>(`select version from ${schema}.schema_migrations order by 1`)).rows.map(
        ({ version }) => version,
      );
    const { rows: sources } = await client.query<{ name: string | null }>(
      "select to_regclass('supabase_migrations.applied_schema') as name",
    );
    if (sources[0]?.name) {
      const { rows } = await client.query<{ text: string }>("select text from supabase_migrations.applied_schema");
      await writeFile(join(folder, APPLIED_SCHEMA_FILE), rows[0]?.text ?? "", { mode: 0o600 });
    }
    return {
      tables,
      sequences: sequences.rows,
      /** Applied versions of both sets of migrations. */
      migrations: { dataService: await versions("data_service"), shop: await versions("supabase_migrations") },
    };
  });
}

/**
 * Replaces all rows of the database, with triggers and foreign keys disabled, and then checks row counts and foreign
 * keys.
 * @param url of a database with the same migrations, with superuser rights
 * @throws Error with the mismatch, after a rollback
 */
export function copyIn(url: string, folder: string, copied: CopiedDatabase): Promise<void> {
  return withClient(url, async (client) => {
    const here = (await client.query<Table>(TABLES)).rows.map(nameOf).sort();
    const there = copied.tables.map(nameOf).sort();
    const odd = [...here.filter((name) => !there.includes(name)), ...there.filter((name) => !here.includes(name))];
    if (odd.length > 0) throw new Error(`The tables differ: ${odd.join(", ")}.`);
    await client.query("begin");
    await client.query("set local session_replication_role = replica");
    await client.query(`truncate ${here.join(", ")}`);
    for (const table of copied.tables) {
      const rows = client.query(copyFrom(`copy ${nameOf(table)} (${columnsOf(table)}) from stdin`));
      await pipeline(createReadStream(join(folder, table.file)), rows);
      if (rows.rowCount !== table.rows) {
        throw new Error(`${nameOf(table)} has ${rows.rowCount} rows, but the backup lists ${table.rows}.`);
      }
    }
    for (const { schema, name, lastValue } of copied.sequences) {
      await client.query("select setval($1::regclass, $2::bigint)", [nameOf({ schema, name }), lastValue]);
    }
    await checkForeignKeys((text) => client.query(text));
    await client.query("commit");
    await client.query("analyze");
  });
}

/**
 * Checks every foreign key, for rows that were loaded while the checks were off.
 * @throws Error naming a key with a row whose parent is missing
 */
export async function checkForeignKeys(
  query: (text: string) => Promise<{ rows: Record<string, unknown>[] }>,
): Promise<void> {
  const { rows } = await query(`
    select conrelid::regclass || ', ' || conname as name, format(
      'select 1 from %s as child where %s and not exists (select from %s as parent where %s) limit 1',
      conrelid::regclass,
      (select string_agg(format('child.%I is not null', attname), ' and ')
        from pg_attribute where attrelid = conrelid and attnum = any (conkey)),
      confrelid::regclass,
      (select string_agg(format('parent.%I = child.%I', theirs.attname, ours.attname), ' and ')
        from unnest(conkey, confkey) as pairs (ours, theirs)
        join pg_attribute as ours on ours.attrelid = conrelid and ours.attnum = pairs.ours
        join pg_attribute as theirs on theirs.attrelid = confrelid and theirs.attnum = pairs.theirs)
    ) as test
    from pg_constraint where contype = 'f' and conparentid = 0`);
  for (const { name, test } of rows) {
    const orphans = await query(String(test));
    if (orphans.rows.length > 0) throw new Error(`A row references a missing row: ${name}.`);
  }
}

/**
 * Fills an empty table from a CSV file with COPY; the first line contains the column names.
 * @param url of the database, with the table owner's rights
 * @returns false if the table has rows, which are left unchanged
 */
export function fillFromCsv(url: string, table: string, file: string): Promise<boolean> {
  return withClient(url, async (client) => {
    const { rowCount } = await client.query(`select from ${table} limit 1`);
    if (rowCount) return false;
    const rows = client.query(copyFrom(`copy ${table} from stdin with (format csv, header match)`));
    await pipeline(createReadStream(file), rows);
    return true;
  });
}

async function withClient<Result>(url: string, work: (client: Client) => Promise<Result>): Promise<Result> {
  // A separate connection, because row streams do not work on a pipelined one.
  const client = new Client({
    connectionString: withLibpqWords(url),
    application_name: "calabash backup",
    connectionTimeoutMillis: 5_000,
    options: "-c timezone=UTC -c statement_timeout=0",
  });
  // The running query reports a lost connection.
  client.on("error", () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

function nameOf({ schema, name }: { schema: string; name: string }): string {
  return `${identifier(schema)}.${identifier(name)}`;
}

function columnsOf({ columns }: { columns: string[] }): string {
  return columns.map(identifier).join(", ");
}
