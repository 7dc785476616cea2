import { t } from "#app/messages/t.ts";
import type { BrowserData } from "#app/platform/browser-data.ts";
import { listResult } from "#app/platform/save-changes.ts";
import { saveMerged } from "#app/ui/save-merged.ts";
import { getCustomer } from "./customer-queries.ts";

/**
 * Saves the changed tags of a customer.
 * @param before tags that the page shows
 * @throws Error with the database's message
 */
export async function saveTags(
  data: BrowserData,
  customerId: string,
  before: readonly string[],
  tags: readonly string[],
): Promise<void> {
  const { error } = await saveMerged({
    before: { tags: [...before] },
    mine: { tags: [...tags] },
    thing: t("This customer"),
    labels: { tags: t("Tags") },
    write: async (mine, expected) =>
      listResult(
        await data.rest.rpc("set_customer_tags", { customer_id: customerId, tags: mine.tags, expected: expected.tags }),
        async () => ({ tags: [...(await getCustomer(data, customerId)).tags] }),
      ),
  });
  if (error) throw new Error(error.message, { cause: error });
}
