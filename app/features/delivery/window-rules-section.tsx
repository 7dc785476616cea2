import { Link } from "react-router";
import { useStoreSettings } from "#app/features/store/store-settings-context.ts";
import { Section } from "#app/ui/section.tsx";
import { windowText } from "#app/values/window-text.ts";
import { useWindows } from "./use-windows.ts";
import type { WindowRule } from "./window-rule.ts";
import { WindowWeekForm } from "./window-week-form.tsx";

type DeliveryType = WindowRule["deliveryType"];

const TITLES = { pickup: "Pickup times", delivery: "Delivery times" } as const;
const PREVIEWED = 6;

/** The windows of each weekday, and the next ones as shoppers see them. */
export function WindowRulesSection({
  type,
  rules,
  occasion,
  onChanged,
}: {
  type: DeliveryType;
  rules: readonly WindowRule[];
  /** Whatever changes the next free times. */
  occasion: unknown;
  onChanged: () => Promise<void>;
}) {
  const own = rules.filter((rule) => rule.deliveryType === type);
  return (
    <Section title={TITLES[type]}>
      <p>
        Times fill the day's opening hours. <Link to="/desk/settings/closed-days">Closed days and pauses</Link> are left
        out.
      </p>
      <WindowWeekForm type={type} title={TITLES[type]} rules={own} onSaved={onChanged} />
      <Preview type={type} occasion={occasion} />
    </Section>
  );
}

function Preview({ type, occasion }: { type: DeliveryType; occasion: unknown }) {
  const { timeZone } = useStoreSettings();
  const windows = useWindows(type, PREVIEWED, occasion);
  return (
    <div role="status">
      <p>Next available times, as shoppers see them:</p>
      {windows === null ? null : windows.length === 0 ? (
        <p>No times. Turn them on above and choose a weekday.</p>
      ) : (
        <ul>
          {windows.map((window) => (
            <li key={window.startsAt}>{windowText(window, timeZone)}</li>
          ))}
        </ul>
      )}
    </div>
  );
}
