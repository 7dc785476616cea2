import { Fragment, type ReactNode } from "react";
import { saveTable } from "#app/features/reports/accounting-exports.ts";
import { noteExport } from "#app/features/reports/audit-log-queries.ts";
import { ChooseDays } from "#app/features/reports/choose-days.tsx";
import type { DayRange } from "#app/features/reports/daily-report.ts";
import { chartRanges, rangeText } from "#app/features/reports/day-range.ts";
import { unitsText } from "#app/features/stock-items/stock-item.ts";
import { getBrowserData } from "#app/platform/browser-data.ts";
import { Button } from "#app/ui/button.tsx";
import { FormAnswer } from "#app/ui/form-message.tsx";
import { HiddenText } from "#app/ui/hidden-text.tsx";
import { Section } from "#app/ui/section.tsx";
import { useAttempt } from "#app/ui/use-attempt.ts";
import { amountText, moneyText } from "#app/values/money.ts";
import { type Margin, type StockReport, sumWaste, type Waste } from "./stock-report.ts";
import styles from "./stock-report-page.module.css";

/** Margin and waste of some days, and what the stock is worth. */
export function StockReportPage({ report, range, today }: { report: StockReport; range: DayRange; today: string }) {
  const { total, categories, products, waste, stock, stockTotal } = report;
  const loss = sumWaste("Loss", waste);
  return (
    <>
      <h1>Margin and stock</h1>
      <ChooseDays path="/desk/stock/report" named={chartRanges(today)} range={range} today={today} />
      <dl className={styles.figures}>
        <Figure name="Margin" value={marginText(total)}>
          {total.marginPercent === null ? "No sales of known cost" : `${percentText(total)} of sales of known cost`}
        </Figure>
        <Figure name="Waste and differences" value={wasteCostText({ ...loss, costCents: -loss.costCents })}>
          {rangeText(range)}
          {loss.unknownCount > 0 ? `; ${unitsText(loss.unknownCount)} of unknown cost` : ""}
        </Figure>
        <Figure name="Stock value" value={wasteCostText(stockTotal)}>
          {unitsText(stockTotal.unitCount)} now, at last cost
          {stockTotal.unknownCount > 0 ? `; ${unitsText(stockTotal.unknownCount)} of unknown cost` : ""}
        </Figure>
      </dl>
      <p className={styles.soft}>
        Sales are without tax and delivery, after discounts and refunds so far. Cost is the last unit cost when the
        order was paid. Sales of unknown cost are in no margin.
      </p>
      <Section title="Margin by category">
        <MarginTable name="margin-by-category" head="Category" margins={categories} range={range} />
      </Section>
      <Section title="Margin by product">
        <MarginTable name="margin-by-product" head="Product" margins={products} range={range} />
      </Section>
      <Section title="Waste and differences">
        {waste.length === 0 ? (
          <p>No waste and no differences on these days.</p>
        ) : (
          <WasteTable head="Reason and product">
            {waste.map((reason) => (
              <Fragment key={reason.name}>
                <WasteRow waste={reason} isReason />
                {reason.products.map((product) => (
                  <WasteRow key={product.name} waste={product} />
                ))}
              </Fragment>
            ))}
          </WasteTable>
        )}
      </Section>
      <Section title="Stock value by category">
        {stock.length === 0 ? (
          <p>No counted product is in stock.</p>
        ) : (
          <WasteTable head="Category">
            {stock.map((each) => (
              <WasteRow key={each.name} waste={each} />
            ))}
          </WasteTable>
        )}
      </Section>
    </>
  );
}

function Figure({ name, value, children }: { name: string; value: string; children: ReactNode }) {
  return (
    <div className={styles.figure}>
      <dt>{name}</dt>
      <dd>
        <strong className={styles.number}>{value}</strong>
        <span className={styles.soft}>{children}</span>
      </dd>
    </div>
  );
}

function percentText({ marginPercent }: Margin): string {
  return marginPercent === null ? "–" : `${marginPercent}%`;
}

/** Without sales of known cost there is no margin, not one of zero. */
function marginText({ marginPercent, marginCents }: Margin): string {
  return marginPercent === null ? "–" : moneyText(marginCents);
}

/** Cost of all units; unknown if that of each is. */
function wasteCostText({ unitCount, costCents, unknownCount }: Waste): string {
  return unknownCount > 0 && unknownCount >= Math.abs(unitCount) ? "Unknown" : moneyText(costCents);
}

const HEADS = ["Units", "Sales", "Sales of unknown cost", "Cost", "Margin", "Margin %"] as const;

function MarginTable({
  name,
  head,
  margins,
  range,
}: {
  /** Name of the CSV file. */
  name: string;
  head: string;
  margins: readonly Margin[];
  range: DayRange;
}) {
  const { isBusy, answer, run } = useAttempt();
  if (margins.length === 0) return <p>No sales on these days.</p>;

  function handleDownload() {
    return run(async () => {
      await noteExport(getBrowserData(), `Margin, ${rangeText(range)}`);
      await saveTable(
        name,
        range,
        [head, ...HEADS],
        margins.map((margin) => [
          margin.name,
          String(margin.unitCount),
          amountText(margin.salesCents),
          amountText(margin.unknownSalesCents),
          margin.marginPercent === null ? "" : amountText(margin.costCents),
          margin.marginPercent === null ? "" : amountText(margin.marginCents),
          margin.marginPercent === null ? "" : String(margin.marginPercent),
        ]),
      );
      return null;
    });
  }

  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls sideways on a phone, also by keyboard. */}
      <section className={styles.scroll} tabIndex={0} aria-label={`Margin by ${head.toLowerCase()}, table`}>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{head}</th>
              <th scope="col">Units</th>
              <th scope="col">Sales</th>
              <th scope="col">Cost</th>
              <th scope="col">Margin</th>
              <th scope="col">%</th>
            </tr>
          </thead>
          <tbody>
            {margins.map((margin) => (
              <tr key={margin.name}>
                <th scope="row">
                  {margin.name}
                  {margin.unknownSalesCents > 0 ? (
                    <>
                      <br />
                      <span className={styles.soft}>{moneyText(margin.unknownSalesCents)} of unknown cost</span>
                    </>
                  ) : null}
                </th>
                <td>{margin.unitCount}</td>
                <td>{moneyText(margin.salesCents)}</td>
                <td>{margin.marginPercent === null ? "Unknown" : moneyText(margin.costCents)}</td>
                <td>{marginText(margin)}</td>
                <td>{percentText(margin)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <div className={styles.actions}>
        <Button size="small" variation="secondary" disabled={isBusy} onClick={handleDownload}>
          Download CSV<HiddenText>: margin by {head.toLowerCase()}</HiddenText>
        </Button>
      </div>
      <FormAnswer answer={answer} />
    </>
  );
}

function WasteTable({ head, children }: { head: string; children: ReactNode }) {
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">{head}</th>
          <th scope="col">Units</th>
          <th scope="col">Cost</th>
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  );
}

function WasteRow({ waste, isReason = false }: { waste: Waste; isReason?: boolean }) {
  const { name, unitCount, unknownCount } = waste;
  return (
    <tr className={isReason ? styles.reason : undefined}>
      <th scope="row">{name}</th>
      <td>{unitCount}</td>
      <td>
        {wasteCostText(waste)}
        {unknownCount > 0 && unknownCount < Math.abs(unitCount) ? (
          <>
            <br />
            <span className={styles.soft}>{unitsText(unknownCount)} of unknown cost</span>
          </>
        ) : null}
      </td>
    </tr>
  );
}
