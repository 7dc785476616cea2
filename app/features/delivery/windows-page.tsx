import type { ReactNode } from "react";
import type { StoreSettings } from "#app/features/store/store-settings.ts";
import { t } from "#app/messages/t.ts";
import { invalidateReads } from "#app/platform/reads.ts";
import { Autosaves } from "#app/ui/unsaved-changes-prompt.tsx";
import { LostWindowsNotice } from "./lost-windows-notice.tsx";
import type { WindowRule } from "./window-rule.ts";
import { WindowRulesSection } from "./window-rules-section.tsx";

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
  const sections = {
    rules,
    occasion: [rules, hasPickupWindows, hasDeliveryWindows],
    onChanged: invalidateReads,
  };
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
