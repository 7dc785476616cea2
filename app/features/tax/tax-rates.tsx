import { t } from "#app/messages/t.ts";
import { getBrowserData } from "#app/platform/browser-data.ts";
import { invalidateReads } from "#app/platform/reads.ts";
import { SubmitButton } from "#app/ui/button.tsx";
import { EditableLine, ItemList, RemoveButton } from "#app/ui/editable-list.tsx";
import { Options, SelectField, TextField } from "#app/ui/field.tsx";
import { FormAnswer } from "#app/ui/form-message.tsx";
import { RestoredDraftNotice } from "#app/ui/restored-draft-notice.tsx";
import { done } from "#app/ui/use-attempt.ts";
import { useForm } from "#app/ui/use-form.ts";
import { removeRate, saveRate } from "./save-tax.ts";
import { percentText, rateProblems, readRate } from "./tax-draft.ts";
import styles from "./tax-page.module.css";
import type { TaxSettings } from "./tax-queries.ts";

/**
 * Tax rates, each with its first day of validity.
 * @param today in the store's time zone
 */
export function TaxRates({ record: { classes, rates }, today }: { record: TaxSettings; today: string }) {
  const titleOf = (classId: number) => classes.find(({ id }) => id === classId)?.title ?? "";
  const form = useForm({
    autosaveKey: "tax rate",
    read: readRate,
    check: rateProblems,
    send: async (rate) => {
      await saveRate(getBrowserData(), rate);
      await invalidateReads();
      return done(t("Tax rate saved. It applies to orders from that date."));
    },
  });
  return (
    <>
      <form {...form.props} aria-label={t("Set rate")} className={styles.form}>
        <RestoredDraftNotice {...form.autosaved} />
        {/* The first class of a new store is the exempt one. */}
        <SelectField label={t("Class")} name="classId" defaultValue={classes[1]?.id}>
          <Options of={classes.map(({ id, title }) => [id, title])} />
        </SelectField>
        <TextField
          label={t("Rate in percent")}
          {...form.field("percent")}
          hint={t("Such as 8.25. 0 ends the tax")}
          inputMode="decimal"
        />
        <TextField label={t("Applies from")} {...form.field("validFrom")} type="date" defaultValue={today} />
        <SubmitButton isNarrow form={form}>
          {t("Set rate")}
        </SubmitButton>
        <FormAnswer answer={form.answer} />
      </form>
      <ItemList label={t("Rates")} items={rates} empty={t("No rates yet. Set one to charge sales tax.")}>
        {(rate) => {
          const words = t("{name}, {percent} from {day}", {
            name: titleOf(rate.classId),
            percent: percentText(rate.percent),
            day: rate.validFrom,
          });
          return (
            <EditableLine
              key={words}
              name={words}
              actions={
                <RemoveButton
                  name={words}
                  onRemove={() => removeRate(getBrowserData(), rate)}
                  onRemoved={invalidateReads}
                />
              }
            >
              {words}
            </EditableLine>
          );
        }}
      </ItemList>
    </>
  );
}
