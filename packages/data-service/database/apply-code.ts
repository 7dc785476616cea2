import { type CodeObject, keyOf } from "./code-objects.ts";
import type { Queries } from "./connect.ts";
import { isDatabaseError } from "./database-error.ts";
import { identifier } from "./sql-text.ts";

/** PostgreSQL's errors for a function whose result or parameter names differ from the existing one's. */
const OTHER_HEADER = "42P13";

/** An object of the database, as `LIST` reads it. */
interface Found {
  kind: CodeObject["kind"] | "constraint" | "index" | "column" | "default";
  name: string;
  table: string | null;
  /** Name for a statement about it; of a function with its parameters. */
  sql: string;
  /** Changes with each `create or replace`. */
  mark: string;
  is_owned: boolean;
  /** Statements that take back grants and comments. */
  reset: string;
}

/** The code that an earlier upgrade applied. */
export interface AppliedCode {
  /** Keys of its objects; null for all that the owner owns. */
  keys: ReadonlySet<string> | null;
  /** Returns whether it has an object in this form. */
  has(object: CodeObject): boolean;
}

/** Lists code, and what depends on code: dropping a function with `cascade` also drops a constraint that calls it. */
const LIST = `
with own as (
  select pg_namespace.oid, nspname from pg_namespace
  where nspname !~ '^pg_' and nspname not in ('information_schema', 'data_service', 'supabase_migrations')
)
select 'function' as kind, nspname || '.' || proname as name, null as "table",
  format('function %I.%I(%s)', nspname, proname, pg_get_function_identity_arguments(pg_proc.oid)) as sql,
  format('%s/%s', pg_proc.xmin, pg_proc.ctid) as mark, pg_get_userbyid(proowner) = $1 as is_owned,
  coalesce((
    select string_agg(format('revoke all on function %I.%I(%s) from %s;', nspname, proname,
      pg_get_function_identity_arguments(pg_proc.oid),
      case grantee when 0 then 'public' else quote_ident(pg_get_userbyid(grantee)) end), ' ')
    from aclexplode(proacl) where grantee <> proowner), '')
  || case when obj_description(pg_proc.oid, 'pg_proc') is null then ''
    else format('comment on function %I.%I(%s) is null;', nspname, proname,
      pg_get_function_identity_arguments(pg_proc.oid)) end as reset
from pg_proc join own on own.oid = pronamespace
where prokind = 'f' and not exists (select from pg_depend where objid = pg_proc.oid and deptype = 'e')
union all
select kind, nspname || '.' || relname, null, format('%s %I.%I', kind, nspname, relname), '', false, ''
from pg_class join own on own.oid = relnamespace
join (values ('v', 'view'), ('c', 'type')) as kinds (code, kind) on code = relkind::text
union all
select 'trigger', tgname, nspname || '.' || relname, format('trigger %I on %I.%I', tgname, nspname, relname), '',
  pg_get_userbyid(proowner) = $1, ''
from pg_trigger join pg_class on pg_class.oid = tgrelid join own on own.oid = relnamespace
join pg_proc on pg_proc.oid = tgfoid
where not tgisinternal
union all
select 'policy', polname, nspname || '.' || relname, format('policy %I on %I.%I', polname, nspname, relname), '',
  pg_has_role($1, relowner, 'member'), ''
from pg_policy join pg_class on pg_class.oid = polrelid join own on own.oid = relnamespace
union all
select 'constraint', conname, nspname || '.' || coalesce(relname, ''), '', '', false, ''
from pg_constraint left join pg_class on pg_class.oid = conrelid join own on own.oid = connamespace
where contype <> 't'
union all
select case relkind when 'i' then 'index' else 'column' end, attname, nspname || '.' || relname, '', '', false, ''
from pg_attribute join pg_class on pg_class.oid = attrelid join own on own.oid = relnamespace
where relkind in ('r', 'p', 'i') and attnum > 0 and not attisdropped
union all
select 'default', attname, nspname || '.' || relname, '', '', false, ''
from pg_attrdef join pg_attribute on attrelid = adrelid and attnum = adnum
join pg_class on pg_class.oid = adrelid join own on own.oid = relnamespace
where relkind in ('r', 'p')`;

/** Lists the tables whose triggers or policies `applyCode` will drop or create. */
export async function listTablesOfCode(
  connection: Queries,
  owner: string,
  objects: readonly CodeObject[],
  applied: AppliedCode,
): Promise<string[]> {
  const current = new Set(objects.map(keyOf));
  const known = applied.keys;
  const removed = (await list(connection, owner)).filter(
    (each) => isRule(each) && (known?.has(keyOf(each)) ?? each.is_owned) && !current.has(keyOf(each)),
  );
  const changed = objects.filter((object) => object.table !== null && !applied.has(object));
  return [...new Set([...removed, ...changed].map(({ table }) => table ?? ""))];
}

/**
 * Makes the types, functions, views, triggers, and policies of the database those of `objects`, in the caller's
 * transaction. Only those that differ are touched: a function is replaced in place; others are dropped and created
 * again, together with the code that depends on them. Objects that other programs created stay.
 * @param applied what was applied before
 * @returns the SQL that ran, for databases that only run scripts
 * @throws Error if a constraint, index, column, or another program's object depends on something that has to be dropped
 */
