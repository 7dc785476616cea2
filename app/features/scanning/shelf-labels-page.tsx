import { useSearchParams } from "react-router";
import { t } from "#app/messages/t.ts";
import { Button } from "#app/ui/button.tsx";
import { ChoiceForm } from "#app/ui/choice-form.tsx";
import { Options, SelectField } from "#app/ui/field.tsx";
import { moneyText } from "#app/values/money.ts";
import { isKeyOf } from "#app/values/typed-object.ts";
import { barsOf } from "./barcode-bars.ts";
import type { ShelfLabel } from "./shelf-label.ts";
import styles from "./shelf-labels-page.module.css";

const papers = () => ({ sheet: t("Letter, 30 labels (2⅝ × 1 in)"), roll: t("Roll, 2¼ × 1¼ in") });

/** Page of shelf labels with name, price, unit price, and barcode, for printing in the browser. */
export function ShelfLabelsPage({ labels }: { labels: readonly ShelfLabel[] }) {
  const [search] = useSearchParams();
  const chosen = search.get("paper");
  const paper = isKeyOf(papers(), chosen) ? chosen : "sheet";
  return (
    <>
      <div className={styles.controls}>
        <h1>{t("Shelf labels")}</h1>
        <ChoiceForm values={{ paper }}>
          <input type="hidden" name="rows" value={search.get("rows") ?? ""} />
          <SelectField label={t("Paper")} name="paper" defaultValue={paper}>
            <Options of={Object.entries(papers()).map(([value, name]) => [value, name])} />
          </SelectField>
        </ChoiceForm>
        <Button size="large" disabled={labels.length === 0} onClick={() => window.print()}>
          {t("Print {count, plural, one {# label} other {# labels}}", { count: labels.length })}
        </Button>
        <p>{t("Print at 100% and without headers, or the labels do not fit.")}</p>
      </div>
      {labels.length === 0 ? <p>{t("No labels yet. Select rows in the table of products.")}</p> : null}
      <ul className={styles.labels} data-labels={paper} aria-label={t("Labels")}>
        {labels.map((label) => (
          <li key={label.key} className={styles.label}>
            <Label label={label} />
          </li>
        ))}
      </ul>
    </>
  );
}

function Label({ label: { name, size, priceCents, regularPriceCents, unitPrice, barcode } }: { label: ShelfLabel }) {
  return (
    <>
      <span className={styles.name}>
        {name}
        {size ? <span className={styles.size}> {size}</span> : null}
      </span>
      <span className={styles.prices}>
        <strong className={styles.price}>{moneyText(priceCents)}</strong>
        <span className={styles.small}>
          {regularPriceCents === null ? null : <span>Regular {moneyText(regularPriceCents)}</span>}
          {unitPrice === null ? null : (
            <span>
              {unitPrice.price} / {unitPrice.per}
            </span>
          )}
        </span>
      </span>
      {barcode === "" ? null : <Barcode barcode={barcode} />}
    </>
  );
}

function Barcode({ barcode }: { barcode: string }) {
  const { bars, quiet } = barsOf(barcode);
  const path = [...bars.matchAll(/1+/g)]
    .map(({ 0: run, index }) => `M${index} 0h${run.length}v1h-${run.length}z`)
    .join("");
  return (
    <span className={styles.barcode}>
      <svg
        role="img"
        aria-label={t("Barcode {barcode}", { barcode })}
        viewBox={`${-quiet} 0 ${bars.length + 2 * quiet} 1`}
        preserveAspectRatio="none"
        shapeRendering="crispEdges"
        className={styles.bars}
      >
        <path d={path} fill="#000" />
      </svg>
      <span className={styles.digits}>{barcode}</span>
    </span>
  );
}
