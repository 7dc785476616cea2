import { listDiscountCodes } from "#app/features/discounts/discount-record.ts";
import { DiscountsPage } from "#app/features/discounts/discounts-page.tsx";
import { requireOwner } from "#app/features/staff/require-role.ts";
import { pageMeta } from "#app/features/store/page-meta.ts";
import { getBrowserData } from "#app/platform/browser-data.ts";
import { Page } from "#app/ui/page.tsx";
import { Spinner } from "#app/ui/spinner.tsx";
import type { Route } from "./+types/codes-route";

export const clientMiddleware: Route.ClientMiddlewareFunction[] = [requireOwner];

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, {
    title: "Discount codes",
    description: "What the shop gives its customers off, and how often it was used.",
    path: null,
  });
}

export async function clientLoader() {
  return { discounts: await listDiscountCodes(getBrowserData()) };
}

export function HydrateFallback() {
  return (
    <Page>
      <h1>Discount codes</h1>
      <Spinner />
    </Page>
  );
}

export default function DiscountsRoute({ loaderData: { discounts } }: Route.ComponentProps) {
  return (
    <Page>
      <DiscountsPage discounts={discounts} />
    </Page>
  );
}
