import type { Context } from "hono";
import { StorageError } from "./storage-error.ts";

/** The characters that the real service takes, in names of buckets and of objects. */
const ALPHABET = /^[\w!.\-*'() &$@=;:+,?]+$/;
/** Words that stand in the paths of this service where a bucket's name could. */
const RESERVED = new Set(["authenticated", "public", "sign", "info", "list", "list-v2", "move", "copy", "upload"]);

/** An object of a bucket, as the address names it. @throws StorageError InvalidKey for a name that may lead elsewhere */
export function objectOf(c: Context): { bucket: string; name: string } {
  return { bucket: c.req.param("bucket") ?? "", name: validName(c.req.param("name") ?? "") };
}

/** @throws StorageError InvalidKey: no empty step, no step up, no control letters, at most 1024 letters */
export function validName(name: unknown): string {
  const isValid =
    typeof name === "string" &&
    name.length <= 1024 &&
    name.split("/").every((part) => ALPHABET.test(part) && part !== "." && part !== "..");
  if (!isValid) throw new StorageError(400, "InvalidKey", `Invalid key: ${String(name).slice(0, 100)}`);
  return name;
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

/** A slash, a backslash or a control letter that hides in an escape is a trick: clients send them as they are. */
export function rejectHiddenSteps(c: Context): void {
  if (/%(2f|5c|[01][0-9a-f]|7f)/i.test(new URL(c.req.url).pathname)) {
    throw new StorageError(400, "InvalidKey", "The path holds an escaped separator or control letter");
  }
}
