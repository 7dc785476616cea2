import { BannerLine } from "#app/features/store/banner-line.tsx";
import { localHoursText, openingStateAt } from "#app/features/store/opening-hours.ts";
import { closedNotices, isOver } from "#app/features/store/store-notices.ts";
import type { StoreSettings } from "#app/features/store/store-settings.ts";
import { t } from "#app/messages/t.ts";
import styles from "#app/ui/field-group.module.css";
import { FieldGroup } from "#app/ui/field-group.tsx";
import { useMinute } from "#app/ui/use-minute.ts";
import type { SettingsPart } from "./setting-groups.ts";

const DAY_MS = 86_400_000;

/** Preview of the store pages with the typed settings, for the parts that appear on them. */
export function SettingsPreview({ part, settings }: { part: SettingsPart; settings: StoreSettings }) {
  const minute = useMinute();
  if (minute === null || !(part === "hours" || part === "banner")) return null;
  const now = new Date(minute);
  return (
    <FieldGroup title={t("What shoppers see")}>
      <div className={styles.wide}>
        <PreviewPart part={part} settings={settings} now={now} />
      </div>
    </FieldGroup>
  );
}

function PreviewPart({ part, settings, now }: { part: SettingsPart; settings: StoreSettings; now: Date }) {
  if (part === "hours") {
    return (
      <>
        <Hours settings={settings} now={now} />
        <Notices settings={settings} now={now} />
      </>
    );
  }
  if (settings.bannerText === "") return <p>{t("No page shows a banner.")}</p>;
  if (isOver(settings, now)) return <p>{t("This banner has ended. No page shows it.")}</p>;
  return <BannerLine settings={settings} />;
}

function Hours({ settings, now }: { settings: StoreSettings; now: Date }) {
  const { openingHours } = settings;
  if (openingHours.length === 0) return <p>{t("No opening hours yet. Add them above.")}</p>;
  return (
    <>
      <ul>
        {openingHours.map((hours) => (
          <li key={hours.text}>{localHoursText(hours)}</li>
        ))}
      </ul>
      <p>{t("Now: {state}", { state: openingStateAt(settings, now).text })}</p>
    </>
  );
}

function Notices({ settings, now }: { settings: StoreSettings; now: Date }) {
  const notices = closedNotices(settings, now);
  const later = settings.closedDays.filter(
    ({ day }) => Date.parse(day) > now.getTime() && closedNotices(alone(settings, day), now).length === 0,
  );
  return (
    <>
      {notices.length === 0 ? <p>{t("No closure or pause today.")}</p> : null}
      {notices.map((notice) => (
        <p key={notice}>
          <strong>{notice}</strong>
        </p>
      ))}
      {later.map(({ day, reason }) => (
        <p key={day + reason}>
          {t("From one week before: {notices}", {
            notices: closedNotices(alone(settings, day), new Date(Date.parse(`${day}T12:00Z`) - 6 * DAY_MS)).join(""),
          })}
        </p>
      ))}
    </>
  );
}

/** Returns the settings with one closed day as the only closure. */
function alone(settings: StoreSettings, day: string): StoreSettings {
  const closedDays = settings.closedDays.filter((each) => each.day === day);
  return { ...settings, closedDays, pickupPausedUntil: null, deliveryPausedUntil: null };
}
