import { t } from "#app/messages/t.ts";
import { runCommand } from "#app/platform/browser-data.ts";
import { invalidateReads } from "#app/platform/reads.ts";
import { AddButton, EditableLine, ItemList } from "#app/ui/editable-list.tsx";
import { Section } from "#app/ui/section.tsx";
import { centsFrom, moneyText } from "#app/values/money.ts";
import { GroupForm } from "./choice-group-form.tsx";
import type { EditedGroup } from "./choice-group-queries.ts";

/** Page to edit the groups of choices that products offer. */
export function ChoiceGroupsPage({ groups }: { groups: readonly EditedGroup[] }) {
  return (
    <>
      <h1>{t("Cuts and choices")}</h1>
      <Section title={t("Groups")}>
        <p>
          {t(
            "What shoppers choose when they order, such as the cut of goat or fish. Open a product to add a group to it. Orders keep what was chosen.",
          )}
        </p>
        <AddButton
          label={t("Add group")}
          isAutosaved={false}
          onAdded={invalidateReads}
          form={(onSaved) => <GroupForm group={null} onSaved={onSaved} />}
        />
        <ItemList items={groups} empty={t("No groups yet. Add one, such as Cut: whole, small pieces.")}>
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
                onRemove: () => runCommand("delete_choice_group", { group_id: group.id }),
              }}
              onChanged={invalidateReads}
            >
              <strong>{group.name}</strong>: {choicesText(group)} · {rulesText(group)} · {usedText(group)}
            </EditableLine>
          )}
        </ItemList>
      </Section>
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
