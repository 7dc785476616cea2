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
      text: t("Customers would use {address}, which is not encrypted. Stripe requires https.", {
        address: publicOrigin,
      }),
      remedy: "Put a TLS proxy in front of the store, and set PUBLIC_ORIGIN=https://… and TRUST_PROXY=1.",
    };
  }
  if (publicOrigin.startsWith("https:") && !trustsProxy) {
    return {
      subject: "Address",
      level: "wrong",
      text: t("The store is behind a proxy but doesn't trust it, so rate limits count all visitors as one."),
      remedy: "Set TRUST_PROXY=1, and allow only the proxy to reach the store's port.",
    };
  }
  if (trustsProxy && host !== "127.0.0.1" && host !== "::1" && host !== "localhost") {
    return {
      subject: "Address",
      level: "note",
      text: t("The store listens on {host}. Clients that bypass the proxy can fake their IP address.", { host }),
      remedy: "Allow only the proxy to reach the store's port, or keep HOST=127.0.0.1.",
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
  if (adminsNeedMfa) return [{ subject, level: "good", text: t("Admins need two-step verification.") }];
  if (supabase) {
    return [
      {
        subject,
        level: "note",
        text: t("The hosted project's database sets whether admins need two-step verification."),
        remedy:
          "To require it, run in that database: insert into private.shop_facts (name, value) values ('admins_need_second_step', 'true');",
      },
    ];
  }
  return [
    {
      subject,
      level: "wrong",
      text: t("An admin's password alone gives access to all customers' orders, names, and addresses."),
      remedy: "Remove AUTH_ADMIN_REQUIRES_MFA=0. Admins of a live store then need two-step verification.",
    },
  ];
}
