import { redirect, useNavigate, useRevalidator } from "react-router";
import { AuthForm } from "#app/features/account/auth-form.tsx";
import { findVisitor, type Visitor } from "#app/features/account/visitor.ts";
import { Welcome } from "#app/features/account/welcome.tsx";
import {
  listShopOrders,
  type OrderFilter,
  readOrderFilter,
} from "#app/features/back-office/list-shop-orders.ts";
import { OrdersDashboard } from "#app/features/back-office/orders-dashboard.tsx";
import { pageMeta } from "#app/features/delivery/page-meta.ts";
import { MyOrders } from "#app/features/orders/my-orders.tsx";
import type { Order } from "#app/features/orders/order.ts";
import { listOrdersOf } from "#app/features/orders/read-orders.ts";
import { getBrowserData } from "#app/platform/browser-data.ts";
import { safeRedirect } from "#app/platform/safe-redirect.ts";
import { Page } from "#app/ui/page.tsx";
import { Spinner } from "#app/ui/spinner.tsx";
import { ToastOnArrival } from "#app/ui/toast.tsx";
import type { Route } from "./+types/auth-route";

type FoundOrders = Order[] | { error: string };

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, {
    title: "Your account",
    description: "Log in or sign up, and see your orders.",
    path: "/auth",
    isPrivate: true,
  });
}

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const search = new URL(request.url).searchParams;
  const data = getBrowserData();
  const visitor = await findVisitor(data);
  if (!visitor) return { visitor, search: String(search) };
  const next = search.get("next");
  if (next !== null) throw redirect(safeRedirect(next, "/auth"));
  const filter = readOrderFilter(search, new Date());
  const read = visitor.role === "admin" ? listShopOrders(data, filter) : listOrdersOf(data, visitor.id);
  const orders: FoundOrders = await read.catch((error: unknown) => {
    console.error(error);
    return { error: "Error fetching orders" };
  });
  return { visitor, filter, orders };
}

export function HydrateFallback() {
  return (
    <Page width="text">
      <h1>Your account</h1>
      <Spinner />
    </Page>
  );
}

export default function AuthRoute({ loaderData }: Route.ComponentProps) {
  if (loaderData.visitor) return <Account {...loaderData} />;
  return <Guest search={loaderData.search} />;
}

function Guest({ search }: { search: string }) {
  const navigate = useNavigate();
  const params = new URLSearchParams(search);
  const mode = params.get("mode") === "sign-up" ? "sign-up" : "login";
  const next = params.get("next");
  const address = (entries: Record<string, string>) => {
    const asked = new URLSearchParams({ ...(next === null ? {} : { next }), ...entries });
    return asked.size === 0 ? "/auth" : `/auth?${asked}`;
  };
  return (
    <Page width="text">
      <AuthForm
        key={mode}
        mode={mode}
        otherModeAddress={address(mode === "login" ? { mode: "sign-up" } : {})}
        returnPath={address({})}
        // This page knows what follows a login: it reads the session and leads on.
        onSignedIn={() => void navigate(address({}), { replace: true })}
      />
    </Page>
  );
}

function Account({
  visitor,
  filter,
  orders,
}: {
  visitor: Visitor;
  filter: OrderFilter;
  orders: FoundOrders;
}) {
  const { revalidate } = useRevalidator();
  return (
    <Page>
      {"error" in orders ? <ToastOnArrival kind="error" text={orders.error} /> : null}
      <Welcome visitor={visitor} onSignedOut={() => void revalidate()} />
      {visitor.role === "admin" ? (
        <OrdersDashboard filter={filter} orders={orders} />
      ) : (
        <MyOrders orders={orders} />
      )}
    </Page>
  );
}
