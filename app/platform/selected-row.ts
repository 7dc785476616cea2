import type { UnstableGetResult } from "@supabase/postgrest-js";
import type { Database } from "./database-rows.ts";

type Schema = Database["public"];
type Relations = Schema["Tables"] & Schema["Views"];

/** The tables that PostgreSQL calls so, and the views. */
export type RelationName = keyof Relations;

/**
 * What a list of columns brings of a table or view, as the data service writes it. A column that is not there makes
 * no row at all, so that its mapper fails at the type check.
 */
export type SelectedRow<Name extends RelationName, Columns extends string> = UnstableGetResult<
  Schema,
  Relations[Name]["Row"],
  Name,
  Relations[Name]["Relationships"],
  Columns,
  Record<never, never>
>;

/** What may be written into a table or view when a row is added. */
export type InsertedRow<Name extends RelationName> = Relations[Name]["Insert"];
