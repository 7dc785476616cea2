import { nodes } from "#app/messages/nodes.tsx";
import { t } from "#app/messages/t.ts";
import styles from "./script-failure-notice.module.css";

/** Notice that CSS shows if WATCH_SCRIPTS_SCRIPT detected a script failure, or if scripts are disabled. */
export function ScriptFailureNotice() {
  return (
    <div className={styles.notices}>
      <p role="alert" className={styles.failed}>
        {nodes(t("This page didn't load completely. You can read it. To shop, <again>reload the page</again>."), {
          again: (words) => (
            // biome-ignore lint/a11y/useValidAnchor: an empty href links to the current page and its query.
            <a href="" className={styles.again}>
              {words}
            </a>
          ),
        })}
      </p>
      <p className={styles.none}>{t("JavaScript is off. You can read this page. To shop, turn JavaScript on.")}</p>
    </div>
  );
}
