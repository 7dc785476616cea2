import { Form, Link, useSubmit } from "react-router";
import { t } from "#app/messages/t.ts";
import { Button } from "#app/ui/button.tsx";
import { TextField } from "#app/ui/field.tsx";
import { useListedFields } from "#app/ui/use-listed-fields.ts";
import styles from "./choose-days.module.css";
import type { DayRange } from "./daily-report.ts";
import { rangeAddress } from "./day-range.ts";

/** Form to choose the range of a report: a named range, or any other days. */
export function ChooseDays({
  path,
  named,
  range,
  today,
}: {
  path: string;
  named: readonly (DayRange & { name: string })[];
  range: DayRange;
  today: string;
}) {
  const submit = useSubmit();
  const fields = useListedFields({ from: range.from, to: range.to });
  return (
    <>
      <nav aria-label={t("Days")} className={styles.choose}>
        {named.map(({ name, from, to }) => (
          <Link
            key={name}
            to={rangeAddress(path, { from, to })}
            className={styles.range}
            aria-current={from === range.from && to === range.to ? "page" : undefined}
            preventScrollReset
          >
            {name}
          </Link>
        ))}
      </nav>
      <Form
        ref={fields}
        method="get"
        aria-label={t("Other days")}
        className={styles.choose}
        onSubmit={(event) => {
          event.preventDefault();
          void submit(event.currentTarget, { preventScrollReset: true });
        }}
      >
        <TextField
          label={t("From", {}, "the first day")}
          name="from"
          type="date"
          max={today}
          required
          defaultValue={range.from}
        />
        <TextField
          label={t("To", {}, "the last day")}
          name="to"
          type="date"
          max={today}
          required
          defaultValue={range.to}
        />
        <Button type="submit" variation="secondary">
          {t("Show days")}
        </Button>
      </Form>
    </>
  );
}
