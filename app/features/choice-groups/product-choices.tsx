import { Link } from "react-router";
import { nodes } from "#app/messages/nodes.tsx";
import { t } from "#app/messages/t.ts";
import { getBrowserData } from "#app/platform/browser-data.ts";
import { invalidateReads } from "#app/platform/reads.ts";
import { Button } from "#app/ui/button.tsx";
import { CheckboxField } from "#app/ui/field.tsx";
import { FormAnswer } from "#app/ui/form-message.tsx";
import { Section } from "#app/ui/section.tsx";
import { Stack } from "#app/ui/stack.tsx";
import { showToast } from "#app/ui/toast.tsx";
import { rejected } from "#app/ui/use-attempt.ts";
import { useForm } from "#app/ui/use-form.ts";
import type { EditedGroup } from "./choice-group-queries.ts";
import { saveProductGroups } from "./save-choice-group.ts";

/** Form to select the groups of choices that a product offers. Its current groups come first, in their order. */
export function ProductChoices({
  productId,
  groups,
  chosenIds,
}: {
  productId: number;
  groups: readonly EditedGroup[];
  chosenIds: readonly number[];
}) {
  const form = useForm({
    read: (_, data) => data.getAll("group").map(Number),
    send: async (groupIds) => {
      const rejection = await saveProductGroups(getBrowserData(), productId, groupIds);
      if (rejection !== null) return rejected(rejection);
      await invalidateReads();
      showToast({ kind: "success", text: t("Choices saved") });
      return null;
    },
  });
  const placeOf = ({ id }: EditedGroup) => {
    const place = chosenIds.indexOf(id);
    return place === -1 ? chosenIds.length : place;
  };
  const sorted = groups.toSorted((one, other) => placeOf(one) - placeOf(other));
  return (
    <Section title={t("Choices")} more={{ to: "/desk/products/choices", label: t("Edit groups") }}>
      {groups.length === 0 ? (
        <p>
          {nodes(t("Let shoppers choose how you cut and prepare this product: <link>add a group</link>."), {
            link: (words) => <Link to="/desk/products/choices">{words}</Link>,
          })}
        </p>
      ) : (
        <Stack as="form" gap={4} {...form.props} aria-label={t("Choices of the product")}>
          {sorted.map((group) => (
            <CheckboxField
              key={group.id}
              name="group"
              value={group.id}
              label={`${group.name}: ${group.choices.map(({ label }) => label).join(", ")}`}
              defaultChecked={chosenIds.includes(group.id)}
            />
          ))}
          <FormAnswer answer={form.answer} />
          <div>
            <Button type="submit" disabled={form.isBusy}>
              {form.isBusy ? t("Saving...") : t("Save choices")}
            </Button>
          </div>
        </Stack>
      )}
    </Section>
  );
}
