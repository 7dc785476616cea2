import { type Context, Hono } from "hono";
import { identifyCaller } from "../caller.ts";
import { arrayLiteral } from "../database/sql-text.ts";
import { objectOf, validName } from "./object-names.ts";
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

  app.post("/object/move", (c) => move(c));
  app.post("/object/copy", (c) => copy(c));

  // Otherwise these paths would be uploads into a bucket of that name.
  for (const path of ["/object/upload/sign/*", "/object/list-v2/*"]) app.all(path, rejectRoute);

  app.post("/object/sign/:bucket/:name{.+}", async (c) => {
    const { caller, place } = await readRequest(c);
    const body = await readObject(c);
    rejectOthers(body, ["expiresIn"]);
    const seconds = wholeNumber(body["expiresIn"], "expiresIn", 1, MAX_SIGNED_SECONDS);
    await objects.find(caller, place);
    const url = `${place.bucket}/${place.name}`;
    return c.json({ signedURL: `/object/sign/${url}?token=${signedUrls.sign(url, seconds)}` });
  });
  app.post("/object/sign/:bucket", async (c) => {
    const caller = await identifyCaller(c, tokens);
    const bucket = c.req.param("bucket");
    const body = await readObject(c);
    rejectOthers(body, ["expiresIn", "paths"]);
    const seconds = wholeNumber(body["expiresIn"], "expiresIn", 1, MAX_SIGNED_SECONDS);
    const paths = readNames(body["paths"], "paths");
    const rows = await objects.query(
      caller,
      "select name from storage.objects where bucket_id = $1 and name = any ($2::text[])",
      [bucket, arrayLiteral(paths)],
    );
    const names = new Set(rows.map((row) => row["name"]));
    return c.json(
      paths.map((path) => {
        if (!names.has(path)) {
          const error = "Either the object does not exist or you do not have access to it";
          return { error, path, signedURL: null };
        }
        const url = `${bucket}/${path}`;
        return { error: null, path, signedURL: `/object/sign/${url}?token=${signedUrls.sign(url, seconds)}` };
      }),
    );
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
  app.delete("/object/:bucket", async (c) => {
    const names = readNames((await readObject(c))["prefixes"], "prefixes");
    return c.json(await remove(c, c.req.param("bucket"), names));
  });
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

  /** Changes only the row: file names are generated and independent of object names. */
  async function move(c: Context): Promise<Response> {
    const caller = await identifyCaller(c, tokens);
    const { from, to } = await readPair(c);
    const source = await objects.find(caller, from);
    await objects.move(caller, from, to.name);
    return c.json({ message: "Successfully moved", Id: source.id, Key: `${to.bucket}/${to.name}` });
  }

  async function copy(c: Context): Promise<Response> {
    const caller = await identifyCaller(c, tokens);
    if (c.req.header("x-metadata") !== undefined) {
      throw invalidRequest("A copy has the metadata of its source");
    }
    const { from, to } = await readPair(c);
    const source = await objects.find(caller, from);
    const mode = c.req.header("x-upsert") === "true" ? "add or replace" : "add";
    const owner = caller.token.sub ?? "";
    await objects.tryWrite(caller, to, owner, mode);
    const id = await objects.adopt(caller, to, owner, mode, {
      ...(await objects.copyFile(source)),
      userMetadata: source.userMetadata ? JSON.stringify(source.userMetadata) : "",
    });
    return c.json({ Id: id, Key: `${to.bucket}/${to.name}`, bucket_id: to.bucket, name: to.name });
  }
}

/**
 * Reads source and destination, which must be in the same bucket: another bucket may have other limits on sizes and
 * types.
 */
async function readPair(c: Context) {
  const body = await readObject(c);
  rejectOthers(body, ["bucketId", "sourceKey", "destinationKey"]);
  const { bucketId, sourceKey, destinationKey } = body;
  if (typeof bucketId !== "string") throw invalidRequest("body must have bucketId");
  return {
    from: { bucket: bucketId, name: validName(sourceKey) },
    to: { bucket: bucketId, name: validName(destinationKey) },
  };
}

function readNames(names: unknown, what: string): string[] {
  const isList = Array.isArray(names) && names.length <= MAX_NAMES;
  if (!isList || !names.every((name): name is string => typeof name === "string")) {
    throw invalidRequest(`body must have a list of at most ${MAX_NAMES} ${what}`);
  }
  return names;
}
