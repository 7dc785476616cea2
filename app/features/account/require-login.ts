import { redirect } from "react-router";
import { splitLocale } from "#app/messages/locales.ts";
import { getBrowserData } from "#app/platform/browser-data.ts";
import { readStoredUserId } from "#app/platform/stored-session.ts";
import { isMfaDue } from "./mfa.ts";

/**
 * Client middleware of private pages: redirects guests, and users who have not passed MFA, to /auth and back after the
 * login. It is only a convenience; row-level security protects the data.
 */
export async function requireLogin({ request }: { request: Request }, next: () => Promise<unknown>): Promise<void> {
  const data = getBrowserData();
  const session = await data.readSession();
  // Pages saved for the account on this device stay readable without a network.
  if (session === "unknown" && readStoredUserId() !== null) {
    await next();
    return;
  }
  if (session === null || session === "unknown" || (await isMfaDue(data))) {
    const url = new URL(request.url);
    const rejected = url.searchParams.get("error_code");
    // Google redirected back with an error and no session: /auth shows the reason.
    if (rejected !== null) throw redirect(`/auth?${new URLSearchParams({ error_code: rejected })}`);
    throw redirect(loginAddress(splitLocale(url.pathname).path + url.search));
  }
  await next();
}

/** Returns the login URL that leads back to `path`. */
export function loginAddress(path: string): string {
  return `/auth?${new URLSearchParams({ next: path })}`;
}
