import { type Context, Hono } from "hono";
import { identifyCaller } from "../caller.ts";
import { arrayLiteral } from "../database/sql-text.ts";
import { objectOf } from "./object-names.ts";
import { readObject, rejectOthers, wholeNumber } from "./read-json.ts";
import { readUpload } from "./read-upload.ts";
import { invalidRequest, objectNotFound, rejectRoute } from "./storage-error.ts";
import type { StorageParts } from "./storage-parts.ts";
import type { WriteMode } from "./stored-objects.ts";
import { isoTime } from "./timestamps.ts";

const MAX_NAMES = 1000;
const MAX_SIGNED_SECONDS = 10 * 365 * 24 * 3600;
const MOMENTS = `jsonb_build_object(${["created_at", "updated_at", "last_accessed_at"]
  .map((column) => `'${column}', ${isoTime(column)}`)
  .join(", ")})`;

/** Creates the routes that write objects and sign URLs. */
export function createObjectRoutes({ tokens, objects, signedUrls }: StorageParts): Hono {
  const app = new Hono();

  // Otherwise these paths would be uploads into a bucket of that name.
  for (const path of ["/object/upload/sign/*", "/object/list-v2/*", "/object/sign/:bucket"]) app.all(path, rejectRoute);

  app.post("/object/sign/:bucket/:name{.+}", async (c) => {
    const { caller, place } = await readRequest(c);
    const body = await readObject(c);
    rejectOthers(body, ["expiresIn"]);
    const seconds = wholeNumber(body["expiresIn"], "expiresIn", 1, MAX_SIGNED_SECONDS);
    await objects.find(caller, place);
    const url = `${place.bucket}/${place.name}`;
    return c.json({ signedURL: `/object/sign/${url}?token=${signedUrls.sign(url, seconds)}` });
  });

  app.post("/object/:bucket/:name{.+}", (c) =>
    store(c, c.req.header("x-upsert") === "true" ? "add or replace" : "add"),
  );
  app.put("/object/:bucket/:name{.+}", (c) => store(c, "replace"));

  app.delete("/object/:bucket/:name{.+}", async (c) => {
    const { bucket, name } = objectOf(c);
    if ((await remove(c, bucket, [name])).length === 0) throw objectNotFound();
    return c.json({ message: "Successfully deleted" });
  });
  app.delete("/object/:bucket", async (c) =>
    c.json(await remove(c, c.req.param("bucket"), readNames((await readObject(c))["prefixes"]))),
  );
  return app;

  async function readRequest(c: Context) {
    const caller = await identifyCaller(c, tokens);
    return { caller, place: objectOf(c), owner: caller.token.sub ?? "" };
  }

  async function store(c: Context, mode: WriteMode): Promise<Response> {
    const { caller, place, owner } = await readRequest(c);
    // Check the policies first, so that an upload without permission does not fill the disk.
    await objects.tryWrite(caller, place, owner, mode);
    const id = await objects.store(caller, place, owner, mode, await readUpload(c));
    return c.json({ Key: `${place.bucket}/${place.name}`, Id: id });
  }

  async function remove(c: Context, bucket: string, names: string[]): Promise<unknown[]> {
    const rows = await objects.write(
      await identifyCaller(c, tokens),
      `delete from storage.objects where bucket_id = $1 and name = any ($2::text[])
       returning (to_jsonb(objects) || ${MOMENTS})::text as object`,
      [bucket, arrayLiteral(names)],
    );
    return rows.map((row): unknown => JSON.parse(row["object"] ?? "{}"));
  }
}

function readNames(names: unknown): string[] {
  const isList = Array.isArray(names) && names.length <= MAX_NAMES;
  if (!isList || !names.every((name): name is string => typeof name === "string")) {
    throw invalidRequest(`body must have a list of at most ${MAX_NAMES} prefixes`);
  }
  return names;
}
