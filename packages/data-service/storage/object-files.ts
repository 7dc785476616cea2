import { randomUUID } from "node:crypto";
import { chmod, mkdir, open, readdir, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";

/** Files of stored objects: in a folder, or in a place that the store provides. */
export interface ObjectFiles {
  /**
   * Stores the bytes durably.
   * @param version file name; by default a new one
   * @returns the file name
   */
  add(bytes: Uint8Array, version?: string): Promise<string>;
  /** Reads the bytes from `start` to `end`, both inclusive; null if the file is missing. */
  read(version: string, range?: { start: number; end: number }): Promise<ReadableStream<Uint8Array> | null>;
  /** Removes a file; does nothing if it is missing. */
  remove(version: string): Promise<void>;
  /** Returns the path or the bytes of an image, for sharp; null if it is known to be missing. */
  source(version: string): Promise<string | Uint8Array | null>;
  /** Lists all files, including partial ones of interrupted uploads. */
  list(): Promise<{ file: string; version: string | null; modifiedAt: Date }[]>;
  /** Removes a file returned by `list`. */
  removeFile(file: string): Promise<void>;
  /** Resized images shared by all processes; null if the processes share a disk anyway. */
  sizes: SharedSizes | null;
}

/** Images in the sizes of the store's pages. They are deleted with their original. */
export interface SharedSizes {
  read(version: string, name: string): Promise<Buffer | null>;
  save(version: string, name: string, bytes: Buffer): Promise<void>;
}

/** Thrown by an implementation whose storage does not respond; clients get 503. */
export class FilesUnavailable extends Error {
  override readonly name: string = "FilesUnavailable";
}

/** File names: lowercase UUIDs. */
export const VERSION = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Stores object files in one folder, under generated names only. */
export function createObjectFiles(folder: string): ObjectFiles {
  // Restrict access to an existing folder, too.
  const ready = mkdir(folder, { recursive: true, mode: 0o700 }).then(() => chmod(folder, 0o700));
  const pathOf = (version: string) => {
    if (!VERSION.test(version)) throw new Error(`"${version}" is not an object version`);
    return join(folder, version);
  };
  return {
    // Writes a temporary file and renames it, so that no reader sees a partial file, even after a power failure.
    add: async (bytes, version = randomUUID()) => {
      await ready;
      const unfinished = `${pathOf(version)}.part`;
      await writeFile(unfinished, bytes, { mode: 0o600, flush: true }).catch(async (error: unknown) => {
        await rm(unfinished, { force: true });
        throw error;
      });
      await rename(unfinished, pathOf(version));
      return version;
    },
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
