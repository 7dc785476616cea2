import { rejectionText } from "#app/features/orders/command-result.ts";
import type { BrowserData } from "#app/platform/browser-data.ts";
import { amountFrom } from "#app/values/money.ts";
import type { GroupDraft } from "./group-draft.ts";

/**
 * Saves a group with exactly these choices; its products show them immediately.
 * @param id null for a new group
 * @returns the message on failure, null on success
 */
export async function saveChoiceGroup(data: BrowserData, id: number | null, draft: GroupDraft): Promise<string | null> {
  const { error } = await data.rest.rpc("save_choice_group", {
    group_id: id,
    name: draft.name,
    is_multiple: draft.isMultiple,
    is_required: draft.isRequired,
    choices: draft.choices.map(({ id: choiceId, label, priceCents, isDefault }) => ({
      id: choiceId,
      label,
      price: amountFrom(priceCents ?? 0),
      is_default: isDefault,
    })),
  });
  return error ? rejectionText(error) : null;
}

/** @returns the message on failure, null on success */
export async function removeChoiceGroup(data: BrowserData, id: number): Promise<string | null> {
  const { error } = await data.rest.rpc("delete_choice_group", { group_id: id });
  return error ? rejectionText(error) : null;
}

/**
 * Sets the groups of a product, in this order.
 * @returns the message on failure, null on success
 */
export async function saveProductGroups(
  data: BrowserData,
  productId: number,
  groupIds: readonly number[],
): Promise<string | null> {
  const { error } = await data.rest.rpc("set_product_choice_groups", {
    product_id: productId,
    group_ids: [...groupIds],
  });
  return error ? rejectionText(error) : null;
}
