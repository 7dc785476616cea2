import { createHash } from "node:crypto";
import { type Context, Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import { identifyCaller } from "../caller.ts";
import type { Sql } from "../database/connect.ts";
import { type Caller, type Row, runAs } from "../database/run-as.ts";
import { arrayLiteral } from "../rest/build-sql.ts";
import type { Tokens } from "../tokens.ts";
import type { ObjectFiles } from "./object-files.ts";
import { type PictureSizes, parsePictureSize } from "./picture-sizes.ts";
import { objectNotFound, StorageError, toStorageError } from "./storage-error.ts";

/** Larger than any bucket's own limit. */
const MAX_BODY_BYTES = 20 * 1024 * 1024;
const SERVICE: Caller = { role: "service_role", claims: '{"role":"service_role"}' };

export interface StorageServiceOptions {
  sql: Sql;
  tokens: Tokens;
  files: ObjectFiles;
  pictureSizes: PictureSizes;
  logError: (error: unknown) => void;
}

interface Upload {
  bytes: Uint8Array;
  contentType: string;
  cacheControl: string;
}

/**
 * `/storage/v1`: objects of public buckets by address, upload and removal. The row rules of
 * `storage.objects` decide who may. Mount it under that path.
 */
export function createStorageService({
  sql,
  tokens,
  files,
  pictureSizes,
  logError,
}: StorageServiceOptions): Hono {
  const app = new Hono();
  app.onError((error, c) => {
    const answer = toStorageError(error);
    if (answer.httpStatus >= 500) logError(error);
    return c.json(answer.toJSON(), answer.httpStatus as 400);
  });
  app.notFound((c) => c.json(new StorageError(404, "not_found", "Route not found").toJSON(), 404));
  app.use(
    bodyLimit({
      maxSize: MAX_BODY_BYTES,
      onError: () => {
        throw tooLarge();
      },
    }),
  );

  app.on(["GET", "HEAD"], "/object/public/:bucket/:name{.+}", async (c) => {
    const { version, metadata, updatedAt } = await findPublic(c);
    const etag = String(metadata["eTag"]);
    describePicture(c, {
      etag,
      cacheControl: `public, ${metadata["cacheControl"] ?? "no-cache"}`,
      updatedAt,
    });
    if (c.req.header("if-none-match") === etag) return c.body(null, 304);
    c.header("content-type", String(metadata["mimetype"]));
    c.header("content-length", String(metadata["size"]));
    if (c.req.method === "HEAD") return c.body(null, 200);
    return c.body(files.read(version), 200);
  });

  app.on(["GET", "HEAD"], "/render/image/public/:bucket/:name{.+}", async (c) => {
    const size = parsePictureSize((name) => c.req.query(name));
    const { version, metadata, updatedAt } = await findPublic(c);
    const etag = `"${version}-${size.width ?? ""}x${size.height ?? ""}-${size.resize}-${size.quality}"`;
    describePicture(c, {
      etag,
      cacheControl: `public, ${metadata["cacheControl"] ?? "no-cache"}`,
      updatedAt,
    });
    if (c.req.header("if-none-match") === etag) return c.body(null, 304);
    const bytes = await pictureSizes.render({ path: files.pathOf(version), version }, size);
    c.header("content-type", "image/webp");
    c.header("content-length", String(bytes.length));
    if (c.req.method === "HEAD") return c.body(null, 200);
    return c.body(new Uint8Array(bytes), 200);
  });

  app.post("/object/:bucket/:name{.+}", (c) => store(c, c.req.header("x-upsert") === "true"));
  app.put("/object/:bucket/:name{.+}", (c) => store(c, true));

  app.delete("/object/:bucket/:name{.+}", async (c) => {
    const { bucket, name } = target(c);
    const removed = await remove(await identifyCaller(c, tokens), bucket, [name]);
    if (removed.length === 0) throw objectNotFound();
    return c.json({ message: "Successfully deleted" });
  });

  app.delete("/object/:bucket", async (c) => {
    const caller = await identifyCaller(c, tokens);
    const body = (await c.req.json().catch(() => null)) as { prefixes?: unknown } | null;
    const names = body?.prefixes;
    if (!Array.isArray(names) || !names.every((name) => typeof name === "string") || names.length > 1000) {
      throw new StorageError(400, "InvalidRequest", "body must have a list of prefixes");
    }
    return c.json(await remove(caller, c.req.param("bucket"), names));
  });

  return app;

  /** @throws StorageError when there is no such object in a public bucket */
  async function findPublic(c: Context): Promise<{
    version: string;
    metadata: Record<string, string | number>;
    updatedAt: string;
  }> {
    const { bucket, name } = target(c);
    const [object] = await query(
      SERVICE,
      `select objects.version, objects.metadata::text as metadata, objects.updated_at::text as updated_at
       from storage.objects join storage.buckets on buckets.id = objects.bucket_id
       where buckets.public and objects.bucket_id = $1 and objects.name = $2`,
      [bucket, name],
    );
    if (!object?.["version"]) throw objectNotFound();
    return {
      version: object["version"],
      metadata: JSON.parse(object["metadata"] ?? "{}") as Record<string, string | number>,
      updatedAt: object["updated_at"] ?? "",
    };
  }

  async function store(c: Context, mayReplace: boolean): Promise<Response> {
    const caller = await identifyCaller(c, tokens);
    const { bucket, name } = target(c);
    if (!isValidName(name)) throw new StorageError(400, "InvalidKey", `Invalid key: ${name}`);
    const values = (version: string, metadata: object) => [
      bucket,
      name,
      caller.token.sub ?? "",
      version,
      JSON.stringify(metadata),
    ];
    const text = `${INSERT}${mayReplace ? REPLACE : ""} returning id`;
    // The row rules answer first: who may not write does not fill the disk.
    await tryAndUndo(caller, text, values("", {}));
    const upload = await readUpload(c);
    await checkBucketRules(bucket, upload);
    const version = await files.add(upload.bytes);
    const [before] = await query(
      SERVICE,
      "select version from storage.objects where bucket_id = $1 and name = $2",
      [bucket, name],
    );
    try {
      const [stored] = await write(caller, text, values(version, toMetadata(upload)));
      if (before?.["version"]) await files.remove(before["version"]);
      return c.json({ Key: `${bucket}/${name}`, Id: stored?.["id"] });
    } catch (error) {
      await files.remove(version);
      throw error;
    }
  }

  async function remove(caller: Caller, bucket: string, names: string[]): Promise<object[]> {
    const rows = await write(
      caller,
      `delete from storage.objects where bucket_id = $1 and name = any ($2::text[])
       returning version, row_to_json(objects)::text as object`,
      [bucket, arrayLiteral(names)],
    );
    await Promise.all(rows.map((row) => (row["version"] ? files.remove(row["version"]) : undefined)));
    return rows.map((row) => JSON.parse(row["object"] ?? "{}") as object);
  }

  async function checkBucketRules(bucket: string, upload: Upload): Promise<void> {
    const [rules] = await query(
      SERVICE,
      `select file_size_limit::text as size, array_to_json(allowed_mime_types)::text as types
       from storage.buckets where id = $1`,
      [bucket],
    );
    if (!rules) throw new StorageError(404, "Bucket not found", "Bucket not found");
    if (rules["size"] && upload.bytes.byteLength > Number(rules["size"])) throw tooLarge();
    const types = JSON.parse(rules["types"] ?? "null") as string[] | null;
    if (types && !types.includes(upload.contentType)) {
      throw new StorageError(415, "invalid_mime_type", `mime type ${upload.contentType} is not supported`);
    }
  }

  function query(caller: Caller, text: string, values: string[]): Promise<Row[]> {
    return runAs(sql, caller, { text, values }, { isReadOnly: true });
  }

  function write(caller: Caller, text: string, values: string[]): Promise<Row[]> {
    return runAs(sql, caller, { text, values }, { isReadOnly: false });
  }

  async function tryAndUndo(caller: Caller, text: string, values: string[]): Promise<void> {
    const undo = new Error("undo");
    await runAs(
      sql,
      caller,
      { text, values },
      {
        isReadOnly: false,
        check: () => {
          throw undo;
        },
      },
    ).catch((error: unknown) => {
      if (error !== undo) throw error;
    });
  }
}

const INSERT = `
  insert into storage.objects as objects (bucket_id, name, owner_id, version, metadata)
  values ($1, $2, nullif($3, ''), $4, $5::jsonb)`;
const REPLACE = `
  on conflict (bucket_id, name) do update
  set version = excluded.version, metadata = excluded.metadata, owner_id = excluded.owner_id,
      updated_at = now()`;

function target(c: Context): { bucket: string; name: string } {
  return { bucket: c.req.param("bucket") ?? "", name: c.req.param("name") ?? "" };
}

function describePicture(
  c: Context,
  picture: { etag: string; cacheControl: string; updatedAt: string },
): void {
  c.header("etag", picture.etag);
  c.header("cache-control", picture.cacheControl);
  c.header("last-modified", new Date(picture.updatedAt).toUTCString());
  c.header("x-content-type-options", "nosniff");
  // Whatever lies in a bucket is a picture to look at, never a page that runs.
  c.header("content-security-policy", "default-src 'none'; sandbox");
}

/** The characters that the real service takes, and no step out of the bucket. */
function isValidName(name: string): boolean {
  return (
    /^[\w/!.\-*'() &$@=;:+,?]{1,1024}$/.test(name) &&
    !name.split("/").some((part) => part === "" || part === "." || part === "..")
  );
}

async function readUpload(c: Context): Promise<Upload> {
  const type = c.req.header("content-type") ?? "application/octet-stream";
  if (!type.startsWith("multipart/form-data")) {
    return {
      bytes: new Uint8Array(await c.req.arrayBuffer()),
      contentType: type.split(";", 1)[0]?.trim() ?? "",
      cacheControl: c.req.header("cache-control") ?? "no-cache",
    };
  }
  const form = await c.req.formData().catch(() => {
    throw new StorageError(400, "InvalidRequest", "The form cannot be read");
  });
  // The official client leaves the part's name empty; other clients call it as they like.
  const file = [...form.values()].find((value) => value instanceof File);
  if (!file) throw new StorageError(400, "InvalidRequest", "The form holds no file");
  const seconds = form.get("cacheControl");
  return {
    bytes: new Uint8Array(await file.arrayBuffer()),
    contentType: file.type.split(";", 1)[0]?.trim() || "application/octet-stream",
    cacheControl:
      typeof seconds === "string" && /^\d{1,9}$/.test(seconds) ? `max-age=${seconds}` : "no-cache",
  };
}

function toMetadata({ bytes, contentType, cacheControl }: Upload): object {
  return {
    eTag: `"${createHash("sha256").update(bytes).digest("hex").slice(0, 32)}"`,
    size: bytes.byteLength,
    contentLength: bytes.byteLength,
    mimetype: contentType,
    cacheControl,
    lastModified: new Date().toISOString(),
    httpStatusCode: 200,
  };
}

function tooLarge(): StorageError {
  return new StorageError(413, "Payload too large", "The object exceeded the maximum allowed size");
}
