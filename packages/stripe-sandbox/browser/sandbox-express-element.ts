import styles from "./sandbox-express-element.module.css";

type Handler = (event: unknown) => void;

/** The part of Stripe.js's Express Checkout Element that `@stripe/react-stripe-js` and the checkout use. */
export interface SandboxExpressElement {
  mount(node: HTMLElement): void;
  unmount(): void;
  destroy(): void;
  update(): void;
  on(event: string, handler: Handler): SandboxExpressElement;
  once(event: string, handler: Handler): SandboxExpressElement;
  off(event: string, handler?: Handler): SandboxExpressElement;
}

/** Creates a button that stands in for the wallets' buttons: one click confirms, like a wallet's payment sheet. */
export function createSandboxExpressElement(): SandboxExpressElement {
  const handlers = new Map<string, Set<Handler>>();
  const button = document.createElement("button");
  button.type = "button";
  button.className = styles.button ?? "";
  button.textContent = "Pay with a test wallet";
  const emit = (event: string, detail: unknown) => {
    for (const handler of [...(handlers.get(event) ?? [])]) handler(detail);
  };
  button.addEventListener("click", () =>
    emit("confirm", { expressPaymentType: "link", paymentFailed: () => undefined }),
  );

  const element: SandboxExpressElement = {
    mount: (node) => {
      node.append(button);
      // The listeners are attached after mounting.
      setTimeout(() => emit("ready", { elementType: "expressCheckout", availablePaymentMethods: { link: true } }), 0);
    },
    unmount: () => button.remove(),
    destroy: () => {
      button.remove();
      handlers.clear();
    },
    update: () => undefined,
    on: (event, handler) => {
      handlers.set(event, (handlers.get(event) ?? new Set()).add(handler));
      return element;
    },
    once: (event, handler) => {
      const first: Handler = (detail) => {
        element.off(event, first);
        handler(detail);
      };
      return element.on(event, first);
    },
    off: (event, handler) => {
      if (handler) handlers.get(event)?.delete(handler);
      else handlers.delete(event);
      return element;
    },
  };
  return element;
}
