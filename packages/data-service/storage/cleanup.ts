import type { RequestPools } from "../database/request-pools.ts";
import { runAs } from "../database/run-as.ts";
import type { ObjectFiles } from "./object-files.ts";
import { removeDiscarded, SERVICE } from "./stored-objects.ts";

/** Uploads in progress in other processes are younger than this. */
const ORPHAN_AFTER_MS = 60 * 60 * 1000;

/**
 * Removes files without a row, which a crash can leave. Rows stay, even if their file is missing, because it may still
 * be restored. If all files of rows are missing, the folder belongs to another store, and nothing is removed.
 * @returns numbers of removed files, of files that rows refer to, and of missing ones among those
 */
export async function cleanUpStorage(
  sql: RequestPools,
  files: ObjectFiles,
  now = new Date(),
): Promise<{ removed: number; named: number; missing: number }> {
  await removeDiscarded(sql, files);
  const found = await files.list();
  const text = "select version from storage.objects where version is not null";
  const rows = await runAs(sql, SERVICE, { text, values: [] }, { isReadOnly: true });
  const named = new Set(rows.map((row) => row["version"] ?? ""));
  const onDisk = new Set(found.map(({ version }) => version));
  const missing = [...named].filter((version) => !onDisk.has(version)).length;
  const isAnotherStores = named.size > 0 && missing === named.size;
  const orphans = isAnotherStores
    ? []
    : found.filter(
        ({ version, modifiedAt }) =>
          (version === null || !named.has(version)) && now.getTime() - modifiedAt.getTime() > ORPHAN_AFTER_MS,
      );
  await Promise.all(orphans.map(({ file }) => files.removeFile(file)));
  return { removed: orphans.length, named: named.size, missing };
}
