import { SESSION_STORAGE_KEY } from "#app/platform/stored-session.ts";

/** Holds whose usuals were shown in this browser last. */
const STORAGE_KEY = "usuals";

/** Runs before the first paint: where that person is still signed in, the home page keeps the place of the usuals. */
export const RESERVE_BUY_AGAIN_SCRIPT = import.meta.env.SSR
  ? `try{var u=localStorage.getItem("${STORAGE_KEY}"),s=localStorage.getItem("${SESSION_STORAGE_KEY}");if(u&&s&&s.includes(u))document.documentElement.dataset.usuals=""}catch(e){}`
  : "";

/** Browser only: gives the usuals their place, here and at the next visit, or none. */
export function reserveSpace(userId: string, hasBuyAgain: boolean): void {
  if (hasBuyAgain) document.documentElement.dataset["usuals"] = "";
  else releaseSpace();
  try {
    if (hasBuyAgain) localStorage.setItem(STORAGE_KEY, userId);
    else localStorage.removeItem(STORAGE_KEY);
  } catch {
    // Storage is blocked: the place is kept as long as the page.
  }
}

/** Browser only: nothing comes there now. */
export function releaseSpace(): void {
  delete document.documentElement.dataset["usuals"];
}
