import { identifier } from "../database/sql-text.ts";
import type { SelectEmbed } from "./parse-select.ts";
import { RestError } from "./rest-error.ts";
import { EXPOSED_SCHEMA, type ForeignKey, type Relation, type SchemaCache } from "./schema-cache.ts";

export interface Relationship {
  /** The embedded relation. */
  relation: Relation;
  /** At most one row is embedded. */
  isToOne: boolean;
  /** Returns the condition that joins an embedded row to its parent row, by their aliases. */
  join(embedded: string, parent: string): string;
}

interface Candidate extends Relationship {
  cardinality: "many-to-one" | "one-to-one" | "one-to-many";
  hint: string;
  description: string;
}

/**
 * Returns the relationship between two tables; if there are several, a hint selects one.
 * @throws RestError PGRST200 for none, PGRST201 for several
 */
export function findRelationship(schema: SchemaCache, parent: Relation, item: SelectEmbed): Relationship {
  const found = listDirect(schema, parent, item);
  const [first] = found;
  if (!first) {
    throw new RestError(
      400,
      "PGRST200",
      `Could not find a relationship between '${parent.name}' and '${item.relation}' in the schema cache`,
      `Searched for a foreign key relationship between '${parent.name}' and '${item.relation}'${item.hint ? ` using the hint '${item.hint}'` : ""} in the schema '${EXPOSED_SCHEMA}', but no matches were found.`,
    );
  }
  if (found.length === 1) return first;
  throw new RestError(
    300,
    "PGRST201",
    `Could not embed because more than one relationship was found for '${parent.name}' and '${item.relation}'`,
    found.map(({ cardinality, description, relation }) => ({
      cardinality,
      embedding: `${parent.name} with ${relation.name}`,
      relationship: description,
    })),
    `Try changing '${item.relation}' to one of the following: ${found.map(({ hint }) => `'${item.relation}!${hint}'`).join(", ")}. Find the desired relationship in the 'details' key.`,
  );
}

/** Lists the relationships by foreign keys of the parent and by those that refer to it. */
function listDirect(schema: SchemaCache, parent: Relation, item: SelectEmbed): Candidate[] {
  const found: Candidate[] = [];
  for (const key of schema.foreignKeys) {
    const isNamed = key.name === item.relation || key.columns.includes(item.relation);
    // A table that refers to itself: its own name embeds the child rows, and the column embeds the parent row. The
    // key's name means neither, so it is not a hint.
    const isSelf = key.table === key.target;
    const hints = [...(isSelf ? [] : [key.name]), ...key.columns, ...key.targetColumns];
    const fits = (other: string) => item.hint === null || [...hints, other].includes(item.hint);
    const target = schema.relations.get(key.target);
    if (key.table === parent.name && target && fits(key.target)) {
      if (isNamed || (key.target === item.relation && !isSelf)) {
        const cardinality = key.isUnique ? "one-to-one" : "many-to-one";
        found.push(direct(key, target, true, cardinality));
      }
    }
    const holder = schema.relations.get(key.table);
    if (key.target === parent.name && holder && fits(key.table)) {
      if (key.table === item.relation || (key.name === item.relation && !isSelf)) {
        found.push(direct(key, holder, false, key.isUnique ? "one-to-one" : "one-to-many"));
      }
    }
  }
  return found;
}

function direct(
  key: ForeignKey,
  relation: Relation,
  isHeldByParent: boolean,
  cardinality: Candidate["cardinality"],
): Candidate {
  const holder = namesOf(key.table, key.columns);
  const target = namesOf(key.target, key.targetColumns);
  return {
    relation,
    isToOne: cardinality !== "one-to-many",
    join: (embedded, parent) => (isHeldByParent ? join(key, parent, embedded) : join(key, embedded, parent)),
    cardinality,
    hint: key.name,
    description: isHeldByParent
      ? `${key.name} using ${holder} and ${target}`
      : `${key.name} using ${target} and ${holder}`,
  };
}

function join(key: ForeignKey, holder: string, target: string): string {
  return key.columns
    .map(
      (column, place) =>
        `${identifier(holder)}.${identifier(column)} = ${identifier(target)}.${identifier(key.targetColumns[place] ?? "")}`,
    )
    .join(" and ");
}

function namesOf(name: string, columns: string[]): string {
  return `${name}(${columns.join(", ")})`;
}
