import { join } from "node:path";
import { createObjectFiles, type ObjectFiles } from "@calabash/data-service/storage";
import type { Environment } from "#server/base/environment.ts";
import { openImageBucket } from "./image-bucket.ts";

/** Returns the local folder of stored files, unless they are in a bucket, and of cached image sizes. */
export function storageFolder({ dataDir }: Pick<Environment, "dataDir">): string {
  return join(dataDir, "storage");
}

/** Opens the store of uploaded files: the bucket of STORAGE_S3_BUCKET, or the data folder. */
export function openStoredFiles(environment: Pick<Environment, "dataDir" | "imageBucket">): ObjectFiles {
  const { imageBucket } = environment;
  return imageBucket ? openImageBucket(imageBucket) : createObjectFiles(storageFolder(environment));
}

/** Returns the location of stored files, for messages. */
export function placeOfFiles(environment: Pick<Environment, "dataDir" | "imageBucket">): string {
  const { imageBucket } = environment;
  return imageBucket ? `the bucket ${imageBucket.name}` : storageFolder(environment);
}
