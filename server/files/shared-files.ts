import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
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
  const { list, getAll, put, remove } = connectS3(settings, { requestMs: REQUEST_MS });
  const root = `${settings.prefix}${folder}`;
  return {
    list: async () => (await list(root)).map(({ key, modifiedAt }) => ({ path: key.slice(root.length), modifiedAt })),
    read: (path) => getAll(root + path),
    write: (path, bytes) => put(root + path, bytes),
    remove: (path) => remove(root + path),
  };
}
