import { Link } from "react-router";
import { getBrowserData } from "#app/platform/browser-data.ts";
import { invalidateReads } from "#app/platform/reads.ts";
import { Button } from "#app/ui/button.tsx";
import { CheckboxField } from "#app/ui/field.tsx";
import { FormAnswer } from "#app/ui/form-message.tsx";
import { Section } from "#app/ui/section.tsx";
import { showToast } from "#app/ui/toast.tsx";
import { rejected } from "#app/ui/use-attempt.ts";
import { useForm } from "#app/ui/use-form.ts";
import type { EditedGroup } from "./choice-group-queries.ts";
import styles from "./group-form.module.css";
import { saveProductGroups } from "./save-choice-group.ts";

/** Groups of choices that shoppers see on a product, to select. Groups that it has come first, in their order. */
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
      showToast({ kind: "success", text: "Choices saved" });
      return null;
    },
  });
  const placeOf = ({ id }: EditedGroup) => {
    const place = chosenIds.indexOf(id);
    return place === -1 ? chosenIds.length : place;
  };
  const sorted = groups.toSorted((one, other) => placeOf(one) - placeOf(other));
  return (
    <Section title="Choices" more={{ to: "/desk/products/choices", label: "Edit groups" }}>
      {groups.length === 0 ? (
        <p>
          Let shoppers choose how you cut and prepare this product: <Link to="/desk/products/choices">add a group</Link>
          .
        </p>
      ) : (
        <form {...form.props} aria-label="Choices of the product" className={styles.choices}>
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
              {form.isBusy ? "Saving..." : "Save choices"}
            </Button>
          </div>
        </form>
      )}
    </Section>
  );
}
