import type { Sql } from "@calabash/data-service/database";

/**
 * Describes what the store's SQL creates in a database, sorted, one text per object: schemas, tables, columns,
 * constraints, indexes, views, functions, triggers, policies, grants, comments, and initial rows. Databases with equal
 * descriptions are interchangeable.
 */
export async function describeDatabase(sql: Sql): Promise<string[]> {
  return sql.withConnection(async (client) => {
    // An empty search path makes PostgreSQL print qualified names.
    await client.query("set search_path = ''");
    const objects = (await client.query<{ object: string }>(DESCRIPTION)).rows.map(({ object }) => object);
    for (const table of await tablesOf(client)) {
      const found = await client.query(`select to_jsonb(t) as row from ${table} as t`);
      objects.push(...found.rows.map(({ row }) => `row of ${table}: ${JSON.stringify(withoutMoments(row))}`));
    }
    await client.query("reset search_path");
    return objects.sort();
  });
}

async function tablesOf(client: { query(text: string): Promise<{ rows: { name: string }[] }> }) {
  const { rows } = await client.query(`
    select format('%I.%I', relnamespace::regnamespace, relname) as name from pg_catalog.pg_class
    where relkind = 'r' and (relnamespace in (${OWN}) or oid = 'storage.buckets'::regclass)
      -- A megabyte that only its migration brings.
      and oid <> 'private.zip_centers'::regclass`);
  return rows.map(({ name }) => name);
}

/** Removes timestamps, which differ between databases. */
function withoutMoments(row: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(row).filter(([name]) => !name.endsWith("_at")));
}

/** The store's own schemas. In those of the data service it creates policies and triggers. */
const OWN = "'public'::regnamespace, 'private'::regnamespace";
const TOUCHED = `${OWN}, 'auth'::regnamespace, 'storage'::regnamespace`;

/** Lists grants in an order independent of their creation. */
const rights = (acl: string, kind: string, owner: string) => `(
  select string_agg(
    format('%s:%s%s', case grantee when 0 then 'public' else grantee::regrole::text end, privilege_type,
      case when is_grantable then '*' else '' end),
    ' ' order by grantee::regrole::text, privilege_type)
  from aclexplode(coalesce(${acl}, acldefault('${kind}', ${owner}))))`;

const DESCRIPTION = `
select format('schema %s owner %s rights %s comment %s', nspname, nspowner::regrole,
  ${rights("nspacl", "n", "nspowner")}, obj_description(oid, 'pg_namespace')) as object
from pg_catalog.pg_namespace where oid in (${OWN})

union all
select format('default rights of %s in %s for %s: %s', defaclrole::regrole,
  case defaclnamespace when 0 then 'every schema' else defaclnamespace::regnamespace::text end, defaclobjtype, defaclacl)
from pg_catalog.pg_default_acl

union all
select format('%s %s owner %s row rules %s %s options %s rights %s comment %s%s',
  case relkind when 'r' then 'table' when 'v' then 'view' when 'S' then 'sequence' else relkind::text end,
  oid::regclass, relowner::regrole, relrowsecurity, relforcerowsecurity, reloptions,
  ${rights("relacl", "r", "relowner")}, obj_description(oid, 'pg_class'),
  case when relkind = 'v' then E'\\n' || pg_get_viewdef(oid, true) else '' end)
from pg_catalog.pg_class
where relkind in ('r', 'v', 'm', 'S', 'p') and relnamespace in (${OWN})

union all
select format('column %s.%s place %s type %s %s default %s identity %s generated %s rights %s comment %s',
  attrelid::regclass, attname,
  -- Columns that were dropped keep their number.
  row_number() over (partition by attrelid order by attnum),
  format_type(atttypid, atttypmod), case when attnotnull then 'not null' else 'null' end,
  pg_get_expr(adbin, adrelid), attidentity, attgenerated,
  (select string_agg(format('%s:%s', grantee::regrole, privilege_type), ' ' order by grantee::regrole::text, privilege_type)
   from aclexplode(attacl)),
  col_description(attrelid, attnum))
from pg_catalog.pg_attribute
join pg_catalog.pg_class on pg_class.oid = attrelid
left join pg_catalog.pg_attrdef on adrelid = attrelid and adnum = attnum
where relkind in ('r', 'v', 'm', 'p', 'c') and relnamespace in (${OWN}) and attnum > 0 and not attisdropped

union all
select format('constraint %s of %s: %s comment %s', conname, conrelid::regclass, pg_get_constraintdef(oid, true),
  obj_description(oid, 'pg_constraint'))
from pg_catalog.pg_constraint where connamespace in (${OWN})

union all
select format('index %s', pg_get_indexdef(indexrelid))
from pg_catalog.pg_index join pg_catalog.pg_class on pg_class.oid = indexrelid where relnamespace in (${OWN})

union all
select format('trigger on %s: %s enabled %s comment %s', tgrelid::regclass, pg_get_triggerdef(pg_trigger.oid, true),
  tgenabled, obj_description(pg_trigger.oid, 'pg_trigger'))
from pg_catalog.pg_trigger join pg_catalog.pg_class on pg_class.oid = tgrelid
where not tgisinternal and relnamespace in (${TOUCHED})

union all
select format('row rule %s on %s %s for %s to %s using (%s) with check (%s)', polname, polrelid::regclass,
  case when polpermissive then 'permissive' else 'restrictive' end, polcmd,
  (select string_agg(role::regrole::text, ', ' order by role::regrole::text) from unnest(polroles) as roles (role)),
  pg_get_expr(polqual, polrelid), pg_get_expr(polwithcheck, polrelid))
from pg_catalog.pg_policy join pg_catalog.pg_class on pg_class.oid = polrelid where relnamespace in (${TOUCHED})

union all
select format(E'function %s owner %s rights %s comment %s\\n%s', oid::regprocedure, proowner::regrole,
  ${rights("proacl", "f", "proowner")}, obj_description(oid, 'pg_proc'), pg_get_functiondef(oid))
from pg_catalog.pg_proc where pronamespace in (${OWN}) and prokind <> 'a'

union all
select format('type %s %s comment %s', oid::regtype, typtype, obj_description(oid, 'pg_type'))
from pg_catalog.pg_type
where typnamespace in (${OWN}) and (typtype in ('e', 'd', 'r')
  or typrelid in (select oid from pg_catalog.pg_class where relkind = 'c'))

union all
select format('extension %s in %s', extname, extnamespace::regnamespace) from pg_catalog.pg_extension

union all
select format('publication %s of %s', pubname, prrelid::regclass)
from pg_catalog.pg_publication_rel join pg_catalog.pg_publication on pg_publication.oid = prpubid`;
