import { Link } from "react-router";
import { useStoreSettings } from "#app/features/store/store-settings-context.ts";
import { nodes } from "#app/messages/nodes.tsx";
import { t } from "#app/messages/t.ts";
import { Section } from "#app/ui/section.tsx";
import { windowText } from "#app/values/window-text.ts";
import { useWindows } from "./use-windows.ts";
import type { WindowRule } from "./window-rule.ts";
import { WindowWeekForm } from "./window-week-form.tsx";

type DeliveryType = WindowRule["deliveryType"];

const titles = () => ({ pickup: t("Pickup times"), delivery: t("Delivery times") }) as const;
const PREVIEWED = 6;

/** Schedule of the windows on each weekday, and the next windows as shoppers see them. */
export function WindowRulesSection({
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
        {nodes(t("Times fill the day's opening hours. <link>Closed days and pauses</link> are left out."), {
          link: (words) => <Link to="/desk/settings/hours">{words}</Link>,
        })}
      </p>
      <WindowWeekForm type={type} title={titles()[type]} rules={own} onSaved={onChanged} />
      <Preview type={type} occasion={occasion} />
    </Section>
  );
}

function Preview({ type, occasion }: { type: DeliveryType; occasion: unknown }) {
  const { timeZone } = useStoreSettings();
  const windows = useWindows(type, PREVIEWED, occasion);
  return (
    <div role="status">
      <p>{t("Next available times, as shoppers see them:")}</p>
      {windows === null ? null : windows.length === 0 ? (
        <p>{t("No times. Turn them on above and choose a weekday.")}</p>
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
