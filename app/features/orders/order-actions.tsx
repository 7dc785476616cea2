import type { ReactNode } from "react";
import { t } from "#app/messages/t.ts";
import { ButtonLink, SmallButton } from "#app/ui/button.tsx";
import { CancelOrderButton } from "./cancel-order-button.tsx";
import type { OrderDetails } from "./order-details-queries.ts";
import { isPaidInStore, refundableCents } from "./order-money.ts";
import { movesOf } from "./order-status.ts";

/** Buttons for a customer's own order. Anyone who can see a paid order can print its receipt. */
export function OrderActions({
  record: { order, payments, refunds },
  isOwner,
  orderAgain,
}: {
  record: OrderDetails;
  isOwner: boolean;
  /** Button that adds the items to the cart again. */
  orderAgain: ReactNode;
}) {
  const canBePaid = isOwner && order.status === "pending" && order.lines.length > 0;
  return (
    <>
      {canBePaid ? (
        <ButtonLink
          to={`/checkout/${order.id}`}
          size={order.payInStore ? "medium" : "large"}
          variation={order.payInStore ? "secondary" : "primary"}
        >
          {order.payInStore ? t("Pay by card instead") : t("Pay now")}
        </ButtonLink>
      ) : null}
      {isOwner && order.status !== "pending" ? orderAgain : null}
      {order.paidCents > 0 ? <SmallButton onClick={() => window.print()}>{t("Print receipt")}</SmallButton> : null}
      <CancelOrderButton
        order={order}
        canCancel={isOwner && movesOf(order, "customer").includes("cancelled")}
        refundableCents={refundableCents(payments, refunds)}
        isForShop={false}
        isPaidInStore={isPaidInStore(payments)}
        isHeld={payments.some(({ isHeld }) => isHeld)}
      />
    </>
  );
}
