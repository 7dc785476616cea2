import { useState } from "react";
import { flushSync } from "react-dom";
import { useNavigate } from "react-router";
import { getCartView } from "#app/features/cart/cart-store.ts";
import { findOrder } from "#app/features/orders/order-queries.ts";
import { nodes } from "#app/messages/nodes.tsx";
import { t } from "#app/messages/t.ts";
import { getBrowserData } from "#app/platform/browser-data.ts";
import { Button, SmallButton } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { HiddenText } from "#app/ui/hidden-text.tsx";
import { Row } from "#app/ui/row.tsx";
import { showToast } from "#app/ui/toast.tsx";
import { useAttempt } from "#app/ui/use-attempt.ts";
import { orderAgain } from "./order-again.ts";

/** Adds the products of an earlier order to the cart and opens it. Asks first whether a filled cart is replaced. */
export function OrderAgainButton({ order: { id, number } }: { order: { id: string; number: number } }) {
  const navigate = useNavigate();
  const { isBusy, run } = useAttempt();
  const [isAsking, setAsking] = useState(false);

  function handleClick() {
    if (getCartView().cart.items.length > 0) setAsking(true);
    else void fillCart(true);
  }

  function fillCart(isReplaced: boolean) {
    flushSync(() => setAsking(false));
    return run(async () => {
      try {
        const order = await findOrder(getBrowserData(), id);
        if (!order) throw new Error(`Order ${id} cannot be read.`);
        const addedCount = await orderAgain(order, isReplaced);
        if (addedCount > 0) {
          const text = t(
            "{count, plural, one {# item was added to your cart} other {# items were added to your cart}}",
            { count: addedCount },
          );
          showToast({ kind: "success", text });
        }
        await navigate("/cart");
      } catch (error) {
        console.error(error);
        showToast({ kind: "error", text: t("We couldn't fill your cart. Try again.") });
      }
    });
  }

  return (
    <>
      <SmallButton disabled={isBusy} onClick={handleClick}>
        {nodes(t("<shown>Order again</shown><hidden>: order {number}</hidden>", { number }), {
          shown: (words) => <span>{words}</span>,
          hidden: (words) => <HiddenText>{words}</HiddenText>,
        })}
      </SmallButton>
      {isAsking ? (
        <Dialog title={t("Your cart is not empty")} onClose={() => setAsking(false)}>
          <Row gap={2}>
            <Button onClick={() => void fillCart(false)}>{t("Add to my cart")}</Button>
            <Button variation="secondary" onClick={() => void fillCart(true)}>
              {t("Replace my cart")}
            </Button>
          </Row>
        </Dialog>
      ) : null}
    </>
  );
}
