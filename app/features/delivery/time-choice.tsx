import { type ReactNode, use, useId, useState } from "react";
import { t } from "#app/messages/t.ts";
import { AnsweredQuestion } from "#app/ui/answered-question.tsx";
import { Button } from "#app/ui/button.tsx";
import { passFocusOn } from "#app/ui/pass-focus-on.ts";
import { Row } from "#app/ui/row.tsx";
import { ShopTimeZone } from "#app/ui/shop-time-zone.ts";
import textStyles from "#app/ui/text.module.css";
import { useMinute } from "#app/ui/use-minute.ts";
import { shopDayOf } from "#app/values/shop-clock.ts";
import { nextWindowText, type TimeWindow, windowDayText, windowHoursText } from "#app/values/window-text.ts";
import styles from "./time-choice.module.css";
import { useWindows } from "./use-windows.ts";

const MAX_OFFERED = 40;
const MAX_DAYS = 3;

/**
 * Pickup or delivery time of a cart in one line, answered with the soonest one; it opens days and times to choose from.
 */
export function TimeChoice({
  type,
  chosen,
  error,
  onChoose,
}: {
  type: "pickup" | "delivery";
  /** Start of the chosen window; empty for none. */
  chosen: string;
  error: string | undefined;
  onChoose: (startsAt: string) => void;
}) {
  const timeZone = use(ShopTimeZone);
  const { windows, hasFailed, retry } = useWindows(type, MAX_OFFERED, error);
  const now = new Date(useMinute() ?? Date.now());
  const [hasAllDays, setHasAllDays] = useState(false);
  const id = useId();
  const found = windows?.find(({ startsAt }) => Date.parse(startsAt) === Date.parse(chosen));
  const isGone = windows !== null && chosen !== "" && found === undefined;
  // A new choice hides the message about the earlier one.
  const rejection = isGone
    ? t("This time is no longer available. Choose another one.")
    : chosen === ""
      ? error
      : undefined;
  const message = hasFailed ? t("We couldn't load the times.") : rejection;
  const picked = found ?? (chosen === "" && error === undefined ? windows?.[0] : undefined);
  const dayOf = ({ startsAt }: TimeWindow) => shopDayOf(new Date(startsAt), timeZone);
  const days = windows?.filter((window, place) => place === 0 || dayOf(window) !== dayOf(windows[place - 1] ?? window));
  const shown = picked ?? days?.[0];
  const isFew =
    !hasAllDays && days !== undefined && days.slice(MAX_DAYS).every((day) => !shown || dayOf(day) !== dayOf(shown));

  // The times of a rejected order are read again, so its message is focused once they are here.
  const isAsking = message !== undefined && windows !== null;

  return (
    <AnsweredQuestion answer={answerText()} isOpen={message !== undefined}>
      <fieldset
        ref={isAsking ? focusTimes : undefined}
        aria-describedby={message ? id : undefined}
        className={styles.choice}
      >
        <legend>{type === "pickup" ? t("When will you pick it up?") : t("When should we deliver?")}</legend>
        <Row gap={2} role="radiogroup" aria-label={t("Day")}>
          {days?.slice(0, isFew ? MAX_DAYS : days.length).map((day) => (
            <Chip
              key={day.startsAt}
              name="windowDay"
              value={dayOf(day)}
              isChecked={picked !== undefined && dayOf(day) === dayOf(picked)}
              onCheck={() => onChoose(day.startsAt)}
            >
              {windowDayText(day, timeZone, now)}
            </Chip>
          ))}
          {isFew && days.length > MAX_DAYS ? (
            <button type="button" className={styles.more} onClick={() => setHasAllDays(true)}>
              {t("Later")}
            </button>
          ) : null}
        </Row>
        <Row gap={2} role="radiogroup" aria-label={t("Time")}>
          {windows
            ?.filter((window) => shown !== undefined && dayOf(window) === dayOf(shown))
            .map((window) => (
              <Chip
                key={window.startsAt}
                name="windowStartsAt"
                value={window.startsAt}
                isChecked={window === picked}
                onCheck={() => onChoose(window.startsAt)}
              >
                {windowHoursText(window, timeZone)}
                {window === windows[0] ? <span> {t("(soonest)")}</span> : null}
              </Chip>
            ))}
        </Row>
        {picked ? null : <input type="hidden" name="windowStartsAt" value={windows === null ? chosen : ""} />}
        {windows === null && chosen === "" && error === undefined ? (
          <input type="hidden" name="isLoadingWindows" value="true" />
        ) : null}
        {message ? (
          <p id={id} className={textStyles.error}>
            {message}
          </p>
        ) : null}
        {hasFailed ? (
          <Button ref={passFocusOn} size="small" variation="secondary" onClick={retry}>
            {t("Try again")}
          </Button>
        ) : null}
      </fieldset>
    </AnsweredQuestion>
  );

  function answerText(): string {
    if (picked) return nextWindowText(picked, timeZone, now);
    if (windows === null) return hasFailed ? t("Choose a time") : t("Loading times...");
    return shown ? t("Choose a time") : t("No times are available in the next two weeks. Call us.");
  }
}

function focusTimes(fields: HTMLFieldSetElement | null): void {
  if (fields === null || fields.contains(document.activeElement)) return;
  fields.closest("details")?.setAttribute("open", "");
  fields.querySelector("input")?.focus();
}

function Chip({
  name,
  value,
  isChecked,
  onCheck,
  children,
}: {
  name: string;
  value: string;
  isChecked: boolean;
  onCheck: () => void;
  children: ReactNode;
}) {
  return (
    <label className={styles.chip}>
      <input type="radio" name={name} value={value} checked={isChecked} onChange={onCheck} className={styles.radio} />
      {children}
    </label>
  );
}
