import { redirect } from "react-router";
import { findCurrentUser } from "#app/features/account/current-user.ts";
import { loginAddress, requireLogin } from "#app/features/account/require-login.ts";
import { AcceptInvitationPage } from "#app/features/staff/accept-invitation-page.tsx";
import { BecomeOwnerPage } from "#app/features/staff/become-owner-page.tsx";
import { pageRoute } from "#app/features/store/page-route.tsx";
import { useStoreSettings } from "#app/features/store/store-settings-context.tsx";
import { t } from "#app/messages/t.ts";
import { getBrowserData } from "#app/platform/browser-data.ts";
import { Page } from "#app/ui/page.tsx";
import type { Route } from "./+types/accept-invitation-route";

export const clientMiddleware: Route.ClientMiddlewareFunction[] = [requireLogin];

export const { meta, HydrateFallback } = pageRoute({
  title: () => t("Join our team"),
  width: "text",
  hasSecretUrl: true,
});

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const user = await findCurrentUser(getBrowserData());
  const { search, searchParams } = new URL(request.url);
  if (!user) throw redirect(loginAddress(`/join${search}`));
  return { user, ownerToken: searchParams.get("owner") };
}

export default function AcceptInvitationRoute({ loaderData }: Route.ComponentProps) {
  const { name } = useStoreSettings();
  return (
    <Page width="text">
      {loaderData.ownerToken === null ? (
        <AcceptInvitationPage user={loaderData.user} shopName={name} />
      ) : (
        <BecomeOwnerPage user={loaderData.user} token={loaderData.ownerToken} />
      )}
    </Page>
  );
}
