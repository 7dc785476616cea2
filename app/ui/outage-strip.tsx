import { t } from "#app/messages/t.ts";
import { unreachableText } from "#app/values/error-text.ts";
import styles from "./outage-strip.module.css";

/** Message at the bottom of every page while the store is unavailable or the browser is offline. Staff have no cart. */
export function OutageStrip({ outage, isForStaff }: { outage: "none" | "away" | "offline"; isForStaff: boolean }) {
  return (
    <div role="status" className={styles.strip}>
      {outage === "none" ? null : (
        <p className={styles.words}>{isForStaff ? unreachableText() : shopperText(outage)}</p>
      )}
    </div>
  );
}

function shopperText(outage: "away" | "offline"): string {
  return outage === "away"
    ? t("Login, ordering, and payment don't work right now. You can still browse, and we keep your cart.")
    : t("You are offline. You can read this page, and we keep your cart.");
}
