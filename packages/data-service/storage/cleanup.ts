import type { RequestPools } from "../database/request-pools.ts";
import { runAs } from "../database/run-as.ts";
import type { ObjectFiles } from "./object-files.ts";
import { removeDiscarded, SERVICE } from "./stored-objects.ts";

/** An upload that is still under way in another process is younger. */
const ORPHAN_AFTER_MS = 60 * 60 * 1000;

/**
 * Removes files that no row names, as a crash leaves them. Rows stay, also those whose file is missing: the file may
 * still be restored. If none of the named files is there, the folder belongs to another store, and its files stay.
 * @returns how many files were removed, how many the rows name, and how many of those are missing
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
