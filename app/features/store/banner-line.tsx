import { useMinute } from "#app/ui/use-minute.ts";
import { langOf, type Translatable } from "#app/values/untranslated.ts";
import { type Banner, isOver } from "./banner.ts";
import styles from "./banner-line.module.css";

/** Announcement of the owner on top of every page; hidden without one. */
export function BannerLine({ settings }: { settings: Banner & Translatable }) {
  const minute = useMinute();
  if (settings.bannerText === "") return null;
  // A page that stays open outlives its line. The first drawing is the server's, which left out what was over.
  if (minute !== null && isOver(settings, new Date(minute))) return null;
  return (
    <p lang={langOf(settings, "bannerText")} className={styles.line}>
      {settings.bannerText}
    </p>
  );
}
