import { redirect } from "react-router";
import { type CurrentUser, findCurrentUser, mayDrive, mayManage, mayPack } from "#app/features/account/current-user.ts";
import { loginAddress } from "#app/features/account/require-login.ts";
import { splitLocale } from "#app/messages/locales.ts";
import { getBrowserData } from "#app/platform/browser-data.ts";

type Guard = (args: { request: Request }, next: () => Promise<unknown>) => Promise<void>;

/** Client middleware of the owner's own pages: money settings and people. */
export const requireOwner: Guard = requireRole(({ role }) => role === "owner");
/** Client middleware of what the owner and managers do. */
export const requireManager: Guard = requireRole(mayManage);
/** Client middleware of the order board. */
export const requirePacker: Guard = requireRole(mayPack);
/** Client middleware of a driver's own runs. */
export const requireDriver: Guard = requireRole(mayDrive);

/** A courtesy only; the row rules keep the data. */
function requireRole(isAllowed: (user: CurrentUser) => boolean): Guard {
  return async ({ request }, next) => {
    const user = await findCurrentUser(getBrowserData());
    if (!user) throw redirect(loginAddress(splitLocale(new URL(request.url).pathname).path));
    // They are not sent back here: /auth shows each what is theirs.
    if (!isAllowed(user)) throw redirect("/auth");
    await next();
  };
}
