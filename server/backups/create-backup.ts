import { chmod, copyFile, link, mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type CopiedTable, copyOut } from "@calabash/data-service/database";
import { StartError } from "@calabash/data-service/start-error";
import type { ObjectFiles } from "@calabash/data-service/storage";
import { create } from "tar";
import { fieldsOf } from "#app/values/unknown-value.ts";
import { describeMissingFiles } from "#server/files/missing-files.ts";
import { KEYS_FILE, type Manifest, STAND_INS, STORAGE_FOLDER, TABLES_FOLDER } from "./manifest.ts";
import { backupName } from "./stored-backups.ts";

export interface CreatedBackup {
  file: string;
  bytes: number;
  madeAt: Date;
  rows: number;
  files: number;
  /** Whether it contains the store's keys, which may be in a secret instead. */
  hasKeys: boolean;
}

/** The backup was created, but stored files were missing; its name says so, and it replaces no complete backup. */
export class IncompleteBackup extends StartError {
  constructor(file: string, files: { missing: number; named: number }) {
    super(
      `The backup ${file} is incomplete: ${describeMissingFiles(files)}`,
      "Copy the missing files into the storage folder, then back up again. Older backups were not removed.",
    );
  }
}

const VERSION = /^[0-9a-f-]{36}$/;

/**
 * Writes the whole store into one file while it runs: all rows as of one moment, all stored files, and the keys,
 * unless they are in a secret. The file grants full access, so only its owner can read it (0600).
 * @throws IncompleteBackup after the backup was created, if stored files were missing
 * @param options.databaseUrl with the owner's permissions
 * @param options.bucketFiles stored files, if they are in a bucket instead of the data folder; else null
 * @param options.folder backup folder; created if missing
 */
export async function createBackup(options: {
  databaseUrl: string;
  dataDir: string;
  bucketFiles: Pick<ObjectFiles, "read"> | null;
  folder: string;
  /** Whether the store's keys are in SHOP_KEYS or SHOP_KEYS_FILE; then a keys.json is not theirs. */
  hasKeysSecret: boolean;
  now?: Date;
}): Promise<CreatedBackup> {
  const { dataDir, bucketFiles, folder } = options;
  const madeAt = options.now ?? new Date();
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await chmod(folder, 0o700);
  const work = join(folder, `${backupName(madeAt)}.${process.pid}`);
  const unfinished = `${work}.part`;
  try {
    await mkdir(work, { mode: 0o700 });
    const copied = await copyOut(options.databaseUrl, join(work, TABLES_FOLDER));
    const missingFiles = await copyFiles(work, bucketFiles ?? join(dataDir, STORAGE_FOLDER), copied.tables);
    for (const name of [...(options.hasKeysSecret ? [] : [KEYS_FILE]), ...STAND_INS]) {
      await takeOver(join(dataDir, name), join(work, name));
    }
    const manifest: Manifest = {
      format: 1,
      madeAt: madeAt.toISOString(),
      ...copied,
      files: (await readdir(join(work, STORAGE_FOLDER))).length,
      missingFiles,
    };
    await writeFile(join(work, "manifest.json"), `${JSON.stringify(manifest, null, 2)}\n`, { mode: 0o600 });
    const parts = await readdir(work);
    const inOrder = ["manifest.json", ...parts.filter((part) => part !== "manifest.json").sort()];
    await create({ gzip: true, portable: true, file: unfinished, cwd: work, mode: 0o600 }, inOrder);
    await settle(unfinished);
    const isComplete = missingFiles.length === 0;
    const file = join(folder, backupName(madeAt, isComplete));
    await rename(unfinished, file);
    if (!isComplete) {
      const missing = missingFiles.length;
      throw new IncompleteBackup(file, { missing, named: manifest.files + missing });
    }
    const rows = copied.tables.reduce((sum, table) => sum + table.rows, 0);
    const hasKeys = parts.includes(KEYS_FILE);
    return { file, bytes: (await stat(file)).size, madeAt, rows, files: manifest.files, hasKeys };
  } finally {
    await rm(work, { recursive: true, force: true });
    await rm(unfinished, { force: true });
  }
}

/**
 * Copies the stored files that the backup's rows name. Files never change, but may be deleted during the backup.
 * @param from folder, or reader of a bucket
 * @returns the names of missing files
 */
async function copyFiles(
  work: string,
  from: string | Pick<ObjectFiles, "read">,
  tables: readonly CopiedTable[],
): Promise<string[]> {
  await mkdir(join(work, STORAGE_FOLDER), { mode: 0o700 });
  const missing: string[] = [];
  for (const name of await versionsIn(work, tables)) {
    const to = join(work, STORAGE_FOLDER, name);
    const isThere = typeof from === "string" ? await takeOver(join(from, name), to) : await download(from, name, to);
    if (!isThere) missing.push(name);
  }
  return missing;
}

/**
 * Returns the names of stored files from the copied rows of `storage.objects`, in which a tab ends a field and `\N` is
 * null.
 */
async function versionsIn(work: string, tables: readonly CopiedTable[]): Promise<string[]> {
  const objects = tables.find(({ schema, name }) => schema === "storage" && name === "objects");
  if (!objects) return [];
  const rows = await readFile(join(work, TABLES_FOLDER, objects.file), "utf8");
  const place = objects.columns.indexOf("version");
  return rows
    .split("\n")
    .map((row) => row.split("\t")[place] ?? "")
    .filter((version) => VERSION.test(version));
}

/** @returns whether the file exists */
async function download(from: Pick<ObjectFiles, "read">, version: string, to: string): Promise<boolean> {
  const content = await from.read(version);
  if (content) await writeFile(to, content, { mode: 0o600 });
  return content !== null;
}

/** Creates a hard link if the file system supports it, else a copy. @returns whether the file exists */
async function takeOver(from: string, to: string): Promise<boolean> {
  try {
    await link(from, to).catch((error: NodeJS.ErrnoException) => {
      if (error.code === "ENOENT") throw error;
      return copyFile(from, to);
    });
    return true;
  } catch (error) {
    if (fieldsOf(error)["code"] === "ENOENT") return false;
    throw error;
  }
}

/** Writes the file to disk, so that it survives a power loss, and allows only its owner to read it. */
async function settle(path: string): Promise<void> {
  const file = await open(path, "r+");
  try {
    await file.chmod(0o600);
    await file.sync();
  } finally {
    await file.close();
  }
}
