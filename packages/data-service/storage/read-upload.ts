import { createHash } from "node:crypto";
import type { Context } from "hono";
import { isJsonObject, parseJson } from "../database/json-object.ts";
import { baseType } from "./picture-type.ts";
import { invalidRequest } from "./storage-error.ts";

export interface Upload {
  bytes: Uint8Array;
  /** Declared content type with its parameters. */
  contentType: string;
  cacheControl: string;
  /** The uploader's metadata as JSON text, or empty. */
  userMetadata: string;
}

const TYPE = /^[\w!#$&^.+-]+\/[\w!#$&^.+-]+(;[\x20-\x7e]*)?$/;
const DIRECTIVE = '[a-z][a-z-]*(?:=(?:[\\w-]+|"[\\w ,-]*"))?';
const CACHE_CONTROL = new RegExp(`^${DIRECTIVE}(?: *, *${DIRECTIVE})*$`, "i");
const MAX_METADATA_LETTERS = 64 * 1024;

/** Reads a body as the official client sends it: raw, or a form with one file in a part of any name. */
export async function readUpload(c: Context): Promise<Upload> {
  const type = c.req.header("content-type") ?? "application/octet-stream";
  if (c.req.header("content-encoding") !== undefined) throw encoded();
  if (baseType(type) !== "multipart/form-data") {
    return {
      bytes: new Uint8Array(await c.req.arrayBuffer()),
      contentType: validType(type),
      cacheControl: validCacheControl(c.req.header("cache-control")),
      userMetadata: readUserMetadata(c.req.header("x-metadata")),
    };
  }
  const form = await c.req.formData().catch(() => {
    throw invalidRequest("The form cannot be read");
  });
  if (form.has("contentEncoding")) throw encoded();
  // The official client leaves the part's name empty; other clients use various names.
  const file = [...form.values()].find((value) => value instanceof File);
  if (!file) throw invalidRequest("The form contains no file");
  const seconds = form.get("cacheControl");
  const metadata = form.get("metadata");
  return {
    bytes: new Uint8Array(await file.arrayBuffer()),
    contentType: validType(file.type || "application/octet-stream"),
    cacheControl: validCacheControl(typeof seconds === "string" ? `max-age=${seconds}` : undefined),
    userMetadata: validMetadata(typeof metadata === "string" ? metadata : undefined),
  };
}

/** Content of `storage.objects.metadata`. */
export function toMetadata({
  bytes,
  contentType,
  cacheControl,
}: Pick<Upload, "bytes" | "contentType" | "cacheControl">): object {
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

/** Reads the uploader's metadata from a header: JSON in base64. */
function readUserMetadata(header: string | undefined): string {
  return validMetadata(header && Buffer.from(header, "base64").toString("utf8"));
}

/** Downloads return the type as a header, so it must be a valid one. */
function validType(type: string): string {
  if (type.length > 200 || !TYPE.test(type)) throw invalidRequest("The content type cannot be read");
  return type;
}

/** Cache directives (RFC 9111, 5.2), stored as given. */
function validCacheControl(text = "no-cache"): string {
  if (text.length <= 200 && CACHE_CONTROL.test(text)) return text;
  throw invalidRequest("The cache control cannot be read");
}

function validMetadata(text = ""): string {
  if (text === "") return "";
  try {
    const value: unknown = text.length > MAX_METADATA_LETTERS ? null : parseJson(text);
    if (isJsonObject(value)) return text;
  } catch {
    // Invalid JSON is rejected below.
  }
  throw invalidRequest("The metadata must be one JSON object");
}

function encoded(): Error {
  return invalidRequest("Encoded content is not supported here");
}
