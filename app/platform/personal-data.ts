import { SESSION_STORAGE_KEY } from "./stored-session.ts";

/**
 * Browser only. Personal data stays on the device only as long as the session, so that the next user of a shared
 * computer finds none of it.
 */

/** Caches of the service worker: public pages that were opened here, and orders of the account on this device. */
export const PUBLIC_CACHE = "public-pages-v1";
export const PRIVATE_CACHE = "private-pages-v1";
/** On a driver's device: photos of deliveries that are not sent yet. */
export const PHOTO_CACHE = "delivery-photos-v1";
/** The account whose data is stored on this device. */
const ACCOUNT_KEY = "accountOnDevice";
/** Preferences of the device, not of a person. */
const DEVICE_KEYS: ReadonlySet<string> = new Set(["theme", "language", "deskBell", "productColumns"]);

/** Sent on window after an account's data was removed from the device; `detail` is the account's id. */
export const PERSONAL_DATA_CLEARED = "personal-data-cleared";
/** Sent on window when an account has signed in on this device; `detail` is the account's id. */
export const ACCOUNT_ARRIVED = "account-arrived";

/** Records who is signed in. Data of a different account is removed first. */
export function noteAccount(userId: string): void {
  const before = read(ACCOUNT_KEY);
  if (before === userId) return;
  if (before !== null) clearPersonalData(before);
  try {
    localStorage.setItem(ACCOUNT_KEY, userId);
  } catch {
    // Storage is blocked, so there is nothing to remove later.
  }
  dispatchEvent(new CustomEvent(ACCOUNT_ARRIVED, { detail: userId }));
}

/** Removes an account's data when its session has ended, in whichever tab. A guest's cart stays. */
export function noteSessionEnd(): void {
  const userId = read(ACCOUNT_KEY);
  if (userId !== null) clearPersonalData(userId);
}

const beforeSignOut = new Set<() => Promise<void>>();

/** Registers work that needs the session, to be done before the person signs out. */
export function doBeforeSignOut(work: () => Promise<void>): void {
  beforeSignOut.add(work);
}

/** Never rejects: signing out goes on without work that failed. */
export async function finishBeforeSignOut(): Promise<void> {
  await Promise.allSettled([...beforeSignOut].map((work) => work()));
}

/** Removes everything except the listed keys, so that keys added later are removed by default. */
function clearPersonalData(userId: string): void {
  for (const open of [() => localStorage, () => sessionStorage]) {
    try {
      const storage = open();
      for (const key of Object.keys(storage)) if (!isDeviceKey(key)) storage.removeItem(key);
    } catch {
      // Blocked storage holds nothing.
    }
  }
  // Orders that the service worker saved, and what was searched and viewed. Pages without encryption have no caches.
  for (const name of [PUBLIC_CACHE, PRIVATE_CACHE, PHOTO_CACHE]) void globalThis.caches?.delete(name);
  dispatchEvent(new CustomEvent(PERSONAL_DATA_CLEARED, { detail: userId }));
}

/** The auth client itself removes what it stores. */
function isDeviceKey(key: string): boolean {
  return DEVICE_KEYS.has(key) || key.startsWith(SESSION_STORAGE_KEY);
}

function read(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}
