import { redirect, useNavigate, useRevalidator } from "react-router";
import { readAccount } from "#app/features/account/account.ts";
import { AccountPage } from "#app/features/account/account-page.tsx";
import { findCurrentUser } from "#app/features/account/current-user.ts";
import { readLanding } from "#app/features/account/landing-message.ts";
import { loginAddress, requireLogin } from "#app/features/account/require-login.ts";
import { useSessionEnd } from "#app/features/account/session-end.ts";
import { OwnStockRequests } from "#app/features/back-in-stock/own-stock-requests.tsx";
import { listStockRequests } from "#app/features/back-in-stock/stock-request-queries.ts";
import { AccountCopy } from "#app/features/checkout/account-copy.tsx";
import { SavedBilling } from "#app/features/checkout/saved-billing.tsx";
import { SavedCardList } from "#app/features/checkout/saved-card-list.tsx";
import { readSavedCards } from "#app/features/payments/saved-cards.ts";
import { SavedAddresses } from "#app/features/saved-details/saved-addresses.tsx";
import { readSavedDetails, type SavedDetails } from "#app/features/saved-details/saved-details.ts";
import { SavedPreference } from "#app/features/saved-details/saved-preference.tsx";
import { pageRoute } from "#app/features/store/page-route.tsx";
import { useStoreSettings } from "#app/features/store/store-settings-context.tsx";
import { t } from "#app/messages/t.ts";
import { getBrowserData } from "#app/platform/browser-data.ts";
import { invalidateReads } from "#app/platform/reads.ts";
import { loadPage, usePageQuery } from "#app/platform/use-page-query.ts";
import { FailedRead } from "#app/ui/failed-read.tsx";
import { Page } from "#app/ui/page.tsx";
import { showToast } from "#app/ui/toast.tsx";
import type { Route } from "./+types/account-route";

export const clientMiddleware: Route.ClientMiddlewareFunction[] = [requireLogin];

export const { meta, HydrateFallback } = pageRoute({ title: () => t("Account settings"), width: "text" });

export async function clientLoader() {
  return { page: await loadPage(["account"], readAccountPage), landing: readLanding(window.location.href, true) };
}

async function readAccountPage() {
  const data = getBrowserData();
  const user = await findCurrentUser(data);
  const account = user && (await readAccount(data, user));
  if (!account) {
    await data.auth.signOut({ scope: "local" });
    throw redirect(loginAddress("/account"));
  }
  const [savedDetails, savedCards, stockRequests] = await Promise.all([
    readSavedDetails(data).catch(logFailure),
    readSavedCards(data).catch(logFailure),
    listStockRequests(data).catch(logFailure),
  ]);
  return { account, savedDetails, savedCards, stockRequests };
}

/** Logs a failed read; the account page is shown without that data. */
function logFailure(error: unknown): null {
  console.error(error);
  return null;
}

export default function AccountRoute({ loaderData }: Route.ComponentProps) {
  const { page, ...arrived } = loaderData;
  const { account, savedDetails, savedCards, stockRequests } = usePageQuery(page);
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();
  const { name, hasBackInStock } = useStoreSettings();
  useSessionEnd(() => void revalidate());

  function handleLeft(how: "signed-out" | "deleted") {
    const text = how === "deleted" ? t("Your account has been deleted.") : t("All devices are logged out.");
    showToast({ kind: "success", text });
    void navigate(how === "deleted" ? "/home" : "/auth", { replace: true });
  }

  return (
    <Page width="text">
      <AccountPage {...arrived} account={account} shopName={name} onLeft={handleLeft}>
        <Saved details={savedDetails} />
        <SavedCardList saved={savedCards} />
        {stockRequests === null ? (
          <FailedRead text={t("We couldn't load the products you wait for.")} onRetry={invalidateReads} />
        ) : hasBackInStock || stockRequests.length > 0 ? (
          <OwnStockRequests requests={stockRequests} />
        ) : null}
        <AccountCopy />
      </AccountPage>
    </Page>
  );
}

/** Panels with details saved for the next order. */
function Saved({ details }: { details: SavedDetails | null }) {
  const { state } = useStoreSettings();
  if (!details) return <FailedRead text={t("We couldn't load your saved details.")} onRetry={invalidateReads} />;
  return (
    <>
      <SavedAddresses addresses={details.addresses} shopState={state} />
      <SavedBilling billing={details.billing} />
      <SavedPreference preference={details.preference} />
    </>
  );
}
