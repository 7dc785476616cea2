import { type MouseEvent, useEffect } from "react";
import { useNavigate } from "react-router";
import type { OrderWithLines } from "#app/features/orders/order.ts";
import { usePaidOrder } from "#app/features/orders/use-paid-order.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { FormAnswer, FormMessage } from "#app/ui/form-message.tsx";
import { Panel } from "#app/ui/panel.tsx";
import { useBackToCart } from "./use-back-to-cart.ts";

/**
 * The next steps after a failed payment of a pending order. The order is polled: once it is paid in another tab, its
 * success page opens.
 */
export function PaymentFailed({ order: initial, message }: { order: OrderWithLines; message: string | null }) {
  const { order } = usePaidOrder(initial);
  const navigate = useNavigate();
  const backToCart = useBackToCart(order.id);
  const isPending = order.status === "pending";

  useEffect(() => {
    if (!isPending) void navigate(`/success/${order.id}`, { replace: true });
  }, [isPending, order.id, navigate]);

  function handleBackToCart(event: MouseEvent) {
    event.preventDefault();
    if (!backToCart.isBusy) void backToCart.go();
  }

  return (
    <Panel>
      {message ? <FormMessage>Payment failed: {message}</FormMessage> : null}
      <p>
        {message ? "No money was taken." : "This order is not paid yet."} Your order is kept: try again with this card
        or another one, or go back to your cart.
      </p>
      <FormAnswer answer={backToCart.answer} />
      <ButtonLink to={`/checkout/${order.id}`} size="large" isWide>
        Try again
      </ButtonLink>
      <ButtonLink to="/cart" variation="secondary" isWide aria-busy={backToCart.isBusy} onClick={handleBackToCart}>
        {backToCart.isBusy ? "Checking your order..." : "Back to cart"}
      </ButtonLink>
    </Panel>
  );
}
