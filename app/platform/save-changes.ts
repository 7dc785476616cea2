import { isSameJson } from "#app/values/merge-changes.ts";
import type { BrowserData } from "./browser-data.ts";
import type { RelationName, TableRow } from "./selected-row.ts";

export type WriteError = { code: string; message: string; hint: string };

/** Result of a write: an error, or the current values (null for a deleted row) if others are saved now. */
type WriteResult<Value> = { error: WriteError | null; current?: Value | null };

/** Hint of the database's error for a list that is no longer the expected one. */
const CHANGED = "changed";

/**
 * Returns a function that writes the changed columns of one row if they still have the expected values. With others it
 * writes nothing and returns the current ones; null if the user can change no such row.
 * @param together columns that only make sense with each other, such as an amount and its unit: all are written if one
 * has changed
 */
export function rowWriter<Name extends RelationName, Row extends Partial<TableRow<Name>>>(
  { rest }: BrowserData,
  table: Name,
  key: Partial<TableRow<Name>>,
  together: readonly (readonly (keyof Row)[])[] = [],
) {
  return async (mine: Row, expected: Row): Promise<WriteResult<Row>> => {
    const hasChanged = (column: keyof Row) => !isSameJson(mine[column], expected[column]);
    const columns = (Object.keys(mine) as (keyof Row)[]).filter(
      (column) => hasChanged(column) || together.some((group) => group.includes(column) && group.some(hasChanged)),
    );
    const pick = (row: Row) => Object.fromEntries(columns.map((column) => [column, row[column] ?? null]));
    const { data, error } = await rest.rpc("save_changes", {
      table_name: table as string,
      key,
      expected: pick(expected),
      changes: pick(mine),
    });
    if (error) return { error };
    if (data === null) return { error: null, current: null };
    const others = data as unknown as Partial<Row>;
    return Object.keys(others).length === 0 ? { error: null } : { error: null, current: { ...expected, ...others } };
  };
}

/**
 * Returns the result of a database function that replaces a list only if it is still the expected one.
 * @param read reads the current list; null if what it belongs to was deleted
 */
export async function listResult<Value>(
  { error }: { error: WriteError | null },
  read: () => Promise<Value | null>,
): Promise<WriteResult<Value>> {
  if (error === null) return { error: null };
  return error.hint === CHANGED ? { error: null, current: await read() } : { error };
}
