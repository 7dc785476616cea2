import { StartError } from "@calabash/data-service/start-error";
import { t } from "#app/messages/t.ts";
import type { Environment } from "./environment.ts";

/** Checks the settings of a live store. @throws StartError naming all problems at once */
export function requireLiveSettings(environment: Environment): void {
  const problems = findLiveProblems(environment);
  if (problems.length === 0) return;
  throw new StartError(
    `The store can't open in live mode. ${problems.map(({ text }) => text).join(" ")}`,
    problems.map(({ remedy }) => remedy).join(" "),
  );
}

/** Returns settings with which a live store may not open, each with its remedy; empty in demo mode. */
function findLiveProblems(environment: Environment): { text: string; remedy: string }[] {
  const { shopMode, stripe, publicOrigin } = environment;
  if (shopMode !== "live") return [];
  const problems: { text: string; remedy: string }[] = [];
  if (stripe?.secretKey.startsWith("sk_test_") || stripe?.publishableKey.startsWith("pk_test_")) {
    problems.push({
      text: "The Stripe keys are test keys, so no payment would be real.",
      remedy: "Set the live keys, sk_live_… and pk_live_….",
    });
  }
  if (!publicOrigin.startsWith("https:")) {
    problems.push({
      text: `Customers would use ${publicOrigin}, which is not encrypted.`,
      remedy: "Put a TLS proxy in front of the store, and set PUBLIC_ORIGIN=https://….",
    });
  }
  if (isSignUpUnguarded(environment)) problems.push(signUpUnguarded());
  return problems;
}

export const signUpUnguarded = () => ({
  text: t("Anyone, including bots, can sign up with any email address."),
  remedy: "Set AUTH_CONFIRM_EMAIL=1 (with SMTP_URL and MAIL_FROM), or CAPTCHA_SECRET and CAPTCHA_SITE_KEY.",
});

/** Returns whether sign-ups have neither email confirmation nor a captcha. A hosted project configures both itself. */
export function isSignUpUnguarded({ supabase, auth, captcha }: Environment): boolean {
  return !supabase && !auth.disableSignup && !auth.confirmEmail && !captcha;
}
