import { t } from "#app/messages/t.ts";
import styles from "./skip-link.module.css";

/** Link for keyboard users that skips the header, to the element with the id "content". */
export function SkipLink() {
  return (
    <a href="#content" className={styles.skip}>
      {t("Skip to content")}
    </a>
  );
}
