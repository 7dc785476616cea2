import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { StartError } from "../start-error.ts";
import { type AppliedCode, applyCode, listTablesOfCode } from "./apply-code.ts";
import { type CodeObject, hashOf, keyOf, lostForms, readCode } from "./code-objects.ts";
import type { Queries, Sql } from "./connect.ts";
import { announceSchema, inTransaction, type LockWait, migratingAlone } from "./migration-lock.ts";
import {
  createMigrationTable,
  listMigrations,
  type MigrationFile,
  readVersions,
  recordMigration,
  requireKnown,
} from "./migrations.ts";
import { identifier } from "./sql-text.ts";

/** The schema that a program needs: complete for a new database, and as changes for an existing one. */
export interface SchemaSource {
  /** Schema of the tables that record what was applied. */
  schema: string;
  /** Role that owns what the SQL creates. */
  owner: string;
  /** Version of the program, such as 1.0.0. An older one leaves the code of a newer one in place. */
  version: string;
  /** Complete SQL of a new database. */
  text: string;
  /** Folder of `VERSION_name.sql` files that change tables and rows of an existing database since the baseline. */
  changes: string;
  /** Versions of the changes that `text` includes; by default all. */
  included?: ReadonlySet<string>;
  baseline: {
    version: string;
    /** The database of earlier migrations that is the baseline already. */
    takenOver: {
      /** SHA-256 of its sorted versions, one a line. */
      versions: string;
      /** Hashes of its types, functions, views, triggers, and policies, base64, four bytes each. */
      code: string;
    };
    /** Instructions for an older database; part of the error. */
    remedy: string;
  };
}

/** Steps of an upgrade, before it runs. */
export interface UpgradePlan {
  isNew: boolean;
  /** The database was made by the migrations before the baseline. */
  isTakenOver: boolean;
  /** Files of changes to apply. */
  changes: string[];
  /** Types, functions, views, triggers, and policies to re-apply or remove. */
  code: string[];
  /** Reasons why processes of the previous version fail after the upgrade. */
  breaks: string[];
}

export interface UpgradeOptions extends Partial<LockWait> {
  /** Receives the SQL of an upgrade, for databases that only run scripts. */
  onSql?: (statements: readonly string[]) => void;
}

/** A change that the previous version does not survive says why: `-- contract: REASON`. */
const CONTRACT = /^-- contract: (.*\S)/m;
/** Statements that create or alter a table; the group is its name. */
const CREATED = /^create table (\w+\.\w+)/gm;
const ALTERED = /^alter table (\w+\.\w+)/gm;
/** Schema whose functions clients call. */
const EXPOSED = /^public\./;

/** Returns the hash of the versions of a database, to compare with `takenOver`. */
export function hashVersions(versions: Iterable<string>): string {
  return sha256([...versions].sort().join("\n"));
}

/**
 * Plans the upgrade, without changing anything.
 * @throws StartError if the database is older than the baseline, newer than the program, or had a change applied that
 *   now has other content
 */
