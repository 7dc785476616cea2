import { type Database, upgradeSchema } from "@calabash/data-service/database";
import { readReleaseSchema } from "#scripts/test-environment/previous-release.ts";
import { readShopSchema, SCHEMA_OWNER } from "#server/database/shop-schema.ts";

/** Creates the store's schema as of a commit, with the records that this commit's program makes. */
export async function createSchemaOf(commit: string, { admin }: Pick<Database, "admin">): Promise<void> {
  const { text, versions, hasBaseline } = readReleaseSchema(commit);
  if (hasBaseline) {
    await upgradeSchema(admin, { ...readShopSchema(), text, included: new Set(versions) });
    return;
  }
  await admin.begin(async (sql) => {
    await sql`select set_config('role', ${SCHEMA_OWNER}, true)`;
    await sql.script(text);
  });
  await admin.script(`
    create schema supabase_migrations;
    create table supabase_migrations.schema_migrations (version text primary key, name text, statements text[])`);
  await admin`
    insert into supabase_migrations.schema_migrations (version) select unnest(${versions}::text[])`;
}
