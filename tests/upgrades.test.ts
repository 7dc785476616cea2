import { cpSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { planUpgrade, upgradeSchema } from "@calabash/data-service/database";
import { afterAll, expect, test } from "vitest";
import { runProgram } from "#scripts/test-environment/shop-process.ts";
import { migrateShop } from "#server/database/prepare-database.ts";
import { readShopSchema } from "#server/database/shop-schema.ts";
import { aFolder } from "./a-folder.ts";
import { aProduct, openDatabaseForTest, openTestShop, requestOrder } from "./running-shop.ts";

/** Folder of changes of the next version. */
const changes = aFolder(afterAll);
cpSync(readShopSchema().changes, changes, { recursive: true });

const shop = await openTestShop();
const ama = await shop.signUp("Ama Mensah");
const oil = await aProduct(shop, { price: 14.99 });
/** Buys as the running version does. */
const buy = async () => (await requestOrder(ama.client, [{ product_id: oil.id, quantity: 1 }], 14.99)).error;

test("a failing upgrade leaves the running version selling, and its correction is applied beside it", async () => {
  const current = readShopSchema();
  const next = {
    ...current,
    text: `${current.text}
      create function private.color_box() returns trigger language plpgsql
        as $$ begin new.box_color := 'red'; return new; end; $$;
      create trigger color_box before insert on public.orders for each row execute function private.color_box();`,
    changes,
  };
  writeFileSync(join(changes, "20990101000000_a_color.sql"), "alter table public.orders add column box_color text;");
  writeFileSync(
    join(changes, "20990102000000_a_rule.sql"),
    "alter table public.orders add constraint heavy check (total > 1000); create index on public.orders (box_color);",
  );
  expect(await buy()).toBeNull();
  expect(await planUpgrade(shop.database.admin, next)).toEqual({
    isNew: false,
    isTakenOver: false,
    changes: ["20990101000000_a_color.sql", "20990102000000_a_rule.sql"],
    code: ["function private.color_box", 'trigger "color_box" on public.orders'],
    breaks: [],
  });

  await expect(upgradeSchema(shop.database.admin, next)).rejects.toMatchObject({
    message: expect.stringContaining("The change 20990102000000_a_rule.sql failed"),
  });
  expect(await buy()).toBeNull();
  const columns = await shop.database.admin`
    select from information_schema.columns where table_name = 'orders' and column_name = 'box_color'`;
  expect(columns.length, "the first change was rolled back, too").toBe(0);

  writeFileSync(join(changes, "20990102000000_a_rule.sql"), "create index on public.orders (box_color);");
  await upgradeSchema(shop.database.admin, next);
  expect(await buy()).toBeNull();
  const colors = await shop.database.admin`select box_color as color from public.orders order by created_at`;
  expect([...colors]).toEqual([{ color: null }, { color: null }, { color: "red" }]);
});

test("a database older than the last commit before 1.0.0 is rejected and unchanged", async () => {
  const database = await openDatabaseForTest("none");
  await database.admin.script(`
    create schema supabase_migrations;
    create table supabase_migrations.schema_migrations (version text primary key, name text, statements text[]);
    insert into supabase_migrations.schema_migrations (version) values ('20261128000000'), ('20261201030000')`);
  await expect(migrateShop(database)).rejects.toMatchObject({
    message: expect.stringContaining("a version of the store before 1.0.0 (its last migration is 20261201030000)"),
    remedy: expect.stringContaining("git checkout c63ccc7b"),
  });
  expect((await database.admin`select to_regclass('public.orders') as name`)[0]).toEqual({ name: null });
});

/** Runs `npm run migrate -- --check`. */
async function check(databaseUrl: string): Promise<string> {
  return (await runProgram("migrate", { DATA_DIR: changes, DATABASE_URL: databaseUrl }, "--check")).output;
}

test("the check before an upgrade says what it will do, and whether the running version survives it", async () => {
  const database = await openDatabaseForTest();
  expect(await check(database.adminUrl)).toContain("The database is up to date.");
  const edit = (edited: string) => database.admin`update supabase_migrations.applied_schema set text = ${edited}`;
  const { text } = readShopSchema();
  await edit(text.replace("new.updated_at := now();", "new.updated_at := clock_timestamp();"));
  expect(await check(database.adminUrl)).toBe(
    "re-applies code: function private.touch_updated_at\n" +
      "The running version keeps working during and after this upgrade.\n",
  );
  await edit(`${text}create function public.earlier(id bigint) returns text language sql as $$ select 'a'; $$;`);
  expect(await check(database.adminUrl)).toContain(
    "The running version fails afterwards: The function public.earlier(id bigint) is removed.\n" +
      "Stop the running version before this upgrade.",
  );
  await database.admin`delete from supabase_migrations.schema_migrations`;
  await database.admin`insert into supabase_migrations.schema_migrations (version) values ('20261128000000')`;
  expect(await check(database.adminUrl)).toContain("by a version of the store before 1.0.0");
});
