import { useState } from "react";
import { t } from "#app/messages/t.ts";
import { ChoiceForm } from "#app/ui/choice-form.tsx";
import { Options, SelectField } from "#app/ui/field.tsx";
import { Row } from "#app/ui/row.tsx";
import { Section } from "#app/ui/section.tsx";
import type { Batch } from "./batch.ts";
import { BatchCard } from "./batch-card.tsx";
import styles from "./sell-by-page.module.css";

/** Choices for the number of days to look ahead. */
export const DAY_CHOICES = ["3", "7", "14", "30", "90"] as const;
const PERCENTS = ["10", "20", "30", "40", "50", "75"] as const;

/** Page of batches that must be sold soon, with markdowns, and of batches past their date. */
export function SellByPage({ batches, maxDays }: { batches: readonly Batch[]; maxDays: string }) {
  const [percent, setPercent] = useState<string>("30");
  const past = batches.filter(({ daysLeft }) => daysLeft < 0);
  const next = batches.filter(({ daysLeft }) => daysLeft >= 0);
  return (
    <>
      <h1>{t("Sell by")}</h1>
      <p>
        {t(
          "Dates come from received deliveries. What is left is an estimate: the earliest date sells first. Check the shelf before you throw anything away.",
        )}
      </p>
      <Row gap={3}>
        <ChoiceForm values={{ days: maxDays }}>
          <SelectField label={t("Show")} name="days" defaultValue={maxDays}>
            <Options of={DAY_CHOICES.map((days) => [days, t("Next {days} days", { days })])} />
          </SelectField>
        </ChoiceForm>
        <SelectField label={t("Markdown")} value={percent} onValue={setPercent}>
          <Options of={PERCENTS.map((each) => [each, t("{percent}% off", { percent: each })])} />
        </SelectField>
      </Row>
      {past.length === 0 ? null : (
        <Section title={t("Past their date")}>
          <Batches label={t("Past their date")} batches={past} percent={percent} />
        </Section>
      )}
      <Section title={t("Sell soon")}>
        {next.length === 0 ? (
          <p>{t("Nothing has a best-before date in the next {days} days.", { days: maxDays })}</p>
        ) : (
          <Batches label={t("Sell soon")} batches={next} percent={percent} />
        )}
      </Section>
    </>
  );
}

function Batches({ label, batches, percent }: { label: string; batches: readonly Batch[]; percent: string }) {
  return (
    <ul className={styles.lines} aria-label={label}>
      {batches.map((batch) => (
        <BatchCard key={batch.id} batch={batch} percent={percent} />
      ))}
    </ul>
  );
}
