import { type PasswordOrCode, sendReauthenticated } from "#app/features/account/account.ts";
import type { ReauthenticatedChange } from "#app/features/account/reauthentication.ts";
import type { BrowserData } from "#app/platform/browser-data.ts";

/** Counts of what a merge moves to the other account. */
export interface MergePreview {
  orderCount: number;
  noteCount: number;
  addressCount: number;
  tags: readonly string[];
}

interface MergePreviewRow {
  order_count: number;
  note_count: number;
  address_count: number;
  tags: string[];
}

/** For the owner. @throws Error with the database's reason why the accounts cannot be merged */
export async function previewMerge(data: BrowserData, customerId: string, mergedId: string): Promise<MergePreview> {
  const { data: found, error } = await data.rest.rpc("preview_customer_merge", {
    customer_id: customerId,
    merged_id: mergedId,
  });
  if (error) throw new Error(error.message, { cause: error });
  const row = found as MergePreviewRow;
  return {
    orderCount: row.order_count,
    noteCount: row.note_count,
    addressCount: row.address_count,
    tags: row.tags,
  };
}

/** Moves an account's orders to another one and closes its login; for the owner, with reauthentication. */
export function mergeCustomers(
  data: BrowserData,
  customerId: string,
  mergedId: string,
  typed: PasswordOrCode,
): Promise<ReauthenticatedChange> {
  const request = { method: "POST", path: `/customers/${customerId}/merge`, body: { mergedId } } as const;
  const failure = "We couldn't merge the accounts. Reload the page and check both.";
  return sendReauthenticated(data, typed, request, failure);
}

/** Returns "3 orders, 1 note, 2 saved addresses, and the tags VIP and Late"; "nothing" without any. */
export function movedText({ orderCount, noteCount, addressCount, tags }: MergePreview): string {
  const list = new Intl.ListFormat("en-US");
  const parts = [
    countText(orderCount, "order", "orders"),
    countText(noteCount, "note", "notes"),
    countText(addressCount, "saved address", "saved addresses"),
    tags.length === 0 ? null : `the ${tags.length === 1 ? "tag" : "tags"} ${list.format(tags)}`,
  ].filter((part) => part !== null);
  return parts.length === 0 ? "nothing" : list.format(parts);
}

function countText(count: number, one: string, many: string): string | null {
  return count === 0 ? null : `${count} ${count === 1 ? one : many}`;
}
