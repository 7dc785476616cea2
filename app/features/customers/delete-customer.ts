import { type PasswordOrCode, sendReauthenticated } from "#app/features/account/account.ts";
import type { ReauthenticatedChange } from "#app/features/account/reauthentication.ts";
import { t } from "#app/messages/t.ts";
import type { BrowserData } from "#app/platform/browser-data.ts";

/** Deletes a customer on request; for the owner, with reauthentication. The database logs it. */
export function deleteCustomer(
  data: BrowserData,
  customerId: string,
  typed: PasswordOrCode,
): Promise<ReauthenticatedChange> {
  const request = { method: "DELETE", path: `/customers/${customerId}` } as const;
  return sendReauthenticated(data, typed, request, t("We couldn't delete the customer. Try again."));
}
