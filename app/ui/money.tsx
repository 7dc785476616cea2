import styles from "./money.module.css";
import { moneyText } from "./money-text.ts";

export function Money({ cents }: { cents: number }) {
  return <span className={styles.money}>{moneyText(cents)}</span>;
}
