import { type FileHandle, mkdir, open, readFile, truncate } from "node:fs/promises";
import { dirname } from "node:path";

/** An append-only file of JSON lines. Written entries survive a kill; synced ones also survive a power failure. */
export interface AppendOnlyLog<Entry> {
  /** Resolves once the entries are written, all with one write; none is there if it fails. */
  append(...entries: Entry[]): Promise<void>;
  close(): Promise<void>;
}

/**
 * Opens the file, passes each entry to `replay`, and cuts off an incomplete last line, whose request never got a
 * response.
 * @param options.isSynced whether each write returns only once it is on disk
 * @throws Error if an earlier line is not JSON; the file is then left unchanged
 */
export async function openAppendOnlyLog<Entry>(
  file: string,
  replay: (entry: Entry) => void,
  { isSynced }: { isSynced: boolean },
): Promise<AppendOnlyLog<Entry>> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  const content = await readExisting(file);
  const end = content.lastIndexOf("\n") + 1;
  for (const [index, line] of content.slice(0, end).split("\n").entries()) {
    if (line !== "") replay(parseLine<Entry>(line, file, index + 1));
  }
  if (end < content.length) await truncate(file, Buffer.byteLength(content.slice(0, end)));
  const handle: FileHandle = await open(file, isSynced ? "as" : "a", 0o600);
  let { size } = await handle.stat();
  return {
    append: async (...entries) => {
      const lines = Buffer.from(entries.map((entry) => `${JSON.stringify(entry)}\n`).join(""));
      try {
        await handle.appendFile(lines);
        size += lines.length;
      } catch (error) {
        // An incomplete line in the middle would make the whole file unreadable.
        await handle.truncate(size);
        throw error;
      }
    },
    close: () => handle.close(),
  };
}

async function readExisting(file: string): Promise<string> {
  try {
    return await readFile(file, "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return "";
    throw error;
  }
}

function parseLine<Entry>(line: string, file: string, number: number): Entry {
  try {
    return JSON.parse(line);
  } catch (cause) {
    throw new Error(`Line ${number} of ${file} is damaged.`, { cause });
  }
}
