import { Link } from "react-router";
import styles from "./stock-page.module.css";

const PLACES = [
  { to: "/desk/stock/receive", label: "Receive delivery", text: "Scan what arrived, with cost and best-before date" },
  { to: "/desk/stock/count", label: "Count stock", text: "Scan the shelf and correct differences" },
  { to: "/desk/stock/sell-by", label: "Sell by", text: "Dates, markdowns, and what is past its date" },
  { to: "/desk/stock/purchases", label: "Purchase list", text: "What runs out, by supplier" },
  { to: "/desk/stock/report", label: "Margin and stock", text: "Margin, waste, and what the stock is worth" },
  { to: "/desk/stock/history", label: "Stock history", text: "Waste, corrections, and every other movement" },
  { to: "/desk/stock/suppliers", label: "Suppliers", text: "Who delivers, and whom to call" },
] as const;

/** Links to the pages of deliveries, counts, and dates. */
export function StockPage() {
  return (
    <>
      <h1>Stock</h1>
      <ul className={styles.places}>
        {PLACES.map(({ to, label, text }) => (
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
