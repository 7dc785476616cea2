import { takeText } from "#app/features/payments/take-text.ts";
import { t } from "#app/messages/t.ts";
import { type DeliveryType, isCanceled, movesOf, type OrderStatus } from "./order-status.ts";

/** Returns the next status that staff set; null after the last one, and once an unpaid order is ready. */
export function nextStepOf(card: StepCard): OrderStatus | null {
  const isUnpaid = (card.unpaidCents ?? null) !== null;
  if (isUnpaid && card.status === "pending") return "preparing";
  if (isUnpaid && card.status === "ready") return null;
  return movesOf(card, "admin").find((to) => !isCanceled(to)) ?? null;
}

/** Fields that decide the next status; for an unpaid order, `status` tells how far it is packed. */
export interface StepCard {
  status: OrderStatus;
  deliveryType: DeliveryType;
  unpaidCents?: number | null;
}

/** Returns the next status of each order that has one. */
export function nextMovesOf(cards: readonly (StepCard & { id: string })[]): { orderId: string; to: OrderStatus }[] {
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
export function takeTextOf({
  unpaidCents,
  needsWeight,
}: {
  unpaidCents: number | null;
  needsWeight: boolean;
}): string | null {
  return unpaidCents === null ? null : takeText({ dueCents: unpaidCents, needsWeight });
}

/** Returns how far an unpaid order is packed, for its badge; null for a paid one. */
export function unpaidStepOf({ status, unpaidCents }: { status: OrderStatus; unpaidCents: number | null }) {
  if (unpaidCents === null) return null;
  return { step: status === "ready" || status === "preparing" ? status : ("pending" as const) };
}

const STEP_BACK_MS = 15 * 60 * 1000;

/** Returns whether the last status change can still be undone. */
export function canStepBack(
  { movedAt, movedFrom }: { movedAt: string | null; movedFrom: OrderStatus | null },
  now: Date,
): boolean {
  return movedFrom !== null && movedAt !== null && now.getTime() - Date.parse(movedAt) < STEP_BACK_MS;
}
