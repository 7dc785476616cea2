import { Icon } from "#app/ui/icon.tsx";
import { Picture } from "#app/ui/picture.tsx";
import { Section } from "#app/ui/section.tsx";
import { bucketPicture } from "#app/values/picture-address.ts";
import { DirectionsLink } from "./directions-link.tsx";
import { OpenNow } from "./open-now.tsx";
import { addressLine } from "./store-address.ts";
import type { StoreSettings } from "./store-settings.ts";
import styles from "./visit-our-store.module.css";

const photos = [
  { image: bucketPicture("shop-front.webp"), alt: "The front of our store with crates of produce outside" },
  {
    image: bucketPicture("shop-shelves.webp"),
    alt: "Shelves filled with sauces, snacks, garri, rice and flour",
  },
  {
    image: bucketPicture("shop-produce.webp"),
    alt: "The produce stand with plantains, peppers, yams and greens",
  },
];

export function VisitOurStore({ settings }: { settings: StoreSettings }) {
  return (
    <Section id="visitOurStore" title="Visit Our Store">
      <div className={styles.layout}>
        <div className={styles.photos}>
          {photos.map((photo) => (
            <div key={photo.image} className={styles.photo}>
              <Picture src={photo.image} alt={photo.alt} width={1200} height={900} />
            </div>
          ))}
        </div>
        <div className={styles.words}>
          <address className={styles.address}>
            {addressLine(settings)}
            <br />
            near {settings.near}
          </address>
          <OpenNow settings={settings} />
          <ul>
            {settings.openingHours.map((hours) => (
              <li key={hours.text} className={styles.hours}>
                <Icon name="clock" /> {hours.text}
              </li>
            ))}
          </ul>
          <DirectionsLink settings={settings} />
        </div>
      </div>
    </Section>
  );
}
