import { type Context, Hono } from "hono";
import { identifyCaller } from "../caller.ts";
import { oneOf, optionalText, readObject, wholeNumber } from "./read-json.ts";
import { invalidRequest } from "./storage-error.ts";
import type { StorageParts } from "./storage-parts.ts";
import { isoTime } from "./timestamps.ts";

const MAX_LISTED = 1000;
/** In the order that a page has, which goes by the moments themselves. */
const TIMES = ["updated_at", "created_at", "last_accessed_at"]
  .map((column) => `${isoTime(column)} as ${column}`)
  .join(", ");
const COLUMNS = ["name", "updated_at", "created_at", "last_accessed_at"] as const;

/** Lists of what a caller may see of a bucket, folder by folder or as a whole. */
export function createListRoutes({ tokens, objects }: StorageParts): Hono {
  const app = new Hono();

  /** One folder: the folders in it, then its objects, by names without the folder's own. */
  app.post("/object/list/:bucket", async (c) => {
    const caller = await identifyCaller(c, tokens);
    const body = await readObject(c);
    const limit = wholeNumber(body["limit"] ?? 100, "limit", 0, MAX_LISTED);
    const offset = wholeNumber(body["offset"] ?? 0, "offset", 0, 1e9);
    const { column, order } = readSort(body["sortBy"], COLUMNS);
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

  /** Every object whose name begins so, page by page; with a delimiter, folders stand for what is in them. */
  app.post("/object/list-v2/:bucket", async (c) => {
    const caller = await identifyCaller(c, tokens);
    const body = await readObject(c);
    const limit = wholeNumber(body["limit"] ?? MAX_LISTED, "limit", 1, MAX_LISTED);
    const { column, order } = readSort(body["sortBy"], ["name", "updated_at", "created_at"]);
    const cursor = readCursor(body["cursor"]);
    const isFolded = body["with_delimiter"] === true;
    const key = column === "name" ? `entries.name collate "C"` : `entries.${column}`;
    const type = column === "name" ? "text" : "timestamptz";
    const [row] = await objects.query(
      caller,
      `with found as (
         select objects.*, substr(name, length($2) + 1) as rest from storage.objects
         where bucket_id = $1 and starts_with(name, $2)
       ), entries as (
         select name, id, updated_at, created_at, last_accessed_at, metadata from found
         where $3 <> 'folded' or position('/' in rest) = 0
         union all
         select $2 || split_part(rest, '/', 1) || '/', null, min(updated_at), min(created_at), null, null
         from found where $3 = 'folded' and position('/' in rest) > 0 group by 1
       ), page as (
         select entries.*, ${key} as sort_key from entries
         where $4 = '' or (${key}, entries.name collate "C") ${order === "asc" ? ">" : "<"} ($5::${type}, $6)
         order by ${key} ${order}, entries.name collate "C" ${order} limit ${limit + 1}
       )
       select coalesce(json_agg(entry), '[]')::text as list from (
         select name, id, ${TIMES}, metadata, sort_key::text as sort_key from page
       ) as entry`,
      [
        ...[c.req.param("bucket"), optionalText(body["prefix"], "prefix"), isFolded ? "folded" : ""],
        ...(cursor ? ["after", cursor.key, cursor.name] : ["", column === "name" ? "" : "epoch", ""]),
      ],
    );
    const found = JSON.parse(row?.["list"] ?? "[]") as Entry[];
    const shown = found.slice(0, limit);
    const last = shown.at(-1);
    const hasNext = found.length > limit;
    return c.json({
      hasNext,
      ...(hasNext && last ? { nextCursor: writeCursor({ key: last.sort_key, name: last.name }) } : {}),
      folders: shown
        .filter(({ id }) => id === null)
        .map(({ name }) => ({ name, key: name.replace(/\/$/, "") })),
      objects: shown
        .filter(({ id }) => id !== null)
        .map(({ sort_key: _, ...object }) => ({ ...object, key: object.name })),
    });
  });
  return app;
}

interface Entry {
  name: string;
  /** Null for a folder. */
  id: string | null;
  sort_key: string;
}

interface Cursor {
  key: string;
  name: string;
}

function readSort<Column extends string>(
  sortBy: unknown,
  columns: readonly Column[],
): { column: Column; order: "asc" | "desc" } {
  const { column, order } = (sortBy ?? {}) as { column?: unknown; order?: unknown };
  return {
    column: oneOf(column, "sortBy.column", columns),
    order: oneOf(order || undefined, "sortBy.order", ["asc", "desc"]),
  };
}

/** Where a page ended. It holds only what its reader has seen, and is bound as values. */
function writeCursor({ key, name }: Cursor): string {
  return Buffer.from(JSON.stringify([key, name])).toString("base64url");
}

function readCursor(cursor: unknown): Cursor | null {
  if (cursor == null || cursor === "") return null;
  try {
    const [key, name] = JSON.parse(Buffer.from(String(cursor), "base64url").toString()) as unknown[];
    if (typeof key === "string" && typeof name === "string") return { key, name };
  } catch {
    // Answered below.
  }
  throw invalidRequest("The cursor cannot be read");
}

function json(c: Context, text: string): Response {
  return c.body(text, 200, { "content-type": "application/json; charset=utf-8" });
}
