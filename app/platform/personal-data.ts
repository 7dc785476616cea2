import { readStored, writeStored } from "#app/values/device-storage.ts";
import { ACCOUNT_ARRIVED, PERSONAL_DATA_CLEARED } from "./session-events.ts";
import { SESSION_STORAGE_KEY } from "./stored-session.ts";

/**
 * Removes personal data from the device when the session ends, so that the next user of a shared computer finds none.
 * Browser only.
 */

/** Caches of the service worker: public pages that were opened on this device, and orders of its account. */
export const PUBLIC_CACHE = "public-pages-v1";
export const PRIVATE_CACHE = "private-pages-v1";
/** Cache on a driver's device for delivery photos that are not sent yet. */
export const PHOTO_CACHE = "delivery-photos-v1";
/** Storage key of the account whose data is on this device. */
const ACCOUNT_KEY = "accountOnDevice";
/** Storage keys of device preferences, which are not personal. */
const DEVICE_KEYS: ReadonlySet<string> = new Set(["theme", "language", "deskBell", "productColumns", "tillDevice"]);

/** Records which account is logged in. Removes the data of another account first. */
export function noteAccount(userId: string): void {
  const before = readStored(ACCOUNT_KEY);
  if (before === userId) return;
  if (before !== null) clearPersonalData(before);
  writeStored(ACCOUNT_KEY, userId);
  dispatchEvent(new CustomEvent(ACCOUNT_ARRIVED, { detail: userId }));
}

/** Removes an account's data after its session has ended, even in another tab. Keeps a guest's cart. */
export function noteSessionEnd(): void {
  const userId = readStored(ACCOUNT_KEY);
  if (userId !== null) clearPersonalData(userId);
}

/** Removes everything except the listed keys, so that keys added later are removed by default. */
function clearPersonalData(userId: string): void {
  for (const open of [() => localStorage, () => sessionStorage]) {
    try {
      const storage = open();
      for (const key of Object.keys(storage)) if (!isDeviceKey(key)) storage.removeItem(key);
    } catch {
      // Blocked storage contains no data.
    }
  }
  // Delete the service worker's caches of orders, opened pages, and photos. Pages without HTTPS have no caches.
  for (const name of [PUBLIC_CACHE, PRIVATE_CACHE, PHOTO_CACHE]) void globalThis.caches?.delete(name);
  dispatchEvent(new CustomEvent(PERSONAL_DATA_CLEARED, { detail: userId }));
}

/** Returns whether a key stays on the device. The auth client removes its own keys. */
function isDeviceKey(key: string): boolean {
  return DEVICE_KEYS.has(key) || key.startsWith(SESSION_STORAGE_KEY);
}
