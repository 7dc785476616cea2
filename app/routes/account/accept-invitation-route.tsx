import { redirect } from "react-router";
import { findCurrentUser } from "#app/features/account/current-user.ts";
import { loginAddress, requireLogin } from "#app/features/account/require-login.ts";
import { AcceptInvitationPage } from "#app/features/staff/accept-invitation-page.tsx";
import { pageRoute } from "#app/features/store/page-route.tsx";
import { useStoreSettings } from "#app/features/store/store-settings-context.ts";
import { t } from "#app/messages/t.ts";
import { getBrowserData } from "#app/platform/browser-data.ts";
import { Page } from "#app/ui/page.tsx";
import type { Route } from "./+types/accept-invitation-route";

export const clientMiddleware: Route.ClientMiddlewareFunction[] = [requireLogin];

export const { meta, HydrateFallback } = pageRoute({
  title: () => t("Join our team"),
  description: () => t("Accept your invitation."),
  width: "text",
});

export async function clientLoader() {
  const user = await findCurrentUser(getBrowserData());
  if (!user) throw redirect(loginAddress("/join"));
  return { user };
}

export default function AcceptInvitationRoute({ loaderData }: Route.ComponentProps) {
  const { name } = useStoreSettings();
  return (
    <Page width="text">
      <AcceptInvitationPage user={loaderData.user} shopName={name} />
    </Page>
  );
}
