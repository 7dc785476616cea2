import { Fragment, type ReactNode } from "react";
import { ChooseDays } from "#app/features/reports/choose-days.tsx";
import type { DayRange } from "#app/features/reports/daily-report.ts";
import { chartRanges, rangeText } from "#app/features/reports/day-range.ts";
import { Figure, Figures } from "#app/features/reports/figures.tsx";
import { t } from "#app/messages/t.ts";
import { getBrowserData } from "#app/platform/browser-data.ts";
import { noteExport, saveTable } from "#app/platform/export-table.ts";
import { SmallButton } from "#app/ui/button.tsx";
import { FormAnswer } from "#app/ui/form-message.tsx";
import { partlyHidden } from "#app/ui/partly-hidden.tsx";
import tableStyles from "#app/ui/report-table.module.css";
import { Section } from "#app/ui/section.tsx";
import { TableHead } from "#app/ui/table-head.tsx";
import textStyles from "#app/ui/text.module.css";
import { useAttempt } from "#app/ui/use-attempt.ts";
import { amountText, moneyText } from "#app/values/money.ts";
import { unitsText } from "./stock-item.ts";
import { MAX_MARGINS, type Margin, type StockReport, sumWaste, type Waste } from "./stock-report.ts";
import styles from "./stock-report-page.module.css";

/** Report of margin and waste for a range of days, and of the current stock value. */
export function StockReportPage({ report, range, today }: { report: StockReport; range: DayRange; today: string }) {
  const { total, categories, products, waste, stock, stockTotal } = report;
  const loss = sumWaste(t("Loss"), waste);
  return (
    <>
      <h1>{t("Margin and stock")}</h1>
      <ChooseDays path="/desk/stock/report" named={chartRanges(today)} range={range} today={today} />
      <Figures>
        <Figure name={t("Margin")} value={marginText(total)}>
          {total.marginPercent === null
            ? t("No sales of known cost")
            : t("{percent} of sales of known cost", { percent: percentText(total) })}
        </Figure>
        <Figure name={t("Waste and differences")} value={wasteCostText({ ...loss, costCents: -loss.costCents })}>
          {rangeText(range)}
          {loss.unknownCount > 0 ? t("; {units} of unknown cost", { units: unitsText(loss.unknownCount) }) : ""}
        </Figure>
        <Figure name={t("Stock value")} value={wasteCostText(stockTotal)}>
          {t("{units} now, at last cost", { units: unitsText(stockTotal.unitCount) })}
          {stockTotal.unknownCount > 0
            ? t("; {units} of unknown cost", { units: unitsText(stockTotal.unknownCount) })
            : ""}
        </Figure>
      </Figures>
      <p className={textStyles.meta}>
        {t(
          "Sales are without tax and delivery, after discounts and refunds so far. Cost is the last unit cost when the order was paid. Sales of unknown cost are in no margin.",
        )}
      </p>
      <Section title={t("Margin by category")}>
        <MarginTable by="category" margins={categories} range={range} />
      </Section>
      <Section title={t("Margin by product")}>
        {products.length === MAX_MARGINS ? (
          <p className={textStyles.meta}>{t("The {count} products with the highest sales.", { count: MAX_MARGINS })}</p>
        ) : null}
        <MarginTable by="product" margins={products} range={range} />
      </Section>
      <Section title={t("Waste and differences")}>
        {waste.length === 0 ? (
          <p>{t("No waste and no differences on these days.")}</p>
        ) : (
          <WasteTable head={t("Reason and product")}>
            {waste.map((reason) => (
              <Fragment key={reason.name}>
                <WasteRow waste={reason} isReason />
                {reason.products.map((product) => (
                  <WasteRow key={product.name} waste={product} />
                ))}
                {reason.moreCount > 0 ? (
                  <tr>
                    <th scope="row">{t("{count} more", { count: reason.moreCount })}</th>
                    <td />
                    <td />
                  </tr>
                ) : null}
              </Fragment>
            ))}
          </WasteTable>
        )}
      </Section>
      <Section title={t("Stock value by category")}>
        {stock.length === 0 ? (
          <p>{t("No counted product is in stock.")}</p>
        ) : (
          <WasteTable head={t("Category")}>
            {stock.map((each) => (
              <WasteRow key={each.name} waste={each} />
            ))}
          </WasteTable>
        )}
      </Section>
    </>
  );
}