export async function applyCode(
  connection: Queries,
  owner: string,
  objects: readonly CodeObject[],
  applied: AppliedCode,
): Promise<string[]> {
  const ran: string[] = [];
  // Keeps the locks short. Creating a new database checks the same function bodies.
  await connection.script("set local check_function_bodies = off");
  const before = await list(connection, owner);
  const known = applied.keys ?? new Set(before.filter((each) => each.is_owned).map(keyOf));
  const current = new Set(objects.map(keyOf));
  const isChanged = (object: CodeObject) => !applied.has(object);
  const isRemoved = (found: Found) => known.has(keyOf(found)) && !current.has(keyOf(found));
  const changedKeys = new Set(objects.filter(isChanged).map(keyOf));

  // Grants and comments that are not declared any more must not stay on a function that is replaced in place.
  const replaced = before.filter((each) => changedKeys.has(keyOf(each)));
  await asOwner(replaced.map(({ reset }) => reset).join(""));
  const marks = new Map((await list(connection, owner)).map(({ sql, mark }) => [sql, mark]));

  const created = new Set<string>();
  await createDefinitions();
  await createRules();
  await dropRest();
  // The drop took along what depended on it.
  await createDefinitions();
  await createRules();

  const after = new Set((await list(connection, owner)).map(keyOf));
  const foreign = before.map(keyOf).filter((key) => !known.has(key));
  const lost = [...new Set([...current, ...foreign])].filter((key) => !after.has(key));
  if (lost.length > 0) throw new Error(`the code can't be replaced without removing ${lost.join(", ")}`);
  return ran;

  /** Creates types, functions, and views that changed or are missing, in the order of the files. */
  async function createDefinitions(): Promise<void> {
    const existing = Map.groupBy(await list(connection, owner), keyOf);
    let functions: CodeObject[] = [];
    for (const object of objects) {
      const key = keyOf(object);
      if (object.table !== null || ((!isChanged(object) || created.has(key)) && existing.has(key))) continue;
      created.add(key);
      if (object.kind === "function") {
        functions.push(object);
        continue;
      }
      await replaceFunctions(functions, existing);
      functions = [];
      await drop(existing.get(key) ?? []);
      await asOwner(object.text);
    }
    await replaceFunctions(functions, existing);
  }

  /** Replaces functions, as many at once as possible, to keep the locks short. */
  async function replaceFunctions(
    functions: readonly CodeObject[],
    existing: ReadonlyMap<string, readonly Found[]>,
  ): Promise<void> {
    const [first] = functions;
    if (!first) return;
    const text = functions.map((each) => each.text.replace(/^create function/gim, "create or replace function"));
    await connection.script("savepoint replacing");
    try {
      await asOwner(text.join("\n"));
      await connection.script("release savepoint replacing");
    } catch (error) {
      if (!isDatabaseError(error) || error.code !== OTHER_HEADER) throw error;
      await connection.script("rollback to savepoint replacing");
      if (functions.length > 1) {
        const middle = functions.length >> 1;
        await replaceFunctions(functions.slice(0, middle), existing);
        await replaceFunctions(functions.slice(middle), existing);
        return;
      }
      await drop(existing.get(keyOf(first)) ?? []);
      await asOwner(first.text);
    }
  }

  /** Creates triggers and policies that changed or are missing. */
  async function createRules(): Promise<void> {
    const existing = await list(connection, owner);
    const keys = new Set(existing.map(keyOf));
    const pending = objects.filter(
      (each) => each.table !== null && ((isChanged(each) && !created.has(keyOf(each))) || !keys.has(keyOf(each))),
    );
    const pendingKeys = new Set(pending.map(keyOf));
    const dropped = existing.filter((each) => isRule(each) && (isRemoved(each) || pendingKeys.has(keyOf(each))));
    await drop(dropped);
    for (const { text } of pending) await asOwner(text);
    for (const key of pendingKeys) created.add(key);
  }

  /** Drops removed types, functions, and views, and forms of functions that are not declared any more. */
  async function dropRest(): Promise<void> {
    const isStaleForm = (each: Found) =>
      each.kind === "function" && changedKeys.has(keyOf(each)) && marks.get(each.sql) === each.mark;
    await drop(
      (await list(connection, owner)).filter((each) => !isRule(each) && (isRemoved(each) || isStaleForm(each))),
    );
  }

  async function drop(found: readonly Found[]): Promise<void> {
    for (const { sql } of found) {
      const statement = `drop ${sql.replace(/^(\w+) /, "$1 if exists ")} cascade;`;
      await connection.script(statement);
      ran.push(statement);
    }
  }

  async function asOwner(text: string): Promise<void> {
    if (text === "") return;
    await connection.script(`set local role ${identifier(owner)};\n${text}\nreset role;`);
    ran.push(text);
  }
}

function isRule({ kind }: Found): boolean {
  return kind === "trigger" || kind === "policy";
}

async function list(connection: Queries, owner: string): Promise<Found[]> {
  return (await connection.run(LIST, [owner])).rows as unknown as Found[];
}
