import type { FormFields } from "./form-body.ts";
import { readInteger, readObject, readText, rejectUnknown } from "./parameters.ts";
import { invalidRequest, notFound } from "./stripe-error.ts";

export interface ListPage<Row> {
  object: "list";
  data: Row[];
  has_more: boolean;
  url: string;
}

/**
 * Returns a page of a list, newest first. Supports `limit` (1 to 100, default 10), `starting_after`, `created[gte]` and
 * the like, and exact filters by the named fields, see https://docs.stripe.com/api/pagination
 */
export function listPage<Row extends { id: string; created: number }>(
  url: string,
  rows: readonly Row[],
  fields: FormFields,
  filters: ReadonlyArray<keyof Row & string> = [],
): ListPage<Row> {
  rejectUnknown(fields, ["limit", "starting_after", "created", ...filters]);
  const limit = readInteger(fields, "limit") ?? 10;
  if (limit < 1 || limit > 100) throw invalidRequest("Limit must be between 1 and 100.", { param: "limit" });
  const newestFirst = rows
    .filter((row) => filters.every((name) => fields[name] === undefined || row[name] === readText(fields, name)))
    .filter((row) => isWithin(row.created, fields))
    .reverse();
  const after = readText(fields, "starting_after");
  const start = after === undefined ? 0 : newestFirst.findIndex(({ id }) => id === after) + 1;
  if (start === 0 && after !== undefined) throw notFound("object", after, "starting_after");
  const data = newestFirst.slice(start, start + limit);
  return { object: "list", data, has_more: start + limit < newestFirst.length, url };
}

/** Returns whether a time equals the value of a field, or is within its bounds. */
export function isWithin(time: number, fields: FormFields, field = "created"): boolean {
  if (typeof fields[field] === "string") return time === readInteger(fields, field);
  const range = readObject(fields, field) ?? {};
  rejectUnknown(range, ["gt", "gte", "lt", "lte"]);
  const bound = (name: string, otherwise: number) => readInteger(range, name, `${field}[${name}]`) ?? otherwise;
  return (
    time > bound("gt", -Infinity) &&
    time >= bound("gte", -Infinity) &&
    time < bound("lt", Infinity) &&
    time <= bound("lte", Infinity)
  );
}
