import type { ReactNode } from "react";
import { t } from "#app/messages/t.ts";
import { FormMessage } from "#app/ui/form-message.tsx";
import type { PageOf } from "#app/ui/pagination.ts";
import { Pagination } from "#app/ui/pagination.tsx";
import { Stack } from "#app/ui/stack.tsx";
import type { Order } from "./order.ts";
import { OrderList } from "./order-list.tsx";

/** @param actions returns the buttons of an order's card */
export function MyOrders({
  orders,
  actions,
}: {
  orders: PageOf<Order> | { error: string };
  actions: (order: Order) => ReactNode;
}) {
  return (
    <Stack as="section" gap={5} aria-labelledby="my-orders-title">
      <h2 id="my-orders-title">{t("My Orders")}</h2>
      {"error" in orders ? (
        <FormMessage>{orders.error}</FormMessage>
      ) : orders.totalCount === 0 ? (
        <p>{t("You do not have any orders yet")}</p>
      ) : (
        <>
          <OrderList orders={orders.items} actions={actions} />
          <Pagination path="/auth" pageIndex={orders.pageIndex} pageCount={orders.pageCount} />
        </>
      )}
    </Stack>
  );
}
