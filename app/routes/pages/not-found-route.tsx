import { data, redirectDocument } from "react-router";
import { t } from "#app/messages/t.ts";
import { isDeskPath } from "#app/platform/desk-path.ts";
import { Page } from "#app/ui/page.tsx";
import type { Route } from "./+types/not-found-route";

export function meta() {
  return [{ title: t("Page not found") }];
}

export function loader() {
  return data(null, { status: 404 });
}

/** The storefront's build omits the back office, so its pages load as new documents. */
export function clientLoader({ request, serverLoader }: Route.ClientLoaderArgs) {
  if (isDeskPath(new URL(request.url).pathname)) throw redirectDocument(request.url);
  return serverLoader();
}

export default function NotFoundRoute() {
  return (
    <Page width="text">
      <h1>{t("Page not found")}</h1>
    </Page>
  );
}
