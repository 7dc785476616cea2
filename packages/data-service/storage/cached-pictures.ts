import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { LRUCache } from "lru-cache";

export interface CachedPictures {
  /** Returns null if it is not cached. */
  read(name: string): Promise<Buffer | null>;
  save(name: string, bytes: Buffer): Promise<void>;
  /** Bytes currently cached. */
  size(): number;
}

/**
 * Caches resized images as files of one folder up to a size in bytes, evicting the least recently used. Files
 * present at startup are kept.
 */
export async function openCachedPictures(folder: string, maxBytes: number): Promise<CachedPictures> {
  const cached = new LRUCache<string, number>({
    maxSize: maxBytes,
    sizeCalculation: (bytes) => Math.max(bytes, 1),
    dispose: (_, name, reason) => {
      if (reason === "evict") void rm(join(folder, name), { force: true }).catch(() => undefined);
    },
  });
  await mkdir(folder, { recursive: true, mode: 0o700 });
  for (const { name, size } of await filesByAge(folder)) cached.set(name, size);

  return {
    read: async (name) => {
      if (!cached.has(name)) return null;
      const bytes = await readFile(join(folder, name)).catch(() => null);
      if (bytes) cached.get(name);
      else cached.delete(name);
      return bytes;
    },
    save: async (name, bytes) => {
      // Written to a temporary file and renamed, so that no reader sees a partial image.
      const unfinished = join(folder, `${name}.${process.pid}.part`);
      await writeFile(unfinished, bytes, { mode: 0o600 });
      await rename(unfinished, join(folder, name));
      cached.set(name, bytes.length);
    },
    size: () => cached.calculatedSize,
  };
}

/** Lists cached images, oldest first; deletes partial files of ended processes. */
async function filesByAge(folder: string): Promise<{ name: string; size: number }[]> {
  const found = await Promise.all(
    (await readdir(folder)).map(async (name) => {
      const file = await stat(join(folder, name)).catch(() => null);
      if (name.endsWith(".part")) await rm(join(folder, name), { force: true });
      return { name, size: file?.size ?? 0, at: file?.mtimeMs ?? 0, isWhole: file?.isFile() === true };
    }),
  );
  return found
    .filter(({ name, isWhole }) => isWhole && name.endsWith(".picture"))
    .sort((one, other) => one.at - other.at);
}
