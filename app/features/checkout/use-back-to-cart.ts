import { useNavigate } from "react-router";
import { findOrder } from "#app/features/orders/order-queries.ts";
import type { UnavailableItem } from "#app/features/payments/request-payment.ts";
import { getBrowserData } from "#app/platform/browser-data.ts";
import { type Answer, useAttempt } from "#app/ui/use-attempt.ts";
import { refillCart } from "./refill-cart.ts";

export interface BackToCart {
  go: (unavailable?: readonly UnavailableItem[]) => Promise<void>;
  isBusy: boolean;
  /** Why the cart could not be refilled. */
  answer: Answer | null;
}

/**
 * Opens the cart, refilled from an order that is unpaid according to the server. If the order was paid in the meantime,
 * opens the order instead.
 */
export function useBackToCart(orderId: string): BackToCart {
  const navigate = useNavigate();
  const { isBusy, answer, run } = useAttempt();
  return {
    isBusy,
    answer,
    go: (unavailable = []) =>
      run(async () => {
        const order = await findOrder(getBrowserData(), orderId);
        if (order?.status === "pending") {
          refillCart(order, unavailable);
          await navigate("/cart");
        } else await navigate(`/success/${orderId}`, { replace: true });
      }),
  };
}
