import { StartError } from "#data-service/start-error.ts";
import { checkMail } from "#server/mail/check-mail.ts";
import { checkStripe } from "#server/payments/check-stripe.ts";
import { checkStripeKeys, modeOf, type StripeVariables } from "#server/payments/check-stripe-keys.ts";
import { type Environment, readEnvironment } from "#server/settings/environment.ts";
import type { Finding } from "#server/settings/finding.ts";
import { isSignUpUnguarded, SIGN_UP_UNGUARDED } from "#server/settings/live-settings.ts";
import { checkDatabase } from "./check-database.ts";

type Variables = Record<string, string | undefined>;

/** Passes what the start asks of Stripe's variables, which are looked at one by one here. */
const STRIPE_IN_ORDER = {
  STRIPE_SECRET_KEY: "sk_",
  STRIPE_PUBLISHABLE_KEY: "pk_",
  STRIPE_WEBHOOK_SECRET: "whsec_",
};

/**
 * Everything that a shop with these variables needs, looked at without changing anything anywhere.
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
  if (shopMode === "live" && isSignUpUnguarded(environment)) {
    report({ subject: "Accounts", level: "wrong", ...SIGN_UP_UNGUARDED });
  }
  for (const finding of checkAdmins(environment)) report(finding);
  const secretKey = variables["STRIPE_SECRET_KEY"] ?? "";
  if (secretKey.startsWith("sk_") && modeOf(secretKey)) {
    const { shopMode, publicOrigin, stripe } = environment;
    const apiUrl = stripe?.apiUrl ?? "https://api.stripe.com";
    for (const finding of await checkStripe({ secretKey, apiUrl, shopMode, publicOrigin })) report(finding);
  }
  for (const finding of await checkDatabase(environment)) report(finding);
  report(await checkMail(environment.smtp, environment.shopMode));
}

/** A stolen password of an admin opens every order of every customer. */
function checkAdmins({ shopMode, supabase, adminsNeedSecondStep }: Environment): Finding[] {
  if (shopMode !== "live") return [];
  const subject = "Admins";
  if (adminsNeedSecondStep) {
    return [{ subject, level: "good", text: "Admins sign in in two steps." }];
  }
  if (supabase) {
    return [
      {
        subject,
        level: "note",
        text: "Whether admins sign in in two steps is a fact in the hosted project's database.",
        remedy:
          "Run there: insert into private.shop_facts (name, value) values ('admins_need_second_step', 'true');",
      },
    ];
  }
  return [
    {
      subject,
      level: "wrong",
      text: "An admin's password alone opens the orders, names and addresses of all customers.",
      remedy: "Take AUTH_ADMIN_REQUIRES_MFA=0 away: a live shop's admins then sign in in two steps.",
    },
  ];
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

function checkOrigin({ publicOrigin, shopMode, trustsProxy, host }: Environment): Finding {
  if (shopMode === "live" && !publicOrigin.startsWith("https:")) {
    return {
      subject: "Address",
      level: "wrong",
      text: `Customers would use ${publicOrigin}, which is not encrypted; Stripe takes cards over https alone.`,
      remedy:
        "Put a proxy with a certificate before the shop, set PUBLIC_ORIGIN=https://… and TRUST_PROXY=1.",
    };
  }
  if (publicOrigin.startsWith("https:") && !trustsProxy) {
    return {
      subject: "Address",
      level: "wrong",
      text: "A proxy stands before the shop, and its word about visitors is not taken: all of them are counted as one.",
      remedy: "Set TRUST_PROXY=1, and let only the proxy reach the shop's port.",
    };
  }
  if (trustsProxy && host !== "127.0.0.1" && host !== "::1" && host !== "localhost") {
    return {
      subject: "Address",
      level: "note",
      text: `The shop listens on ${host}: whoever reaches it past the proxy may say to be any visitor.`,
      remedy: "Let only the proxy reach the shop's port, or leave HOST at 127.0.0.1.",
    };
  }
  return { subject: "Address", level: "good", text: `Customers use ${publicOrigin}.` };
}

function stripeVariables(variables: Variables): StripeVariables {
  const names = Object.keys(STRIPE_IN_ORDER) as (keyof typeof STRIPE_IN_ORDER)[];
  return Object.fromEntries(names.flatMap((name) => (variables[name] ? [[name, variables[name]]] : [])));
}
