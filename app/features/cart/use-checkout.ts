import { useRef, useState } from "react";
import { useNavigate } from "react-router";
import { showToast } from "#app/ui/toast.tsx";
import { type Cart, isDeliveryComplete, phoneProblem } from "./cart.ts";
import { blockedText } from "./cart-availability.ts";
import type { CurrentProduct } from "./cart-changes.ts";
import { getCartView } from "./cart-store.ts";
import { acceptCurrentProducts, getShortages } from "./current-cart.ts";
import type { PlacedOrder } from "./place-order.ts";
import { renewRequestKey, requestKeyOf } from "./request-key.ts";

/**
 * The step from the cart to an order. The cart stays as it is: billing empties it.
 * @param blocked why the cart cannot be ordered as it is; null when it can
 */
export function useCheckout(cart: Cart, blocked: string | null) {
  const navigate = useNavigate();
  const [isProcessing, setProcessing] = useState(false);
  const [phoneError, setPhoneError] = useState<string | null>(null);
  const isUnderWay = useRef(false);

  async function proceed(form: HTMLFormElement) {
    // A second press can come before the button is drawn as disabled.
    if (isUnderWay.current) return;
    if (blocked !== null) return sayBlocked(blocked);
    isUnderWay.current = true;
    setProcessing(true);
    try {
      const { isSignedIn, placeOrder } = await import("./place-order.ts");
      if (!(await isSignedIn())) return await askToSignIn();
      if (!isDeliveryComplete(cart)) return askForDelivery(form);
      const problem = phoneProblem(cart);
      setPhoneError(problem);
      if (problem) return focusField(form, "deliveryPhoneNumber");
      const placed = await placeOrder(cart, requestKeyOf(cart));
      await answer(placed.outcome === "ended" ? await placeOrder(cart, renewRequestKey(cart)) : placed);
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
      case "earlier-paid":
        // The cart stays: what is in it was not ordered.
        return await navigate(`/success/${placed.orderId}`);
      case "changed":
        return answerChanged(placed.current);
      case "ended":
      case "failed":
        return sayFailed();
    }
  }

  async function askToSignIn() {
    showToast({ kind: "error", text: "Please login or sign up to proceed" });
    await navigate("/auth?next=/cart");
  }

  return { isProcessing, phoneError: phoneProblem(cart) ? phoneError : null, proceed };
}

/** The page now shows what is different; going on is one more press. */
function answerChanged(current: readonly CurrentProduct[]) {
  const hasChanged = acceptCurrentProducts(current);
  const missing = blockedText(getCartView().cart.items, getShortages());
  if (missing) return sayBlocked(missing);
  return hasChanged ? sayChanged() : sayFailed();
}

function sayBlocked(text: string) {
  showToast({ kind: "error", text });
  window.scrollTo({ top: 0 });
}

function askForDelivery(form: HTMLFormElement) {
  showToast({ kind: "error", text: "Please provide a delivery address and phone number." });
  const fields = form.querySelectorAll<HTMLInputElement>("input[name^=delivery]:not([type=radio])");
  [...fields].find((field) => field.value.trim() === "")?.focus();
}

function focusField(form: HTMLFormElement, name: string) {
  form.querySelector<HTMLInputElement>(`input[name="${name}"]`)?.focus();
}

function sayFailed() {
  showToast({ kind: "error", text: "Your order could not be created. Please try again." });
}

function sayChanged() {
  showToast({ kind: "error", text: "Your cart has changed. Please look at it before you go on." });
  window.scrollTo({ top: 0 });
}
