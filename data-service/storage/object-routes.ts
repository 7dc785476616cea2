import { type Context, Hono } from "hono";
import { identifyCaller } from "../caller.ts";
import { arrayLiteral } from "../database/sql-text.ts";
import { objectOf, validName } from "./object-names.ts";
import { type PageSizes, parsePictureSize, SIZE_PARAMETERS } from "./picture-size.ts";
import { readObject, refuseOthers, wholeNumber } from "./read-json.ts";
import { readUpload, readUserMetadata, validCacheControl } from "./read-upload.ts";
import { invalidRequest, objectNotFound, StorageError } from "./storage-error.ts";
import type { StorageParts } from "./storage-parts.ts";
import { SERVICE, type WriteMode } from "./stored-objects.ts";
import { isoTime } from "./timestamps.ts";

const MAX_NAMES = 1000;
const MAX_SIGNED_SECONDS = 10 * 365 * 24 * 3600;
const UPLOAD_SECONDS = 2 * 3600;
const MOMENTS = `jsonb_build_object(${["created_at", "updated_at", "last_accessed_at"]
  .map((column) => `'${column}', ${isoTime(column)}`)
  .join(", ")})`;

/** Writing objects, and signing addresses of them. */
export function createObjectRoutes({ tokens, objects, signedUrls, pictureSettings }: StorageParts): Hono {
  const app = new Hono();

  app.post("/object/move", (c) => move(c));
  app.post("/object/copy", (c) => copy(c));

  app.post("/object/upload/sign/:bucket/:name{.+}", async (c) => {
    const { caller, place, owner } = await asked(c);
    const upsert = c.req.header("x-upsert") === "true";
    await objects.tryWrite(caller, place, owner, upsert ? "add or replace" : "add");
    const url = `${place.bucket}/${place.name}`;
    const token = await signedUrls.sign({ url, purpose: "upload", owner, upsert }, UPLOAD_SECONDS);
    return c.json({ url: `/object/upload/sign/${url}?token=${token}`, token });
  });
  app.put("/object/upload/sign/:bucket/:name{.+}", async (c) => {
    const place = objectOf(c);
    const url = `${place.bucket}/${place.name}`;
    const claims = await signedUrls.verify(c.req.query("token") ?? "", { url, purpose: "upload" });
    const mode = claims.upsert ? "add or replace" : "add";
    // What the row rules said when it was signed counts; a taken name is told before the body is read.
    await objects.tryWrite(SERVICE, place, claims.owner ?? "", mode);
    await objects.store(SERVICE, place, claims.owner ?? "", mode, await readUpload(c));
    return c.json({ Key: url });
  });

  app.post("/object/sign/:bucket/:name{.+}", async (c) => {
    const { caller, place } = await asked(c);
    const body = await readObject(c);
    refuseOthers(body, ["expiresIn", "transform", "versionId"]);
    const seconds = wholeNumber(body["expiresIn"], "expiresIn", 1, MAX_SIGNED_SECONDS);
    if (body["versionId"] != null) throw invalidRequest("Versions of objects are not kept here");
    await objects.find(caller, place);
    const url = `${place.bucket}/${place.name}`;
    const transform = readTransform(body["transform"], pictureSettings.pages);
    const token = await signedUrls.sign(
      transform ? { url, purpose: "render", transform } : { url, purpose: "read" },
      seconds,
    );
    return c.json({ signedURL: `/${transform ? "render/image" : "object"}/sign/${url}?token=${token}` });
  });
  app.post("/object/sign/:bucket", async (c) => {
    const caller = await identifyCaller(c, tokens);
    const bucket = c.req.param("bucket");
    const body = await readObject(c);
    refuseOthers(body, ["expiresIn", "paths"]);
    const seconds = wholeNumber(body["expiresIn"], "expiresIn", 1, MAX_SIGNED_SECONDS);
    const paths = readNames(body["paths"], "paths");
    const rows = await objects.query(
      caller,
      "select name from storage.objects where bucket_id = $1 and name = any ($2::text[])",
      [bucket, arrayLiteral(paths)],
    );
    const seen = new Set(rows.map((row) => row["name"]));
    return c.json(
      await Promise.all(
        paths.map(async (path) => {
          if (!seen.has(path)) {
            const error = "Either the object does not exist or you do not have access to it";
            return { error, path, signedURL: null };
          }
          const url = `${bucket}/${path}`;
          const token = await signedUrls.sign({ url, purpose: "read" }, seconds);
          return { error: null, path, signedURL: `/object/sign/${url}?token=${token}` };
        }),
      ),
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

  async function asked(c: Context) {
    const caller = await identifyCaller(c, tokens);
    return { caller, place: objectOf(c), owner: caller.token.sub ?? "" };
  }

  async function store(c: Context, mode: WriteMode): Promise<Response> {
    const { caller, place, owner } = await asked(c);
    // The row rules answer first: who may not write does not fill the disk.
    await objects.tryWrite(caller, place, owner, mode);
    const id = await objects.store(caller, place, owner, mode, await readUpload(c));
    return c.json({ Key: `${place.bucket}/${place.name}`, Id: id });
  }

  async function remove(c: Context, bucket: string, names: string[]): Promise<object[]> {
    const rows = await objects.write(
      await identifyCaller(c, tokens),
      `delete from storage.objects where bucket_id = $1 and name = any ($2::text[])
       returning (to_jsonb(objects) || ${MOMENTS})::text as object`,
      [bucket, arrayLiteral(names)],
    );
    return rows.map((row) => JSON.parse(row["object"] ?? "{}") as object);
  }

  /** Inside its bucket the row alone moves: a file has a name of our own. */
  async function move(c: Context): Promise<Response> {
    const caller = await identifyCaller(c, tokens);
    const { from, to } = await readPair(c, []);
    const source = await objects.find(caller, from);
    const owner = caller.token.sub ?? "";
    await objects.move(
      caller,
      from,
      to,
      from.bucket === to.bucket ? null : await objects.copyFile(source, to.bucket, owner),
    );
    return c.json({ message: "Successfully moved", Id: source.id, Key: `${to.bucket}/${to.name}` });
  }

  async function copy(c: Context): Promise<Response> {
    const caller = await identifyCaller(c, tokens);
    const { from, to, body } = await readPair(c, ["copyMetadata", "metadata"]);
    const own = readCopyMetadata(c, body);
    const source = await objects.find(caller, from);
    const mode = c.req.header("x-upsert") === "true" ? "add or replace" : "add";
    const owner = caller.token.sub ?? "";
    await objects.tryWrite(caller, to, owner, mode);
    const said = { ...source, metadata: { ...source.metadata, ...own?.metadata } };
    const file = await objects.copyFile(said, to.bucket, owner);
    const id = await objects.adopt(caller, to, owner, mode, {
      ...file,
      userMetadata: own?.userMetadata ?? (source.userMetadata ? JSON.stringify(source.userMetadata) : ""),
    });
    return c.json({ Id: id, Key: `${to.bucket}/${to.name}`, bucket_id: to.bucket, name: to.name });
  }
}

/** What a copy says of itself instead of what its source says; null when it says the same. */
function readCopyMetadata(c: Context, { copyMetadata, metadata }: Record<string, unknown>) {
  if (copyMetadata != null && typeof copyMetadata !== "boolean") {
    throw invalidRequest("copyMetadata must be true or false");
  }
  const header = c.req.header("x-metadata");
  if (copyMetadata !== false) {
    if (metadata == null && header === undefined) return null;
    throw invalidRequest("metadata and x-metadata of a copy need copyMetadata: false");
  }
  if (metadata != null && typeof metadata !== "object") throw invalidRequest("metadata must be an object");
  const said = (metadata ?? {}) as Record<string, unknown>;
  // Another type would say of the bytes what nobody has looked at.
  refuseOthers(said, ["cacheControl"]);
  const { cacheControl } = said;
  return {
    metadata: cacheControl == null ? {} : { cacheControl: validCacheControl(String(cacheControl)) },
    userMetadata: readUserMetadata(header),
  };
}

async function readPair(c: Context, others: readonly string[]) {
  const body = await readObject(c);
  refuseOthers(body, [
    ...["bucketId", "sourceKey", "destinationKey", "destinationBucket", "sourceVersionId"],
    ...others,
  ]);
  const { bucketId, sourceKey, destinationKey, destinationBucket, sourceVersionId } = body;
  if (typeof bucketId !== "string") throw invalidRequest("body must have bucketId");
  if (sourceVersionId != null) throw invalidRequest("Versions of objects are not kept here");
  if (destinationBucket != null && typeof destinationBucket !== "string") {
    throw invalidRequest("destinationBucket must be a text");
  }
  return {
    body,
    from: { bucket: bucketId, name: validName(sourceKey) },
    to: { bucket: destinationBucket ?? bucketId, name: validName(destinationKey) },
  };
}

function readNames(names: unknown, what: string): string[] {
  const isList = Array.isArray(names) && names.length <= MAX_NAMES;
  if (!isList || !names.every((name): name is string => typeof name === "string")) {
    throw invalidRequest(`body must have a list of at most ${MAX_NAMES} ${what}`);
  }
  return names;
}

/** Checked now, so that a signed address never fails later. */
function readTransform(transform: unknown, pages: PageSizes): Record<string, string> | null {
  if (transform == null) return null;
  if (typeof transform !== "object")
    throw new StorageError(400, "InvalidRequest", "transform must be an object");
  const wanted = Object.fromEntries(Object.entries(transform).map(([name, value]) => [name, String(value)]));
  if (Object.keys(wanted).length === 0) return null;
  refuseOthers(wanted, SIZE_PARAMETERS);
  parsePictureSize((name) => wanted[name], false, pages);
  return wanted;
}
