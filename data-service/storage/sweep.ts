import type { RequestPools } from "../database/request-pools.ts";
import { runAs } from "../database/run-as.ts";
import { arrayLiteral } from "../database/sql-text.ts";
import type { ObjectFiles } from "./object-files.ts";
import { removeDiscarded, SERVICE } from "./stored-objects.ts";

/** An upload that is still under way in another process is younger. */
const ORPHAN_AFTER_MS = 60 * 60 * 1000;

/**
 * Cleans up after a crash, at the start: files that no row names, and rows whose file is gone. Where not one
 * named file is there, the folder is another's, and everything stays.
 * @returns how many of each were removed
 */
export async function sweepStorage(
  sql: RequestPools,
  files: ObjectFiles,
  now = new Date(),
): Promise<{ files: number; rows: number }> {
  await removeDiscarded(sql, files);
  const found = await files.list();
  const text = "select version from storage.objects where version is not null";
  const rows = await runAs(sql, SERVICE, { text, values: [] }, { isReadOnly: true });
  const named = new Set(rows.map((row) => row["version"] ?? ""));
  const onDisk = new Set(found.map(({ version }) => version));
  const missing = [...named].filter((version) => !onDisk.has(version));
  if (named.size > 0 && missing.length === named.size) return { files: 0, rows: 0 };

  const orphans = found.filter(
    ({ version, modifiedAt }) =>
      (version === null || !named.has(version)) && now.getTime() - modifiedAt.getTime() > ORPHAN_AFTER_MS,
  );
  await Promise.all(orphans.map(({ file }) => files.removeFile(file)));
  if (missing.length > 0) {
    await runAs(
      sql,
      SERVICE,
      {
        text: "delete from storage.objects where version = any ($1::text[]) and updated_at < $2::timestamptz",
        values: [arrayLiteral(missing), new Date(now.getTime() - ORPHAN_AFTER_MS).toISOString()],
      },
      { isReadOnly: false },
    );
    await removeDiscarded(sql, files);
  }
  return { files: orphans.length, rows: missing.length };
}
