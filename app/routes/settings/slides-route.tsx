import { getHeroSlides } from "#app/features/hero-slides/slide-queries.ts";
import { SlidesPage } from "#app/features/hero-slides/slides-page.tsx";
import { requireManager } from "#app/features/staff/require-role.ts";
import { pageMeta } from "#app/features/store/page-meta.ts";
import { t } from "#app/messages/t.ts";
import { getBrowserData } from "#app/platform/browser-data.ts";
import { Page } from "#app/ui/page.tsx";
import { Spinner } from "#app/ui/spinner.tsx";
import type { Route } from "./+types/slides-route";

export const clientMiddleware: Route.ClientMiddlewareFunction[] = [requireManager];

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, {
    title: t("Hero slides"),
    description: t("Slides at the top of the home page."),
    path: null,
  });
}

export async function clientLoader() {
  return { slides: await getHeroSlides(getBrowserData()) };
}

export function HydrateFallback() {
  return (
    <Page>
      <h1>{t("Hero slides")}</h1>
      <Spinner />
    </Page>
  );
}

export default function SlidesRoute({ loaderData: { slides } }: Route.ComponentProps) {
  return (
    <Page>
      <SlidesPage slides={slides} />
    </Page>
  );
}
