import { t } from "#app/messages/t.ts";
import { Icon } from "#app/ui/icon.tsx";
import { Picture } from "#app/ui/picture.tsx";
import { Section } from "#app/ui/section.tsx";
import { Stack } from "#app/ui/stack.tsx";
import { bucketPicture } from "#app/values/picture-address.ts";
import { DirectionsLink } from "./directions-link.tsx";
import { OpenNow } from "./open-now.tsx";
import { localHoursText } from "./opening-hours.ts";
import { addressLine } from "./store-address.ts";
import type { StoreSettings } from "./store-settings.ts";
import styles from "./visit-our-store.module.css";

const photos = [
  { image: bucketPicture("shop-front.webp"), alt: () => t("The front of our store with crates of produce outside") },
  {
    image: bucketPicture("shop-shelves.webp"),
    alt: () => t("Shelves filled with sauces, snacks, garri, rice and flour"),
  },
  {
    image: bucketPicture("shop-produce.webp"),
    alt: () => t("The produce stand with plantains, peppers, yams and greens"),
  },
];

/** @param hasPhotos whether the store has the photos of the demo */
export function VisitOurStore({ settings, hasPhotos }: { settings: StoreSettings; hasPhotos: boolean }) {
  return (
    <Section id="visitOurStore" title={t("Visit Our Store")}>
      <div className={styles.layout}>
        {hasPhotos ? (
          <div className={styles.photos}>
            {photos.map((photo) => (
              <div key={photo.image} className={styles.photo}>
                <Picture src={photo.image} alt={photo.alt()} width={1200} height={900} />
              </div>
            ))}
          </div>
        ) : null}
        <Stack gap={4}>
          <address className={styles.address}>
            {addressLine(settings)}
            <br />
            {t("near {place}", { place: settings.near })}
          </address>
          <OpenNow settings={settings} />
          <ul>
            {settings.openingHours.map((hours) => (
              <li key={hours.text} className={styles.hours}>
                <Icon name="clock" /> {localHoursText(hours)}
              </li>
            ))}
          </ul>
          <DirectionsLink settings={settings} />
        </Stack>
      </div>
    </Section>
  );
}
