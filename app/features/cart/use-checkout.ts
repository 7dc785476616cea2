import { useRef, useState } from "react";
import { useNavigate } from "react-router";
import { showToast } from "#app/ui/toast.tsx";
import { type Cart, isDeliveryComplete } from "./cart.ts";
import { acceptCurrentPrices } from "./cart-store.ts";
import type { PlacedOrder } from "./place-order.ts";
import { requestKeyOf } from "./request-key.ts";

/** The step from the cart to an order. The cart stays as it is: billing empties it. */
export function useCheckout(cart: Cart) {
  const navigate = useNavigate();
  const [isProcessing, setProcessing] = useState(false);
  const isUnderWay = useRef(false);

  async function proceed(form: HTMLFormElement) {
    // A second press can come before the button is drawn as disabled.
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    setProcessing(true);
    try {
      const { isSignedIn, placeOrder } = await import("./place-order.ts");
      if (!(await isSignedIn())) return await askToSignIn();
      if (!isDeliveryComplete(cart)) return askForDelivery(form);
      await answer(await placeOrder(cart, requestKeyOf(cart)));
    } catch (error) {
      console.error(error);
      sayFailed();
    } finally {
      isUnderWay.current = false;
      setProcessing(false);
    }
  }

  async function answer(placed: PlacedOrder) {
    switch (placed.outcome) {
      case "placed":
        return await navigate(`/shippingInformation/${placed.orderId}`);
      case "signed-out":
        return await askToSignIn();
      case "prices-changed":
        return acceptCurrentPrices(placed.current) ? sayChanged() : sayFailed();
      case "failed":
        return sayFailed();
    }
  }

  async function askToSignIn() {
    showToast({ kind: "error", text: "Please login or sign up to proceed" });
    await navigate("/auth?next=/cart");
  }

  return { isProcessing, proceed };
}

function askForDelivery(form: HTMLFormElement) {
  showToast({ kind: "error", text: "Please provide a delivery address and phone number." });
  const fields = form.querySelectorAll<HTMLInputElement>("input[name^=delivery]:not([type=radio])");
  [...fields].find((field) => field.value.trim() === "")?.focus();
}

function sayFailed() {
  showToast({ kind: "error", text: "Your order could not be created. Please try again." });
}

function sayChanged() {
  showToast({ kind: "error", text: "Your cart has changed. Please look at it before you go on." });
  window.scrollTo({ top: 0 });
}
