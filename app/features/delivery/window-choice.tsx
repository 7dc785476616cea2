import { use } from "react";
import { t } from "#app/messages/t.ts";
import { SmallButton } from "#app/ui/button.tsx";
import { SelectField } from "#app/ui/field.tsx";
import { passFocusOn } from "#app/ui/pass-focus-on.ts";
import { ShopTimeZone } from "#app/ui/shop-time-zone.ts";
import { useMinute } from "#app/ui/use-minute.ts";
import { nextWindowText } from "#app/values/window-text.ts";
import { useWindows } from "./use-windows.ts";

const MAX_OFFERED = 24;

/** Choice of a pickup or delivery window with free capacity. */
export function WindowChoice({
  type,
  isForShop,
  chosen,
  error,
  onChoose,
}: {
  type: "pickup" | "delivery";
  /** Whether staff choose for a customer. */
  isForShop: boolean;
  /** Start of the chosen window; empty for none. */
  chosen: string;
  error: string | undefined;
  onChoose: (startsAt: string) => void;
}) {
  const timeZone = use(ShopTimeZone);
  const { windows, hasFailed, retry } = useWindows(type, MAX_OFFERED, error);
  const minute = useMinute();
  const isThere = windows?.some(({ startsAt }) => sameTime(startsAt, chosen)) ?? true;
  const label = isForShop
    ? { pickup: t("Pickup time"), delivery: t("Delivery time") }
    : { pickup: t("When will you pick it up?"), delivery: t("When should we deliver?") };
  const gone = chosen !== "" && !isThere ? t("This time is no longer available. Choose another one.") : undefined;
  const value = isThere ? chosen : "";
  const none = isForShop
    ? t("No times are available in the next two weeks.")
    : t("No times are available in the next two weeks. Call us.");
  return (
    <>
      <SelectField
        label={label[type]}
        name="windowStartsAt"
        value={value}
        // A new choice hides the message about the earlier one.
        error={gone ?? (chosen === "" ? error : undefined)}
        hint={hasFailed ? t("We couldn't load the times.") : windows?.length === 0 ? none : undefined}
        onValue={onChoose}
      >
        {value === "" || isForShop ? (
          <option value="">{windows === null && !hasFailed ? t("Loading times...") : t("Choose a time")}</option>
        ) : null}
        {windows === null && chosen !== "" ? <option value={chosen}>…</option> : null}
        {windows?.map((window) => (
          <option key={window.startsAt} value={sameTime(window.startsAt, chosen) ? chosen : window.startsAt}>
            {nextWindowText(window, timeZone, new Date(minute ?? Date.now()))}
          </option>
        ))}
      </SelectField>
      {hasFailed ? (
        <SmallButton ref={passFocusOn} onClick={retry} isNarrow>
          {t("Try again")}
        </SmallButton>
      ) : null}
    </>
  );
}

function sameTime(one: string, other: string): boolean {
  return Date.parse(one) === Date.parse(other);
}
