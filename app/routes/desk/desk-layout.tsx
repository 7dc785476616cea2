import type { ReactNode } from "react";
import { Outlet, type ShouldRevalidateFunctionArgs, useNavigation } from "react-router";
import { type CurrentUser, mayManage } from "#app/features/account/current-user.ts";
import { searchProducts } from "#app/features/catalog/product-finder.tsx";
import { customerTitle, orderCountText } from "#app/features/customers/customer.ts";
import { listCustomers } from "#app/features/customers/customer-queries.ts";
import { findCards } from "#app/features/desk/desk-queries.ts";
import { DeskFrame } from "#app/features/desk-frame/desk-frame.tsx";
import { DeskIcon } from "#app/features/desk-frame/desk-icon.tsx";
import type { PaletteGroup } from "#app/features/desk-frame/palette-items.ts";
import { requireAccess } from "#app/features/desk-frame/require-access.ts";
import { AlertsBell } from "#app/features/order-admin/alerts-bell.tsx";
import { listOrdersAfter } from "#app/features/order-table/order-table-queries.ts";
import { orderStatusLabel } from "#app/features/orders/order-status.ts";
import { ClosedStoreNotice } from "#app/features/setup/closed-store-notice.tsx";
import { framedProblem } from "#app/features/store/framed-problem.tsx";
import { loadStoreFrame } from "#app/features/store/store-frame-loader.ts";
import type { StoreSettings } from "#app/features/store/store-settings.ts";
import { StoreContexts } from "#app/features/store/store-settings-context.tsx";
import { LanguageLinks } from "#app/features/translations/language-menu.tsx";
import { STAFF_LOCALES } from "#app/messages/locales.ts";
import { t } from "#app/messages/t.ts";
import { getBrowserData } from "#app/platform/browser-data.ts";
import { setStaffOutageText } from "#app/ui/outage-strip.tsx";
import { Pending } from "#app/ui/pending.tsx";
import { unreachableText } from "#app/values/error-text.ts";
import { moneyText } from "#app/values/money.ts";
import { cacheClock } from "#app/values/wall-clock.ts";
import type { Route } from "./+types/desk-layout";

const MAX_FOUND = 6;

setStaffOutageText(unreachableText);

export const clientMiddleware: Route.ClientMiddlewareFunction[] = [requireAccess];

export function loader({ context }: Route.LoaderArgs) {
  return loadStoreFrame(context);
}

/**
 * Revalidates only if the URL is unchanged, like the storefront layout, so that a failing page leaves the frame in
 * place.
 */
export function shouldRevalidate({ currentUrl, nextUrl, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) {
  return currentUrl.href === nextUrl.href && defaultShouldRevalidate;
}

export default function DeskLayout({ loaderData }: Route.ComponentProps) {
  cacheClock(loaderData.clock);
  return (
    <Frame settings={loaderData.settings}>
      <Outlet />
    </Frame>
  );
}

export const ErrorBoundary = framedProblem(Frame);

function Frame({ settings, children }: { settings: StoreSettings; children: ReactNode }) {
  const isLoading = useNavigation().state === "loading";
  return (
    <StoreContexts settings={settings}>
      <DeskFrame
        shopName={settings.name}
        logo={settings.logo}
        alerts={<AlertsBell icon={<DeskIcon name="bell" />} />}
        notice={(isOwner) => <ClosedStoreNotice isOwner={isOwner} />}
        languages={<LanguageLinks locales={STAFF_LOCALES} />}
        findItems={findItems}
      >
        <Pending isPending={isLoading}>{children}</Pending>
      </DeskFrame>
    </StoreContexts>
  );
}

/**
 * Finds orders by number, name, or phone; for managers also customers by name, email, or phone, and products by name.
 */
async function findItems(user: Pick<CurrentUser, "role">, words: string): Promise<PaletteGroup[]> {
  const data = getBrowserData();
  const [cards, page, found] = await Promise.all([
    // Packers find what they may pack; managers every order, also canceled and unpaid ones.
    mayManage(user) ? listOrdersAfter(data, { words }, null, MAX_FOUND) : findCards(data, words),
    mayManage(user) ? listCustomers(data, { words, sort: "last_order", tag: null, after: null }) : null,
    mayManage(user) ? searchProducts(data, words, MAX_FOUND) : [],
  ]);
  const orders = cards
    .slice(0, MAX_FOUND)
    .map(({ id, number, name, status }) => ({
      to: `/desk/orders/${id}`,
      label: t("Order {number}", { number }),
      detail: [name, orderStatusLabel(status)].filter(Boolean).join(" · "),
    }));
  const products = found.map(({ name, priceCents, discountPriceCents }) => ({
    to: `/desk/products?${new URLSearchParams({ words: name })}`,
    label: name,
    detail: moneyText(discountPriceCents ?? priceCents),
  }));
  const customers = (page?.customers ?? [])
    .slice(0, MAX_FOUND)
    .map((customer) => ({
      to: `/desk/customers/${customer.id}`,
      label: customerTitle(customer),
      detail: [customer.isGuest ? t("Guest") : customer.email, orderCountText(customer.orderCount)]
        .filter(Boolean)
        .join(" · "),
    }));
  return [
    { title: t("Orders"), items: orders },
    { title: t("Customers"), items: customers },
    {
      title: t("Products"),
      items: products.filter(({ to }, place) => products.findIndex((one) => one.to === to) === place),
    },
  ].filter(({ items }) => items.length > 0);
}
