import { t } from "#app/messages/t.ts";
import { messageOf } from "#app/values/unknown-value.ts";
import type { BucketSettings } from "#server/base/bucket-settings.ts";
import type { Finding } from "#server/base/finding.ts";
import { openBucket } from "./bucket.ts";
import { OLD_BACKUP_MS } from "./stored-backups.ts";

const HOUR_MS = 60 * 60 * 1000;
const subject = "Bucket";
const REMEDY = "Check the BACKUP_S3_… variables, and that the keys may list, read, write, and delete objects.";

/**
 * Reports the age of the newest complete backup in the bucket; no findings without a bucket.
 * @param options.mayWrite also writes a small object and removes it
 */
export async function checkBucket(
  settings: BucketSettings | null,
  { now, mayWrite }: { now: Date; mayWrite: boolean },
): Promise<Finding[]> {
  if (!settings) return [];
  const bucket = openBucket(settings);
  const findings: Finding[] = [];
  try {
    if (mayWrite) {
      await bucket.tryWriting();
      findings.push({ subject, level: "good", text: t("The bucket {place} accepts writes.", { place: bucket.place }) });
    }
    const last = (await bucket.list()).find(({ isComplete }) => isComplete);
    findings.push(aboutLast(last?.madeAt, now));
  } catch (error) {
    findings.push({ subject, level: "wrong", text: messageOf(error), remedy: REMEDY });
  }
  if (settings.endpoint?.startsWith("http:")) {
    const text = t("Backups are sent to {place} unencrypted, with all accounts and keys.", { place: bucket.place });
    findings.push({ subject, level: "note", text, remedy: "Set BACKUP_S3_ENDPOINT to an https URL." });
  }
  return findings;
}

function aboutLast(madeAt: Date | undefined, now: Date): Finding {
  if (!madeAt) {
    const remedy = "Run npm run backup to create and upload one.";
    return { subject, level: "note", text: t("No backups in the bucket yet."), remedy };
  }
  const age = now.getTime() - madeAt.getTime();
  const text = t("The last backup in the bucket is {hours} hours old.", { hours: Math.floor(age / HOUR_MS) });
  if (age <= OLD_BACKUP_MS) return { subject, level: "good", text };
  return { subject, level: "wrong", text, remedy: "Check the store's log for why the last upload failed." };
}
