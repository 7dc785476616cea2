import type { ReactNode } from "react";
import { redirect, useNavigate, useRevalidator } from "react-router";
import { AuthForm } from "#app/features/account/auth-form.tsx";
import { CodeSignIn } from "#app/features/account/code-sign-in.tsx";
import { type CurrentUser, findCurrentUser, mayManage } from "#app/features/account/current-user.ts";
import { readLanding } from "#app/features/account/landing-message.ts";
import { isMfaDue, type MfaState, readMfa } from "#app/features/account/mfa.ts";
import { MfaChallenge } from "#app/features/account/mfa-challenge.tsx";
import { useSessionEnd } from "#app/features/account/session-end.ts";
import { Welcome } from "#app/features/account/welcome.tsx";
import { readBuyAgain } from "#app/features/buy-again/buy-again-queries.ts";
import { BuyAgainScrollRow } from "#app/features/buy-again/buy-again-scroll-row.tsx";
import { OrderAgainButton } from "#app/features/buy-again/order-again-button.tsx";
import { takeResume } from "#app/features/checkout/guest-checkout.ts";
import { workplaceOf } from "#app/features/desk-frame/workplace.ts";
import { OrdersDashboard } from "#app/features/order-admin/orders-dashboard.tsx";
import { listShopTroubles } from "#app/features/order-admin/shop-alerts.ts";
import { listShopOrders, readOrderFilter } from "#app/features/order-admin/shop-order-queries.ts";
import { listWaitingOrders } from "#app/features/order-admin/waiting-orders.ts";
import { MyOrders } from "#app/features/orders/order-list.tsx";
import { listOrdersOf } from "#app/features/orders/order-queries.ts";
import { isPaid } from "#app/features/orders/order-status.ts";
import { pageRoute } from "#app/features/store/page-route.tsx";
import { defaultStoreSettings } from "#app/features/store/store-settings.ts";
import { getStoreSettings } from "#app/features/store/store-settings-queries.ts";
import { t } from "#app/messages/t.ts";
import { getBrowserData } from "#app/platform/browser-data.ts";
import { pageAddressHere } from "#app/platform/page-address.ts";
import { safeRedirect } from "#app/platform/safe-redirect.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { FormMessage } from "#app/ui/form-message.tsx";
import { linked } from "#app/ui/linked.tsx";
import { Page } from "#app/ui/page.tsx";
import { pageIndexFrom } from "#app/ui/pagination.ts";
import { ToastOnLanding } from "#app/ui/toast.tsx";
import { writeStored } from "#app/values/device-storage.ts";
import type { Route } from "./+types/auth-route";

/** Leads staff to their work, and everyone else to /auth. */
const AFTER_LOGIN = "/auth?work=yes";

/** Returns why nobody can log in: the browser stores no session. Null if it stores one. */
function blockedText(): string | null {
  if (writeStored("storageCheck", null)) return null;
  return t(
    "Your browser blocks storage for our site, so you can't log in. Allow cookies for it, then reload the page.",
  );
}

type Failure = { error: string };

export const { meta, HydrateFallback } = pageRoute({ title: () => t("Your account"), width: "text" });

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const search = new URL(request.url).searchParams;
  // Stops waiting when the shopper logs in for another reason, so that no order is placed unexpectedly.
  if (search.get("next") !== "/cart") takeResume();
  const data = getBrowserData();
  // Exchanges a link's code for a session before the session is read.
  await data.auth.initialize();
  if (await isMfaDue(data)) return { step: "mfa", mfa: await readMfa(data), search: String(search) } as const;
  const user = await findCurrentUser(data);
  const landing = readLanding(window.location.href, user !== null);
  if (!user) return { step: "login", landing: landing?.text ?? blockedText(), search: String(search) } as const;
  const next = search.get("next");
  if (next !== null) throw redirect(safeRedirect(next, "/auth"));
  if (search.has("work")) throw redirect(workplaceOf(user) ?? "/auth");
  if (!mayManage(user)) {
    const [orders, buyAgain] = await Promise.all([
      listOrdersOf(data, user.id, pageIndexFrom(search)).catch(failureOf),
      readBuyAgain(user.id),
    ]);
    // Canceling the last order of the last page removes that page.
    if (orders === null) throw redirect("/auth");
    return { step: "customer", landing, user, orders, buyAgain } as const;
  }
  // If the settings cannot be read, the orders cannot be read either, so any time zone will do.
  const { timeZone } = await getStoreSettings(data).catch(() => defaultStoreSettings);
  const filter = readOrderFilter(search, new Date(), timeZone);
  const [orders, waiting, troubles] = await Promise.all([
    listShopOrders(data, filter).catch(failureOf),
    listWaitingOrders(data, new Date(), timeZone).catch(() => null),
    listShopTroubles(data).catch(() => null),
  ]);
  return { step: "admin", landing, user, filter, orders, waiting, troubles } as const;
}

