import styles from "./script-failure-notice.module.css";

/** Shown by style alone: when WATCH_SCRIPTS_SCRIPT found that the scripts did not come, or there are none. */
export function ScriptFailureNotice() {
  return (
    <div className={styles.notices}>
      <p role="alert" className={styles.failed}>
        This page didn't load completely. You can read it. To shop,{" "}
        {/* biome-ignore lint/a11y/useValidAnchor: an empty address is this very page, with its query. */}
        <a href="" className={styles.again}>
          reload the page
        </a>
        .
      </p>
      <p className={styles.none}>JavaScript is off. You can read this page. To shop, turn JavaScript on.</p>
    </div>
  );
}
