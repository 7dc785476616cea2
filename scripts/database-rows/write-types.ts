import type { DatabaseFunction, ForeignKey } from "@calabash/data-service/rest";
import type { Column, Relation } from "./read-relations.ts";

/** TypeScript types of database values in JSON. */
const JSON_TYPES: Record<string, string> = {
  date: "string",
  bigint: "number",
  integer: "number",
  smallint: "number",
  numeric: "number",
  "double precision": "number",
  boolean: "boolean",
  text: "string",
  uuid: "string",
  "timestamp with time zone": "string",
  // The reader validates its content.
  json: "unknown",
  jsonb: "unknown",
};

/** `Database` as the official client takes it, and the helpers that keep it short. */
export function writeTypes(
  relations: readonly Relation[],
  foreignKeys: readonly ForeignKey[],
  functions: readonly DatabaseFunction[],
  returnTypes: ReadonlyMap<string, string>,
): string {
  return `// Written by \`npm run db:rows\` from the database that supabase/migrations make: change them, not this.

/** @typeParam Needed an insert must name them; @typeParam Made the database alone writes them */
type Relation<Row, Needed extends keyof Row, Made extends keyof Row, Relationships extends unknown[]> = {
  Row: Row;
  Insert: Pick<Row, Needed> & Partial<Omit<Row, Needed | Made>>;
  Update: Partial<Omit<Row, Made>>;
  Relationships: Relationships;
};

export type Database = {
  public: {
    Tables: ${group(relationEntries(relations, "table", foreignKeys))};
    Views: ${group(relationEntries(relations, "view", foreignKeys))};
    Functions: ${group(functions.map((each) => [each.name, functionType(each, returnTypes.get(each.name) ?? "")]))};
  };
};
`;
}

type Entry = readonly [name: string, type: string];

function group(entries: readonly Entry[]): string {
  return `{ ${entries.map(([name, type]) => `${name}: ${type};`).join("\n")} }`;
}

/** Lets a type that equals an earlier one refer to it, as the category views do. */
function relationEntries(
  relations: readonly Relation[],
  kind: Relation["kind"],
  foreignKeys: readonly ForeignKey[],
): Entry[] {
  const room = kind === "table" ? "Tables" : "Views";
  const first = new Map<string, string>();
  return relations
    .filter((relation) => relation.kind === kind)
    .map((relation): Entry => {
      const type = relationType(relation, foreignKeys);
      const earlier = first.get(type);
      if (earlier) return [relation.name, `Database["public"]["${room}"]["${earlier}"]`];
      first.set(type, relation.name);
      return [relation.name, type];
    });
}

function relationType({ name, columns }: Relation, foreignKeys: readonly ForeignKey[]): string {
  const row = group(columns.map((column): Entry => [column.name, columnType(column)]));
  const made = columns.filter(({ isMade }) => isMade);
  const needed = columns.filter((column) => !column.isMade && !column.isNullable && !column.hasDefault);
  const keys = foreignKeys.filter(({ table }) => table === name).map(relationship);
  return `Relation<${row}, ${namesOf(needed)}, ${namesOf(made)}, [${keys.join(", ")}]>`;
}

function relationship(key: ForeignKey): string {
  return group([
    ["foreignKeyName", JSON.stringify(key.name)],
    ["columns", JSON.stringify(key.columns)],
    ["isOneToOne", String(key.isUnique)],
    ["referencedRelation", JSON.stringify(key.target)],
    ["referencedColumns", JSON.stringify(key.targetColumns)],
  ]);
}

function columnType({ type, values, isNullable }: Column): string {
  const written = values ? values.map((value) => JSON.stringify(value)).join(" | ") : jsonType(type);
  return isNullable && written !== "unknown" ? `${written} | null` : written;
}

/** Every argument may be null to PostgreSQL; what a command makes of it stands in its own comment. */
function functionType(called: DatabaseFunction, type: string): string {
  const args = called.arguments.map(({ name, type, hasDefault }) => {
    const written = jsonType(type);
    return `${name}${hasDefault ? "?" : ""}: ${written === "unknown" ? written : `${written} | null`};`;
  });
  const one = returnType(called, type);
  return `{ Args: ${args.length > 0 ? `{ ${args.join(" ")} }` : "never"}; Returns: ${called.returnsSet ? `(${one})[]` : one}${rowsOf(called)} }`;
}

/** Types that the official client needs for columns of a function's result. */
function rowsOf({ relation, returnsSet }: DatabaseFunction): string {
  if (!relation || !returnsSet) return "";
  return `; SetofOptions: { from: "*"; to: "${relation}"; isOneToOne: false; isSetofReturn: true }`;
}

function returnType(called: DatabaseFunction, type: string): string {
  if (called.relation) return `Database["public"]["Tables"]["${called.relation}"]["Row"]`;
  if (called.returnsRows) return group(called.columns.map(({ name, type }) => [name, jsonType(type)]));
  return called.returnsVoid ? "undefined" : jsonType(type);
}

function namesOf(columns: readonly Column[]): string {
  return columns.map(({ name }) => JSON.stringify(name)).join(" | ") || "never";
}

function jsonType(type: string): string {
  const list = type.match(/^(.*)\[\]$/)?.[1];
  if (list) return `${jsonType(list)}[]`;
  const known = JSON_TYPES[type];
  if (!known) throw new Error(`Say in scripts/database-rows/write-types.ts what ${type} is as JSON.`);
  return known;
}
