import { Link } from "react-router";
import { SnapNote } from "#app/features/payments/snap-note.tsx";
import { DirectionsLink } from "#app/features/store/directions-link.tsx";
import { MessageLink } from "#app/features/store/message-link.tsx";
import { OpenNow } from "#app/features/store/open-now.tsx";
import { localHoursText } from "#app/features/store/opening-hours.ts";
import { pageMeta } from "#app/features/store/page-meta.ts";
import { addressLine } from "#app/features/store/store-address.ts";
import { StoreMap } from "#app/features/store/store-map.tsx";
import { useStoreSettings } from "#app/features/store/store-settings-context.tsx";
import { storeData } from "#app/features/store/store-structured-data.ts";
import { t } from "#app/messages/t.ts";
import { Icon } from "#app/ui/icon.tsx";
import { Page } from "#app/ui/page.tsx";
import { StructuredDataScript } from "#app/ui/structured-data-script.tsx";
import { phoneAddress } from "#app/values/contact.ts";
import type { Route } from "./+types/contact-route";
import styles from "./contact-route.module.css";

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, {
    title: t("Contact Us"),
    description: t("Address, opening hours, phone, email, and directions."),
    path: "/contact",
  });
}

export default function ContactRoute({ matches }: Route.ComponentProps) {
  const settings = useStoreSettings();
  return (
    <>
      <StructuredDataScript facts={import.meta.env.SSR ? [storeData(settings, matches[0].loaderData.config)] : null} />
      <Page width="text">
        <div className={styles.contact}>
          <h1>{t("Contact Us")}</h1>
          <p className={styles.lead}>
            {t("Our store is in {city}, {state}, near {place}. Come by, call, or write to us.", {
              city: settings.city,
              state: settings.state,
              place: settings.near,
            })}
          </p>
          <address className={styles.lines}>
            <p>
              <Icon name="pin" /> {addressLine(settings)}
            </p>
            <p>
              <Icon name="phone" /> <a href={phoneAddress(settings.phone)}>{settings.phone}</a>
            </p>
            {settings.whatsappNumber === "" ? null : (
              <p>
                <Icon name="message" /> <MessageLink />
              </p>
            )}
            <p>
              <Icon name="mail" /> <a href={`mailto:${settings.email}`}>{settings.email}</a>
            </p>
            {settings.openingHours.map((hours) => (
              <p key={hours.text}>
                <Icon name="clock" /> {localHoursText(hours)}
              </p>
            ))}
          </address>
          <p>
            <Link to="/order-link">{t("Find my order")}</Link>
          </p>
          <OpenNow settings={settings} />
          <SnapNote />
          <DirectionsLink settings={settings} />
        </div>
      </Page>
      <StoreMap settings={settings} />
    </>
  );
}
