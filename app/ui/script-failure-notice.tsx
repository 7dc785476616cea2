import styles from "./script-failure-notice.module.css";

/** Shown by style alone: when WATCH_SCRIPTS_SCRIPT found that the scripts did not come, or there are none. */
export function ScriptFailureNotice() {
  return (
    <div className={styles.notices}>
      <p role="alert" className={styles.failed}>
        This page did not load completely. You can read everything; to shop, please{" "}
        {/* biome-ignore lint/a11y/useValidAnchor: an empty address is this very page, with its query. */}
        <a href="" className={styles.again}>
          load it again
        </a>
        .
      </p>
      <p className={styles.none}>
        Your browser runs no JavaScript here. You can read everything; to shop, please switch it on.
      </p>
    </div>
  );
}
