import type { ReactNode } from "react";
import { Link } from "react-router";
import { nodes } from "#app/messages/nodes.tsx";
import { t } from "#app/messages/t.ts";
import { CheckboxField } from "#app/ui/field.tsx";
import { Stack } from "#app/ui/stack.tsx";
import type { EditedGroup } from "./choice-group-queries.ts";

/** All groups of choices, and those of a product. */
export interface ProductChoicesProps {
  groups: readonly EditedGroup[];
  chosenIds: readonly number[];
}

/** Fields of the groups of choices that a product offers. Its current groups come first, in their order. */
export function ProductChoices({ groups, chosenIds }: ProductChoicesProps) {
  const placeOf = ({ id }: EditedGroup) => {
    const place = chosenIds.indexOf(id);
    return place === -1 ? chosenIds.length : place;
  };
  const sorted = groups.toSorted((one, other) => placeOf(one) - placeOf(other));
  const link = (words: ReactNode) => <Link to="/desk/products/choices">{words}</Link>;
  return (
    <Stack gap={4}>
      {sorted.map((group) => (
        <CheckboxField
          key={group.id}
          name="group"
          value={group.id}
          label={`${group.name}: ${group.choices.map(({ label }) => label).join(", ")}`}
          defaultChecked={chosenIds.includes(group.id)}
        />
      ))}
      <p>
        {groups.length === 0
          ? nodes(t("Let shoppers choose how you cut and prepare this product: <link>add a group</link>."), { link })
          : link(t("Edit groups"))}
      </p>
    </Stack>
  );
}
