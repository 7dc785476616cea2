import type { ReactNode } from "react";
import type { StoreSettings } from "#app/features/store/store-settings.ts";
import { useStoreSettings } from "#app/features/store/store-settings-context.tsx";
import { t } from "#app/messages/t.ts";
import { invalidateReads } from "#app/platform/reads.ts";
import { ItemList } from "#app/ui/editable-list.tsx";
import { FailedRead } from "#app/ui/failed-read.tsx";
import { linked } from "#app/ui/linked.tsx";
import { Section } from "#app/ui/section.tsx";
import { Autosaves } from "#app/ui/unsaved-changes-prompt.tsx";
import { windowText } from "#app/values/window-text.ts";
import { LostWindowsNotice } from "./lost-windows-notice.tsx";
import { useWindows } from "./use-windows.ts";
import type { WindowRule } from "./window-rule.ts";
import { WindowWeekForm } from "./window-week-form.tsx";

/** Page to edit the schedules of pickup and delivery windows. */
export function WindowsPage({
  rules,
  settings,
  children,
}: {
  rules: readonly WindowRule[];
  settings: StoreSettings;
  /** Form with settings of the windows. */
  children: ReactNode;
}) {
  const { hasPickupWindows, hasDeliveryWindows } = settings;
  const sections = { rules, occasion: [rules, hasPickupWindows, hasDeliveryWindows], onChanged: invalidateReads };
  return (
    <Autosaves>
      <h1>{t("Pickup and delivery times")}</h1>
      {children}
      <LostWindowsNotice occasion={rules} />
      <WindowRulesSection type="pickup" {...sections} />
      <WindowRulesSection type="delivery" {...sections} />
    </Autosaves>
  );
}

type DeliveryType = WindowRule["deliveryType"];

const titles = () => ({ pickup: t("Pickup times"), delivery: t("Delivery times") }) as const;
const PREVIEWED = 6;

/** Schedule of the windows on each weekday, and the next windows as shoppers see them. */
function WindowRulesSection({
  type,
  rules,
  occasion,
  onChanged,
}: {
  type: DeliveryType;
  rules: readonly WindowRule[];
  /** Changes whenever the next free windows may have changed. */
  occasion: unknown;
  onChanged: () => Promise<void>;
}) {
  const own = rules.filter((rule) => rule.deliveryType === type);
  return (
    <Section title={titles()[type]}>
      <p>
        {linked(
          t("Times fill the day's opening hours. <link>Closed days and pauses</link> are left out."),
          "/desk/settings/hours",
        )}
      </p>
      <WindowWeekForm type={type} title={titles()[type]} rules={own} onSaved={onChanged} />
      <Preview type={type} occasion={occasion} />
    </Section>
  );
}

function Preview({ type, occasion }: { type: DeliveryType; occasion: unknown }) {
  const { timeZone } = useStoreSettings();
  const { windows, hasFailed, retry } = useWindows(type, PREVIEWED, occasion);
  return (
    <div role="status">
      <p>{t("Next available times, as shoppers see them:")}</p>
      {hasFailed ? <FailedRead text={t("We couldn't load the times.")} onRetry={retry} /> : null}
      {windows === null ? null : (
        <ItemList items={windows} empty={t("No times. Turn them on above and choose a weekday.")}>
          {(window) => <li key={window.startsAt}>{windowText(window, timeZone)}</li>}
        </ItemList>
      )}
    </div>
  );
}
