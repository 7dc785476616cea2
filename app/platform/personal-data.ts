import { SESSION_STORAGE_KEY } from "./stored-session.ts";

/**
 * Browser only. A person's data stays on the device as long as their session: the next one who uses a shared
 * computer finds nothing of it.
 */

/** The account whose data is stored on this device. */
const ACCOUNT_KEY = "accountOnDevice";
/** Preferences of the device, not of a person. */
const DEVICE_KEYS: ReadonlySet<string> = new Set(["theme", "deskBell"]);

/** Sent on window after an account's data was removed from the device; `detail` is the account's id. */
export const PERSONAL_DATA_CLEARED = "personal-data-cleared";
/** Sent on window when an account has signed in on this device; `detail` is the account's id. */
export const ACCOUNT_ARRIVED = "account-arrived";

/** Notes who is signed in. Data of another account that was here before is removed first. */
export function noteAccount(userId: string): void {
  const before = read(ACCOUNT_KEY);
  if (before === userId) return;
  if (before !== null) clearPersonalData(before);
  try {
    localStorage.setItem(ACCOUNT_KEY, userId);
  } catch {
    // Storage is blocked: nothing is stored of anybody.
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

/** A list of what stays, not of what goes: whatever is stored later is removed too unless it is named here. */
function clearPersonalData(userId: string): void {
  for (const open of [() => localStorage, () => sessionStorage]) {
    try {
      const storage = open();
      for (const key of Object.keys(storage)) if (!isKept(key)) storage.removeItem(key);
    } catch {
      // Blocked storage holds nothing.
    }
  }
  dispatchEvent(new CustomEvent(PERSONAL_DATA_CLEARED, { detail: userId }));
}

/** The auth client itself removes what it stores. */
function isKept(key: string): boolean {
  return DEVICE_KEYS.has(key) || key.startsWith(SESSION_STORAGE_KEY);
}

function read(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}
