import { useNavigate } from "react-router";
import { ForgotPassword } from "#app/features/account/forgot-password.tsx";
import { pageRoute } from "#app/features/store/page-route.tsx";
import { useStoreSettings } from "#app/features/store/store-settings-context.tsx";
import { t } from "#app/messages/t.ts";
import { Page } from "#app/ui/page.tsx";

export const { meta, HydrateFallback } = pageRoute({ title: () => t("Forgot password?"), width: "text" });

/** The form needs the auth client, so it is rendered only in the browser, once that has loaded. */
export function clientLoader() {
  return null;
}

export default function ForgotPasswordRoute() {
  const navigate = useNavigate();
  const { phone } = useStoreSettings();
  return (
    <Page width="text">
      <ForgotPassword
        whenMailIsOff={t("We can't send email right now. Call us at {phone}.", { phone })}
        onSignedIn={() => navigate("/auth/reset")}
      />
    </Page>
  );
}
