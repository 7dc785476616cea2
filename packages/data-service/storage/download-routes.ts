import { type Context, Hono } from "hono";
import { identifyCaller } from "../caller.ts";
import { isKnownEtag } from "../known-etag.ts";
import { objectOf } from "./object-names.ts";
import { type PictureSize, parsePictureSize, SIZE_PARAMETERS, transformationsOf } from "./picture-size.ts";
import { isActive, sniffPicture } from "./picture-type.ts";
import { rejectOtherParameters } from "./read-json.ts";
import { forgetObject, noteObject, sendObject } from "./send-object.ts";
import { objectNotFound, StorageError } from "./storage-error.ts";
import type { StorageParts } from "./storage-parts.ts";
import type { StoredObject } from "./stored-objects.ts";

const PLACEHOLDER = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 400"><path fill="#ece8e1" d="M0 0h400v400H0z"/><g fill="none" stroke="#8a8378" stroke-width="10" stroke-linejoin="round"><rect x="120" y="135" width="160" height="130" rx="12"/><path d="m130 250 45-50 32 34 25-24 38 40"/><circle cx="235" cy="175" r="12"/></g></svg>`;

/**
 * Responds for an object whose file is missing: 404, with a placeholder image if the request comes from an `<img>`,
 * which displays the body of any status. The response is not cached, so that the image reappears once its file is
 * restored.
 * @throws StorageError for all other requests
 */
