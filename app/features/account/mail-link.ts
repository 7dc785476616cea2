import { t } from "#app/messages/t.ts";
import type { BrowserData } from "#app/platform/browser-data.ts";
import { readAnswer } from "#app/platform/reads.ts";

/** Values in the fragment (after "#") of an account email's link. */
export type MailLink = NonNullable<ReturnType<typeof readMailLink>>;

/** Page title and button label for each type of link. */
export const mailLinkLabels = (): Readonly<Record<string, { title: string; button: string }>> => ({
  signup: { title: t("Confirm your email address"), button: t("Confirm address") },
  recovery: { title: t("Choose a new password"), button: t("Continue") },
  magiclink: { title: t("Log in"), button: t("Log in") },
  email_change: { title: t("Change your email address"), button: t("Confirm change") },
});

/** Parses the fragment of the URL. @returns null for a truncated link or an unknown type */
export function readMailLink(hash: string) {
  const carried = new URLSearchParams(hash.replace(/^#/, ""));
  const token = carried.get("token") ?? "";
  const type = carried.get("type") ?? "";
  if (token === "" || !Object.hasOwn(mailLinkLabels(), type)) return null;
  return { token, type, redirectTo: carried.get("redirect_to") ?? "" };
}

/**
 * Redeems the link, which works only once.
 * @returns the URL to continue at, with a session, a code, or an error
 * @throws when the auth service cannot be reached
 */
export async function consumeMailLink(data: BrowserData, link: MailLink): Promise<string> {
  const answer = await data.fetchAuth("/verify/link", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ token: link.token, type: link.type, redirect_to: link.redirectTo }),
  });
  return (await readAnswer<{ redirect_to: string }>(answer)).redirect_to;
}
