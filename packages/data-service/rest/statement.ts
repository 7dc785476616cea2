import { identifier } from "../database/sql-text.ts";
import { RestError } from "./rest-error.ts";
import { EXPOSED_SCHEMA, type Relation, type SchemaCache } from "./schema-cache.ts";

/** SQL text with `$1…` and its values: client input never becomes part of the text. */
export class Statement {
  readonly values: string[] = [];

  bind(value: string): string {
    this.values.push(value);
    return `$${this.values.length}`;
  }
}

export function qualified(name: string): string {
  return `${identifier(EXPOSED_SCHEMA)}.${identifier(name)}`;
}

/** Returns a table or view by name. @throws RestError PGRST205 */
export function findRelation(schema: SchemaCache, name: string): Relation {
  const relation = schema.relations.get(name);
  if (!relation) {
    throw new RestError(404, "PGRST205", `Could not find the table '${EXPOSED_SCHEMA}.${name}' in the schema cache`);
  }
  return relation;
}

/** Returns a column of a relation under its alias in the statement: `relation`, or `relation_depth n`. */
export function columnOf(relation: Relation, alias: string, column: string): string {
  if (!relation.columns.has(column)) {
    const shown = alias === relation.name ? alias : alias.slice(0, alias.lastIndexOf(" "));
    throw new RestError(400, "42703", `column ${shown}.${column} does not exist`);
  }
  return `${identifier(alias)}.${identifier(column)}`;
}
