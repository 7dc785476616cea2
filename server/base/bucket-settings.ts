import { z } from "zod";
import { httpUrl, optional } from "./variable-shapes.ts";

/** A bucket of an S3-compatible store. */
export type BucketSettings = NonNullable<ReturnType<typeof bucketOf>>;

const text = optional(z.string());
const endpoint = optional(httpUrl);
const folder = optional(
  z.string().regex(/^\w[\w.-]*(\/\w[\w.-]*)*\/?$/, { error: "must be a folder's name, such as my-shop" }),
);

/** Buckets for backups and for images. */
export const bucketVariables = {
  BACKUP_S3_BUCKET: text,
  BACKUP_S3_ACCESS_KEY_ID: text,
  BACKUP_S3_SECRET_ACCESS_KEY: text,
  BACKUP_S3_ENDPOINT: endpoint,
  BACKUP_S3_REGION: text,
  BACKUP_S3_FOLDER: folder,
  STORAGE_S3_BUCKET: text,
  STORAGE_S3_ACCESS_KEY_ID: text,
  STORAGE_S3_SECRET_ACCESS_KEY: text,
  STORAGE_S3_ENDPOINT: endpoint,
  STORAGE_S3_REGION: text,
  STORAGE_S3_FOLDER: folder,
};

type Purpose = "BACKUP" | "STORAGE";

/** Returns the three variables that a bucket requires. */
export function bucketKeysOf<P extends Purpose>(
  purpose: P,
  env: Partial<Record<keyof typeof bucketVariables, string | undefined>>,
) {
  return {
    [`${purpose}_S3_BUCKET`]: env[`${purpose}_S3_BUCKET`],
    [`${purpose}_S3_ACCESS_KEY_ID`]: env[`${purpose}_S3_ACCESS_KEY_ID`],
    [`${purpose}_S3_SECRET_ACCESS_KEY`]: env[`${purpose}_S3_SECRET_ACCESS_KEY`],
  };
}

/**
 * Returns a bucket's settings; null without keys.
 * @param keys the bucket's required variables, or null
 */
export function bucketOf(
  purpose: Purpose,
  keys: Record<string, string> | null,
  env: Partial<Record<keyof typeof bucketVariables, string | undefined>>,
) {
  if (!keys) return null;
  const prefix = env[`${purpose}_S3_FOLDER`];
  return {
    name: keys[`${purpose}_S3_BUCKET`] ?? "",
    /** Undefined for Amazon S3. */
    endpoint: env[`${purpose}_S3_ENDPOINT`],
    region: env[`${purpose}_S3_REGION`] ?? "us-east-1",
    /** Empty, or a folder with a trailing slash. */
    prefix: prefix ? `${prefix.replace(/\/$/, "")}/` : "",
    accessKeyId: keys[`${purpose}_S3_ACCESS_KEY_ID`] ?? "",
    secretAccessKey: keys[`${purpose}_S3_SECRET_ACCESS_KEY`] ?? "",
  };
}
