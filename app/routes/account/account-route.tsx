import { redirect, useNavigate, useRevalidator } from "react-router";
import { readAccount } from "#app/features/account/account.ts";
import { AccountPage } from "#app/features/account/account-page.tsx";
import { readArrival } from "#app/features/account/arrival.ts";
import { loginAddress, requireLogin } from "#app/features/account/require-login.ts";
import { useSessionEnd } from "#app/features/account/use-session-end.ts";
import { findVisitor } from "#app/features/account/visitor.ts";
import { pageMeta } from "#app/features/store/page-meta.ts";
import { useStoreSettings } from "#app/features/store/store-settings-context.ts";
import { getBrowserData } from "#app/platform/browser-data.ts";
import { readPublicConfig } from "#app/platform/public-config.ts";
import { Page } from "#app/ui/page.tsx";
import { Spinner } from "#app/ui/spinner.tsx";
import { showToast } from "#app/ui/toast.tsx";
import type { Route } from "./+types/account-route";

export const clientMiddleware: Route.ClientMiddlewareFunction[] = [requireLogin];

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, {
    title: "Account settings",
    description: "Name, e-mail, password, two-step sign-in and devices.",
    path: null,
  });
}

export async function clientLoader() {
  const data = getBrowserData();
  const visitor = await findVisitor(data);
  const account = visitor && (await readAccount(data, visitor));
  if (!account) {
    await data.auth.signOut({ scope: "local" });
    throw redirect(loginAddress("/account"));
  }
  return {
    account,
    arrival: readArrival(window.location.href, true),
    hasLocalMailbox: readPublicConfig().hasLocalMailbox,
  };
}

export function HydrateFallback() {
  return (
    <Page width="text">
      <h1>Account settings</h1>
      <Spinner />
    </Page>
  );
}

export default function AccountRoute({ loaderData }: Route.ComponentProps) {
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();
  const { name } = useStoreSettings();
  useSessionEnd(() => void revalidate());

  function handleLeft(how: "signed-out" | "deleted") {
    const text = how === "deleted" ? "Your account has been deleted." : "You are logged out everywhere.";
    showToast({ kind: "success", text });
    void navigate(how === "deleted" ? "/home" : "/auth", { replace: true });
  }

  return (
    <Page width="text">
      <AccountPage {...loaderData} shopName={name} onChanged={revalidate} onLeft={handleLeft} />
    </Page>
  );
}
