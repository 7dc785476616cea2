import { createSandboxElement, type SandboxElement } from "./sandbox-element.ts";
import styles from "./sandbox-express-element.module.css";

/** The part of Stripe.js's Express Checkout Element that `@stripe/react-stripe-js` and the checkout use. */
export type SandboxExpressElement = SandboxElement & { update(): void };

/** Creates a button that stands in for the wallets' buttons: one click confirms, like a wallet's payment sheet. */
export function createSandboxExpressElement(): SandboxExpressElement {
  const button = document.createElement("button");
  button.type = "button";
  button.className = styles.button ?? "";
  button.textContent = "Pay with a test wallet";
  const ready = { elementType: "expressCheckout", availablePaymentMethods: { link: true } };
  const { element, emit } = createSandboxElement(button, ready);
  button.addEventListener("click", () =>
    emit("confirm", { expressPaymentType: "link", paymentFailed: () => undefined }),
  );
  return Object.assign(element, { update: () => undefined });
}
