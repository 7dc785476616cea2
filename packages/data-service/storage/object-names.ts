import type { Context } from "hono";
import { StorageError } from "./storage-error.ts";

/** Characters that Supabase accepts in names of buckets and objects. */
const ALPHABET = /^[\w!.\-*'() &$@=;:+,?]+$/;
/** Path segments of this service's URLs that may be in the place of a bucket name. */
const RESERVED = new Set(["authenticated", "public", "sign", "info", "list", "list-v2", "move", "copy", "upload"]);

/**
 * Returns the bucket and object name of a URL.
 * @throws StorageError InvalidKey for a name that may lead outside the bucket
 */
export function objectOf(c: Context): { bucket: string; name: string } {
  const name = c.req.param("name") ?? "";
  const isValid =
    name.length <= 1024 && name.split("/").every((part) => ALPHABET.test(part) && part !== "." && part !== "..");
  if (!isValid) throw new StorageError(400, "InvalidKey", `Invalid key: ${name.slice(0, 100)}`);
  return { bucket: c.req.param("bucket") ?? "", name };
}

/** @throws StorageError InvalidBucketName */
export function validBucketName(name: unknown): string {
  const isValid =
    typeof name === "string" &&
    name.length <= 100 &&
    ALPHABET.test(name) &&
    name.trim() === name &&
    name !== "." &&
    name !== ".." &&
    !RESERVED.has(name);
  if (!isValid) {
    throw new StorageError(400, "InvalidBucketName", "Bucket name invalid", { error: "Invalid Input" });
  }
  return name;
}

/**
 * Rejects escaped slashes, backslashes and control characters. Real clients never escape separators, so these are
 * attempts to leave the folder.
 */
export function rejectHiddenSteps(c: Context): void {
  if (/%(2f|5c|[01][0-9a-f]|7f)/i.test(new URL(c.req.url).pathname)) {
    throw new StorageError(400, "InvalidKey", "The path contains an escaped separator or control character");
  }
}
