import { SESSION_STORAGE_KEY } from "#app/platform/stored-session.ts";
import { writeStored } from "#app/values/device-storage.ts";

/** Id of the user whose buy-again row was last shown in this browser. */
const STORAGE_KEY = "usuals";

/** Runs before the first paint: reserves space for the row on the home page if that user is still logged in. */
export const RESERVE_BUY_AGAIN_SCRIPT = import.meta.env.SSR
  ? `try{var u=localStorage.getItem("${STORAGE_KEY}"),s=localStorage.getItem("${SESSION_STORAGE_KEY}");if(u&&s&&s.includes(u))document.documentElement.dataset.buyAgain=""}catch(e){}`
  : "";

/** Reserves space for the row, now and on the next visit, or releases it. Browser only. */
export function reserveSpace(userId: string, hasBuyAgain: boolean): void {
  if (hasBuyAgain) document.documentElement.dataset["buyAgain"] = "";
  else releaseSpace();
  writeStored(STORAGE_KEY, hasBuyAgain ? userId : null);
}

/** Releases the reserved space on this page. Browser only. */
export function releaseSpace(): void {
  delete document.documentElement.dataset["buyAgain"];
}