function percentText({ marginPercent }: Margin): string {
  return marginPercent === null ? "–" : `${marginPercent}%`;
}

/** Shows a dash instead of a zero margin if no sale has a known cost. */
function marginText({ marginPercent, marginCents }: Margin): string {
  return marginPercent === null ? "–" : moneyText(marginCents);
}

/** Returns the cost of all units; "Unknown" if no unit has a known cost. */
function wasteCostText({ unitCount, costCents, unknownCount }: Waste): string {
  return unknownCount > 0 && unknownCount >= Math.abs(unitCount) ? t("Unknown") : moneyText(costCents);
}

const CSV_HEADS = { category: "Category", product: "Product" } as const;
const HEADS = ["Units", "Sales", "Sales of unknown cost", "Cost", "Margin", "Margin %"] as const;

function MarginTable({
  by,
  margins,
  range,
}: {
  by: keyof typeof CSV_HEADS;
  margins: readonly Margin[];
  range: DayRange;
}) {
  const { isBusy, answer, run } = useAttempt();
  if (margins.length === 0) return <p>{t("No sales on these days.")}</p>;

  function handleDownload() {
    return run(async () => {
      await noteExport(getBrowserData(), `Margin, ${range.from} – ${range.to}`);
      await saveTable(
        `margin-by-${by}`,
        range,
        [CSV_HEADS[by], ...HEADS],
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
    });
  }

  return (
    <>
      <section
        className={tableStyles.scroll}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the table scrolls sideways on a phone, so it must be reachable by keyboard.
        tabIndex={0}
        aria-label={by === "category" ? t("Margin by category, table") : t("Margin by product, table")}
      >
        <table className={tableStyles.table}>
          <TableHead
            of={[by === "category" ? t("Category") : t("Product"), t("Units"), t("Sales"), t("Cost"), t("Margin"), "%"]}
          />
          <tbody>
            {margins.map((margin) => (
              <tr key={margin.name}>
                <th scope="row">
                  {margin.name}
                  {margin.unknownSalesCents > 0 ? (
                    <>
                      <br />
                      <span className={textStyles.meta}>
                        {t("{amount} of unknown cost", { amount: moneyText(margin.unknownSalesCents) })}
                      </span>
                    </>
                  ) : null}
                </th>
                <td>{margin.unitCount}</td>
                <td>{moneyText(margin.salesCents)}</td>
                <td>{margin.marginPercent === null ? t("Unknown") : moneyText(margin.costCents)}</td>
                <td>{marginText(margin)}</td>
                <td>{percentText(margin)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <div className={styles.actions}>
        <SmallButton disabled={isBusy} onClick={handleDownload}>
          {partlyHidden(
            by === "category"
              ? t("Download CSV<hidden>: margin by category</hidden>")
              : t("Download CSV<hidden>: margin by product</hidden>"),
          )}
        </SmallButton>
      </div>
      <FormAnswer answer={answer} />
    </>
  );
}

function WasteTable({ head, children }: { head: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls on a phone, so it must be reachable by keyboard.
    <section className={tableStyles.scroll} tabIndex={0} aria-label={head}>
      <table className={tableStyles.table}>
        <TableHead of={[head, t("Units"), t("Cost")]} />
        <tbody>{children}</tbody>
      </table>
    </section>
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
            <span className={textStyles.meta}>
              {t("{amount} of unknown cost", { amount: unitsText(unknownCount) })}
            </span>
          </>
        ) : null}
      </td>
    </tr>
  );
}
