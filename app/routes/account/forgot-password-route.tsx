import { useNavigate } from "react-router";
import { ForgotPassword } from "#app/features/account/forgot-password.tsx";
import { pageRoute } from "#app/features/store/page-route.tsx";
import { useStoreSettings } from "#app/features/store/store-settings-context.tsx";
import { t } from "#app/messages/t.ts";
import { readPublicConfig } from "#app/platform/public-config.ts";
import { Page } from "#app/ui/page.tsx";
import type { Route } from "./+types/forgot-password-route";

export const { meta, HydrateFallback } = pageRoute({ title: () => t("Forgot password?"), width: "text" });

export async function clientLoader() {
  return { hasLocalMailbox: readPublicConfig().hasLocalMailbox };
}

/** The form needs the auth client, so it is rendered once that has loaded. */
export default function ForgotPasswordRoute({ loaderData }: Route.ComponentProps) {
  const navigate = useNavigate();
  const { phone } = useStoreSettings();
  return (
    <Page width="text">
      <ForgotPassword
        whenMailIsOff={t("We can't send email right now. Call us at {phone}.", { phone })}
        hasLocalMailbox={loaderData.hasLocalMailbox}
        onSignedIn={() => void navigate("/auth/reset")}
      />
    </Page>
  );
}
