import { t } from "#app/messages/t.ts";
import type { BrowserData } from "#app/platform/browser-data.ts";
import { commandResult, rejectionText } from "#app/platform/command-result.ts";
import { listResult } from "#app/platform/save-changes.ts";
import { saveMerged } from "#app/ui/save-merged.ts";
import { amountFrom } from "#app/values/money.ts";
import type { GroupDraft } from "./choice-group-draft.ts";
import { type EditedGroup, findChoiceGroup, listGroupIdsOf } from "./choice-group-queries.ts";

interface GroupRow {
  name: string;
  is_multiple: boolean;
  is_required: boolean;
  choices: { id: number | null; label: string; price: number; is_default: boolean }[];
}

/**
 * Adds a group, or saves the changes of one; its products show them immediately.
 * @param group null for a new group
 */
export async function saveChoiceGroup(data: BrowserData, group: EditedGroup | null, draft: GroupDraft): Promise<void> {
  const mine: GroupRow = {
    name: draft.name,
    is_multiple: draft.isMultiple,
    is_required: draft.isRequired,
    choices: draft.choices.map(({ id, label, priceCents, isDefault }) => ({
      id,
      label,
      price: amountFrom(priceCents ?? 0),
      is_default: isDefault,
    })),
  };
  if (group === null) {
    commandResult(await data.rest.rpc("save_choice_group", { group_id: null, ...mine }));
    return;
  }
  const { error } = await saveMerged({
    before: rowFrom(group),
    mine,
    subject: t("This group"),
    labels: ([field, id, part]) => choiceLabel(mine, field as keyof GroupRow, id, part),
    write: async (changed: GroupRow, expected: GroupRow) =>
      listResult(await data.rest.rpc("save_choice_group", { group_id: group.id, ...changed, expected }), async () => {
        const current = await findChoiceGroup(data, group.id);
        return current && rowFrom(current);
      }),
  });
  commandResult({ data: null, error });
}

function rowFrom({ name, is_multiple, is_required, choices }: EditedGroup): GroupRow {
  return {
    name,
    is_multiple,
    is_required,
    choices: choices.map(({ id, label, price, is_default }) => ({ id, label, price, is_default })),
  };
}

function choiceLabel({ choices }: GroupRow, field: keyof GroupRow, id?: string, part?: string): string {
  const labels: Record<string, string> = {
    name: t("Name"),
    is_multiple: t("One or more"),
    is_required: t("A choice is required"),
    choices: t("Choices"),
    label: t("Label"),
    price: t("Price"),
    is_default: t("Selected at first"),
  };
  const label = labels[part ?? field] ?? field;
  const choice = choices.find((each) => String(each.id) === id);
  return choice ? `${label} (${choice.label})` : label;
}

/**
 * Sets the groups of a product, in this order.
 * @param before groups when the form was opened
 * @returns the message on failure, null on success
 */
export async function saveProductGroups(
  data: BrowserData,
  productId: number,
  before: readonly number[],
  groupIds: readonly number[],
): Promise<string | null> {
  const { error } = await saveMerged({
    before: { groups: [...before] },
    mine: { groups: [...groupIds] },
    subject: t("This product"),
    labels: { groups: t("Cuts and choices") },
    write: async ({ groups }, expected) =>
      listResult(
        await data.rest.rpc("set_product_choice_groups", {
          product_id: productId,
          group_ids: groups,
          expected: expected.groups,
        }),
        async () => ({ groups: await listGroupIdsOf(data, productId) }),
      ),
  });
  return error ? rejectionText(error) : null;
}
