import { useState } from "react";
import type { Availability } from "#app/features/catalog/product.ts";
import { t } from "#app/messages/t.ts";
import { SelectField, TextField } from "#app/ui/field.tsx";
import styles from "./product-dialog.module.css";

/**
 * Choice of a product's or size's availability: available, sold out, or counted.
 * @param name of the two fields in the form
 * @param error message if the count cannot be saved
 */
export function AvailabilityFields({
  name = (part) => part,
  availability,
  stockCount,
  error,
}: {
  name?: (part: "availability" | "stock_count") => string;
  availability: Availability;
  stockCount: number | null;
  error: string | undefined;
}) {
  const [chosen, setChosen] = useState(availability);
  return (
    <div className={styles.pair}>
      <SelectField
        label={t("Availability")}
        name={name("availability")}
        value={chosen}
        onValue={(value) => setChosen(value as Availability)}
      >
        <option value="available">{t("Available")}</option>
        <option value="sold_out">{t("Sold out")}</option>
        <option value="counted">{t("Counted")}</option>
      </SelectField>
      {chosen === "counted" ? (
        <TextField
          label={t("Quantity left")}
          name={name("stock_count")}
          inputMode="numeric"
          defaultValue={stockCount ?? ""}
          hint={t("Each sale lowers it")}
          error={error}
        />
      ) : null}
    </div>
  );
}