export async function planUpgrade(sql: Queries, source: SchemaSource): Promise<UpgradePlan> {
  const known = await readVersions(sql, source.schema);
  const files = listMigrations(source.changes);
  if (known.size === 0) return { isNew: true, isTakenOver: false, changes: [], code: [], breaks: [] };
  const isTakenOver = !known.has(source.baseline.version);
  if (isTakenOver && hashVersions(known.keys()) !== source.baseline.takenOver.versions) {
    throw new StartError(
      `This database was made by a version of the store before ${source.baseline.version} (its last migration is ${[...known.keys()].sort().at(-1)}). Nothing was changed.`,
      source.baseline.remedy,
    );
  }
  if (isTakenOver) return describe(files, null);
  requireKnown(known.keys(), new Set([source.baseline.version, ...files.map(({ version }) => version)]));
  for (const { file, version } of files) {
    const applied = known.get(version);
    if (applied === undefined || applied === null || applied === readFileSync(join(source.changes, file), "utf8")) {
      continue;
    }
    throw new StartError(
      `The change ${file} was applied to this database with other content than the file has now. Nothing was changed.`,
      "Put back the file that was applied. A further change needs a file of its own.",
    );
  }
  const recorded = await readApplied(sql, source);
  // A process of the previous version that restarts during a rolling upgrade must not bring its functions back.
  if (recorded && isNewer(recorded, source)) return describe([], source.text);
  return describe(
    files.filter(({ version }) => !known.has(version)),
    recorded?.text ?? null,
  );

  function describe(pending: readonly MigrationFile[], before: string | null): UpgradePlan {
    const contracts = pending.flatMap(({ file }) => {
      const [, reason] = CONTRACT.exec(readFileSync(join(source.changes, file), "utf8")) ?? [];
      return reason === undefined ? [] : [`${file}: ${reason}`];
    });
    const isSame = before === source.text;
    const [old, current] = isSame ? [[], []] : [readCode(before ?? ""), readCode(source.text)];
    const applied = before === null ? takenOver(source) : appliedBy(old);
    const currentKeys = new Set(current.map(keyOf));
    const lost = lostForms(old, current).filter((form) => EXPOSED.test(form));
    return {
      isNew: false,
      isTakenOver,
      changes: pending.map(({ file }) => file),
      code: [
        ...current.filter((object) => !applied.has(object)).map(keyOf),
        ...old.map(keyOf).filter((key) => !currentKeys.has(key)),
      ],
      breaks: [...contracts, ...lost.map((form) => `The function ${form} is removed.`)],
    };
  }
}

/**
 * Creates the schema in an empty database. Otherwise applies the missing changes in order, and then re-applies the code
 * that differs, all in one transaction: a failing upgrade leaves the database as the previous version needs it.
 * Concurrent processes take turns. Notifies running services of the new schema.
 * @returns what was done
 * @throws StartError with the file and the server's message, if no lock was available, or as `planUpgrade`
 */
export function upgradeSchema(sql: Sql, source: SchemaSource, options: UpgradeOptions = {}): Promise<UpgradePlan> {
  return migratingAlone(sql, options, async (connection, wait) => {
    const plan = await planUpgrade(connection, source);
    const isCreated = !plan.isNew && !plan.isTakenOver;
    const recorded = isCreated ? await readApplied(connection, source) : null;
    const isCurrent = recorded && (recorded.text === source.text || isNewer(recorded, source));
    if (isCurrent && plan.changes.length === 0) return plan;
    await createMigrationTable(connection, source.schema);
    await connection.script(`
      create table if not exists ${identifier(source.schema)}.applied_schema (
        is_only boolean primary key default true check (is_only), version text not null, text text not null
      )`);
    let subject = plan.isNew ? "Creating the schema" : "The upgrade";
    const named = (next: string) => {
      subject = next;
    };
    let ran: string[] = [];
    await inTransaction(
      connection,
      () => subject,
      wait,
      async () => {
        ran = await (plan.isNew
          ? create(connection, source)
          : upgrade(connection, source, plan, wait.lockTimeoutMs, named));
      },
    );
    options.onSql?.(ran);
    await announceSchema(connection);
    return plan;
  });
}

/** Returns the versions of a database that the program just created. */
export function listVersions({ baseline, changes }: SchemaSource): string[] {
  return [baseline.version, ...listMigrations(changes).map(({ version }) => version)];
}

async function create(connection: Queries, source: SchemaSource): Promise<string[]> {
  await asOwner(connection, source.owner, source.text);
  await recordBaseline(connection, source);
  for (const file of listMigrations(source.changes)) {
    if (source.included?.has(file.version) !== false) await record(connection, source, file);
  }
  await saveApplied(connection, source);
  return [source.text];
}

/** @returns the SQL of the changes and of the code */
async function upgrade(
  connection: Queries,
  source: SchemaSource,
  plan: UpgradePlan,
  lockTimeoutMs: number,
  named: (subject: string) => void,
): Promise<string[]> {
  const changes: string[] = [];
  const { owner, text } = source;
  const objects = readCode(text);
  const recorded = await readApplied(connection, source);
  const applied = recorded ? appliedBy(readCode(recorded.text)) : takenOver(source);
  named("The upgrade");
  await lockTables(
    connection,
    source,
    plan,
    await listTablesOfCode(connection, owner, objects, applied),
    lockTimeoutMs,
  );
  if (plan.isTakenOver) {
    await connection`delete from ${connection.identifier(source.schema)}.schema_migrations`;
    await recordBaseline(connection, source);
  }
  for (const file of listMigrations(source.changes).filter((each) => plan.changes.includes(each.file))) {
    named(`The change ${file.file}`);
    const text = await record(connection, source, file);
    await asOwner(connection, source.owner, text);
    changes.push(text);
  }
  named("Re-applying types, functions, views, triggers, and policies");
  const code = await applyCode(connection, owner, objects, applied);
  await saveApplied(connection, source);
  return [...changes, ...code];
}

