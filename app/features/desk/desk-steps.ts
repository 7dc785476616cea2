import { isCanceled, movesOf, type OrderStatus } from "#app/features/orders/order-status.ts";
import { takeText } from "#app/features/payments/take-text.ts";
import { t } from "#app/messages/t.ts";
import type { DeskCard } from "./desk.ts";

/** Returns the next status that staff set; null after the last one, and once an unpaid order is ready. */
export function nextStepOf(card: StepCard): OrderStatus | null {
  const isUnpaid = (card.unpaidCents ?? null) !== null;
  if (isUnpaid && card.status === "pending") return "preparing";
  if (isUnpaid && card.status === "ready") return null;
  return movesOf(card, "admin").find((to) => !isCanceled(to)) ?? null;
}

/** Fields that decide the next status; for an unpaid order, `status` tells how far it is packed. */
export type StepCard = Pick<DeskCard, "status" | "deliveryType"> & { unpaidCents?: number | null };

/** Returns the next status of each order that has one. */
export function nextMovesOf(
  cards: readonly (StepCard & Pick<DeskCard, "id">)[],
): { orderId: string; to: OrderStatus }[] {
  return cards.flatMap((card) => {
    const to = nextStepOf(card);
    return to ? [{ orderId: card.id, to }] : [];
  });
}

/** Returns the label of the button for a status change. */
export function stepLabel(to: OrderStatus): string {
  const labels: Partial<Record<OrderStatus, string>> = {
    preparing: t("Start packing"),
    ready: t("Ready for pickup"),
    out_for_delivery: t("Out for delivery"),
    completed: t("Handed over"),
  };
  return labels[to] ?? to;
}

/** Returns the confirmation of a status change, for one or several orders. */
export function stepDoneText(to: OrderStatus, what: string): string {
  const texts: Partial<Record<OrderStatus, string>> = {
    preparing: t("{what} is being packed.", { what }),
    ready: t("{what} is ready for pickup.", { what }),
    out_for_delivery: t("{what} is out for delivery.", { what }),
    completed: t("{what} is handed over.", { what }),
  };
  return texts[to] ?? `${what} ${to}.`;
}

/** Returns the payment that staff must take for an unpaid order; null for a paid one. */
export function takeTextOf({ unpaidCents, needsWeight }: Pick<DeskCard, "unpaidCents" | "needsWeight">): string | null {
  return unpaidCents === null ? null : takeText({ dueCents: unpaidCents, needsWeight });
}

/** Returns how far an unpaid order is packed, for its badge; null for a paid one. */
export function unpaidStepOf({ status, unpaidCents }: Pick<DeskCard, "status" | "unpaidCents">) {
  if (unpaidCents === null) return null;
  return { step: status === "ready" || status === "preparing" ? status : ("pending" as const) };
}

const STEP_BACK_MS = 15 * 60 * 1000;

/** Returns whether the last status change can still be undone. */
export function canStepBack(card: Pick<DeskCard, "movedAt" | "movedFrom">, now: Date): boolean {
  return card.movedFrom !== null && card.movedAt !== null && now.getTime() - Date.parse(card.movedAt) < STEP_BACK_MS;
}
