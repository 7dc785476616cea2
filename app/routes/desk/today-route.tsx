import { readDeskUser } from "#app/features/desk-frame/desk-user.ts";
import { listSetupDecisions } from "#app/features/setup/setup-checklist.ts";
import { getToday } from "#app/features/today/today.ts";
import { TodayPage } from "#app/features/today/today-page.tsx";
import { getBrowserData } from "#app/platform/browser-data.ts";
import { loadPage } from "#app/platform/use-page-query.ts";
import type { Route } from "./+types/today-route";

export async function clientLoader() {
  const data = getBrowserData();
  const [query, user] = await Promise.all([loadPage(["today"], () => getToday(data)), readDeskUser()]);
  return { query, isOwner: user.role === "owner" };
}

export default function TodayRoute({ loaderData }: Route.ComponentProps) {
  return <TodayPage {...loaderData} listSetup={() => listSetupDecisions(getBrowserData())} />;
}
