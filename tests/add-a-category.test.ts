import { randomUUID } from "node:crypto";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import type { Category } from "#app/features/catalog/categories.ts";
import { applyImport } from "#app/features/product-import/apply-import.ts";
import { createImport } from "#app/features/product-import/create-import.ts";
import { classifyCategory, saveRate } from "#app/features/tax/save-tax.ts";
import { readShopSchema } from "#server/database/shop-schema.ts";
import { describeDatabase } from "./describe-database.ts";
import { blockOf, patched, readGuide } from "./guide-blocks.ts";
import { browserOf } from "./requests.ts";
import { openDatabaseForTest, openTestShop, requestOrder, type TestShop } from "./running-shop.ts";

/** Follows docs/how-to/add-a-category.md by running its code blocks. */
const ROOT = join(import.meta.dirname, "..");
const [ROWS, ENTRY, PATTERN] = readGuide("add-a-category");
const MIGRATION = blockOf(ROWS, "sql");

const migrate = ({ admin }: Pick<TestShop["database"], "admin">) =>
  admin.begin(async (sql) => {
    await sql`select set_config('role', 'shop_owner', true)`;
    await sql.script(MIGRATION);
  });
const shop = await openTestShop();
await migrate(shop.database);
const owner = await shop.signUpAdmin("Ola Owner");
const browserData = browserOf(owner);

test("the guide's schema and its migration create the same database", async () => {
  const migrated = await openDatabaseForTest();
  await migrate(migrated);
  const declared = await openDatabaseForTest("none");
  const catalog = patched("supabase/schemas/catalog/products.sql", blockOf(ROWS, "diff"));
  const current = readFileSync(join(ROOT, "supabase/schemas/catalog/products.sql"), "utf8");
  await declared.admin.begin(async (sql) => {
    await sql`select set_config('role', 'shop_owner', true)`;
    await sql.script(readShopSchema().text.replace(current, () => catalog));
  });
  expect(await describeDatabase(declared.admin)).toEqual(await describeDatabase(migrated.admin));
});

test("the guide's category entry and pattern match its row", async () => {
  const folder = join(ROOT, ".cache", `category-${randomUUID()}`);
  mkdirSync(folder, { recursive: true });
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, "categories.ts");
  writeFileSync(file, patched("app/features/catalog/categories.ts", blockOf(ENTRY, "diff")));
  const { categories } = (await import(pathToFileURL(file).href)) as { categories: readonly Category[] };
  const rows = await shop.database.admin<{ prefix: string; view_name: string; title: string }[]>`
    select prefix, view_name, title from categories`;
  expect(
    categories.map(({ prefix, table, title }) => ({ prefix, view_name: table, title: title() })).toSorted(byPrefix),
  ).toEqual(rows.toSorted(byPrefix));
  expect(patched("app/ui/textile.module.css", blockOf(PATTERN, "diff"))).toContain('[data-pattern="leaf"]');
});

const byPrefix = (one: { prefix: string }, other: { prefix: string }) => one.prefix.localeCompare(other.prefix);

test("a category cannot exist without a tax class", async () => {
  const { admin } = shop.database;
  await expect(
    admin`insert into categories (prefix, view_name, title) values ('toys', 'toys', 'Toys')`,
  ).rejects.toThrow('The category "toys" has no tax class.');
  await expect(admin`delete from category_tax_classes where category = 'teas'`).rejects.toThrow(
    'The category "teas" has no tax class.',
  );
});

test("products of the new category are sold, taxed, imported, and found", async () => {
  const id = await createImport(
    browserData,
    "teas.csv",
    [{ rowNumber: 2, cells: { category: "Tea and Coffee", name: "Kinkeliba Leaves", price: "10" } }],
    () => undefined,
  );
  await applyImport(browserData, id);
  const { data: found } = await shop.guest
    .rpc("search_products", { query: "kinkeliba" })
    .select("id, category, name")
    .throwOnError();
  expect(found).toMatchObject([{ category: "teas", name: "Kinkeliba Leaves" }]);
  const [product] = found as unknown as [{ id: number }];
  // The category's table exists because the store creates it at start, after the migrations.
  expect(await shop.database.admin`select name from tea_and_coffee`).toEqual([{ name: "Kinkeliba Leaves" }]);

  const { data: classes } = await owner.client.from("tax_classes").select("id, title").throwOnError();
  const taxable = classes.find(({ title }) => title === "Taxable")?.id ?? 0;
  await saveRate(browserData, { classId: taxable, percent: 8.25, validFrom: "2020-01-01" });
  const order = (expected_total: number) =>
    requestOrder(owner.client, [{ product_id: product.id, quantity: 1 }], expected_total);
  expect((await order(10)).error).toBeNull();
  await classifyCategory(browserData, "teas", taxable);
  expect((await order(10)).error?.code).toBe("PT409");
  expect((await order(10.83)).error).toBeNull();
});

test("setting the tax class of an unknown category is rejected", async () => {
  await expect(classifyCategory(browserData, "toys", 1)).rejects.toThrow(/nothing changed/);
  const anotherUser = browserOf(await shop.signUp("Ama"));
  await expect(classifyCategory(anotherUser, "teas", 1)).rejects.toThrow(/nothing changed/);
});
