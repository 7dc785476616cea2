import { useSearchParams } from "react-router";
import { mayManage } from "#app/features/account/current-user.ts";
import { DeskPage } from "#app/features/desk/desk-page.tsx";
import { readDesk } from "#app/features/desk/desk-queries.ts";
import { readDeskUser } from "#app/features/desk-frame/desk-user.ts";
import { getBrowserData } from "#app/platform/browser-data.ts";
import type { Route } from "./+types/desk-route";

export async function clientLoader() {
  const data = getBrowserData();
  const [desk, user] = await Promise.all([readDesk(data), readDeskUser()]);
  return { desk, canTakePayment: mayManage(user) };
}

/** Never reloads: the board follows events, and opening an order changes nothing. */
export function shouldRevalidate() {
  return false;
}

export default function DeskRoute({ loaderData: { desk, canTakePayment } }: Route.ComponentProps) {
  const [search] = useSearchParams();
  return <DeskPage initial={desk} orderId={search.get("order")} canTakePayment={canTakePayment} />;
}
