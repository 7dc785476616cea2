import { StartError } from "@calabash/data-service/start-error";
import { createObjectFiles } from "@calabash/data-service/storage";
import { messageOf } from "#app/values/unknown-value.ts";
import { readEnvironment } from "#server/base/environment.ts";
import { copyStoredFiles } from "#server/files/copy-files.ts";
import { openImageBucket } from "#server/files/image-bucket.ts";
import { storageFolder } from "#server/files/stored-files.ts";
import { runTool } from "./run-tool.ts";

/**
 * `npm run images -- to-bucket` copies stored images from the data folder to the bucket of STORAGE_S3_BUCKET; `--
 * to-folder` copies them back. The store may be open. Nothing is deleted.
 */
await runTool(async () => {
  const environment = readEnvironment(process.env);
  const { imageBucket } = environment;
  const [direction, ...others] = process.argv.slice(2);
  if ((direction !== "to-bucket" && direction !== "to-folder") || others.length > 0) {
    throw new StartError("Choose a direction.", "Run npm run images -- to-bucket, or npm run images -- to-folder.");
  }
  if (!imageBucket) {
    throw new StartError("No image bucket is set.", "Set STORAGE_S3_BUCKET and both of its keys.");
  }
  const bucket = openImageBucket(imageBucket);
  const folder = createObjectFiles(storageFolder(environment));
  const [from, to] = direction === "to-bucket" ? [folder, bucket] : [bucket, folder];
  const { copied, present } = await copyStoredFiles(from, to, console.log).catch((error: unknown) => {
    throw new StartError(messageOf(error), "Run the command again: it continues where it stopped.");
  });
  console.log(`Copied ${copied} files; ${present} already existed.`);
  console.log(
    direction === "to-bucket"
      ? "Start the store with these variables. Then run this command again for files uploaded in the meantime."
      : "Start the store without STORAGE_S3_BUCKET. Then run this command again for files uploaded in the meantime.",
  );
});
