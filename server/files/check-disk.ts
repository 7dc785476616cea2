import { existsSync } from "node:fs";
import { statfs } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { t } from "#app/messages/t.ts";
import type { Finding } from "#server/base/finding.ts";

/** Below this, a nightly backup and a day of orders and images may not fit. */
const LOW_BYTES = 2e9;
/** PostgreSQL needs a few of its log files of 16 MB before it stops. */
const FULL_BYTES = 200e6;

/** Checks the free space of the disk with the data folder, or with its parent if it does not exist yet. */
export async function checkDisk(dataDir: string): Promise<Finding> {
  let folder = resolve(dataDir);
  while (!existsSync(folder)) folder = dirname(folder);
  const { bavail, bsize } = await statfs(folder);
  return freeSpaceFinding(bavail * bsize);
}

/** Returns the finding for this much free space. */
export function freeSpaceFinding(freeBytes: number): Finding {
  const level = freeBytes < FULL_BYTES ? "wrong" : freeBytes < LOW_BYTES ? "note" : "good";
  const text = t("{size} GB free on the disk of the data folder.", { size: (freeBytes / 1e9).toFixed(1) });
  if (level === "good") return { subject: "Disk", level, text };
  const remedy = "Free or add disk space. On a full disk the database stops, and orders are rejected.";
  return { subject: "Disk", level, text, remedy };
}
