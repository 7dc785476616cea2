import { nextStepOf, stepDoneText } from "#app/features/desk/desk.ts";
import type { StepsTaken } from "#app/features/desk/move-orders.ts";
import { orderStatusLabel } from "#app/features/orders/order-status.ts";
import type { ListedOrder } from "./listed-order.ts";

/** Result of moving several orders to their next status. */
export interface MoveReport {
  text: string;
  /** Orders that stayed as they were, and why. */
  rejected: string[];
}

/** @param orders the ones that were to move, as they were before */
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
      return `Order ${order.number}: ${reason ?? `no next step from “${orderStatusLabel(order.status)}”.`}`;
    });
  if (moved.length === 0) return { text: "No order moved.", rejected };
  const done =
    moved.length === 1 && first && to ? stepDoneText(to, `Order ${first.number}`) : `${moved.length} orders moved.`;
  const left = rejected.length === 1 ? " 1 order did not move." : ` ${rejected.length} orders did not move.`;
  return { text: rejected.length === 0 ? done : done + left, rejected };
}
