import { findCurrentUser } from "#app/features/account/current-user.ts";
import { requireManager } from "#app/features/staff/require-role.ts";
import { pageMeta } from "#app/features/store/page-meta.ts";
import { TodayPage } from "#app/features/today/today-page.tsx";
import { getToday } from "#app/features/today/today-queries.ts";
import { t } from "#app/messages/t.ts";
import { getBrowserData } from "#app/platform/browser-data.ts";
import { loadPage } from "#app/platform/use-page-query.ts";
import { Page } from "#app/ui/page.tsx";
import { Spinner } from "#app/ui/spinner.tsx";
import type { Route } from "./+types/today-route";

export const clientMiddleware: Route.ClientMiddlewareFunction[] = [requireManager];

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, {
    title: t("Today"),
    description: t("Orders to pack, sales, and what runs out."),
    path: null,
  });
}

export async function clientLoader() {
  const data = getBrowserData();
  const [query, user] = await Promise.all([loadPage(["today"], () => getToday(data)), findCurrentUser(data)]);
  return { query, isOwner: user?.role === "owner" };
}

export function HydrateFallback() {
  return (
    <Page>
      <h1>{t("Today")}</h1>
      <Spinner />
    </Page>
  );
}

export default function TodayRoute({ loaderData }: Route.ComponentProps) {
  return (
    <Page>
      <TodayPage {...loaderData} />
    </Page>
  );
}
