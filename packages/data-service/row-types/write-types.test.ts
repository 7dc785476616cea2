import { expect, test } from "vitest";
import type { Column } from "./read-relations.ts";
import { writeTypes } from "./write-types.ts";

const NONE = [new Map<string, string>()] as const;

test("a column's type reflects null, its values, and whether an insert needs it", () => {
  const columns = [
    aColumn({ name: "id", type: "bigint", isMade: true, hasDefault: true }),
    aColumn({ name: "name" }),
    aColumn({ name: "price", type: "numeric" }),
    aColumn({ name: "kind", values: ["food", "cloth"], isNullable: true }),
    aColumn({ name: "facts", type: "jsonb", isNullable: true }),
    aColumn({ name: "tags", type: "text[]", hasDefault: true }),
  ];
  const written = writeTypes([{ name: "goods", kind: "table", columns }], [], [], ...NONE);
  expect(written.replaceAll(/\s+/g, " ")).toContain(
    'goods: Relation<{ id: number; name: string; price: number; kind: "food" | "cloth" | null; facts: unknown; tags: string[]; }, "name" | "price", "id", []>;',
  );
});

test("views with equal columns share a type", () => {
  const columns = [aColumn({ name: "name" })];
  const views = ["drinks", "snacks"].map((name) => ({ name, kind: "view", columns }) as const);
  expect(writeTypes(views, [], [], ...NONE)).toContain('snacks: Database["public"]["Views"]["drinks"];');
});

test("an unknown database type throws an error", () => {
  const columns = [aColumn({ name: "place", type: "point" })];
  const write = () => writeTypes([{ name: "goods", kind: "table", columns }], [], [], ...NONE);
  expect(write).toThrow("Add the JSON type of point");
});

function aColumn(changes: Partial<Column> & { name: string }): Column {
  return { type: "text", isNullable: false, hasDefault: false, isMade: false, values: null, ...changes };
}
