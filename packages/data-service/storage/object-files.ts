import { randomUUID } from "node:crypto";
import { chmod, copyFile, type FileHandle, mkdir, open, readdir, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";

export interface ObjectFiles {
  /** Keeps the bytes under a new name of our own, safely on disk; answers with that name. */
  add(bytes: Uint8Array): Promise<string>;
  /** The same bytes under another new name. */
  copy(version: string): Promise<string>;
  /** The bytes from `start` to `end`, both included; null when the file is not there. */
  read(version: string, range?: { start: number; end: number }): Promise<ReadableStream<Uint8Array> | null>;
  remove(version: string): Promise<void>;
  /** Path of the file, for programs that read files. */
  pathOf(version: string): string;
  /** Every file, also what an ended upload left half written. */
  list(): Promise<{ file: string; version: string | null; modifiedAt: Date }[]>;
  /** Removes a file that `list` named. */
  removeFile(file: string): Promise<void>;
}

const VERSION = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Stores object files in one folder, under generated names only. */
export function createObjectFiles(folder: string): ObjectFiles {
  // Also one that was made when others could still look into it.
  const ready = mkdir(folder, { recursive: true, mode: 0o700 }).then(() => chmod(folder, 0o700));
  const pathOf = (version: string) => {
    if (!VERSION.test(version)) throw new Error(`"${version}" is no version of an object`);
    return join(folder, version);
  };
  /** Written to a temporary file and renamed, so that no reader sees a partial file, even after a power cut. */
  const store = async (write: (unfinished: string) => Promise<FileHandle>): Promise<string> => {
    await ready;
    const version = randomUUID();
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
    add: (bytes) =>
      store(async (unfinished) => {
        const file = await open(unfinished, "w", 0o600);
        await file.writeFile(bytes).catch(async (error: unknown) => {
          await file.close();
          await rm(unfinished, { force: true });
          throw error;
        });
        return file;
      }),
    copy: (version) =>
      store(async (unfinished) => {
        await copyFile(pathOf(version), unfinished);
        return open(unfinished, "r+");
      }),
    read: async (version, range) => {
      const file = await open(pathOf(version)).catch((error: NodeJS.ErrnoException) => {
        if (error.code === "ENOENT") return null;
        throw error;
      });
      return file && (Readable.toWeb(file.createReadStream(range)) as ReadableStream<Uint8Array>);
    },
    remove: (version) => rm(pathOf(version), { force: true }),
    pathOf,
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
  };
}
