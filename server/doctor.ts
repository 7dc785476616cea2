import { StartError } from "@calabash/data-service/start-error";
import { keysOf } from "#app/values/typed-object.ts";
import { checkAccounts, checkOrigin } from "#server/base/check-settings.ts";
import { type Environment, readEnvironment } from "#server/base/environment.ts";
import type { Finding } from "#server/base/finding.ts";
import { checkDatabase } from "#server/database/check-database.ts";
import { checkDisk } from "#server/files/check-disk.ts";
import { checkBackups } from "./backups/check-backups.ts";
import { checkBucket } from "./backups/check-bucket.ts";
import { checkEmail } from "./messages/check-email.ts";
import { checkPayments } from "./payments/check-payments.ts";
import { checkStripe } from "./payments/check-stripe.ts";
import { checkStripeKeys, modeOf, type StripeVariables } from "./payments/check-stripe-keys.ts";

const LABELS: Record<Finding["level"], string> = { good: "good", note: "note", wrong: "ERROR" };

type Variables = Record<string, string | undefined>;

/** Valid placeholders, because `checkStripeKeys` checks Stripe's variables separately. */
const STRIPE_IN_ORDER = { STRIPE_SECRET_KEY: "sk_", STRIPE_PUBLISHABLE_KEY: "pk_", STRIPE_WEBHOOK_SECRET: "whsec_" };

/**
 * Checks a store with these variables and reports each finding as a line.
 * @returns the number of findings at level `wrong`
 */
export async function examineShop(
  variables: Record<string, string | undefined>,
  print: (line: string) => void,
): Promise<number> {
  let wrongCount = 0;
  print(`Checking the store in ${variables["SHOP_MODE"] === "live" ? "live" : "demo"} mode.\n`);
  await checkShop(variables, ({ subject, level, text, remedy }) => {
    if (level === "wrong") wrongCount += 1;
    print(`  ${LABELS[level].padEnd(6)} ${subject.padEnd(12)} ${text}`);
    if (remedy) print(`${" ".repeat(22)}→ ${remedy}`);
  });
  print(
    wrongCount === 0 ? "\nNo problems found." : `\n${wrongCount} ${wrongCount === 1 ? "problem" : "problems"} found.`,
  );
  return wrongCount;
}

/**
 * Checks what the running store can check about itself without changing anything: its address, accounts, Stripe, the
 * mail server, free disk space, and the age of the last backups.
 * @param now for the age of the last backup
 */
export async function checkRunningShop(environment: Environment, now = new Date()): Promise<Finding[]> {
  const [stripe, mail, disk, backup, bucket] = await Promise.all([
    checkPayments(environment, false),
    checkEmail(environment.smtp, environment.shopMode),
    checkDisk(environment.dataDir),
    checkBackups(environment, now),
    checkBucket(environment.backupBucket, { now, mayWrite: false }),
  ]);
  return [checkOrigin(environment), ...checkAccounts(environment), ...stripe, mail, disk, backup, ...bucket];
}

/**
 * Checks everything that a store with these variables needs. Changes nothing, except for a small object that is
 * written to the backup bucket and removed.
 * @param report receives each finding as soon as it is known
 */
async function checkShop(variables: Variables, report: (finding: Finding) => void): Promise<void> {
  const environment = readRest(variables, report);
  const shopMode = variables["SHOP_MODE"] === "live" ? "live" : "demo";
  const keys = checkStripeKeys(stripeVariables(variables), shopMode);
  for (const finding of keys) report(finding);
  if (!environment) return;
  report(checkOrigin(environment));
  for (const finding of checkAccounts(environment)) report(finding);
  const secretKey = variables["STRIPE_SECRET_KEY"] ?? "";
  if (secretKey.startsWith("sk_") && modeOf(secretKey)) {
    const { shopMode, publicOrigin, stripe } = environment;
    const apiUrl = stripe?.apiUrl ?? "https://api.stripe.com";
    for (const finding of await checkStripe({ secretKey, apiUrl, shopMode, publicOrigin })) report(finding);
  }
  for (const finding of await checkDatabase(environment)) report(finding);
  report(await checkEmail(environment.smtp, environment.shopMode));
  report(await checkDisk(environment.dataDir));
  const bucket = await checkBucket(environment.backupBucket, { now: new Date(), mayWrite: true });
  for (const finding of bucket) report(finding);
}

function readRest(variables: Variables, report: (finding: Finding) => void): Environment | null {
  try {
    const environment = readEnvironment({ ...variables, ...STRIPE_IN_ORDER });
    report({ subject: "Environment", level: "good", text: "All other variables are valid." });
    return environment;
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    report({ subject: "Environment", level: "wrong", text: error.message, remedy: error.remedy });
    return null;
  }
}

function stripeVariables(variables: Variables): StripeVariables {
  const names = keysOf(STRIPE_IN_ORDER);
  return Object.fromEntries(names.flatMap((name) => (variables[name] ? [[name, variables[name]]] : [])));
}
