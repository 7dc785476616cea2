/** Storage of the device, or of this tab only. */
type Area = "local" | "session";

const storageOf = (area: Area): Storage => (area === "local" ? localStorage : sessionStorage);

/** Returns a stored value; null without one, if storage is blocked, and on the server. */
export function readStored(key: string, area: Area = "local"): string | null {
  try {
    return storageOf(area).getItem(key);
  } catch {
    return null;
  }
}

/** Stores a value, or removes it if it is null. @returns false if storage is full or blocked */
export function writeStored(key: string, value: string | null, area: Area = "local"): boolean {
  try {
    if (value === null) storageOf(area).removeItem(key);
    else storageOf(area).setItem(key, value);
    return true;
  } catch {
    return false;
  }
}
