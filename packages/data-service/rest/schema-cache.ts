import type { Sql } from "../database/connect.ts";

export interface Column {
  name: string;
  /** Type name from `format_type`, usable in a cast. */
  type: string;
}

/** A foreign key, seen from the table that holds it. */
export interface ForeignKey {
  name: string;
  table: string;
  columns: string[];
  target: string;
  targetColumns: string[];
  /** Each target row has at most one row that refers to it. */
  isUnique: boolean;
}

export type Relation = { name: string; columns: Map<string, Column>; primaryKey: string[] };

export interface DatabaseFunction {
  name: string;
  arguments: { name: string; type: string; hasDefault: boolean }[];
  returnsSet: boolean;
  /** Returns rows with columns: a table's type or `returns table`. */
  returnsRows: boolean;
  returnsVoid: boolean;
  /** The relation whose row type is returned; null for other types. */
  relation: string | null;
  /** Columns of returned rows; empty for a function that returns values. */
  columns: Column[];
  isVolatile: boolean;
  /** Time limit of a call in ms, if the function sets `statement_timeout` with a unit (`30s`). */
  limitMs: number | null;
}

/** Exposed schema: every identifier of a request is looked up here. */
export type SchemaCache = Awaited<ReturnType<typeof readSchema>>;

export const EXPOSED_SCHEMA = "public";

/** Reads PostgreSQL's catalog once; `followSchema` reloads it after migrations. */
export async function readSchema(sql: Sql) {
  const [columns, keys, foreignKeys, functions] = await Promise.all([
    sql<{ relation: string; name: string; type: string }[]>`
      select c.relname as relation, a.attname as name, format_type(a.atttypid, a.atttypmod) as type
      from pg_class c
      join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      where c.relnamespace = ${EXPOSED_SCHEMA}::regnamespace and c.relkind in ('r', 'v', 'm', 'p', 'f')
      order by c.relname, a.attnum`,
    sql<{ relation: string; columns: string[] }[]>`
      select c.relname as relation, array_agg(a.attname::text order by k.place) as columns
      from pg_constraint con
      join pg_class c on c.oid = con.conrelid
      cross join unnest(con.conkey) with ordinality as k (attnum, place)
      join pg_attribute a on a.attrelid = c.oid and a.attnum = k.attnum
      where con.contype = 'p' and c.relnamespace = ${EXPOSED_SCHEMA}::regnamespace
      group by c.relname`,
    sql<ForeignKey[]>`
      select con.conname as name, c.relname as "table", t.relname as target,
        (select array_agg(a.attname::text order by k.place)
         from unnest(con.conkey) with ordinality as k (attnum, place)
         join pg_attribute a on a.attrelid = con.conrelid and a.attnum = k.attnum) as columns,
        (select array_agg(a.attname::text order by k.place)
         from unnest(con.confkey) with ordinality as k (attnum, place)
         join pg_attribute a on a.attrelid = con.confrelid and a.attnum = k.attnum) as "targetColumns",
        exists (
          select 1 from pg_constraint u
          where u.conrelid = con.conrelid and u.contype in ('p', 'u')
            and u.conkey <@ con.conkey and con.conkey <@ u.conkey
        ) as "isUnique"
      from pg_constraint con
      join pg_class c on c.oid = con.conrelid
      join pg_class t on t.oid = con.confrelid
      where con.contype = 'f' and c.relnamespace = ${EXPOSED_SCHEMA}::regnamespace
        and t.relnamespace = ${EXPOSED_SCHEMA}::regnamespace`,
    sql<(Omit<DatabaseFunction, "arguments"> & { names: string[]; types: string[]; defaults: number })[]>`
      select p.proname as name, p.proretset as "returnsSet",
        (rt.typtype = 'c' or p.prorettype = 'record'::regtype) as "returnsRows",
        p.prorettype = 'void'::regtype as "returnsVoid",
        rc.relname as relation, p.provolatile = 'v' as "isVolatile",
        (select (extract(epoch from substring(setting from '=(.*)$')::interval) * 1000)::float8
         from unnest(p.proconfig) as setting where setting like 'statement\\_timeout=%') as "limitMs",
        coalesce(
          (select json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod))
             order by a.attnum)
           from pg_attribute a where a.attrelid = rt.typrelid and a.attnum > 0 and not a.attisdropped),
          (select json_agg(json_build_object('name', p.proargnames[i], 'type', format_type(p.proallargtypes[i], null))
             order by i)
           from generate_subscripts(p.proallargtypes, 1) as i
           where p.proargmodes[i] in ('o', 'b', 't') and p.prorettype = 'record'::regtype),
          '[]'
        ) as columns,
        coalesce((select array_agg(coalesce(p.proargnames[i], '') order by i)
          from generate_series(1, p.pronargs) as i), '{}') as names,
        coalesce((select array_agg(format_type(p.proargtypes[i], null) order by i)
          from generate_series(0, p.pronargs - 1) as i), '{}') as types,
        p.pronargdefaults as defaults
      from pg_proc p
      join pg_type rt on rt.oid = p.prorettype
      left join pg_class rc on rc.oid = rt.typrelid and rc.relnamespace = ${EXPOSED_SCHEMA}::regnamespace
      where p.pronamespace = ${EXPOSED_SCHEMA}::regnamespace and p.prokind = 'f'
        and p.prorettype <> 'trigger'::regtype`,
  ]);

  const relations = new Map<string, Relation>();
  for (const { relation: name, ...column } of columns) {
    const relation = relations.get(name) ?? { name, columns: new Map(), primaryKey: [] };
    relation.columns.set(column.name, column);
    relations.set(name, relation);
  }
  for (const key of keys) {
    const relation = relations.get(key.relation);
    if (relation) relation.primaryKey = key.columns;
  }
  const byName = new Map<string, DatabaseFunction[]>();
  for (const { names, types, defaults, ...rest } of functions) {
    const parameters = names.map((name, place) => ({
      name,
      type: types[place] ?? "text",
      hasDefault: place >= names.length - defaults,
    }));
    byName.set(rest.name, [...(byName.get(rest.name) ?? []), { ...rest, arguments: parameters }]);
  }
  return { relations, foreignKeys: [...foreignKeys], functions: byName };
}
