import { t } from "#app/messages/t.ts";
import type { BrowserData } from "#app/platform/browser-data.ts";
import { changedRows } from "#app/platform/changed-rows.ts";

/** Role to assign, with a packer's refund limit per order in dollars. */
export interface GivenRole {
  role: "manager" | "packer" | "driver";
  refundLimit: number | null;
}

/** @returns the error message, or null on success */
export async function changeRole(
  data: BrowserData,
  userId: string,
  { role, refundLimit }: GivenRole,
): Promise<string | null> {
  const { data: changed, error } = await data.rest
    .from("staff")
    .update({ role, refund_limit: refundLimit })
    .eq("user_id", userId)
    .select("user_id");
  if (error) throw new Error(error.message, { cause: error });
  return changed.length > 0 ? null : t("This person is no longer on staff. Reload the page.");
}

/**
 * Removes a staff role, effective from the person's next request.
 * @returns the error message, or null on success
 */
export async function removeRole(data: BrowserData, userId: string): Promise<string | null> {
  changedRows(await data.rest.from("staff").delete().eq("user_id", userId).select("user_id"), t("This person"));
  return null;
}
