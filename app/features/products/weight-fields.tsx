import { t } from "#app/messages/t.ts";
import { TextField } from "#app/ui/field.tsx";
import type { FieldErrors } from "#app/ui/use-form.ts";
import type { Weight } from "#app/values/sold-by-weight.ts";
import styles from "./product-dialog.module.css";
import { USUAL_TOLERANCE } from "./product-draft.ts";

/** Fields for products sold by weight; empty for those sold by the piece. */
export function WeightFields({ weight, errors }: { weight: Weight | null; errors: FieldErrors }) {
  return (
    <div className={styles.pair}>
      <TextField
        label={t("Weight of one (lb)")}
        name="pounds_each"
        inputMode="decimal"
        autoComplete="off"
        defaultValue={weight ? String(weight.poundsEach) : ""}
        hint={t("Only if you sell it by weight. The price is then per pound.")}
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
    </div>
  );
}
