import { CountPage } from "#app/features/stock/count-page.tsx";

/** Returns nothing. Without a loader, the middleware does not run when the page is opened directly. */
export function clientLoader() {
  return null;
}

export default CountPage;
