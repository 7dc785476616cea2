import { redirect } from "react-router";
import { loginAddress } from "#app/features/account/require-login.ts";
import { splitLocale } from "#app/messages/locales.ts";
import { queryClient } from "#app/platform/reads.ts";
import { isAddressAllowed } from "./desk-pages.ts";
import { deskUserQuery } from "./desk-user.ts";

/**
 * Client middleware of the back office: redirects users who may not open the page. This is only for convenience:
 * row-level security policies protect the data.
 */
export async function requireAccess({ request }: { request: Request }): Promise<void> {
  const url = new URL(request.url);
  const { path } = splitLocale(url.pathname);
  const user = await queryClient.fetchQuery({ ...deskUserQuery(), staleTime: 0 });
  if (!user) throw redirect(loginAddress(path + url.search));
  // No link back to this page: /auth shows the pages of the user's role.
  if (!isAddressAllowed({ pathname: path, search: url.search }, user)) throw redirect("/auth");
}
