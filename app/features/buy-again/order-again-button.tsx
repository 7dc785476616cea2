import { useNavigate } from "react-router";
import { findOrder } from "#app/features/orders/order-queries.ts";
import { nodes } from "#app/messages/nodes.tsx";
import { t } from "#app/messages/t.ts";
import { getBrowserData } from "#app/platform/browser-data.ts";
import { Button } from "#app/ui/button.tsx";
import { HiddenText } from "#app/ui/hidden-text.tsx";
import { showToast } from "#app/ui/toast.tsx";
import { useAttempt } from "#app/ui/use-attempt.ts";
import { orderAgain } from "./order-again.ts";

/** Adds the products of an earlier order to the cart, with its pickup or delivery, and opens the cart. */
export function OrderAgainButton({ order: { id, number } }: { order: { id: string; number: number } }) {
  const navigate = useNavigate();
  const { isBusy, run } = useAttempt();

  function handleClick() {
    return run(async () => {
      try {
        const order = await findOrder(getBrowserData(), id);
        if (!order) throw new Error(`Order ${id} cannot be read.`);
        const addedCount = await orderAgain(order);
        if (addedCount > 0) {
          const text = t(
            "{count, plural, one {# item was added to your cart} other {# items were added to your cart}}",
            {
              count: addedCount,
            },
          );
          showToast({ kind: "success", text });
        }
        await navigate("/cart");
      } catch (error) {
        console.error(error);
        showToast({ kind: "error", text: t("We couldn't fill your cart. Try again.") });
      }
      return null;
    });
  }

  return (
    <Button size="small" variation="secondary" disabled={isBusy} onClick={handleClick}>
      {nodes(t("<shown>Order again</shown><hidden>: order {number}</hidden>", { number }), {
        shown: (words) => <span>{words}</span>,
        hidden: (words) => <HiddenText>{words}</HiddenText>,
      })}
    </Button>
  );
}
