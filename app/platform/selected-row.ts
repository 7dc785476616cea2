import type { UnstableGetResult } from "@supabase/postgrest-js";
import type { Database } from "./database-rows.ts";

type Schema = Database["public"];
type Relations = Schema["Tables"] & Schema["Views"];

/** Names of tables and views. */
export type RelationName = keyof Relations;

/**
 * Row with the listed columns of a table or view, as returned by the data service. With an unknown column, the type is
 * not a row, so that its mapper fails type checking.
 */
export type SelectedRow<Name extends RelationName, Columns extends string> = UnstableGetResult<
  Schema,
  Relations[Name]["Row"],
  Name,
  Relations[Name]["Relationships"],
  Columns,
  Record<never, never>
>;

/** Complete row of a table or view. */
export type TableRow<Name extends RelationName> = Relations[Name]["Row"];

/** Row returned by a database function. */
export type FunctionRow<Name extends keyof Schema["Functions"]> =
  Schema["Functions"][Name]["Returns"] extends readonly (infer Row)[] ? Row : Schema["Functions"][Name]["Returns"];

/** Columns that an insert into a table or view may write. */
export type InsertedRow<Name extends RelationName> = Relations[Name]["Insert"];
