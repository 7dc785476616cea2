import styles from "./outage-strip.module.css";

const WORDS = {
  none: null,
  away: "Signing in, ordering and paying do not work at the moment; we are on it. You can look around, and your cart is kept.",
  offline: "You are offline. You can look at what is open here, and your cart is kept.",
};

/** At the lower edge of every page, for as long as something does not work. */
export function OutageStrip({ outage }: { outage: keyof typeof WORDS }) {
  return (
    <div role="status" className={styles.strip}>
      {WORDS[outage] === null ? null : <p className={styles.words}>{WORDS[outage]}</p>}
    </div>
  );
}
