import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { ORDER_MOVES, ORDER_STATUSES } from "#app/features/orders/order-status.ts";
import { openShopDatabase } from "./running-shop.ts";

const database = await openShopDatabase();
afterAll(() => database.close());
const documentation = readFileSync(join(import.meta.dirname, "..", "docs", "money.md"), "utf8");

const line = (from: string, to: string, only: string, by: readonly string[]) =>
  `${from} → ${to} (${only}) by ${by.toSorted().join(", ")}`;
const moves = await database.admin<{ from: string; to: string; only: string | null; by: string[] }[]>`
  select from_status as "from", to_status as "to", delivery_type as only, moved_by as by
  from public.order_status_moves`;
const inDatabase = moves.map(({ from, to, only, by }) => line(from, to, only ?? "", by)).toSorted();

test("code and database have the same status changes and permissions", async () => {
  expect(ORDER_MOVES.map(({ from, to, only, movedBy }) => line(from, to, only ?? "", movedBy)).toSorted()).toEqual(
    inDatabase,
  );
  const statuses = await database.admin<{ status: string }[]>`
    select status from public.order_statuses order by place`;
  expect(statuses.map(({ status }) => status)).toEqual([...ORDER_STATUSES]);
});

test("the table of docs/money.md matches the database", () => {
  const rows = [...documentation.matchAll(/^\| (\w+) +\| (\w+) +\| (\w*) +\| ([\w, ]+?) +\|$/gm)]
    .map(([, from = "", to = "", only = "", by = ""]) => line(from, to, only, by.split(", ")))
    .filter((row) => !row.startsWith("From"));
  expect(rows.toSorted()).toEqual(inDatabase);
});

test("the diagram of docs/money.md shows exactly these status changes", () => {
  const [, diagram = ""] = documentation.split("```mermaid");
  const drawn = [...diagram.matchAll(/^ {4}(\w+) --> (\w+)/gm)].map(([, from, to]) => `${from} → ${to}`);
  expect(drawn.toSorted()).toEqual(inDatabase.map((row) => row.replace(/ \(.*/, "")).toSorted());
});

test("every status change is permitted to someone", () => {
  expect(inDatabase.filter((row) => row.endsWith("by "))).toEqual([]);
});