/**
 * Locks the tables of an upgrade before it changes the first one. Requests use tables roughly in the order in which the
 * schema creates them, so locks in another order end in deadlocks with them.
 */
async function lockTables(
  connection: Queries,
  { text, changes }: SchemaSource,
  plan: UpgradePlan,
  ofCode: readonly string[],
  lockTimeoutMs: number,
): Promise<void> {
  const altered = plan.changes.flatMap((file) =>
    [...readFileSync(join(changes, file), "utf8").matchAll(ALTERED)].map(([, table = ""]) => table),
  );
  const created = new Map([...text.matchAll(CREATED)].map(([, table = ""], place) => [table, place]));
  const placeOf = (table: string) => created.get(table) ?? -1;
  const names = [...new Set([...altered, ...ofCode])].sort((one, other) => placeOf(one) - placeOf(other));
  const existing = await connection<{ name: string }[]>`
    select name from unnest(${names}::text[]) with ordinality as names (name, place)
    where to_regclass(name) is not null order by place`;
  if (existing.length === 0) return;
  const tables = existing.map(({ name }) => name.split(".").map(identifier).join("."));
  // lock_timeout counts for each table, but requests wait from the first lock on, so the whole statement is limited.
  await connection.script(`
    set local statement_timeout = '${lockTimeoutMs}ms';
    lock table ${tables.join(", ")} in access exclusive mode;
    set local statement_timeout = default`);
}

async function asOwner(connection: Queries, owner: string, text: string): Promise<void> {
  await connection.script(`set local role ${identifier(owner)}`);
  await connection.script(text);
  await connection.script("reset role");
}

function recordBaseline(connection: Queries, { schema, baseline }: SchemaSource): Promise<void> {
  return recordMigration(connection, schema, { version: baseline.version, name: "baseline", text: null });
}

/** @returns the text of the recorded file */
async function record(
  connection: Queries,
  { schema, changes }: SchemaSource,
  { file, version, name }: MigrationFile,
): Promise<string> {
  const text = readFileSync(join(changes, file), "utf8");
  await recordMigration(connection, schema, { version, name, text });
  return text;
}

async function saveApplied(connection: Queries, { schema, version, text }: SchemaSource): Promise<void> {
  await connection`
    insert into ${connection.identifier(`${schema}.applied_schema`)} (version, text) values (${version}, ${text})
    on conflict (is_only) do update set version = excluded.version, text = excluded.text`;
}

async function readApplied(sql: Queries, { schema }: SchemaSource): Promise<{ version: string; text: string } | null> {
  const table = `${schema}.applied_schema`;
  const [found] = await sql`select to_regclass(${table}) as name`;
  if (!found?.["name"]) return null;
  const [row] = await sql<{ version: string; text: string }[]>`select version, text from ${sql.identifier(table)}`;
  return row ?? null;
}

function isNewer(one: { version: string }, other: { version: string }): boolean {
  return one.version.localeCompare(other.version, "en", { numeric: true }) > 0;
}

function appliedBy(objects: readonly CodeObject[]): AppliedCode {
  const texts = new Map(objects.map((object) => [keyOf(object), object.types + object.text]));
  return { keys: new Set(texts.keys()), has: (object) => texts.get(keyOf(object)) === object.types + object.text };
}

function takenOver({ baseline }: SchemaSource): AppliedCode {
  const hashes = new Set(Buffer.from(baseline.takenOver.code, "base64").toString("hex").match(/.{8}/g));
  return { keys: null, has: (object) => hashes.has(hashOf(object)) };
}

/** Returns the hash by which a released schema is listed. */
export function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
