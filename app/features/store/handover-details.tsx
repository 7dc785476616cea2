import { useEffect, useState } from "react";
import { Icon } from "#app/ui/icon.tsx";
import { calendarFile } from "#app/values/calendar-file.ts";
import { phoneAddress } from "#app/values/contact.ts";
import { type TimeWindow, windowText } from "#app/values/window-text.ts";
import { DirectionsLink } from "./directions-link.tsx";
import styles from "./handover-details.module.css";
import { addressLine } from "./store-address.ts";
import { useStoreSettings } from "./store-settings-context.ts";

/** Facts of an order that its customer needs to receive it. */
export interface Handover {
  id: string;
  number: number;
  isDelivery: boolean;
  /** Delivery address; empty if not shown. */
  deliveryAddress: string;
  /** Null without one. */
  window: TimeWindow | null;
}

/** When and where the customer gets the order, what to bring, a calendar file, and whom to call. */
export function HandoverDetails({ order }: { order: Handover }) {
  const settings = useStoreSettings();
  const { isDelivery, number, window, deliveryAddress } = order;
  return (
    <dl className={styles.details}>
      {isDelivery && window === null ? null : (
        <>
          <dt>When</dt>
          <dd>
            {window ? (
              windowText(window, settings.timeZone)
            ) : (
              <>
                During opening hours, once we email you that it's ready:
                <ul>
                  {settings.openingHours.map((hours) => (
                    <li key={hours.text}>{hours.text}</li>
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
          <dt>{isDelivery ? "Deliver to" : "Pick up at"}</dt>
          <dd>
            {isDelivery ? deliveryAddress : `${settings.name}, ${addressLine(settings)}`}
            {isDelivery ? null : <DirectionsLink settings={settings} />}
          </dd>
        </>
      )}
      <dt>{isDelivery ? "Keep ready" : "Bring"}</dt>
      <dd>{isDelivery ? "Your phone, so that the driver can call you." : `Your order number, ${number}.`}</dd>
      <dt>Questions</dt>
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

  useEffect(() => {
    const text = calendarFile(
      {
        id: `order-${id}@${globalThis.location.hostname}`,
        startsAt,
        endsAt,
        title: isDelivery
          ? `Delivery of order ${number}, ${settings.name}`
          : `Pick up order ${number}, ${settings.name}`,
        place: isDelivery ? deliveryAddress : addressLine(settings),
        notes: `Order ${number}. Questions: ${settings.phone}`,
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
      <Icon name="clock" /> Add to calendar
    </a>
  );
}
