import { t } from "#app/messages/t.ts";
import { type BrowserData, getBrowserData } from "#app/platform/browser-data.ts";
import { readWithRetries, rowsOf } from "#app/platform/reads.ts";
import { usePolledQuery } from "#app/platform/use-polled-query.ts";
import { PanelSection } from "#app/ui/panel-section.tsx";
import styles from "./delivery-photo.module.css";
import { PHOTO_BUCKET } from "./photo-name.ts";

/** Time to wait for the photo, because a driver without a network sends it later. */
const AWAITED_MS = 60 * 60 * 1000;

/** Photo of an order's delivery, for its customer and staff. Renders nothing if there is none. */
export function DeliveryPhoto({
  orderId,
  initial,
  deliveredAt,
}: {
  orderId: string;
  /** URL of the photo; null if there is none yet. */
  initial: string | null;
  deliveredAt: string;
}) {
  const address = usePolledQuery(
    ["delivery-photo", orderId],
    initial,
    () => findDeliveryPhoto(getBrowserData(), orderId),
    (found) => found === null && Date.now() - Date.parse(deliveredAt) < AWAITED_MS,
  );
  if (address === null) return null;
  return (
    <PanelSection title={t("Photo of the delivery")}>
      <img className={styles.photo} src={address} alt={t("Your order where the driver left it")} />
    </PanelSection>
  );
}

const SIGNED_SECONDS = 60 * 60;

/** Returns a signed URL, valid for an hour, for the photo of an order's delivery; null without one. */
export function findDeliveryPhoto(data: BrowserData, orderId: string): Promise<string | null> {
  return readWithRetries(["delivery-photo", orderId], async () => {
    const name = rowsOf(await data.rest.rpc("find_delivery_photo", { order_id: orderId }));
    if (name === null) return null;
    const { data: signed, error } = await data.storage.from(PHOTO_BUCKET).createSignedUrl(name, SIGNED_SECONDS);
    if (error) throw error;
    return signed.signedUrl;
  });
}
