import { t } from "#app/messages/t.ts";
import { backupFolder, type Environment } from "#server/base/environment.ts";
import type { Finding } from "#server/base/finding.ts";
import { listBackups, OLD_BACKUP_MS } from "./stored-backups.ts";

const HOUR_MS = 60 * 60 * 1000;

/** Checks that the last complete local backup is younger than a day and a half. */
export async function checkBackups(environment: Environment, now: Date): Promise<Finding> {
  const subject = "Backup";
  if (environment.supabase) {
    return { subject, level: "note", text: t("The hosted Supabase project makes its own backups.") };
  }
  const last = (await listBackups(backupFolder(environment))).find(({ isComplete }) => isComplete);
  if (!last) {
    const remedy = "Run npm run backup. A live store creates one every night.";
    return {
      subject,
      level: environment.shopMode === "live" ? "wrong" : "note",
      text: t("No backups yet. Select Back up now."),
      remedy,
    };
  }
  const ageMs = now.getTime() - last.madeAt.getTime();
  const hours = Math.floor(ageMs / HOUR_MS);
  const text = t("The last backup is {hours} hours old.", { hours });
  if (hours <= OLD_BACKUP_MS / HOUR_MS) return { subject, level: "good", text };
  return {
    subject,
    level: "wrong",
    text,
    remedy: "Run npm run backup, and check the log for why last night's backup is missing.",
  };
}
