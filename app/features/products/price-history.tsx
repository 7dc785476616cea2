import { t } from "#app/messages/t.ts";
import { DateTime } from "#app/ui/date-time.tsx";
import { Section } from "#app/ui/section.tsx";
import { centsFrom, moneyText } from "#app/values/money.ts";
import styles from "./price-history.module.css";
import type { HistoryEntry } from "./product-editor-queries.ts";

/** List of the product's price changes with names and times; renders nothing for users without access. */
export function PriceHistory({ entries }: { entries: readonly HistoryEntry[] }) {
  if (entries.length === 0) return null;
  return (
    <Section title={t("Price history")}>
      <ul className={styles.list}>
        {entries.map(({ id, happened_at, actor, before, after }) => (
          <li key={id} className={styles.entry}>
            <span>
              {before === null ? t("Added at") : `${pricesText(before)} →`}{" "}
              {after === null ? t("deleted") : pricesText(after)}
            </span>
            <span className={styles.meta}>
              {actor} · <DateTime at={happened_at} />
            </span>
          </li>
        ))}
      </ul>
    </Section>
  );
}

function pricesText(values: unknown): string {
  const { price, discount_price } = values as { price?: number | null; discount_price?: number | null };
  const whole = typeof price === "number" ? moneyText(centsFrom(price)) : t("none");
  return typeof discount_price === "number"
    ? t("{amount} instead of {whole}", { amount: moneyText(centsFrom(discount_price)), whole })
    : whole;
}
