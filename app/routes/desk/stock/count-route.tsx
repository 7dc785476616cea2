import { CountPage } from "#app/features/stock/count-page.tsx";
import { pageMeta } from "#app/features/store/page-meta.ts";
import { t } from "#app/messages/t.ts";
import type { Route } from "./+types/count-route";

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, { title: t("Count stock"), path: null });
}

/** Returns nothing. Without a loader, the middleware does not run when the page is opened directly. */
export function clientLoader() {
  return null;
}

export default function CountRoute() {
  return <CountPage />;
}
