import { z } from "zod";

/** S3-compatible bucket for backups. */
export interface BucketSettings {
  name: string;
  /** Undefined: Amazon's own, of the region. */
  endpoint: string | undefined;
  region: string;
  /** Empty, or a folder with a slash at its end. */
  prefix: string;
  accessKeyId: string;
  secretAccessKey: string;
}

const optional = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((value) => (value === "" ? undefined : value), schema.optional());

export const bucketVariables = {
  BACKUP_S3_BUCKET: optional(z.string()),
  BACKUP_S3_ACCESS_KEY_ID: optional(z.string()),
  BACKUP_S3_SECRET_ACCESS_KEY: optional(z.string()),
  BACKUP_S3_ENDPOINT: optional(z.url({ protocol: /^https?$/, error: "must be an http or https address" })),
  BACKUP_S3_REGION: optional(z.string()),
  BACKUP_S3_FOLDER: optional(
    z.string().regex(/^\w[\w.-]*(\/\w[\w.-]*)*\/?$/, { error: "must be a folder's name, such as my-shop" }),
  ),
};

/** @param keys the three that belong together, or null */
export function bucketOf(
  keys: Record<"BACKUP_S3_BUCKET" | "BACKUP_S3_ACCESS_KEY_ID" | "BACKUP_S3_SECRET_ACCESS_KEY", string> | null,
  env: Partial<Record<keyof typeof bucketVariables, string | undefined>>,
): BucketSettings | null {
  if (!keys) return null;
  return {
    name: keys.BACKUP_S3_BUCKET,
    endpoint: env.BACKUP_S3_ENDPOINT,
    region: env.BACKUP_S3_REGION ?? "us-east-1",
    prefix: env.BACKUP_S3_FOLDER ? `${env.BACKUP_S3_FOLDER.replace(/\/$/, "")}/` : "",
    accessKeyId: keys.BACKUP_S3_ACCESS_KEY_ID,
    secretAccessKey: keys.BACKUP_S3_SECRET_ACCESS_KEY,
  };
}
