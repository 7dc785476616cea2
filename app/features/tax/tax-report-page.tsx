import { t } from "#app/messages/t.ts";
import { getBrowserData } from "#app/platform/browser-data.ts";
import { noteExport } from "#app/platform/export-table.ts";
import { saveFile } from "#app/platform/save-file.ts";
import { Button } from "#app/ui/button.tsx";
import { ChoiceForm } from "#app/ui/choice-form.tsx";
import { Options, SelectField } from "#app/ui/field.tsx";
import { FormAnswer } from "#app/ui/form-message.tsx";
import { Money } from "#app/ui/money.tsx";
import tableStyles from "#app/ui/report-table.module.css";
import { TableHead } from "#app/ui/table-head.tsx";
import { useAttempt } from "#app/ui/use-attempt.ts";
import { REPORT_SUMS, reportTable, sumLabels, sumOfMonths, type TaxMonth } from "./tax-report.ts";
import styles from "./tax-report-page.module.css";

/**
 * Page with sales, tax, and refunds for each month of a year.
 * @param years to choose from, newest first
 */
export function TaxReportPage({
  year,
  years,
  months,
}: {
  year: number;
  years: readonly number[];
  months: readonly TaxMonth[];
}) {
  const { isBusy, answer, run } = useAttempt();
  const sum = sumOfMonths(months);
  return (
    <>
      <h1>{t("Sales tax by month")}</h1>
      <p>{t("By date of payment or refund, in store time. Gross is sales without tax.")}</p>
      <ChoiceForm values={{ year: String(year) }} aria-label={t("Choose year")} className={styles.choose}>
        <SelectField label={t("Year")} name="year" defaultValue={year}>
          <Options of={years.map((each) => [each, each])} />
        </SelectField>
        <Button
          variation="secondary"
          disabled={isBusy || months.length === 0}
          onClick={() => run(() => download(year, months))}
        >
          {t("Download as CSV")}
        </Button>
      </ChoiceForm>
      <FormAnswer answer={answer} />
      {sum.orderCount === 0 && sum.refundedCents === 0 ? (
        <p>{t("No sales in {year}.", { year })}</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the table scrolls sideways, so it must be reachable by keyboard.
        <section className={tableStyles.scroll} aria-label={t("Sales tax of {year}", { year })} tabIndex={0}>
          <table className={`${tableStyles.table} ${styles.table}`}>
            <TableHead of={[t("Month"), t("Orders"), ...sumLabels()]} />
            <tbody>
              {months.map((month) => (
                <Row key={month.month} name={month.month} of={month} />
              ))}
            </tbody>
            <tfoot>
              <Row name={t("Total")} of={sum} />
            </tfoot>
          </table>
        </section>
      )}
    </>
  );
}

function Row({ name, of }: { name: string; of: Omit<TaxMonth, "month"> }) {
  return (
    <tr>
      <th scope="row">{name}</th>
      <td>{of.orderCount}</td>
      {REPORT_SUMS.map(([sum, centsOf]) => (
        <td key={sum}>
          <Money cents={centsOf(of)} />
        </td>
      ))}
    </tr>
  );
}

async function download(year: number, months: readonly TaxMonth[]): Promise<null> {
  await noteExport(getBrowserData(), `Sales tax ${year}`);
  const { csvText } = await import("#app/platform/csv.ts");
  const { heads, rows } = reportTable(months);
  saveFile(`sales-tax-${year}.csv`, csvText(heads, rows));
  return null;
}
