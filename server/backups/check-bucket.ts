import { t } from "#app/messages/t.ts";
import { messageOf } from "#app/values/unknown-value.ts";
import type { BucketSettings } from "#server/settings/bucket-settings.ts";
import type { Finding } from "#server/settings/finding.ts";
import { openBucket } from "./bucket.ts";
import { OLD_BACKUP_MS } from "./stored-backups.ts";

const HOUR_MS = 60 * 60 * 1000;
const subject = "Bucket";
const REMEDY = "Check BACKUP_S3_…: the names, both keys, and that they may list, read, write and remove there.";

/**
 * Reports the age of the newest backup in the bucket; no findings without a bucket.
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
      findings.push({
        subject,
        level: "good",
        text: t("The bucket {place} takes what is written.", { place: bucket.place }),
      });
    }
    const [last] = await bucket.list();
    findings.push(aboutLast(last?.madeAt, now));
  } catch (error) {
    findings.push({ subject, level: "wrong", text: messageOf(error), remedy: REMEDY });
  }
  if (settings.endpoint?.startsWith("http:")) {
    const text = t("Backups go to {place} in the clear, with every account and key.", { place: bucket.place });
    findings.push({ subject, level: "note", text, remedy: "Give BACKUP_S3_ENDPOINT an https address." });
  }
  return findings;
}

function aboutLast(madeAt: Date | undefined, now: Date): Finding {
  if (!madeAt) {
    const remedy = "Run npm run backup, which sends it.";
    return { subject, level: "note", text: t("No backup lies in the bucket yet."), remedy };
  }
  const age = now.getTime() - madeAt.getTime();
  const text = t("The last backup in the bucket is {hours} hours old.", { hours: Math.floor(age / HOUR_MS) });
  if (age <= OLD_BACKUP_MS) return { subject, level: "good", text };
  return { subject, level: "wrong", text, remedy: "See the shop's log for why the last one did not come." };
}
