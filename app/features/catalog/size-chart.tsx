import { t } from "#app/messages/t.ts";
import styles from "./product-page.module.css";

/** Rows of size, chest, waist, and hips; body measurements in inches. */
const MEASUREMENTS = [
  ["XS", "31–33", "24–26", "34–36"],
  ["S", "34–36", "27–29", "37–39"],
  ["M", "37–39", "30–32", "40–42"],
  ["L", "40–42", "33–35", "43–45"],
  ["XL", "43–45", "36–38", "46–48"],
  ["XXL", "46–49", "39–42", "49–52"],
  ["3XL", "50–53", "43–46", "53–56"],
] as const;

/** Chart of the sizes that a piece of clothing comes in; hidden if the chart has none of them. */
export function SizeChart({ labels }: { labels: readonly string[] }) {
  const rows = MEASUREMENTS.filter(([size]) => labels.some((label) => label.trim().toUpperCase() === size));
  if (rows.length === 0) return null;
  return (
    <details>
      <summary className={styles.opener}>{t("Size chart")}</summary>
      <table className={styles.chart}>
        <caption>{t("Body measurements in inches. Cuts vary, so ask us if you are between two sizes.")}</caption>
        {/* Not TableHead, with which a product would load the scripts of private pages. */}
        <thead>
          <tr>
            {[t("Size"), t("Chest"), t("Waist"), t("Hips")].map((title) => (
              <th key={title} scope="col">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([size, ...inches]) => (
            <tr key={size}>
              <th scope="row">{size}</th>
              {inches.map((range) => (
                <td key={range}>{range}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}
