import { redirect } from "react-router";
import { type CurrentUser, findCurrentUser, mayDrive, mayManage, mayPack } from "#app/features/account/current-user.ts";
import { loginAddress } from "#app/features/account/require-login.ts";
import { splitLocale } from "#app/messages/locales.ts";
import { getBrowserData } from "#app/platform/browser-data.ts";

type Guard = (args: { request: Request }, next: () => Promise<unknown>) => Promise<void>;

/** Client middleware of pages for the owner only. */
export const requireOwner: Guard = requireRole(({ role }) => role === "owner");
/** Client middleware of pages for the owner and managers. */
export const requireManager: Guard = requireRole(mayManage);
/** Client middleware of the order board. */
export const requirePacker: Guard = requireRole(mayPack);
/** Client middleware of a driver's own runs. */
export const requireDriver: Guard = requireRole(mayDrive);

/**
 * Returns a middleware that redirects users without the role. This is only for convenience: row-level security policies
 * protect the data.
 */
function requireRole(isAllowed: (user: CurrentUser) => boolean): Guard {
  return async ({ request }, next) => {
    const user = await findCurrentUser(getBrowserData());
    if (!user) throw redirect(loginAddress(splitLocale(new URL(request.url).pathname).path));
    // No link back to this page: /auth shows the pages of the user's role.
    if (!isAllowed(user)) throw redirect("/auth");
    await next();
  };
}
