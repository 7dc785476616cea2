import { t } from "#app/messages/t.ts";
import styles from "./outage-strip.module.css";

/** Set on devices of staff, who have no cart. */
let staffText: (() => string) | null = null;

/** Called by scripts of the back office, so that other pages do not load the text for staff. */
export function setStaffOutageText(text: () => string): void {
  staffText = text;
}

/** Message at the bottom of every page while the store is unavailable or the browser is offline. */
export function OutageStrip({ outage }: { outage: "none" | "away" | "offline" }) {
  return (
    <div role="status" className={styles.strip}>
      {outage === "none" ? null : <p className={styles.words}>{staffText?.() ?? shopperText(outage)}</p>}
    </div>
  );
}

function shopperText(outage: "away" | "offline"): string {
  return outage === "away"
    ? t("Login, ordering, and payment don't work right now. You can still browse, and we keep your cart.")
    : t("You are offline. You can read this page, and we keep your cart.");
}
