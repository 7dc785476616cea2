import { Link } from "react-router";
import styles from "./page-list.module.css";
import textStyles from "./text.module.css";

/** Links to pages as cards with a name and one line. */
export function PageList({ pages }: { pages: readonly { to: string; label: string; text: string }[] }) {
  return (
    <ul className={styles.places}>
      {pages.map(({ to, label, text }) => (
        <li key={to} className={styles.place}>
          <Link to={to} className={styles.link}>
            {label}
          </Link>
          <span className={textStyles.meta}>{text}</span>
        </li>
      ))}
    </ul>
  );
}
