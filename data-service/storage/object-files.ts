import { randomUUID } from "node:crypto";
import { createReadStream } from "node:fs";
import { mkdir, open, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";

export interface ObjectFiles {
  /** Keeps the bytes under a new name of our own, safely on disk; answers with that name. */
  add(bytes: Uint8Array): Promise<string>;
  read(version: string): ReadableStream<Uint8Array>;
  remove(version: string): Promise<void>;
  /** Where the bytes lie, for a program that reads files. */
  pathOf(version: string): string;
}

/** Files of stored objects in one folder. No name that a visitor chose ever becomes a path. */
export function createObjectFiles(folder: string): ObjectFiles {
  const ready = mkdir(folder, { recursive: true });
  const pathOf = (version: string) => {
    if (!/^[0-9a-f-]{36}$/.test(version)) throw new Error(`"${version}" is no version of an object`);
    return join(folder, version);
  };
  return {
    add: async (bytes) => {
      await ready;
      const version = randomUUID();
      const unfinished = `${pathOf(version)}.part`;
      const file = await open(unfinished, "w", 0o600);
      try {
        await file.writeFile(bytes);
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(unfinished, pathOf(version));
      return version;
    },
    read: (version) => Readable.toWeb(createReadStream(pathOf(version))) as ReadableStream<Uint8Array>,
    remove: (version) => rm(pathOf(version), { force: true }),
    pathOf,
  };
}
