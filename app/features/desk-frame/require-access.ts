import { redirect } from "react-router";
import { findCurrentUser } from "#app/features/account/current-user.ts";
import { loginAddress } from "#app/features/account/require-login.ts";
import { splitLocale } from "#app/messages/locales.ts";
import { getBrowserData } from "#app/platform/browser-data.ts";
import { isAddressAllowed } from "./desk-pages.ts";

/**
 * Client middleware of the back office: redirects users who may not open the page. This is only for convenience:
 * row-level security policies protect the data.
 */
export async function requireAccess({ request }: { request: Request }): Promise<void> {
  const url = new URL(request.url);
  const { path } = splitLocale(url.pathname);
  const user = await findCurrentUser(getBrowserData());
  if (!user) throw redirect(loginAddress(path));
  // No link back to this page: /auth shows the pages of the user's role.
  if (!isAddressAllowed({ pathname: path, search: url.search }, user)) throw redirect("/auth");
}
