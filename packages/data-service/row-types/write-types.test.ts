import { expect, test } from "vitest";
import type { DatabaseFunction } from "../rest/index.ts";
import type { Column, Relation, ResultType } from "./read-relations.ts";
import { writeTypes } from "./write-types.ts";

const NONE = { functions: new Map(), composites: new Map() };

test("a column's type reflects null, its values, and whether an insert needs it", () => {
  const columns = [
    aColumn({ name: "id", type: "bigint", isMade: true, hasDefault: true }),
    aColumn({ name: "name" }),
    aColumn({ name: "price", type: "numeric" }),
    aColumn({ name: "kind", values: ["food", "cloth"], isNullable: true }),
    aColumn({ name: "facts", type: "jsonb", isNullable: true }),
    aColumn({ name: "tags", type: "text[]", hasDefault: true }),
  ];
  expect(writeTypes([{ name: "goods", kind: "table", columns }], [], [], NONE).replaceAll(/\s+/g, " ")).toContain(
    'goods: Relation<{ id: number; name: string; price: number; kind: "food" | "cloth" | null; facts: unknown; tags: string[]; }, "name" | "price", "id", []>;',
  );
});

test("views with equal columns share a type", () => {
  const columns = [aColumn({ name: "name" })];
  const views = ["drinks", "snacks"].map((name) => ({ name, kind: "view", columns }) as const);
  expect(writeTypes(views, [], [], NONE)).toContain('snacks: Database["public"]["Views"]["drinks"];');
});

test("an unknown database type throws an error", () => {
  const columns = [aColumn({ name: "place", type: "point" })];
  const write = () => writeTypes([{ name: "goods", kind: "table", columns }], [], [], NONE);
  expect(write).toThrow("Add the JSON type of point");
});

/** Returns the TypeScript type of a function's result, written for these composite types. */
function resultOf(called: Partial<DatabaseFunction>, result: ResultType, composites: ResultType[] = []): string {
  const found = { name: "read_box", arguments: [], returnsSet: false, returnsRows: true, returnsVoid: false };
  const rest = { relation: null, columns: [], isVolatile: false, limitMs: null };
  const tables: Relation[] = [
    { name: "boxes", kind: "table", columns: [aColumn({ name: "kind", values: ["food", "cloth"], isNullable: true })] },
  ];
  const written = writeTypes(tables, [], [{ ...found, ...rest, ...called }], {
    functions: new Map([["read_box", result]]),
    composites: new Map(composites.map((each) => [each.type, each])),
  });
  return written.replaceAll(/\s+/g, " ").match(/read_box: \{ Args: never; Returns: (.*?) \}; \};/)?.[1] ?? "";
}

const SIZE: ResultType = {
  type: "private.box_size",
  columns: [
    { name: "label", type: "text" },
    { name: "pounds", type: "numeric" },
  ],
  nullable: ["pounds"],
  tables: new Map(),
};

test("a composite type becomes an object, also within lists and other types, with null where its comment says so", () => {
  const box: ResultType = {
    type: "private.box",
    columns: [
      { name: "id", type: "uuid" },
      { name: "kind", type: "text" },
      { name: "sizes", type: "private.box_size[]" },
    ],
    nullable: ["kind"],
    tables: new Map([["kind", "boxes"]]),
  };
  const object = '{ id: string; kind: "food" | "cloth" | null; sizes: { label: string; pounds: number | null; }[]; }';
  expect(resultOf({}, box, [box, SIZE])).toBe(object);
  expect(resultOf({ returnsSet: true }, box, [box, SIZE])).toBe(`(${object})[]`);
});

test("columns that a function returns may be rows, composite types, and null", () => {
  const result = { ...SIZE, type: "record", columns: [], nullable: ["name"] };
  const columns = [
    { name: "name", type: "text" },
    { name: "size", type: "private.box_size" },
    { name: "box", type: "boxes" },
  ];
  expect(resultOf({ columns }, result, [SIZE])).toBe(
    '{ name: string | null; size: { label: string; pounds: number | null; }; box: Database["public"]["Tables"]["boxes"]["Row"]; }',
  );
});

test("a comment that lists an unknown column throws an error", () => {
  expect(() => resultOf({}, { ...SIZE, nullable: ["width"] }, [{ ...SIZE, nullable: ["width"] }])).toThrow(
    "no column width",
  );
  const other = { ...SIZE, tables: new Map([["label", "boxes"]]) };
  expect(() => resultOf({}, other, [other])).toThrow("boxes has no column label");
});

function aColumn(changes: Partial<Column> & { name: string }): Column {
  return { type: "text", isNullable: false, hasDefault: false, isMade: false, values: null, ...changes };
}
