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
  const { run } = connectS3(settings, { requestMs: REQUEST_MS, toError: (message) => new FilesUnavailable(message) });
  const Bucket = settings.name;
  const keyOf = (version: string) => {
    if (!VERSION.test(version)) throw new Error(`"${version}" is not an object version`);
    return `${settings.prefix}${version}`;
  };
  const sizesOf = (version: string) => `${settings.prefix}${SIZES}${version}/`;

  const put = (Key: string, Body: Uint8Array) =>
    run(async (s3, client) => {
      await client.send(new s3.PutObjectCommand({ Bucket, Key, Body, ContentLength: Body.byteLength }));
    });

  const get = (Key: string, Range?: string) =>
    run(async (s3, client): Promise<Readable | null> => {
      try {
        const { Body } = await client.send(new s3.GetObjectCommand({ Bucket, Key, ...(Range ? { Range } : {}) }));
        if (!(Body instanceof Readable)) throw new Error("The bucket sent no stream.");
        return Body;
      } catch (error) {
        if (error instanceof s3.NoSuchKey) return null;
        throw error;
      }
    });

  /** Reads the whole body inside `run`, because the connection may fail after the first bytes. */
  const getAll = async (key: string): Promise<Buffer | null> => {
    const body = await get(key);
    return body && run(async () => Buffer.concat(await body.toArray()));
  };

  const listKeys = (prefix: string) =>
    run(async (s3, client) => {
      const found: { key: string; modifiedAt: Date }[] = [];
      // The delimiter excludes subfolders, such as that of resized images.
      const pages = s3.paginateListObjectsV2({ client }, { Bucket, Prefix: prefix, Delimiter: "/" });
      for await (const { Contents = [] } of pages) {
        for (const { Key = "", LastModified = new Date() } of Contents) {
          found.push({ key: Key, modifiedAt: LastModified });
        }
      }
      return found;
    });

  const removeKey = (Key: string) =>
    run(async (s3, client) => {
      await client.send(new s3.DeleteObjectCommand({ Bucket, Key }));
    });

  const remove = async (version: string) => {
    await removeKey(keyOf(version));
    for (const { key } of await listKeys(sizesOf(version))) await removeKey(key);
  };

  return {
    add: async (bytes, version = randomUUID()) => {
      await put(keyOf(version), bytes);
      return version;
    },
    read: async (version, range) => {
      const body = await get(keyOf(version), range && `bytes=${range.start}-${range.end}`);
      return body && (Readable.toWeb(body) as ReadableStream<Uint8Array>);
    },
    remove,
    source: (version) => getAll(keyOf(version)),
    list: async () =>
      (await listKeys(settings.prefix)).map(({ key, modifiedAt }) => {
        const file = key.slice(settings.prefix.length);
        return { file, version: VERSION.test(file) ? file : null, modifiedAt };
      }),
    removeFile: (file) => (VERSION.test(file) ? remove(file) : removeKey(`${settings.prefix}${file}`)),
    sizes: {
      read: (version, name) => getAll(`${sizesOf(version)}${name}`),
      save: (version, name, bytes) => put(`${sizesOf(version)}${name}`, bytes),
    },
  };
}
