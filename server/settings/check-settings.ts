import { t } from "#app/messages/t.ts";
import type { Environment } from "./environment.ts";
import type { Finding } from "./finding.ts";
import { isSignUpUnguarded, signUpUnguarded } from "./live-settings.ts";

/** Checks the URL of the store, and whether its connections are encrypted. */
export function checkOrigin({ publicOrigin, shopMode, trustsProxy, host }: Environment): Finding {
  if (shopMode === "live" && !publicOrigin.startsWith("https:")) {
    return {
      subject: "Address",
      level: "wrong",
      text: t("Customers would use {address}, which is not encrypted; Stripe takes cards over https alone.", {
        address: publicOrigin,
      }),
      remedy: "Put a proxy with a certificate before the shop, set PUBLIC_ORIGIN=https://… and TRUST_PROXY=1.",
    };
  }
  if (publicOrigin.startsWith("https:") && !trustsProxy) {
    return {
      subject: "Address",
      level: "wrong",
      text: t(
        "A proxy stands before the shop, and its word about visitors is not taken: all of them are counted as one.",
      ),
      remedy: "Set TRUST_PROXY=1, and let only the proxy reach the shop's port.",
    };
  }
  if (trustsProxy && host !== "127.0.0.1" && host !== "::1" && host !== "localhost") {
    return {
      subject: "Address",
      level: "note",
      text: t("The shop listens on {host}: whoever reaches it past the proxy may say to be any visitor.", { host }),
      remedy: "Let only the proxy reach the shop's port, or leave HOST at 127.0.0.1.",
    };
  }
  return { subject: "Address", level: "good", text: t("Customers use {address}.", { address: publicOrigin }) };
}

/** Checks sign-up settings of a live store. */
export function checkAccounts(environment: Environment): Finding[] {
  if (environment.shopMode !== "live") return [];
  const unguarded: Finding = { subject: "Accounts", level: "wrong", ...signUpUnguarded() };
  return [...(isSignUpUnguarded(environment) ? [unguarded] : []), ...checkAdmins(environment)];
}

/** Checks MFA of admins, because a stolen admin password gives access to all orders. */
function checkAdmins({ supabase, adminsNeedMfa }: Environment): Finding[] {
  const subject = "Admins";
  if (adminsNeedMfa) {
    return [{ subject, level: "good", text: t("Admins sign in in two steps.") }];
  }
  if (supabase) {
    return [
      {
        subject,
        level: "note",
        text: t("Whether admins sign in in two steps is a fact in the hosted project's database."),
        remedy: "Run there: insert into private.shop_facts (name, value) values ('admins_need_second_step', 'true');",
      },
    ];
  }
  return [
    {
      subject,
      level: "wrong",
      text: t("An admin's password alone opens the orders, names and addresses of all customers."),
      remedy: "Take AUTH_ADMIN_REQUIRES_MFA=0 away: a live shop's admins then sign in in two steps.",
    },
  ];
}
