import type { MouseEvent } from "react";
import { t } from "#app/messages/t.ts";
import styles from "./skip-link.module.css";

/** Link for keyboard users that skips the header, to the element with the id "content". */
export function SkipLink() {
  return (
    // biome-ignore lint/a11y/useValidAnchor: without scripts, the browser follows the link.
    <a href="#content" className={styles.skip} onClick={focusContent}>
      {t("Skip to content")}
    </a>
  );
}

/** Keeps the URL, because on some pages the part after "#" is the token of a link. */
function focusContent(event: MouseEvent): void {
  event.preventDefault();
  document.getElementById("content")?.focus();
}
