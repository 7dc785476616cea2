import { type ReactNode, useState } from "react";
import { t } from "#app/messages/t.ts";
import { getBrowserData } from "#app/platform/browser-data.ts";
import { invalidateReads } from "#app/platform/reads.ts";
import { useRead } from "#app/platform/use-read.ts";
import { IconButton } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { FailedRead } from "#app/ui/failed-read.tsx";
import styles from "./alerts-panel.module.css";
import { AlertsPanel } from "./alerts-panel.tsx";
import { listShopTroubles } from "./shop-alerts.ts";

const REFRESH_MS = 60_000;

/** Bell on every page of the back office, with the number of open alerts, failed emails, and failed text messages. */
export function AlertsBell({ icon }: { icon: ReactNode }) {
  const [isOpen, setOpen] = useState(false);
  const {
    data: troubles,
    isError,
    refetch,
  } = useRead(["desk-alerts"], () => listShopTroubles(getBrowserData()), { refetchInterval: REFRESH_MS });
  const count = troubles ? troubles.alerts.length + troubles.deadMails.length + troubles.deadTexts.length : 0;
  const label = isError
    ? t("Alerts: not loaded")
    : troubles
      ? t("{count, plural, =0 {Alerts: none} other {Alerts: #}}", { count })
      : t("Alerts: loading");
  return (
    <>
      <span className={styles.bell} data-urgent={count > 0 || isError || undefined}>
        <IconButton label={label} onClick={() => setOpen(true)}>
          {icon}
          {isError ? <span className={styles.count}>?</span> : null}
          {count > 0 && !isError ? <span className={styles.count}>{count > 99 ? "99+" : count}</span> : null}
        </IconButton>
      </span>
      {isOpen ? (
        <Dialog title={t("Alerts")} onClose={() => setOpen(false)}>
          {isError ? (
            <FailedRead text={t("The alerts could not be loaded.")} onRetry={refetch} />
          ) : count === 0 || !troubles ? (
            <p>{troubles ? t("Nothing needs your attention.") : t("Loading…")}</p>
          ) : (
            <AlertsPanel troubles={troubles} onChanged={invalidateReads} />
          )}
        </Dialog>
      ) : null}
    </>
  );
}
