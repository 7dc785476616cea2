import { useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { useCart } from "#app/features/cart/use-cart.ts";
import type { OrderWithLines } from "#app/features/orders/order.ts";
import { t } from "#app/messages/t.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { focusNear } from "#app/ui/focus-if-lost.ts";
import { PanelSection } from "#app/ui/panel-section.tsx";
import { Row } from "#app/ui/row.tsx";
import { showToast } from "#app/ui/toast.tsx";
import { useAttempt } from "#app/ui/use-attempt.ts";
import { moneyText } from "#app/values/money.ts";
import { sizedName } from "#app/values/sized-name.ts";
import { isInCart, putOrderBack } from "./refill-cart.ts";

/** Order that the shopper left unpaid, with buttons for what can be done with it. */
export function UnpaidOrder({
  order,
  onPutBack,
  onPaid,
}: {
  order: OrderWithLines;
  /** Called after the cart was filled, with the prices of the order. */
  onPutBack: () => Promise<void>;
  /** Called if the order was paid in the meantime, perhaps in another tab. */
  onPaid: () => void;
}) {
  const { cart } = useCart();
  const { isBusy, run } = useAttempt();
  const [isGone, setGone] = useState(false);
  const panel = useRef<HTMLDivElement>(null);
  const isCartEmpty = cart.items.length === 0;
  // After Back, the browser scrolls to where the button of the filled cart was, below the empty one.
  useEffect(() => {
    if (isCartEmpty) panel.current?.scrollIntoView({ block: "nearest" });
  }, [isCartEmpty]);
  if (isGone || isInCart(order, cart.items)) return null;

  function withdraw(then: () => Promise<void> | void) {
    return run(async () => {
      try {
        const { withdrawOrder } = await import("./cart-order.ts");
        const { outcome } = await withdrawOrder(order.id);
        if (outcome === "paid") onPaid();
        else {
          await then();
          flushSync(() => setGone(true));
          focusNear(null);
        }
      } catch (error) {
        console.error(error);
        showToast({ kind: "error", text: t("We couldn't change the order. Try again.") });
      }
    });
  }

  const putBack = async () => {
    putOrderBack(order);
    showToast({ kind: "success", text: t("Order moved to your cart.") });
    await onPutBack();
  };
  const forget = () => void showToast({ kind: "success", text: t("Unpaid order canceled. You were not charged.") });

  return (
    <div ref={panel}>
      <PanelSection title={t("Unpaid order of {price}", { price: moneyText(order.totalCents) })} size="lead">
        <p>{order.lines.map((line) => `${line.quantity} × ${sizedName(line.name, line.size?.label)}`).join(", ")}</p>
        <Row gap={3}>
          <ButtonLink to={`/checkout/${order.id}`}>{t("Pay now")}</ButtonLink>
          <Button variation="secondary" disabled={isBusy} onClick={() => void withdraw(putBack)}>
            {t("Move to cart")}
          </Button>
          <Button variation="secondary" disabled={isBusy} onClick={() => void withdraw(forget)}>
            {t("Cancel order")}
          </Button>
        </Row>
      </PanelSection>
    </div>
  );
}
