import styles from "./outage-strip.module.css";

const WORDS = {
  none: null,
  away: "Login, ordering, and payment don't work right now. You can still browse, and we keep your cart.",
  offline: "You are offline. You can read this page, and we keep your cart.",
};

/** At the lower edge of every page, for as long as something does not work. */
export function OutageStrip({ outage }: { outage: keyof typeof WORDS }) {
  return (
    <div role="status" className={styles.strip}>
      {WORDS[outage] === null ? null : <p className={styles.words}>{WORDS[outage]}</p>}
    </div>
  );
}
