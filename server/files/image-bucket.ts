import { randomUUID } from "node:crypto";
import { Readable } from "node:stream";
import { FilesUnavailable, type ObjectFiles, VERSION } from "@calabash/data-service/storage";
import type { BucketSettings } from "#server/base/bucket-settings.ts";
import { connectS3 } from "./s3-connection.ts";

/** Short, because a client waits for the response. */
const REQUEST_MS = 10_000;
/** Prefix of resized images, next to the originals: `sizes/<version>/<name>`. */
const SIZES = "sizes/";

/** Opens a store of object files in a bucket, for any number of processes. No request is sent yet. */
export function openImageBucket(settings: BucketSettings): ObjectFiles {
  const bucket = connectS3(settings, { requestMs: REQUEST_MS, toError: (message) => new FilesUnavailable(message) });
  const keyOf = (version: string) => {
    if (!VERSION.test(version)) throw new Error(`"${version}" is not an object version`);
    return `${settings.prefix}${version}`;
  };
  const sizesOf = (version: string) => `${settings.prefix}${SIZES}${version}/`;

  const remove = async (version: string) => {
    await bucket.remove(keyOf(version));
    for (const { key } of await bucket.list(sizesOf(version))) await bucket.remove(key);
  };

  return {
    add: async (bytes, version = randomUUID()) => {
      await bucket.put(keyOf(version), bytes);
      return version;
    },
    read: async (version, range) => {
      const found = await bucket.get(keyOf(version), range && `bytes=${range.start}-${range.end}`);
      return found && (Readable.toWeb(found.content) as ReadableStream<Uint8Array>);
    },
    remove,
    source: (version) => bucket.getAll(keyOf(version)),
    list: async () =>
      (await bucket.list(settings.prefix, { delimiter: "/" })).map(({ key, modifiedAt }) => {
        const file = key.slice(settings.prefix.length);
        return { file, version: VERSION.test(file) ? file : null, modifiedAt };
      }),
    removeFile: (file) => (VERSION.test(file) ? remove(file) : bucket.remove(`${settings.prefix}${file}`)),
    sizes: {
      read: (version, name) => bucket.getAll(`${sizesOf(version)}${name}`),
      save: (version, name, bytes) => bucket.put(`${sizesOf(version)}${name}`, bytes),
    },
  };
}
