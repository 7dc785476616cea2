import { t } from "#app/messages/t.ts";
import { type BrowserData, getBrowserData } from "#app/platform/browser-data.ts";
import { invalidateReads } from "#app/platform/reads.ts";
import { Options, SelectField } from "#app/ui/field.tsx";
import { FormAnswer } from "#app/ui/form-message.tsx";
import { done, useAttempt } from "#app/ui/use-attempt.ts";
import { thenAlways } from "#app/values/then-always.ts";
import type { TaxClass } from "./tax-queries.ts";

/** Select field for the tax class of a category, a product, or the delivery; saves each choice. */
export function ClassSelect({
  label,
  classes,
  classId,
  none,
  onChoose,
}: {
  label: string;
  classes: readonly TaxClass[];
  classId: number | null;
  /** Label of the option without a class; absent if a class is required. */
  none?: string;
  onChoose: (data: BrowserData, classId: number | null) => Promise<void>;
}) {
  const { answer, run } = useAttempt();

  function handleChange(chosen: string) {
    void run(async () => {
      await thenAlways(onChoose(getBrowserData(), chosen === "" ? null : Number(chosen)), invalidateReads);
      return done(t("Saved."));
    });
  }

  return (
    <div>
      <SelectField label={label} value={classId ?? ""} onValue={(value) => handleChange(value)}>
        {none === undefined ? null : <option value="">{none}</option>}
        <Options of={classes.map(({ id, title }) => [id, title])} />
      </SelectField>
      <FormAnswer answer={answer} />
    </div>
  );
}
