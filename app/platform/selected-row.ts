import type { UnstableGetResult } from "@supabase/postgrest-js";
import type { Database } from "./database-rows.ts";

type Schema = Database["public"];
type Relations = Schema["Tables"] & Schema["Views"];

/** The names of tables and views. */
export type RelationName = keyof Relations;

/**
 * A row with the listed columns of a table or view, as the data service returns it. A column that does not exist makes
 * no row at all, so that its mapper fails the type check.
 */
export type SelectedRow<Name extends RelationName, Columns extends string> = UnstableGetResult<
  Schema,
  Relations[Name]["Row"],
  Name,
  Relations[Name]["Relationships"],
  Columns,
  Record<never, never>
>;

/** A whole row of a table or view. */
export type TableRow<Name extends RelationName> = Relations[Name]["Row"];

/** A row of what a function of the database returns. */
export type FunctionRow<Name extends keyof Schema["Functions"]> =
  Schema["Functions"][Name]["Returns"] extends readonly (infer Row)[] ? Row : Schema["Functions"][Name]["Returns"];

/** The columns that an insert into a table or view may write. */
export type InsertedRow<Name extends RelationName> = Relations[Name]["Insert"];
