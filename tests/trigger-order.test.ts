import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { readSchemaFile } from "#scripts/schema-graph.ts";
import { openShopDatabase } from "./running-shop.ts";

/**
 * Tables that every page reads. A trigger is renamed under a lock that a rolling upgrade does not get there without
 * failing requests, so theirs keep the alphabetical order of their names.
 */
const READ_BY_PAGES =
  `blog_post content_translations offers product_sizes products quantity_prices store_settings`.split(/\s+/);

const database = await openShopDatabase();
afterAll(() => database.close());

test("triggers that fire at the same moment have different numbers", async () => {
  const moments = await database.admin<{ moment: string; names: string[] }[]>`
    select
      concat(
        case when tgdeferrable then 'at the end, after ' when tgtype & 2 > 0 then 'before ' else 'after ' end, event,
        case when tgtype & 1 > 0 then ' of a row, ' else ', ' end, tgrelid::regclass
      ) as moment,
      array_agg(tgname::text order by tgname::text collate "C") as names
    from pg_trigger
    cross join (values (4, 'insert'), (8, 'delete'), (16, 'update'), (32, 'truncate')) as events (bit, event)
    where not tgisinternal and tgtype & bit > 0
      -- Other programs own the tables of auth and storage.
      and tgrelid in (select oid from pg_class where relnamespace in ('public'::regnamespace, 'private'::regnamespace))
    group by 1 order by 1`;
  console.info(moments.map(({ moment, names }) => `${moment}: ${names.join(", ")}`).join("\n"));
  const unordered = moments.filter(({ moment, names }) => {
    if (READ_BY_PAGES.some((table) => moment.endsWith(`, ${table}`))) return false;
    const numbers = new Set(names.map((name) => /^_(\d{3})_/.exec(name)?.[1]));
    return names.length > 1 && (numbers.has(undefined) || numbers.size < names.length);
  });
  expect(unordered).toEqual([]);
  const [all] = await database.admin<{ count: number }[]>`
    select count(*)::int as count from pg_trigger where not tgisinternal
      and tgfoid in (select oid from pg_proc where pronamespace in ('public'::regnamespace, 'private'::regnamespace))`;
  expect(all?.count).toBeLessThanOrEqual(120);
});

test("docs/money.md lists the steps of each change of an order in the order of the code", () => {
  const steps = [
    ...readSchemaFile("triggers/orders.sql").matchAll(/^create function private\.(\w+)\(\)([\s\S]*?)^\$\$;/gm),
  ];
  const inCode = steps.map(([, name, body = ""]) => {
    const called = [...body.matchAll(/private\.(?!is_)(\w+)\(/g)].map(([, step]) => step);
    return `${name}: ${called.filter((step, place) => step !== called[place - 1]).join(", ")}`;
  });
  const [, listed = ""] = /```text\n(before_order_write:[^`]+)```/.exec(
    readFileSync(join(import.meta.dirname, "..", "docs", "money.md"), "utf8"),
  ) ?? ["", ""];
  expect(
    listed
      .replaceAll(/\n {2}/g, " ")
      .trim()
      .split("\n"),
  ).toEqual(inCode);
});
