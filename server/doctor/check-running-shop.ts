import { listBackups } from "#server/backup/kept-backups.ts";
import { checkMail } from "#server/mail/check-mail.ts";
import { checkStripe } from "#server/payments/check-stripe.ts";
import { backupFolder, type Environment } from "#server/settings/environment.ts";
import type { Finding } from "#server/settings/finding.ts";
import { checkBucket } from "./check-bucket.ts";
import { checkAccounts, checkOrigin } from "./check-settings.ts";

const HOUR_MS = 60 * 60 * 1000;
/** A night may be missed; two may not. */
const MOST_HOURS = 36;

/**
 * What the doctor looks at that the running shop can look at itself, without changing anything anywhere: its address and
 * accounts, Stripe, the mail server, and when the last backup was made here and in the bucket.
 * @param environment what the shop was started with
 * @param now for the age of the last backup
 */
export async function checkRunningShop(environment: Environment, now = new Date()): Promise<Finding[]> {
  const [stripe, mail, backup, bucket] = await Promise.all([
    checkPayments(environment, false),
    checkMail(environment.smtp, environment.shopMode),
    checkBackup(environment, now),
    checkBucket(environment.backupBucket, { now, mayWrite: false }),
  ]);
  return [checkOrigin(environment), ...checkAccounts(environment), ...stripe, mail, backup, ...bucket];
}

/** Stripe's keys and its webhook; with `isWithAccount` also whether the account may charge cards. */
export async function checkPayments(
  { stripe, shopMode, publicOrigin }: Environment,
  isWithAccount = true,
): Promise<Finding[]> {
  if (!stripe) {
    const text = "The sandbox stands in for Stripe: no card is charged, and no money comes.";
    const remedy = "Set Stripe's keys, as docs/how-to/go-live-with-stripe.md says.";
    return [{ subject: "Stripe", level: "note", text, remedy }];
  }
  const { secretKey, apiUrl = "https://api.stripe.com" } = stripe;
  return checkStripe({ secretKey, apiUrl, shopMode, publicOrigin, isWithAccount });
}

/** @returns whether the last backup is younger than a day and a half */
async function checkBackup(environment: Environment, now: Date): Promise<Finding> {
  const subject = "Backup";
  if (environment.supabase) {
    return { subject, level: "note", text: "The database is hosted: its project makes the backups." };
  }
  const [last] = await listBackups(backupFolder(environment));
  if (!last) {
    const remedy = "Run npm run backup; a live shop makes one every night.";
    return {
      subject,
      level: environment.shopMode === "live" ? "wrong" : "note",
      text: "There is no backup yet.",
      remedy,
    };
  }
  const hours = Math.floor((now.getTime() - last.madeAt.getTime()) / HOUR_MS);
  if (hours <= MOST_HOURS) return { subject, level: "good", text: `The last backup is ${hours} hours old.` };
  const text = `The last backup is ${hours} hours old.`;
  return {
    subject,
    level: "wrong",
    text,
    remedy: "Run npm run backup, and see why the last night made none.",
  };
}
