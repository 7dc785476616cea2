import { useNavigate } from "react-router";
import { ForgotPassword } from "#app/features/account/forgot-password.tsx";
import { pageMeta } from "#app/features/store/page-meta.ts";
import { useStoreSettings } from "#app/features/store/store-settings-context.ts";
import { t } from "#app/messages/t.ts";
import { readPublicConfig } from "#app/platform/public-config.ts";
import { Page } from "#app/ui/page.tsx";
import { Spinner } from "#app/ui/spinner.tsx";
import type { Route } from "./+types/forgot-password-route";

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, {
    title: t("Forgot password?"),
    description: t("Get a link to choose a new password."),
    path: null,
  });
}

export async function clientLoader() {
  return { hasLocalMailbox: readPublicConfig().hasLocalMailbox };
}

/** The form needs the auth client, so it is rendered once that has loaded. */
export function HydrateFallback() {
  return (
    <Page width="text">
      <h1>{t("Forgot password?")}</h1>
      <Spinner />
    </Page>
  );
}

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
