import { useState } from "react";
import type { Weight } from "#app/features/catalog/sold-by-weight.ts";
import { t } from "#app/messages/t.ts";
import { SelectField, TextField } from "#app/ui/field.tsx";
import type { FieldErrors } from "#app/ui/use-form.ts";
import styles from "./product-dialog.module.css";
import { USUAL_TOLERANCE } from "./product-draft.ts";

/** Choice whether a product is sold by the piece or by weight, with the fields for weighed products. */
export function WeightFields({ weight, errors }: { weight: Weight | null; errors: FieldErrors }) {
  const [soldBy, setSoldBy] = useState(weight ? "weight" : "piece");
  return (
    <div className={styles.pair}>
      <SelectField
        label={t("Sold by")}
        name="sold_by"
        defaultValue={soldBy}
        onChange={(event) => setSoldBy(event.currentTarget.value)}
      >
        <option value="piece">{t("Piece")}</option>
        <option value="weight">{t("Weight")}</option>
      </SelectField>
      {soldBy === "weight" ? <WeighedFields weight={weight} errors={errors} /> : null}
    </div>
  );
}

function WeighedFields({ weight, errors }: { weight: Weight | null; errors: FieldErrors }) {
  return (
    <>
      <TextField
        label={t("Weight of one (lb)")}
        name="pounds_each"
        inputMode="decimal"
        autoComplete="off"
        defaultValue={weight ? String(weight.poundsEach) : ""}
        hint={t("The price is per pound.")}
        error={errors["pounds_each"]}
      />
      <TextField
        label={t("Tolerance (%)")}
        name="weight_tolerance"
        inputMode="numeric"
        autoComplete="off"
        defaultValue={String(weight?.tolerancePercent ?? USUAL_TOLERANCE)}
        hint={t("Customers pay at most for this much more.")}
        error={errors["weight_tolerance"]}
      />
    </>
  );
}
