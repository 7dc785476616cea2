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
  /** The visitor's address, or null inside this process. */
  addressOf: (context: Context) => string | null;
}

/** No bucket may allow more. */
export const MAX_OBJECT_BYTES = 20 * 1024 * 1024;
