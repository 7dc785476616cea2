import { useEffect, useState } from "react";
import { t } from "#app/messages/t.ts";
import { Icon } from "#app/ui/icon.tsx";
import { calendarFile } from "#app/values/calendar-file.ts";
import { phoneAddress } from "#app/values/contact.ts";
import { type TimeWindow, windowText } from "#app/values/window-text.ts";
import { DirectionsLink } from "./directions-link.tsx";
import styles from "./handover-details.module.css";
import { localHoursText } from "./opening-hours.ts";
import { addressLine } from "./store-address.ts";
import { useStoreSettings } from "./store-settings-context.tsx";

/** Order data that the customer needs for pickup or delivery. */
export interface Handover {
  id: string;
  number: number;
  isDelivery: boolean;
  /** Delivery address; empty if not shown. */
  deliveryAddress: string;
  /** Null without one. */
  window: TimeWindow | null;
}

/** When and where the customer receives the order, what to bring, a calendar file, and whom to call. */
export function HandoverDetails({ order }: { order: Handover }) {
  const settings = useStoreSettings();
  const { isDelivery, number, window, deliveryAddress } = order;
  return (
    <dl className={styles.details}>
      {isDelivery && window === null ? null : (
        <>
          <dt>{t("When")}</dt>
          <dd>
            {window ? (
              windowText(window, settings.timeZone)
            ) : (
              <>
                {t("During opening hours, once we email you that it's ready:")}
                <ul>
                  {settings.openingHours.map((hours) => (
                    <li key={hours.text}>{localHoursText(hours)}</li>
                  ))}
                </ul>
              </>
            )}
            {window ? <CalendarLink order={order} window={window} /> : null}
          </dd>
        </>
      )}
      {isDelivery && deliveryAddress === "" ? null : (
        <>
          <dt>{isDelivery ? t("Deliver to") : t("Pick up at")}</dt>
          <dd>
            {isDelivery ? deliveryAddress : `${settings.name}, ${addressLine(settings)}`}
            {isDelivery ? null : <DirectionsLink settings={settings} />}
          </dd>
        </>
      )}
      <dt>{isDelivery ? t("Keep ready") : t("Bring")}</dt>
      <dd>
        {isDelivery ? t("Your phone, so that the driver can call you.") : t("Your order number, {number}.", { number })}
      </dd>
      <dt>{t("Questions")}</dt>
      <dd>
        <a href={phoneAddress(settings.phone)}>{settings.phone}</a>
      </dd>
    </dl>
  );
}

function CalendarLink({ order, window }: { order: Handover; window: TimeWindow }) {
  const settings = useStoreSettings();
  const [address, setAddress] = useState<string | null>(null);
  const { id, number, isDelivery, deliveryAddress } = order;
  const { startsAt, endsAt } = window;

  // The browser keeps the file until its URL is revoked.
  useEffect(() => {
    const text = calendarFile(
      {
        id: `order-${id}@${globalThis.location.hostname}`,
        startsAt,
        endsAt,
        title: isDelivery
          ? t("Delivery of order {number}, {name}", { number, name: settings.name })
          : t("Pick up order {number}, {name}", { number, name: settings.name }),
        place: isDelivery ? deliveryAddress : addressLine(settings),
        notes: t("Order {number}. Questions: {phone}", { number, phone: settings.phone }),
      },
      new Date(),
    );
    const created = URL.createObjectURL(new Blob([text], { type: "text/calendar" }));
    setAddress(created);
    return () => URL.revokeObjectURL(created);
  }, [id, number, isDelivery, deliveryAddress, startsAt, endsAt, settings]);

  if (address === null) return null;
  return (
    <a href={address} download={`order-${number}.ics`} className={styles.calendar}>
      <Icon name="clock" /> {t("Add to calendar")}
    </a>
  );
}
