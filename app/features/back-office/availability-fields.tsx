import { useState } from "react";
import type { Availability } from "#app/features/catalogue/product.ts";
import { SelectField, TextField } from "#app/ui/field.tsx";
import styles from "./product-form.module.css";

/** Whether a product can be had: as many as are wanted, none, or as many as are counted. */
export function AvailabilityFields({
  availability,
  stockCount,
  hasProblem,
}: {
  availability: Availability;
  stockCount: number | null;
  hasProblem: boolean;
}) {
  const [chosen, setChosen] = useState(availability);
  return (
    <div className={styles.pair}>
      <SelectField
        label="Availability"
        name="availability"
        value={chosen}
        onChange={(event) => setChosen(event.currentTarget.value as Availability)}
      >
        <option value="available">Available</option>
        <option value="sold_out">Sold out</option>
        <option value="counted">Counted</option>
      </SelectField>
      {chosen === "counted" ? (
        <TextField
          label="How many are left"
          name="stock_count"
          inputMode="numeric"
          autoComplete="off"
          defaultValue={stockCount ?? ""}
          hint="Every sale lowers it"
          error={hasProblem ? "Please type a whole number, 0 or more." : undefined}
        />
      ) : null}
    </div>
  );
}
