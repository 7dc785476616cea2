import { sendReauthenticated } from "#app/features/account/account.ts";
import type { ReauthenticatedChange, ReauthenticationInput } from "#app/features/account/reauthentication.ts";
import { currentLocale } from "#app/messages/current-locale.ts";
import { LANGUAGES } from "#app/messages/locales.ts";
import { t } from "#app/messages/t.ts";
import type { BrowserData } from "#app/platform/browser-data.ts";
import { resultOf } from "#app/platform/reads.ts";
import { camelCased } from "#app/values/camel-cased.ts";

/** Counts of the records that a merge moves to the other account. */
export type MergePreview = Awaited<ReturnType<typeof previewMerge>>;

/**
 * Returns what a merge would move; for the owner.
 * @throws Error with the database's reason why the accounts cannot be merged
 */
export async function previewMerge({ rest }: BrowserData, customerId: string, mergedId: string) {
  return camelCased(
    resultOf(await rest.rpc("preview_customer_merge", { customer_id: customerId, merged_id: mergedId })),
  );
}

/** Moves an account's orders to another one and closes its login; for the owner, with reauthentication. */
export function mergeCustomers(
  data: BrowserData,
  customerId: string,
  mergedId: string,
  typed: ReauthenticationInput,
): Promise<ReauthenticatedChange> {
  const request = { method: "POST", path: `/customers/${customerId}/merge`, body: { mergedId } } as const;
  const failure = t("We couldn't merge the accounts. Reload the page and check both.");
  return sendReauthenticated(data, typed, request, failure);
}

/** Returns "3 orders, 1 note, 2 saved addresses, and the tags VIP and Late"; "nothing" without any. */
export function movedText({
  orderCount,
  noteCount,
  addressCount,
  tags,
}: Readonly<Omit<MergePreview, "tags">> & { tags: readonly string[] }): string {
  // Does not use listText, because sharing it with public pages would move it to a larger chunk of theirs.
  const list = new Intl.ListFormat(LANGUAGES[currentLocale()].intl);
  const counts = [
    orderCount === 0 ? null : t("{count, plural, one {# order} other {# orders}}", { count: orderCount }),
    noteCount === 0 ? null : t("{count, plural, one {# note} other {# notes}}", { count: noteCount }),
    addressCount === 0
      ? null
      : t("{count, plural, one {# saved address} other {# saved addresses}}", { count: addressCount }),
    tags.length === 0
      ? null
      : t("{count, plural, one {the tag {tags}} other {the tags {tags}}}", {
          count: tags.length,
          tags: list.format(tags),
        }),
  ].filter((part) => part !== null);
  return counts.length === 0 ? t("nothing") : list.format(counts);
}
