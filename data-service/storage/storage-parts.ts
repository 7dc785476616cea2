import type { Tokens } from "../tokens.ts";
import type { ObjectFiles } from "./object-files.ts";
import type { PictureSizes } from "./picture-sizes.ts";
import type { SignedUrls } from "./signed-urls.ts";
import type { StoredObjects } from "./stored-objects.ts";

/** What the routes share. */
export interface StorageParts {
  tokens: Tokens;
  objects: StoredObjects;
  files: ObjectFiles;
  pictureSizes: PictureSizes;
  signedUrls: SignedUrls;
}

/** No bucket may allow more. */
export const MAX_OBJECT_BYTES = 20 * 1024 * 1024;
