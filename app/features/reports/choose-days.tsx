import { type FormEvent, useState } from "react";
import { Form, Link, useSubmit } from "react-router";
import { t } from "#app/messages/t.ts";
import { Button } from "#app/ui/button.tsx";
import { TextField } from "#app/ui/field.tsx";
import { useListedFields } from "#app/ui/use-listed-fields.ts";
import styles from "./choose-days.module.css";
import type { DayRange } from "./daily-report.ts";
import { rangeAddress, rangeProblem } from "./day-range.ts";

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
  const [problem, setProblem] = useState<string>();

  function handleSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const [from, to] = ["from", "to"].map((name) =>
      event.currentTarget.querySelector<HTMLInputElement>(`[name=${name}]`),
    );
    const found = rangeProblem({ from: from?.value ?? "", to: to?.value ?? "" });
    setProblem(found);
    if (found) to?.focus();
    else void submit(event.currentTarget, { preventScrollReset: true });
  }

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
      <Form ref={fields} method="get" aria-label={t("Other days")} className={styles.choose} onSubmit={handleSubmit}>
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
          error={problem}
          defaultValue={range.to}
        />
        <Button type="submit" variation="secondary">
          {t("Show days")}
        </Button>
      </Form>
    </>
  );
}
