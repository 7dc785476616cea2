import type { ReactNode } from "react";
import { isRouteErrorResponse, Outlet, type ShouldRevalidateFunctionArgs, useNavigation } from "react-router";
import { DeskFrame } from "#app/features/desk-frame/desk-frame.tsx";
import { DeskIcon } from "#app/features/desk-frame/desk-icon.tsx";
import { requireAccess } from "#app/features/desk-frame/require-access.ts";
import { AlertsBell } from "#app/features/order-admin/alerts-bell.tsx";
import { ClosedStoreNotice } from "#app/features/setup/closed-store-notice.tsx";
import { StoreContexts } from "#app/features/store/store-contexts.tsx";
import { loadStoreFrame } from "#app/features/store/store-frame-loader.ts";
import type { StoreSettings } from "#app/features/store/store-settings.ts";
import { LanguageLinks } from "#app/features/translations/language-links.tsx";
import { STAFF_LOCALES } from "#app/messages/locales.ts";
import { Pending } from "#app/ui/pending.tsx";
import { Problem } from "#app/ui/problem.tsx";
import { cacheClock } from "#app/values/wall-clock.ts";
import type { Route } from "./+types/desk-layout";

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

export function ErrorBoundary({ error, loaderData }: Route.ErrorBoundaryProps) {
  const sent = isRouteErrorResponse(error) ? (error.data as { settings?: StoreSettings } | null) : null;
  const settings = loaderData?.settings ?? sent?.settings;
  const problem = <Problem error={error} />;
  return settings ? <Frame settings={settings}>{problem}</Frame> : <main id="content">{problem}</main>;
}

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
        findItems={async (...search) => (await import("./find-items.ts")).findItems(...search)}
      >
        <Pending isPending={isLoading}>{children}</Pending>
      </DeskFrame>
    </StoreContexts>
  );
}
