import { use } from "react";
import { Link } from "react-router";
import { dateFormat } from "#app/messages/date-format.ts";
import { t } from "#app/messages/t.ts";
import tableStyles from "#app/ui/report-table.module.css";
import { Section } from "#app/ui/section.tsx";
import { ShopTimeZone } from "#app/ui/shop-time-zone.ts";
import { TableHead } from "#app/ui/table-head.tsx";
import { sizedName } from "#app/values/sized-name.ts";
import type { WaitingCustomers } from "./stock-request-queries.ts";
import styles from "./waiting-customers.module.css";

/** Number of customers waiting for each sold-out product, for staff. */
export function WaitingCustomersTable({ waiting }: { waiting: readonly WaitingCustomers[] }) {
  const day = dateFormat({ dateStyle: "medium", timeZone: use(ShopTimeZone) });
  return (
    <Section title={t("Customers waiting for stock")}>
      {waiting.length === 0 ? (
        <p>{t("Nobody waits for a sold-out product.")}</p>
      ) : (
        <table className={tableStyles.table}>
          <TableHead of={[t("Product"), t("Customers"), t("Since")]} />
          <tbody>
            {waiting.map(({ productId, category, name, sizeLabel, count, since }) => (
              <tr key={`${productId} ${sizeLabel}`}>
                <th scope="row">
                  <Link to={`/desk/products/${category}/${productId}`} className={styles.product}>
                    {sizedName(name, sizeLabel)}
                  </Link>
                </th>
                <td>{count}</td>
                <td>{day.format(new Date(since))}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Section>
  );
}
