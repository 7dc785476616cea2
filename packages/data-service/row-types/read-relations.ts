import type { Sql } from "../database/index.ts";

export interface Column {
  name: string;
  /** PostgreSQL's type name, without length or precision. */
  type: string;
  isNullable: boolean;
  /** An insert may omit it. */
  hasDefault: boolean;
  /** Only the database writes it. */
  isMade: boolean;
  /** All texts that it may contain; null for any text. */
  values: string[] | null;
}

export type Relation = { name: string; kind: "table" | "view"; columns: Column[] };

interface FoundColumn extends Omit<Column, "values"> {
  relation: string;
  kind: Relation["kind"];
  /** The column's table: the relation itself, or the table behind the view. */
  base: string;
  rule: string | null;
  list: string | null;
  listColumn: string | null;
}

/**
 * Reads the tables and views of `public`. Columns of a view get the types of the table behind it, because PostgreSQL
 * does not store "not null" for views. The values of a text column come from its check constraint, or from the lookup
 * table that it refers to.
 */
export async function readRelations(sql: Sql): Promise<Relation[]> {
  const found = await sql<FoundColumn[]>`
    with shown as (
      select oid, oid as base from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace
      union all
      select ev_class, min(refobjid::bigint)::oid
      from pg_rewrite join pg_depend on objid = pg_rewrite.oid and classid = 'pg_rewrite'::regclass
        and refclassid = 'pg_class'::regclass and refobjid <> ev_class
      where ev_class in (select oid from pg_class where relkind = 'v' and relnamespace = 'public'::regnamespace)
      group by ev_class having count(distinct refobjid) = 1
    )
    select c.relname as relation, case c.relkind when 'r' then 'table' else 'view' end as kind, t.relname as base,
      a.attname as name, format_type(a.atttypid, null) as type, not coalesce(b.attnotnull, a.attnotnull) as "isNullable",
      coalesce(b.atthasdef or b.attidentity <> '', false) or a.atthasdef as "hasDefault",
      coalesce(b.attidentity = 'a' or b.attgenerated <> '', false) as "isMade",
      (select min(pg_get_constraintdef(oid)) from pg_constraint
       where conrelid = b.attrelid and contype = 'c' and conkey = array[b.attnum]
         and pg_get_constraintdef(oid) like '% = ANY (ARRAY[%') as rule,
      listed.relname as list, listed.attname as "listColumn"
    from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    left join shown on shown.oid = c.oid
    left join pg_class t on t.oid = shown.base
    left join pg_attribute b on b.attrelid = shown.base and b.attname = a.attname
    -- The list that the column refers to, or is itself.
    left join lateral (
      select target.relname, key.attname
      from pg_constraint join pg_class target on target.oid = confrelid
      join pg_attribute key on key.attrelid = confrelid and key.attnum = confkey[1]
      where contype = 'f' and key.atttypid = 'text'::regtype
        and ((conrelid = b.attrelid and conkey = array[b.attnum])
          or (confrelid = b.attrelid and confkey = array[b.attnum]))
      limit 1
    ) as listed on true
    where c.relkind in ('r', 'v') and c.relnamespace = 'public'::regnamespace
    order by c.relname, a.attnum`;
  const relations = new Map<string, Relation>();
  for (const { relation, kind, base, rule, list, listColumn, ...column } of found) {
    if (!base)
      throw new Error(`The view ${relation} reads more than one table. Define its columns in read-relations.ts.`);
    const entry = relations.get(relation) ?? { name: relation, kind, columns: [] };
    const listed = list && listColumn ? await listValues(sql, list, listColumn) : null;
    entry.columns.push({ ...column, values: listed ?? valuesOf(rule) });
    relations.set(relation, entry);
  }
  return [...relations.values()];
}

/** Returns the values of a lookup table in a new store; null if users fill it. */
async function listValues(sql: Sql, table: string, column: string): Promise<string[] | null> {
  const rows = await sql<{ value: string }[]>`
    select ${sql.identifier(column)} as value from ${sql.identifier(`public.${table}`)} order by 1`;
  return rows.length > 0 ? rows.map(({ value }) => value) : null;
}

/** Returns the values of a check constraint such as `CHECK ((role = ANY (ARRAY['customer'::text, 'admin'::text])))`. */
function valuesOf(rule: string | null): string[] | null {
  const list = rule?.match(/^CHECK \(\(\w+ = ANY \(ARRAY\[([^\]]*)\]\)\)\)$/)?.[1];
  return list ? [...list.matchAll(/'([^']*)'::text/g)].map(([, value = ""]) => value) : null;
}

/** Type of a function's result, or a composite type, with its columns. */
export interface ResultType {
  /** PostgreSQL's name. */
  type: string;
  columns: readonly Pick<Column, "name" | "type">[];
  /** Columns that its comment lists in a sentence such as `May be null: name, phone.` */
  nullable: readonly string[];
  /** Columns with the values of a table's column: the table by column, from `As in orders: status, delivery_type.` */
  tables: ReadonlyMap<string, string>;
}

export interface ResultTypes {
  /** By the name of a function in `public`. */
  functions: ReadonlyMap<string, Omit<ResultType, "columns">>;
  /** By the name of a composite type. */
  composites: ReadonlyMap<string, ResultType>;
}

export async function readResultTypes(sql: Sql): Promise<ResultTypes> {
  const functions = await sql<{ name: string; type: string; comment: string | null }[]>`
    select proname as name, format_type(prorettype, null) as type, obj_description(oid, 'pg_proc') as comment
    from pg_proc where pronamespace = 'public'::regnamespace`;
  const composites = await sql<{ type: string; comment: string | null; columns: Pick<Column, "name" | "type">[] }[]>`
    select format_type(reltype, null) as type, obj_description(reltype, 'pg_type') as comment, (
      select json_agg(json_build_object('name', attname, 'type', format_type(atttypid, null)) order by attnum)
      from pg_attribute where attrelid = pg_class.oid and attnum > 0 and not attisdropped
    ) as columns
    from pg_class where relkind = 'c'`;
  // A function keeps its result of JSON while processes of earlier versions call it; its comment names the type.
  const typeOf = (type: string, comment: string | null) =>
    (type === "jsonb" && comment?.match(/\bJSON of ([\w.]+)\b/)?.[1]) || type;
  return {
    functions: new Map(
      functions.map(({ name, type, comment }) => [
        name,
        { type: typeOf(type, comment), ...readComment(comment ?? "") },
      ]),
    ),
    composites: new Map(composites.map(({ comment, ...row }) => [row.type, { ...row, ...readComment(comment ?? "") }])),
  };
}

function readComment(comment: string): Pick<ResultType, "nullable" | "tables"> {
  const [, nullable] = comment.match(/\bMay be null: ([\w, ]+)\./) ?? [];
  const tables = [...comment.matchAll(/\bAs in (\w+): ([\w, ]+)\./g)].flatMap(([, table = "", columns = ""]) =>
    columns.split(", ").map((column) => [column, table] as const),
  );
  return { nullable: nullable?.split(", ") ?? [], tables: new Map(tables) };
}
