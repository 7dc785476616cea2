import { useMinute } from "#app/ui/use-minute.ts";
import { langOf, type Translatable } from "#app/values/untranslated.ts";
import styles from "./banner-line.module.css";
import { type Banner, isOver } from "./store-notices.ts";

/** Store's announcement at the top of every page; hidden without one. */
export function BannerLine({ settings }: { settings: Banner & Translatable }) {
  const minute = useMinute();
  if (settings.bannerText === "") return null;
  // Hides a banner that expires while the page is open. Before hydration, `minute` is null, and the server already left
  // out an expired banner.
  if (minute !== null && isOver(settings, new Date(minute))) return null;
  return (
    <p lang={langOf(settings, "bannerText")} className={styles.line}>
      {settings.bannerText}
    </p>
  );
}
