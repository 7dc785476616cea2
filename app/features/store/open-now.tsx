import textStyles from "#app/ui/text.module.css";
import { useMinute } from "#app/ui/use-minute.ts";
import styles from "./open-now.module.css";
import { openingStateAt } from "./opening-hours.ts";
import { closedNotices } from "./store-notices.ts";
import type { StoreSettings } from "./store-settings.ts";

/**
 * Whether the store is open now. The browser renders it, because a cached page cannot contain the time; its space is
 * reserved until then.
 */
export function OpenNow({ settings }: { settings: StoreSettings }) {
  const minute = useMinute();
  if (minute === null) return <p className={styles.state} />;
  const now = new Date(minute);
  const { isOpen, text } = openingStateAt(settings, now);
  return (
    <>
      <p className={styles.state} data-open={isOpen || undefined}>
        {text}
      </p>
      {closedNotices(settings, now).map((notice) => (
        <p key={notice} className={textStyles.label}>
          {notice}
        </p>
      ))}
    </>
  );
}
