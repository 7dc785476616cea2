import { moneyText } from "#app/values/money.ts";
import styles from "./money.module.css";

export function Money({ cents }: { cents: number }) {
  return <span className={styles.money}>{moneyText(cents)}</span>;
}