function answerMissingFile(c: Context): Response {
  forgetObject(c);
  if (!/^image\//.test(c.req.header("accept") ?? "")) throw objectNotFound();
  c.header("content-type", "image/svg+xml");
  return c.body(PLACEHOLDER, 404);
}

/** Query parameters of every object URL; the nonce only changes the URL. */
const OBJECT_PARAMETERS = ["download", "cacheNonce", "versionId"];

interface Found {
  object: StoredObject;
  /** Public objects may be stored by shared caches. */
  isPublic: boolean;
}

/** Creates the routes that read objects: from public buckets, with a token, or by signed URL; images in any size. */
export function createDownloadRoutes({
  tokens,
  objects,
  files,
  pictureSizes,
  pictureSettings,
  signedUrls,
  addressOf,
}: StorageParts): Hono {
  const app = new Hono();
  const get = ["GET", "HEAD"];

  app.on(get, "/object/public/:bucket/:name{.+}", (c) => download(c, () => findPublic(c)));
  app.on(get, "/object/authenticated/:bucket/:name{.+}", (c) => download(c, () => findFor(c)));
  app.on(get, "/object/sign/:bucket/:name{.+}", async (c) => {
    await verify(c);
    return download(c, () => findSigned(c));
  });
  app.on(get, "/object/info/public/:bucket/:name{.+}", async (c) => sendInfo(c, await findPublic(c)));
  app.on(get, "/object/info/authenticated/:bucket/:name{.+}", async (c) => sendInfo(c, await findFor(c)));
  app.on(get, "/object/info/:bucket/:name{.+}", async (c) => sendInfo(c, await findFor(c)));

  app.on(get, "/render/image/public/:bucket/:name{.+}", async (c) => render(c, sizeOf(c), await findPublic(c)));
  app.on(get, "/render/image/authenticated/:bucket/:name{.+}", async (c) => render(c, sizeOf(c), await findFor(c)));

  app.on(get, "/object/:bucket/:name{.+}", (c) => download(c, () => findFor(c)));
  return app;

  async function findPublic(c: Context): Promise<Found> {
    rejectVersions(c);
    return { object: await objects.findPublic(objectOf(c)), isPublic: true };
  }

  async function findFor(c: Context): Promise<Found> {
    rejectVersions(c);
    return { object: await objects.find(await identifyCaller(c, tokens), objectOf(c)), isPublic: false };
  }

  /** The signature grants access, whoever sends it. */
  async function findSigned(c: Context): Promise<Found> {
    return { object: await objects.findAny(objectOf(c)), isPublic: false };
  }

  function verify(c: Context): Promise<void> {
    const { bucket, name } = objectOf(c);
    const token = c.req.query("token");
    if (token === undefined) throw new StorageError(400, "InvalidJWT", "The URL has no token");
    return signedUrls.verify(token, `${bucket}/${name}`);
  }

  async function download(c: Context, find: () => Promise<Found>): Promise<Response> {
    // The object may be replaced after its row was read; the second attempt then finds the new version.
    for (let attempt = 0; attempt < 2; attempt += 1) {
      const { object, isPublic } = await find();
      const { metadata } = object;
      const type = String(metadata["mimetype"]);
      noteObject(c, {
        etag: String(metadata["eTag"]),
        cacheControl: cacheControlOf(isPublic, metadata),
        updatedAt: object.updatedAt,
        fileName: object.name.split("/").at(-1) ?? "",
        isAttachment: isActive(type),
      });
      const response = await sendObject(c, { type, size: Number(metadata["size"]) }, (range) =>
        files.read(object.version, range),
      );
      if (response) return response;
    }
    return answerMissingFile(c);
  }

  async function render(c: Context, size: PictureSize, { object, isPublic }: Found): Promise<Response> {
    const { version, metadata } = object;
    const key = `${size.width ?? ""}x${size.height ?? ""}-${size.resize}-${size.quality}-${size.format}`;
    const etag = `"${version}-${key}"`;
    noteObject(c, {
      etag,
      cacheControl: cacheControlOf(isPublic, metadata),
      updatedAt: object.updatedAt,
      fileName: object.name.split("/").at(-1) ?? "",
      isAttachment: false,
    });
    c.header("vary", "Accept");
    c.header("x-transformations", transformationsOf(size));
    if (isKnownEtag(c.req.header("if-none-match"), etag)) return c.body(null, 304);
    const bytes = await pictureSizes
      .render(version, size, {
        address: addressOf(c),
        signal: c.req.raw.signal,
        // The lowest priority of RFC 9218, for background requests.
        isAhead: c.req.header("priority")?.includes("u=7") ?? false,
      })
      .catch((error: unknown) => {
        if (error instanceof StorageError && error.statusCode === "404") return null;
        throw error;
      });
    if (!bytes) return answerMissingFile(c);
    c.header("content-type", sniffPicture(bytes) ?? "application/octet-stream");
    c.header("content-length", String(bytes.length));
    return c.body(new Uint8Array(bytes), 200);
  }

  function sizeOf(c: Context): PictureSize {
    rejectOtherParameters(c, [...SIZE_PARAMETERS, ...OBJECT_PARAMETERS]);
    return parsePictureSize((name) => c.req.query(name), acceptsWebp(c), pictureSettings.pages);
  }
}

function acceptsWebp(c: Context): boolean {
  return c.req.header("accept")?.includes("image/webp") ?? false;
}

/** Only the latest version of an object is stored. */
function rejectVersions(c: Context): void {
  if (c.req.query("versionId") !== undefined) {
    throw new StorageError(400, "InvalidRequest", "Object versions are not supported");
  }
}

/** A `HEAD` response reports errors in headers instead of the body. */
function sendInfo(c: Context, found: Found): Response {
  c.header("etag", String(found.object.metadata["eTag"]));
  c.header("last-modified", new Date(found.object.updatedAt).toUTCString());
  return c.json(detailsOf(found));
}

function detailsOf({ object }: Found): object {
  const { metadata } = object;
  return {
    id: object.id,
    name: object.name,
    version: object.version,
    bucket_id: object.bucket,
    size: Number(metadata["size"]),
    content_type: metadata["mimetype"],
    cache_control: metadata["cacheControl"] ?? "no-cache",
    etag: metadata["eTag"],
    metadata: object.userMetadata ?? {},
    last_modified: object.updatedAt,
    created_at: object.createdAt,
  };
}

/** Private objects must not be stored by proxies, nor by a browser that someone else may use later. */
function cacheControlOf(isPublic: boolean, metadata: Record<string, unknown>): string {
  if (!isPublic) return "private, no-store";
  const cacheControl = String(metadata["cacheControl"] ?? "no-cache");
  return /\b(public|private)\b/.test(cacheControl) ? cacheControl : `public, ${cacheControl}`;
}
