import { type Context, Hono } from "hono";
import { RETRY_AFTER_SECONDS } from "../database/database-error.ts";
import type { RequestPools } from "../database/request-pools.ts";
import { limitBody } from "../limit-body.ts";
import type { Tokens } from "../tokens.ts";
import { createBucketRoutes } from "./bucket-routes.ts";
import { createDownloadRoutes } from "./download-routes.ts";
import { createListRoutes } from "./list-routes.ts";
import type { ObjectFiles } from "./object-files.ts";
import { rejectHiddenSteps } from "./object-names.ts";
import { createObjectRoutes } from "./object-routes.ts";
import type { PictureSettings } from "./picture-settings.ts";
import type { PictureSizes } from "./picture-sizes.ts";
import { forgetObject } from "./send-object.ts";
import { createSignedUrls } from "./signed-urls.ts";
import { bodyTooLarge, rejectRoute, toStorageError } from "./storage-error.ts";
import { MAX_OBJECT_BYTES, type StorageParts } from "./storage-parts.ts";
import { createStoredObjects } from "./stored-objects.ts";

/** Leaves room for a form's own lines. */
const MAX_BODY_BYTES = MAX_OBJECT_BYTES + 64 * 1024;

export interface StorageServiceOptions {
  sql: RequestPools;
  tokens: Tokens;
  files: ObjectFiles;
  pictureSizes: PictureSizes;
  pictureSettings: PictureSettings;
  /** Returns the client address, or null for a call within the process. */
  addressOf: (context: Context) => string | null;
  /** Secret from which the key of signed URLs is derived. */
  secret: string;
  logError: (error: unknown) => void;
}

/**
 * Serves `/storage/v1` with the API of supabase/storage for storage-js. The policies of `storage.buckets` and
 * `storage.objects` decide about access. Mount it under that path.
 */
export function createStorageService(options: StorageServiceOptions): Hono {
  const { sql, tokens, files, pictureSizes, pictureSettings, addressOf, secret, logError } = options;
  const parts: StorageParts = {
    tokens,
    objects: createStoredObjects(sql, files, { maxPictureBytes: pictureSettings.maxBytesInMemory, logError }),
    files,
    pictureSizes,
    pictureSettings,
    addressOf,
    signedUrls: createSignedUrls(secret),
  };
  const app = new Hono();
  app.onError((error, c) => {
    const storageError = toStorageError(error);
    if (storageError.httpStatus >= 500 && storageError.code !== "SlowDown") logError(error);
    forgetObject(c);
    if (storageError.httpStatus === 503) c.header("retry-after", String(RETRY_AFTER_SECONDS));
    return c.json(storageError.toJSON(), storageError.httpStatus as 400);
  });
  app.use(
    limitBody(MAX_BODY_BYTES, () => {
      throw bodyTooLarge();
    }),
  );
  app.use(async (c, next) => {
    rejectHiddenSteps(c);
    await next();
  });
  for (const routes of [createBucketRoutes, createListRoutes, createObjectRoutes, createDownloadRoutes]) {
    app.route("/", routes(parts));
  }
  app.all("*", rejectRoute);
  return app;
}
