import { Link } from "react-router";
import { t } from "#app/messages/t.ts";
import styles from "./stock-page.module.css";

const places = () => [
  {
    to: "/desk/stock/receive",
    label: t("Receive delivery"),
    text: t("Scan what arrived, with cost and best-before date"),
  },
  { to: "/desk/stock/count", label: t("Count stock"), text: t("Scan the shelf and correct differences") },
  { to: "/desk/stock/sell-by", label: t("Sell by"), text: t("Dates, markdowns, and what is past its date") },
  { to: "/desk/stock/purchases", label: t("Purchase list"), text: t("What runs out, by supplier") },
  { to: "/desk/stock/report", label: t("Margin and stock"), text: t("Margin, waste, and what the stock is worth") },
  { to: "/desk/stock/history", label: t("Stock history"), text: t("Waste, corrections, and every other movement") },
  { to: "/desk/stock/suppliers", label: t("Suppliers"), text: t("Who delivers, and whom to call") },
];

/** Page with links to deliveries, counts, and sell-by dates. */
export function StockPage() {
  return (
    <>
      <h1>{t("Stock")}</h1>
      <ul className={styles.places}>
        {places().map(({ to, label, text }) => (
          <li key={to} className={styles.place}>
            <Link to={to} className={styles.link}>
              {label}
            </Link>
            <span className={styles.text}>{text}</span>
          </li>
        ))}
      </ul>
    </>
  );
}
