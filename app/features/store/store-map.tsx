import { useCallback, useState } from "react";
import { t } from "#app/messages/t.ts";
import { readPublicConfig } from "#app/platform/public-config.ts";
import { useMediaQuery } from "#app/ui/use-media-query.ts";
import styles from "./store-map.module.css";
import type { StoreSettings } from "./store-settings.ts";

/** Map of the store. Its script loads in the browser when a map is first rendered. */
export function StoreMap({ settings }: { settings: StoreSettings }) {
  const [isUnavailable, setUnavailable] = useState(false);
  const prefersReducedMotion = useMediaQuery("(prefers-reduced-motion: reduce)");
  const unavailable = t("The map isn't available. Our address, hours, and directions are on this page.");
  const { name, latitude, longitude } = settings;

  const showMap = useCallback(
    (element: HTMLDivElement) => {
      let isGone = false;
      let close = () => {};
      import("./open-map.ts").then(
        ({ openMap }) => {
          if (isGone) return;
          close = openMap(element, {
            name,
            position: [latitude, longitude],
            tileUrl: readPublicConfig().mapTileUrl,
            prefersReducedMotion,
            onAvailability: (isAvailable) => setUnavailable(!isAvailable),
          });
        },
        (error: unknown) => {
          console.error(error);
          setUnavailable(true);
        },
      );
      return () => {
        isGone = true;
        close();
      };
    },
    [name, latitude, longitude, prefersReducedMotion],
  );

  return (
    <section aria-label={t("Map showing {name}", { name })} className={styles.place}>
      <div ref={showMap} className={styles.map} />
      <div role="status">{isUnavailable ? <p className={styles.unavailable}>{unavailable}</p> : null}</div>
      <noscript>
        <p className={styles.unavailable}>{unavailable}</p>
      </noscript>
    </section>
  );
}
