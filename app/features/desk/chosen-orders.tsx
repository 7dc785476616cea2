import type { ReactNode } from "react";
import type { OrderStatus } from "#app/features/orders/order-status.ts";
import { nextMovesOf, type StepCard, stepLabel } from "#app/features/orders/order-steps.ts";
import { t } from "#app/messages/t.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import type { DeskCard } from "./desk.ts";
import styles from "./desk-page.module.css";

/** Actions for several orders at once. */
export function ChosenOrders({
  cards,
  isBusy,
  onMove,
  onClear,
  children,
}: {
  cards: readonly (StepCard & Pick<DeskCard, "id">)[];
  isBusy: boolean;
  onMove: (moves: { orderId: string; to: OrderStatus }[]) => Promise<unknown>;
  onClear: () => void;
  /** More actions. */
  children?: ReactNode;
}) {
  if (cards.length === 0) return null;
  const moves = nextMovesOf(cards);
  return (
    <section className={styles.chosen} aria-label={t("Selected orders")} data-stays-at-bottom>
      <p>{t("{count, plural, other {# chosen}}", { count: cards.length })}</p>
      {moves.length > 0 ? (
        <Button disabled={isBusy} onClick={() => void onMove(moves)}>
          {chosenLabel(moves.map(({ to }) => to))}
        </Button>
      ) : null}
      <ButtonLink to={`/desk/print?orders=${cards.map(({ id }) => id).join(",")}`} variation="secondary">
        {t("Print")}
      </ButtonLink>
      {children}
      <Button variation="secondary" onClick={onClear}>
        {t("Clear", {}, "selection")}
      </Button>
    </section>
  );
}

/** Returns the button's label: the next step's label if all orders have the same one. */
function chosenLabel(steps: readonly OrderStatus[]): string {
  const [first] = new Set(steps);
  return first && new Set(steps).size === 1 ? stepLabel(first) : t("Next step");
}
