import { redirect } from "react-router";
import { loginAddress } from "#app/features/account/require-login.ts";
import { findVisitor } from "#app/features/account/visitor.ts";
import { getBrowserData } from "#app/platform/browser-data.ts";

/**
 * Client middleware of the admin's pages: everybody else goes to /auth. A courtesy only; the row rules
 * keep the data.
 */
export async function requireAdmin(
  { request }: { request: Request },
  next: () => Promise<unknown>,
): Promise<void> {
  const visitor = await findVisitor(getBrowserData());
  if (!visitor) throw redirect(loginAddress(new URL(request.url).pathname));
  // A customer is not sent back here: /auth shows them their own orders.
  if (visitor.role !== "admin") throw redirect("/auth");
  await next();
}
