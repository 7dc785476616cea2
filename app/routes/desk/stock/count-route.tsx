import { CountPage } from "#app/features/stock/count-page.tsx";
import { deskRoute } from "#app/features/store/page-route.tsx";
import { t } from "#app/messages/t.ts";

export const { meta } = deskRoute({ title: () => t("Count stock") });

/** Returns nothing. Without a loader, the middleware does not run when the page is opened directly. */
export function clientLoader() {
  return null;
}

export default CountPage;
