import { useNavigate } from "react-router";
import { readResetLink } from "#app/features/account/recover-password.ts";
import { ResetPassword } from "#app/features/account/reset-password.tsx";
import { pageRoute } from "#app/features/store/page-route.tsx";
import { t } from "#app/messages/t.ts";
import { getBrowserData } from "#app/platform/browser-data.ts";
import { Page } from "#app/ui/page.tsx";
import { showToast } from "#app/ui/toast.tsx";
import type { Route } from "./+types/reset-password-route";

export const { meta, HydrateFallback } = pageRoute({ title: () => t("Choose a new password"), width: "text" });

export async function clientLoader() {
  const { auth } = getBrowserData();
  // The auth client exchanges the code in the URL for a session; this waits for the result.
  const { error } = await auth.initialize();
  const { data } = await auth.getSession();
  // Not the request's URL: the client removes an accepted code from the browser's URL.
  const address = window.location.href;
  return { link: readResetLink({ address, error, email: data.session?.user.email ?? null }) };
}

export default function ResetPasswordRoute({ loaderData }: Route.ComponentProps) {
  const navigate = useNavigate();
  function handleSaved() {
    showToast({ kind: "success", text: t("Password changed.") });
    void navigate("/auth", { replace: true });
  }
  return (
    <Page width="text">
      <ResetPassword link={loaderData.link} onSaved={handleSaved} />
    </Page>
  );
}
