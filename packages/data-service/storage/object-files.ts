import { randomUUID } from "node:crypto";
import { chmod, copyFile, type FileHandle, mkdir, open, readdir, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";

/** Files of stored objects: in a folder, or in a place that the store provides. */
export interface ObjectFiles {
  /**
   * Stores the bytes durably.
   * @param version name of the file; a new one by default
   * @returns the name
   */
  add(bytes: Uint8Array, version?: string): Promise<string>;
  /** Stores the same bytes under a new name. @returns the name, or null when the file is not there */
  copy(version: string): Promise<string | null>;
  /** The bytes from `start` to `end`, both included; null when the file is not there. */
  read(version: string, range?: { start: number; end: number }): Promise<ReadableStream<Uint8Array> | null>;
  /** Does nothing when the file is not there. */
  remove(version: string): Promise<void>;
  /** Path or bytes of an image, for the library that resizes it; null when it is known to be missing. */
  source(version: string): Promise<string | Uint8Array | null>;
  /** Every file, also what an ended upload left half written. */
  list(): Promise<{ file: string; version: string | null; modifiedAt: Date }[]>;
  /** Removes a file that `list` named. */
  removeFile(file: string): Promise<void>;
  /** Image sizes that all processes share; null where the disk of each holds them anyway. */
  sizes: SharedSizes | null;
}

/** Images in the sizes of the site's pages. They are deleted with their original. */
export interface SharedSizes {
  read(version: string, name: string): Promise<Buffer | null>;
  save(version: string, name: string, bytes: Buffer): Promise<void>;
}

/** Thrown by an implementation whose store does not respond; clients get 503. */
export class FilesUnavailable extends Error {
  override readonly name: string = "FilesUnavailable";
}

/** Names of files: lowercase UUIDs. */
export const VERSION = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Stores object files in one folder, under generated names only. */
export function createObjectFiles(folder: string): ObjectFiles {
  // Also one that was made when others could still look into it.
  const ready = mkdir(folder, { recursive: true, mode: 0o700 }).then(() => chmod(folder, 0o700));
  const pathOf = (version: string) => {
    if (!VERSION.test(version)) throw new Error(`"${version}" is no version of an object`);
    return join(folder, version);
  };
  /** Written to a temporary file and renamed, so that no reader sees a partial file, even after a power cut. */
  const store = async (version: string, write: (unfinished: string) => Promise<FileHandle>): Promise<string> => {
    await ready;
    const unfinished = `${pathOf(version)}.part`;
    const file = await write(unfinished);
    try {
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(unfinished, pathOf(version));
    return version;
  };
  return {
    add: (bytes, version = randomUUID()) =>
      store(version, async (unfinished) => {
        const file = await open(unfinished, "w", 0o600);
        await file.writeFile(bytes).catch(async (error: unknown) => {
          await file.close();
          await rm(unfinished, { force: true });
          throw error;
        });
        return file;
      }),
    copy: (version) =>
      store(randomUUID(), async (unfinished) => {
        await copyFile(pathOf(version), unfinished);
        return open(unfinished, "r+");
      }).catch(nullIfMissing),
    read: async (version, range) => {
      const file = await open(pathOf(version)).catch(nullIfMissing);
      return file && (Readable.toWeb(file.createReadStream(range)) as ReadableStream<Uint8Array>);
    },
    remove: (version) => rm(pathOf(version), { force: true }),
    source: async (version) => pathOf(version),
    list: async () => {
      await ready;
      const entries = await readdir(folder, { withFileTypes: true });
      const files = entries.filter((entry) => entry.isFile());
      return Promise.all(
        files.map(async ({ name }) => ({
          file: name,
          version: VERSION.test(name) ? name : null,
          modifiedAt: await stat(join(folder, name)).then(
            ({ mtime }) => mtime,
            () => new Date(),
          ),
        })),
      );
    },
    removeFile: (file) => rm(join(folder, file), { force: true }),
    sizes: null,
  };
}

function nullIfMissing(error: NodeJS.ErrnoException): null {
  if (error.code === "ENOENT") return null;
  throw error;
}
