import { useNavigate } from "react-router";
import { findOrder } from "#app/features/orders/order-queries.ts";
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
          const things = addedCount === 1 ? "1 item was" : `${addedCount} items were`;
          showToast({ kind: "success", text: `${things} added to your cart` });
        }
        await navigate("/cart");
      } catch (error) {
        console.error(error);
        showToast({ kind: "error", text: "We couldn't fill your cart. Try again." });
      }
      return null;
    });
  }

  return (
    <Button size="small" variation="secondary" disabled={isBusy} onClick={handleClick}>
      <span>Order again</span>
      <HiddenText>: order {number}</HiddenText>
    </Button>
  );
}
