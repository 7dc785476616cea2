import type { StepsTaken } from "#app/features/orders/move-orders.ts";
import { orderStatusLabel } from "#app/features/orders/order-status.ts";
import { nextStepOf, stepDoneText } from "#app/features/orders/order-steps.ts";
import { t } from "#app/messages/t.ts";
import type { ListedOrder } from "./listed-order.ts";

/** Result of moving several orders to their next status. */
export interface MoveReport {
  text: string;
  /** Orders that did not move, with the reason. */
  rejected: string[];
}

/** @param orders the selected orders, as they were before */
export function moveReport(
  orders: readonly ListedOrder[],
  taken: Pick<StepsTaken, "movedIds" | "rejected">,
): MoveReport {
  const moved = orders.filter(({ id }) => taken.movedIds.includes(id));
  const [first] = moved;
  const to = first ? nextStepOf(first) : null;
  const rejected = orders
    .filter((order) => !moved.includes(order))
    .map((order) => {
      const reason = taken.rejected.find(({ orderId }) => orderId === order.id)?.message;
      return reason === undefined
        ? t("Order {number}: no next step from “{status}”.", {
            number: order.number,
            status: orderStatusLabel(order.status),
          })
        : t("Order {number}: {reason}", { number: order.number, reason });
    });
  if (moved.length === 0) return { text: t("No order moved."), rejected };
  const done =
    moved.length === 1 && first && to
      ? stepDoneText(to, t("Order {number}", { number: first.number }))
      : t("{count, plural, one {# order moved.} other {# orders moved.}}", { count: moved.length });
  if (rejected.length === 0) return { text: done, rejected };
  const left = t("{count, plural, one {# order did not move.} other {# orders did not move.}}", {
    count: rejected.length,
  });
  return { text: `${done} ${left}`, rejected };
}