export default function AuthRoute({ loaderData }: Route.ComponentProps) {
  const { revalidate } = useRevalidator();
  if (loaderData.step === "customer") {
    const { user, landing, orders, buyAgain } = loaderData;
    return (
      <Account user={user} landing={landing} failure={failureIn(orders)}>
        {workplaceOf(user) ? (
          <ButtonLink to={workplaceOf(user) ?? "/desk"} isNarrow>
            {t("Back office")}
          </ButtonLink>
        ) : null}
        <MyOrders
          orders={orders}
          actions={(order) => (isPaid(order.status) ? <OrderAgainButton order={order} /> : null)}
        />
        <BuyAgainScrollRow buyAgain={buyAgain} />
      </Account>
    );
  }
  if (loaderData.step === "admin") {
    const { user, landing, ...dashboard } = loaderData;
    return (
      <Account user={user} landing={landing} failure={failureIn(dashboard.orders)}>
        <OrdersDashboard {...dashboard} workplace={workplaceOf(user) ?? "/desk"} onTroublesChanged={revalidate} />
      </Account>
    );
  }
  if (loaderData.step === "mfa") return <MfaPage {...loaderData} />;
  return <Guest {...loaderData} />;
}

function failureOf(error: unknown): Failure {
  console.error(error);
  return { error: t("Error fetching orders") };
}

function failureIn(orders: object): string | null {
  return "error" in orders ? (orders as Failure).error : null;
}

function MfaPage({ mfa, search }: { mfa: MfaState; search: string }) {
  const { revalidate } = useRevalidator();
  useSessionEnd(() => void revalidate());
  const next = new URLSearchParams(search).get("next");
  return (
    <Page width="text">
      <MfaChallenge
        {...mfa}
        // Load a new document, to discard everything that was read before MFA.
        onPassed={() => window.location.replace(pageAddressHere(safeRedirect(next, AFTER_LOGIN)))}
        onCancelled={() => void revalidate()}
      />
    </Page>
  );
}

function Guest({ landing, search }: { landing: string | null; search: string }) {
  const navigate = useNavigate();
  const params = new URLSearchParams(search);
  const mode = params.get("mode") === "sign-up" ? "sign-up" : "login";
  const next = params.get("next");
  const offersCode = mode === "login" && next !== null && /^\/(cart$|orders\/)/.test(next);
  const address = (entries: Record<string, string>) => {
    const query = new URLSearchParams({ ...(next === null ? {} : { next }), ...entries });
    return query.size === 0 ? "/auth" : `/auth?${query}`;
  };
  return (
    <Page width="text">
      {next === "/join" ? (
        <FormMessage kind="information">
          {t("You are invited to join our team. Log in or sign up with the address we invited.")}
        </FormMessage>
      ) : null}
      {offersCode ? (
        <CodeSignIn path={address({})} onSignedIn={() => navigate(address({}), { replace: true })} />
      ) : null}
      <AuthForm
        key={mode}
        mode={mode}
        level={offersCode ? 2 : 1}
        otherModeAddress={address(mode === "login" ? { mode: "sign-up" } : {})}
        returnPath={next === null ? AFTER_LOGIN : address({})}
        landing={landing}
        // Navigate to this page again, because its loader decides what follows a login.
        onSignedIn={() => navigate(next === null ? AFTER_LOGIN : address({}), { replace: true })}
      />
    </Page>
  );
}

function Account({
  landing,
  user,
  failure,
  children,
}: {
  landing: ReturnType<typeof readLanding>;
  user: CurrentUser;
  /** Message if the orders could not be read; otherwise null. */
  failure: string | null;
  children: ReactNode;
}) {
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();
  useSessionEnd(() => void revalidate());
  return (
    <Page>
      {landing ? <ToastOnLanding kind={landing.isError ? "error" : "success"} text={landing.text} /> : null}
      {failure ? <ToastOnLanding kind="error" text={failure} /> : null}
      <Welcome user={user} onSignedOut={() => void navigate("/auth", { replace: true })} />
      {user.isStaffWaiting ? (
        <FormMessage kind="notice">
          {linked(
            t("Admins need two-step verification. To open the dashboard, <link>set up two-step verification</link>."),
            "/account",
          )}
        </FormMessage>
      ) : null}
      {children}
    </Page>
  );
}
