import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { Readable } from "node:stream";
import { fieldsOf } from "#app/values/unknown-value.ts";
import type { BucketSettings } from "#server/base/bucket-settings.ts";
import type { Environment } from "#server/base/environment.ts";
import { connectS3 } from "./s3-connection.ts";

/** Files in one folder that all processes share. Paths have the form `folder/name`. */
export interface SharedFiles {
  list(): Promise<{ path: string; modifiedAt: Date }[]>;
  /** Returns null if the file does not exist. */
  read(path: string): Promise<Buffer | null>;
  write(path: string, bytes: Uint8Array): Promise<void>;
  remove(path: string): Promise<void>;
}

const REQUEST_MS = 10_000;

/** Opens a folder next to the images: in their bucket, or in the data folder. */
export function openSharedFiles(
  { imageBucket, dataDir }: Pick<Environment, "imageBucket" | "dataDir">,
  folder: string,
): SharedFiles {
  return imageBucket ? inBucket(imageBucket, `${folder}/`) : inFolder(join(dataDir, folder));
}

function inFolder(root: string): SharedFiles {
  return {
    list: async () => {
      const entries = await readdir(root, { recursive: true, withFileTypes: true }).catch(unlessMissing([]));
      const files = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
      const found = await Promise.all(
        files.map(async (file) => {
          const info = await stat(file).catch(unlessMissing(null));
          return info ? [{ path: file.slice(root.length + 1), modifiedAt: info.mtime }] : [];
        }),
      );
      return found.flat();
    },
    read: (path) => readFile(join(root, path)).catch(unlessMissing(null)),
    write: async (path, bytes) => {
      const file = join(root, path);
      await mkdir(dirname(file), { recursive: true, mode: 0o700 });
      // Renamed after writing, so that no reader sees a partial file.
      const unfinished = `${file}.${process.pid}.part`;
      await writeFile(unfinished, bytes, { mode: 0o600 });
      await rename(unfinished, file);
    },
    remove: (path) => rm(join(root, path), { force: true }),
  };
}

function unlessMissing<Fallback>(fallback: Fallback): (error: unknown) => Fallback {
  return (error) => {
    if (fieldsOf(error)["code"] === "ENOENT") return fallback;
    throw error;
  };
}

function inBucket(settings: BucketSettings, folder: string): SharedFiles {
  const { run } = connectS3(settings, { requestMs: REQUEST_MS });
  const Bucket = settings.name;
  const root = `${settings.prefix}${folder}`;
  return {
    list: () =>
      run(async (s3, client) => {
        const found: { path: string; modifiedAt: Date }[] = [];
        for await (const { Contents = [] } of s3.paginateListObjectsV2({ client }, { Bucket, Prefix: root })) {
          for (const { Key = "", LastModified = new Date() } of Contents) {
            found.push({ path: Key.slice(root.length), modifiedAt: LastModified });
          }
        }
        return found;
      }),
    read: (path) =>
      run(async (s3, client) => {
        try {
          const { Body } = await client.send(new s3.GetObjectCommand({ Bucket, Key: root + path }));
          if (!(Body instanceof Readable)) throw new Error("The bucket sent no stream.");
          return Buffer.concat(await Body.toArray());
        } catch (error) {
          if (error instanceof s3.NoSuchKey) return null;
          throw error;
        }
      }),
    write: (path, bytes) =>
      run(async (s3, client) => {
        const content = { Body: bytes, ContentLength: bytes.byteLength };
        await client.send(new s3.PutObjectCommand({ Bucket, Key: root + path, ...content }));
      }),
    remove: (path) =>
      run(async (s3, client) => {
        await client.send(new s3.DeleteObjectCommand({ Bucket, Key: root + path }));
      }),
  };
}
