import { type Context, Hono } from "hono";
import { identifyCaller } from "../caller.ts";
import { isDatabaseError } from "../database/database-error.ts";
import type { Caller } from "../database/run-as.ts";
import { arrayLiteral } from "../database/sql-text.ts";
import { validBucketName } from "./object-names.ts";
import { oneOf, readObject, rejectOtherParameters, wholeNumber } from "./read-json.ts";
import { bucketNotFound, invalidRequest, StorageError, tooLarge } from "./storage-error.ts";
import { MAX_OBJECT_BYTES, type StorageParts } from "./storage-parts.ts";
import { isoTime } from "./timestamps.ts";

const BUCKET = `to_jsonb(buckets) - 'owner_id' || jsonb_build_object('owner', coalesce(owner::text, ''),
  'created_at', ${isoTime("created_at")}, 'updated_at', ${isoTime("updated_at")})`;
/** Only lists contain the type of a bucket. */
const LISTED_BUCKET = `${BUCKET} || '{"type": "STANDARD"}'`;

/** Creates the bucket routes. By default, policies let only the service role see and create buckets. */
export function createBucketRoutes({ tokens, objects }: StorageParts): Hono {
  const app = new Hono();

  app.get("/bucket", async (c) => {
    rejectOtherParameters(c, []);
    const [row] = await objects.query(
      await identifyCaller(c, tokens),
      `select coalesce(json_agg(bucket), '[]')::text as list
       from (select ${LISTED_BUCKET} as bucket from storage.buckets order by id limit 1000) as shown`,
      [],
    );
    return json(c, row?.["list"]);
  });

  app.get("/bucket/:id", async (c) => json(c, await find(await identifyCaller(c, tokens), c.req.param("id"))));

  app.post("/bucket", async (c) => {
    const caller = await identifyCaller(c, tokens);
    const body = await readObject(c);
    oneOf(body["type"], "type", ["STANDARD"]);
    if (body["versioning_status"] != null) throw invalidRequest("Object versions are not supported");
    const name = validBucketName(body["name"]);
    if (body["id"] != null && body["id"] !== name) throw invalidRequest("A bucket's id and name must be equal");
    const settings = readSettings(body);
    await objects.write(
      caller,
      `insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types, owner_id)
       values ($1, $1, $2::boolean, nullif($3, '')::bigint, nullif($4, '')::text[], nullif($5, ''))`,
      [name, settings.public ?? "false", settings.size ?? "", settings.types ?? "", caller.token.sub ?? ""],
    );
    return c.json({ name });
  });

  app.put("/bucket/:id", async (c) => {
    const caller = await identifyCaller(c, tokens);
    const body = await readObject(c);
    if (body["versioning_status"] != null) throw invalidRequest("Object versions are not supported");
    const settings = readSettings(body);
    const rows = await objects.write(
      caller,
      `update storage.buckets set public = coalesce(nullif($2, '')::boolean, public),
         file_size_limit = case when $3 = 'unchanged' then file_size_limit else nullif($3, '')::bigint end,
         allowed_mime_types = case when $4 = 'unchanged' then allowed_mime_types else nullif($4, '')::text[] end,
         updated_at = now()
       where id = $1 returning id`,
      [c.req.param("id"), settings.public ?? "", settings.size ?? "unchanged", settings.types ?? "unchanged"],
    );
    if (rows.length === 0) throw bucketNotFound();
    return c.json({ message: "Successfully updated" });
  });

  app.post("/bucket/:id/empty", async (c) => {
    const caller = await identifyCaller(c, tokens);
    await find(caller, c.req.param("id"));
    await objects.write(caller, "delete from storage.objects where bucket_id = $1", [c.req.param("id")]);
    // Same text as Supabase's service; here, the bucket is already empty.
    return c.json({ message: "Empty bucket has been queued. Completion may take up to an hour." });
  });

  app.delete("/bucket/:id", async (c) => {
    const caller = await identifyCaller(c, tokens);
    const rows = await objects
      .write(caller, "delete from storage.buckets where id = $1 returning id", [c.req.param("id")])
      .catch((error: unknown) => {
        if (!isDatabaseError(error) || error.code !== "23503") throw error;
        throw new StorageError(409, "InvalidRequest", "The bucket you tried to delete is not empty");
      });
    if (rows.length === 0) throw bucketNotFound();
    return c.json({ message: "Successfully deleted" });
  });
  return app;

  async function find(caller: Caller, id: string): Promise<string> {
    const [row] = await objects.query(caller, `select (${BUCKET})::text as bucket from storage.buckets where id = $1`, [
      id,
    ]);
    if (!row?.["bucket"]) throw bucketNotFound();
    return row["bucket"];
  }
}

/** Parses bucket settings; undefined leaves a setting unchanged, '' means null. */
function readSettings(body: Record<string, unknown>): { public?: string; size?: string; types?: string } {
  const { public: isPublic, file_size_limit: limit, allowed_mime_types: types } = body;
  if (isPublic != null && typeof isPublic !== "boolean") throw invalidRequest("public must be true or false");
  const isList = Array.isArray(types) && types.every((type) => /^[\w.+-]+\/(\*|[\w.+-]+)$/.test(String(type)));
  if (types != null && !isList) throw invalidRequest("allowed_mime_types must be a list of types");
  return {
    ...(isPublic == null ? {} : { public: String(isPublic) }),
    ...(limit === undefined ? {} : { size: limit === null ? "" : String(validSize(limit)) }),
    ...(types === undefined ? {} : { types: isList ? arrayLiteral(types.map(String)) : "" }),
  };
}

/** Returns a size limit in bytes. @throws StorageError above the service's own limit */
function validSize(limit: unknown): number {
  const bytes = wholeNumber(limit, "file_size_limit", 0, Number.MAX_SAFE_INTEGER);
  if (bytes <= MAX_OBJECT_BYTES) return bytes;
  throw tooLarge();
}

function json(c: Context, text: string | null | undefined): Response {
  return c.body(text ?? "null", 200, { "content-type": "application/json; charset=utf-8" });
}
