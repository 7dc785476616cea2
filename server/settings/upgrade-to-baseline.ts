import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { checkForeignKeys, type Queries, type Upgrade } from "@calabash/data-service/database";
import { SCHEMA_OWNER } from "./create-schema.ts";

/** Last migration before the baseline. */
const FROM = "20261127400500";

const BASELINE = join(import.meta.dirname, "..", "..", "supabase", "migrations", "20261128000000_baseline.sql");

/** New names of the tables that the baseline renames. */
export const RENAMED_TABLES: Readonly<Record<string, string>> = {
  "private.chosen_discounts": "private.entered_discounts",
  "private.content_clock": "private.last_published",
  "private.discount_tries": "private.discount_attempts",
  "private.line_ticks": "private.pick_times",
  "private.product_traits": "private.product_attributes",
  "private.zip_centres": "private.zip_centers",
  "private.day_sheet_mails": "private.daily_report_mails",
  "public.day_sheet_readers": "public.daily_report_readers",
  "public.kept_carts": "public.saved_carts",
  "public.missed_searches": "public.zero_result_searches",
  "public.order_changes": "public.substitutions",
  "public.packed_lines": "public.picked_lines",
  "public.saved_wishes": "public.saved_preferences",
  "public.seen_orders": "public.acknowledged_orders",
  "public.shop_history": "public.audit_log",
};
/** New names of the columns that the baseline renames, by their old table. */
export const RENAMED_COLUMNS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "private.article_documents": { named: "name_terms", said: "text_terms" },
  "private.content_clock": { seen_until: "published_until" },
  "private.fee_intents": { made_at: "created_at" },
  "private.line_ticks": { ticked_at: "picked_at" },
  "private.search_documents": {
    named: "name_terms",
    called: "alternate_terms",
    known: "synonym_terms",
    said: "text_terms",
  },
  "public.delivery_zones": { least_order: "min_order" },
  "public.discount_codes": { least_goods: "min_subtotal" },
  "public.import_rows": { verdict: "result", left_alone: "undo_skip_reason" },
  "public.imports": {
    made_by: "created_by",
    made_at: "created_at",
    planned_at: "validated_at",
    refuse_count: "rejected_count",
  },
  "public.kept_carts": { kept_at: "saved_at" },
  "public.order_items": { wish: "substitution_preference" },
  "public.order_changes": {
    kept_cents: "replacement_cents",
    kept_tax_cents: "replacement_tax_cents",
    gives_back_cents: "refund_cents",
  },
  "public.orders": { wish: "substitution_preference", window_held_until: "window_reserved_until" },
  "public.packed_lines": { packed_by: "picked_by", packed_at: "picked_at" },
  "public.payments": { taken_by: "recorded_by" },
  "public.saved_wishes": { wish: "substitution_preference" },
  "public.seen_orders": { seen_by: "acknowledged_by", seen_at: "acknowledged_at" },
  "public.window_rules": { room: "capacity" },
};
/** Tables whose rows are part of the program; the new schema's rows are used. */
const PROGRAM_TABLES: ReadonlySet<string> = new Set(["public.order_statuses", "public.order_status_moves"]);

/**
 * Upgrades a database of the last version before the baseline in place: sets its tables aside, applies the baseline,
 * copies every row, and drops the old tables.
 */
export const UPGRADE_TO_BASELINE: Upgrade = {
  from: FROM,
  remedy: `Check out the last version with the migration ${FROM}: git checkout "$(git rev-list -n 1 HEAD -- 'supabase/migrations/${FROM}*')^". Start it on this database once, then start this version again.`,
  run: async (connection) => {
    // Triggers must not run for copied rows.
    await connection.script("set local session_replication_role = replica");
    await connection.script(SET_ASIDE);
    await connection`select set_config('role', ${SCHEMA_OWNER}, true)`;
    await connection.script(await readFile(BASELINE, "utf8"));
    await connection`reset role`;
    for (const table of await listOldTables(connection)) await copyRows(connection, table);
    // Fills new columns that are derived from others.
    await connection`select private.index_products(array(select id from public.products order by id))`;
    await connection`update public.store_settings set delivery_summary = private.delivery_summary()`;
    await checkForeignKeys((text) => connection.run(text, []));
    await connection.script("drop schema before_public, before_private cascade");
  },
};

/** Moves the tables to other schemas and drops everything else that the old schema defined. */
const SET_ASIDE = `
do $$
declare
  target record;
begin
  alter schema private rename to before_private;
  create schema before_public;
  for target in
    select format('drop policy %I on %s', polname, polrelid::regclass) as statement
    from pg_policy join pg_class on pg_class.oid = polrelid
    where relnamespace = 'storage'::regnamespace
    union all
    select format('drop trigger %I on %s', tgname, tgrelid::regclass)
    from pg_trigger
    join pg_class on pg_class.oid = tgrelid
    join pg_proc on pg_proc.oid = tgfoid
    where relnamespace in ('auth'::regnamespace, 'storage'::regnamespace)
      and pronamespace in ('public'::regnamespace, 'before_private'::regnamespace)
    union all
    select format('alter table %s set schema before_public', oid::regclass)
    from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace
    union all
    select format('drop view if exists %s cascade', oid::regclass)
    from pg_class where relkind = 'v' and relnamespace = 'public'::regnamespace
    union all
    select format('drop routine if exists %s cascade', oid::regprocedure)
    from pg_proc where pronamespace = 'public'::regnamespace
  loop
    execute target.statement;
  end loop;
end
$$`;

interface OldTable {
  name: string;
  columns: string[];
}

async function listOldTables(connection: Queries): Promise<OldTable[]> {
  return connection<OldTable[]>`
    select substr(relnamespace::regnamespace::text, length('before_') + 1) || '.' || relname as name,
      array(
        select attname::text from pg_attribute
        where attrelid = pg_class.oid and attnum > 0 and not attisdropped and attgenerated = ''
        order by attnum
      ) as columns
    from pg_class
    where relkind = 'r' and relnamespace in ('before_public'::regnamespace, 'before_private'::regnamespace)
    order by 1`;
}

/** Copies the rows of a table into its successor, whose identity column continues at the old value. */
async function copyRows(connection: Queries, { name, columns }: OldTable): Promise<void> {
  if (PROGRAM_TABLES.has(name)) return;
  const target = RENAMED_TABLES[name] ?? name;
  const listed = (names: readonly string[]) => names.map((column) => `"${column}"`).join(", ");
  const targets = columns.map((column) => RENAMED_COLUMNS[name]?.[column] ?? column);
  await connection.run(`delete from ${target}`, []);
  await connection.run(
    `insert into ${target} (${listed(targets)}) overriding system value select ${listed(columns)} from before_${name}`,
    [],
  );
  const identities = await connection<{ column: string }[]>`
    select attname::text as column from pg_attribute
    where attrelid = ${target}::regclass and attidentity <> ''`;
  for (const { column } of identities) {
    const [sequence] = await connection<{ before: string; now: string }[]>`
      select pg_get_serial_sequence(${`before_${name}`}, ${column}) as before,
        pg_get_serial_sequence(${target}, ${column}) as now`;
    if (!sequence) throw new Error(`${target}.${column} has no sequence.`);
    await connection.run(`select setval($1, last_value, is_called) from ${sequence.before}`, [sequence.now]);
  }
}
