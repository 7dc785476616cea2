import { StartError } from "@calabash/data-service/start-error";
import { checkMail } from "#server/mail/check-mail.ts";
import { checkStripe } from "#server/payments/check-stripe.ts";
import { checkStripeKeys, modeOf, type StripeVariables } from "#server/payments/check-stripe-keys.ts";
import { type Environment, readEnvironment } from "#server/settings/environment.ts";
import type { Finding } from "#server/settings/finding.ts";
import { checkBucket } from "./check-bucket.ts";
import { checkDatabase } from "./check-database.ts";
import { checkAccounts, checkOrigin } from "./check-settings.ts";

type Variables = Record<string, string | undefined>;

/** Passes what the start asks of Stripe's variables, which are looked at one by one here. */
const STRIPE_IN_ORDER = {
  STRIPE_SECRET_KEY: "sk_",
  STRIPE_PUBLISHABLE_KEY: "pk_",
  STRIPE_WEBHOOK_SECRET: "whsec_",
};

/**
 * Everything that a shop with these variables needs, looked at without changing anything anywhere but in the bucket of
 * backups, where a few letters are written and removed.
 * @param report told each finding as soon as it is known
 */
export async function checkShop(variables: Variables, report: (finding: Finding) => void): Promise<void> {
  const environment = readRest(variables, report);
  const shopMode = variables["SHOP_MODE"] === "live" ? "live" : "demo";
  const keys = checkStripeKeys(stripeVariables(variables), shopMode);
  for (const finding of keys) report(finding);
  // What is not understood cannot be asked after.
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
  report(await checkMail(environment.smtp, environment.shopMode));
  const bucket = await checkBucket(environment.backupBucket, { now: new Date(), mayWrite: true });
  for (const finding of bucket) report(finding);
}

function readRest(variables: Variables, report: (finding: Finding) => void): Environment | null {
  try {
    const environment = readEnvironment({ ...variables, ...STRIPE_IN_ORDER });
    report({ subject: "Environment", level: "good", text: "Every other variable is understood." });
    return environment;
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    report({ subject: "Environment", level: "wrong", text: error.message, remedy: error.remedy });
    return null;
  }
}

function stripeVariables(variables: Variables): StripeVariables {
  const names = Object.keys(STRIPE_IN_ORDER) as (keyof typeof STRIPE_IN_ORDER)[];
  return Object.fromEntries(names.flatMap((name) => (variables[name] ? [[name, variables[name]]] : [])));
}
