import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { openTestDatabase } from "../../../tests/running-shop.ts";
import { applyMigrations } from "../database/migrations.ts";
import { openPools } from "../database/open-database.ts";
import { followSchema } from "./follow-schema.ts";
import { readSchema } from "./schema-cache.ts";

test("services in other processes reload the schema after migrations", async () => {
  const migrating = await openTestDatabase();
  onTestFinished(() => migrating.close());
  const serving = openPools(migrating.adminUrl);
  onTestFinished(() => serving.close());
  const schema = await readSchema(serving.admin);
  const errors: unknown[] = [];
  const follower = followSchema(serving, schema, (error) => errors.push(error));
  onTestFinished(() => follower.end());
  // Wait for the first reload, which covers changes made before the connection listened.
  await expect.poll(() => schema.relations).not.toBe(schema.relations);
  expect(schema.relations.has("news")).toBe(false);

  const folder = mkdtempSync(join(tmpdir(), "calabash-migrations-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, "1_news.sql"), "create table public.news (id uuid primary key, since date)");
  expect(await applyMigrations(migrating.admin, { folder, schema: "news_migrations" })).toEqual(["1_news.sql"]);
  await expect.poll(() => schema.relations.get("news")?.primaryKey).toEqual(["id"]);
  expect(schema).toEqual(await readSchema(migrating.admin));
  expect(errors).toEqual([]);
});
