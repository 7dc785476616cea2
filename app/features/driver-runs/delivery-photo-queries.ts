import type { BrowserData } from "#app/platform/browser-data.ts";
import { jsonOf, readWithRetries } from "#app/platform/reads.ts";
import { PHOTO_BUCKET } from "#app/values/delivery-photo.ts";

const SIGNED_SECONDS = 60 * 60;

/** Returns a signed URL, valid for an hour, for the photo of an order's delivery; null without one. */
export function findDeliveryPhoto(data: BrowserData, orderId: string): Promise<string | null> {
  return readWithRetries(["delivery-photo", orderId], async () => {
    const name = jsonOf<string | null>(await data.rest.rpc("find_delivery_photo", { order_id: orderId }));
    if (name === null) return null;
    const { data: signed, error } = await data.storage.from(PHOTO_BUCKET).createSignedUrl(name, SIGNED_SECONDS);
    if (error) throw error;
    return signed.signedUrl;
  });
}
