import { type Context, Hono } from "hono";
import { identifyCaller } from "../caller.ts";
import { fieldsOf } from "../unknown-value.ts";
import { oneOf, optionalText, readObject, wholeNumber } from "./read-json.ts";
import type { StorageParts } from "./storage-parts.ts";
import { isoTime } from "./timestamps.ts";

const MAX_LISTED = 1000;
/** Formatted times of a page; its order uses the original values. */
const TIMES = ["updated_at", "created_at", "last_accessed_at"]
  .map((column) => `${isoTime(column)} as ${column}`)
  .join(", ");
const COLUMNS = ["name", "updated_at", "created_at", "last_accessed_at"] as const;

/** Lists the objects of a bucket that the caller may see, folder by folder. */
export function createListRoutes({ tokens, objects }: StorageParts): Hono {
  const app = new Hono();

  /** Lists one folder: first its folders, then its objects, by names relative to the folder. */
  app.post("/object/list/:bucket", async (c) => {
    const caller = await identifyCaller(c, tokens);
    const body = await readObject(c);
    const limit = wholeNumber(body["limit"] ?? 100, "limit", 0, MAX_LISTED);
    const offset = wholeNumber(body["offset"] ?? 0, "offset", 0, 1e9);
    const { column, order } = readSort(body["sortBy"]);
    const folder = optionalText(body["prefix"], "prefix")
      .replace(/^\/+/, "")
      .replace(/([^/])$/, "$1/");
    const [row] = await objects.query(
      caller,
      `with inside as (
         select objects.*, substr(name, length($2) + 1) as rest from storage.objects
         where bucket_id = $1 and starts_with(name, $2)
           and starts_with(lower(substr(name, length($2) + 1)), lower($3))
       ), entries as (
         select split_part(rest, '/', 1) as name, null::uuid as id, null::timestamptz as updated_at,
           null::timestamptz as created_at, null::timestamptz as last_accessed_at, null::jsonb as metadata
         from inside where position('/' in rest) > 0 group by 1
         union all
         select rest, id, updated_at, created_at, last_accessed_at, metadata
         from inside where position('/' in rest) = 0
       )
       select coalesce(json_agg(entry), '[]')::text as list from (
         select name, id, ${TIMES}, metadata from entries order by id is not null, entries.${column} ${order}, name limit ${limit} offset ${offset}
       ) as entry`,
      [c.req.param("bucket"), folder, optionalText(body["search"], "search")],
    );
    return json(c, row?.["list"] ?? "[]");
  });
  return app;
}

function readSort(sortBy: unknown): { column: (typeof COLUMNS)[number]; order: "asc" | "desc" } {
  const { column, order } = fieldsOf(sortBy);
  return {
    column: oneOf(column, "sortBy.column", COLUMNS),
    order: oneOf(order || undefined, "sortBy.order", ["asc", "desc"]),
  };
}

function json(c: Context, text: string): Response {
  return c.body(text, 200, { "content-type": "application/json; charset=utf-8" });
}
