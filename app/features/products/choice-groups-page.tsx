import { useState } from "react";
import { t } from "#app/messages/t.ts";
import { getBrowserData } from "#app/platform/browser-data.ts";
import { invalidateReads } from "#app/platform/reads.ts";
import { Button } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { EditableLine, EditableList } from "#app/ui/editable-list.tsx";
import { Section } from "#app/ui/section.tsx";
import { centsFrom, moneyText } from "#app/values/money.ts";
import { GroupForm } from "./choice-group-form.tsx";
import type { EditedGroup } from "./choice-group-queries.ts";
import { removeChoiceGroup } from "./save-choice-group.ts";

/** Page to edit the groups of choices that products offer. */
export function ChoiceGroupsPage({ groups }: { groups: readonly EditedGroup[] }) {
  const [isAdding, setAdding] = useState(false);
  return (
    <>
      <h1>{t("Cuts and choices")}</h1>
      <Section title={t("Groups")}>
        <p>
          {t(
            "What shoppers choose when they order, such as the cut of goat or fish. Open a product to add a group to it. Orders keep what was chosen.",
          )}
        </p>
        <div>
          <Button onClick={() => setAdding(true)}>{t("Add group")}</Button>
        </div>
        <EditableList items={groups} empty={t("No groups yet. Add one, such as Cut: whole, small pieces.")}>
          {(group) => (
            <EditableLine
              key={group.id}
              name={group.name}
              change={{
                title: t("Change group"),
                isAutosaved: false,
                form: (onSaved) => <GroupForm group={group} onSaved={onSaved} />,
              }}
              removal={{
                title: t("Remove {name}?", { name: group.name }),
                consequence: removalText(group),
                onRemove: () => removeChoiceGroup(getBrowserData(), group.id),
              }}
              onChanged={invalidateReads}
            >
              <strong>{group.name}</strong>: {choicesText(group)} · {rulesText(group)} · {usedText(group)}
            </EditableLine>
          )}
        </EditableList>
      </Section>
      {isAdding ? (
        <Dialog title={t("Add group")} onClose={() => setAdding(false)}>
          <GroupForm
            group={null}
            onSaved={async () => {
              await invalidateReads();
              setAdding(false);
            }}
          />
        </Dialog>
      ) : null}
    </>
  );
}

function choicesText({ choices }: EditedGroup): string {
  return choices
    .map(({ label, price, is_default: isDefault }) => {
      const added = price > 0 ? ` +${moneyText(centsFrom(price))}` : "";
      return `${label}${added}${isDefault ? t(" (selected at first)") : ""}`;
    })
    .join(", ");
}

function rulesText({ is_multiple: isMultiple, is_required: isRequired }: EditedGroup): string {
  if (isMultiple) return isRequired ? t("one or more") : t("one or more, optional");
  return isRequired ? t("one") : t("one, optional");
}

function usedText({ product_choice_groups: used }: EditedGroup): string {
  return t("{count, plural, one {# product} other {# products}}", { count: used.length });
}

function removalText(group: EditedGroup): string {
  return group.product_choice_groups.length === 0
    ? t("No product uses it. Orders keep what was chosen.")
    : t("Shoppers can no longer choose it for {products}. Orders keep what was chosen.", { products: usedText(group) });
}
