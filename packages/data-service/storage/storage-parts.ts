import type { Context } from "hono";
import type { Tokens } from "../tokens.ts";
import type { ObjectFiles } from "./object-files.ts";
import type { PictureSettings } from "./picture-settings.ts";
import type { PictureSizes } from "./picture-sizes.ts";
import type { SignedUrls } from "./signed-urls.ts";
import type { StoredObjects } from "./stored-objects.ts";

/** Dependencies of the routes. */
export interface StorageParts {
  tokens: Tokens;
  objects: StoredObjects;
  files: ObjectFiles;
  pictureSizes: PictureSizes;
  pictureSettings: PictureSettings;
  signedUrls: SignedUrls;
  /** Returns the client address, or null for a call within the process. */
  addressOf: (context: Context) => string | null;
}

/** Upper limit for the size limits of buckets. */
export const MAX_OBJECT_BYTES = 20 * 1024 * 1024;
