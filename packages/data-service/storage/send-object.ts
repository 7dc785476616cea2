import type { Context } from "hono";
import { isKnownEtag } from "../known-etag.ts";
import { StorageError } from "./storage-error.ts";

type ByteRange = { start: number; end: number };

/** Sets the headers of an object, including those that prevent browsers from executing it. */
export function noteObject(
  c: Context,
  object: { etag: string; cacheControl: string; updatedAt: string; fileName: string; isAttachment: boolean },
): void {
  c.header("etag", object.etag);
  c.header("cache-control", object.cacheControl);
  c.header("last-modified", new Date(object.updatedAt).toUTCString());
  c.header("x-content-type-options", "nosniff");
  c.header("content-security-policy", "default-src 'none'; sandbox");
  const download = c.req.query("download");
  if (download !== undefined || object.isAttachment) {
    const name = encodeURIComponent(download || object.fileName).replaceAll("'", "%27");
    c.header("content-disposition", `attachment; filename="${name}"; filename*=UTF-8''${name}`);
  }
}

/** Removes the headers of an object from the response of an error, so that no cache stores it as the object. */
export function forgetObject(c: Context): void {
  for (const name of ["etag", "last-modified", "content-disposition"]) c.header(name, undefined);
  c.header("cache-control", "no-store");
}

/**
 * Responds with the whole object, a range of its bytes, or 304.
 * @param read returns null if the file is missing; then the response is null, too
 */
export async function sendObject(
  c: Context,
  { type, size }: { type: string; size: number },
  read: (range?: ByteRange) => Promise<ReadableStream<Uint8Array> | null>,
): Promise<Response | null> {
  const etag = c.res.headers.get("etag") ?? "";
  if (isKnownEtag(c.req.header("if-none-match"), etag)) return c.body(null, 304);
  const range = rangeOf(c, etag, size);
  const length = range ? range.end - range.start + 1 : size;
  const isHead = c.req.method === "HEAD";
  const bytes = isHead || length === 0 ? new Uint8Array() : await read(range ?? undefined);
  if (!bytes) return null;
  c.header("accept-ranges", "bytes");
  c.header("content-type", type);
  c.header("content-length", String(length));
  if (range) c.header("content-range", `bytes ${range.start}-${range.end}/${size}`);
  const status = range ? 206 : 200;
  return isHead ? c.body(null, status) : c.body(bytes, status);
}

/**
 * Parses a single range; requests for several ranges, or for one that ends before its start, get the whole object.
 * @throws StorageError InvalidRange with status 416
 */
function rangeOf(c: Context, etag: string, size: number): ByteRange | null {
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(c.req.header("range") ?? "");
  if (!match || (match[1] === "" && match[2] === "")) return null;
  const condition = c.req.header("if-range");
  if (condition !== undefined && condition !== etag) return null;
  const isSuffix = match[1] === "";
  if (!isSuffix && match[2] !== "" && Number(match[2]) < Number(match[1])) return null;
  const start = isSuffix ? Math.max(size - Number(match[2]), 0) : Number(match[1]);
  const end = isSuffix || match[2] === "" ? size - 1 : Math.min(Number(match[2]), size - 1);
  if (start <= end) return { start, end };
  c.header("content-range", `bytes */${size}`);
  throw new StorageError(416, "InvalidRange", "invalid range provided", { error: "invalid_range", httpStatus: 416 });
}
