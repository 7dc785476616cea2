type Handler = (event: unknown) => void;

/** The part of Stripe.js's elements that `@stripe/react-stripe-js` uses. */
export interface SandboxElement {
  mount(node: HTMLElement): void;
  unmount(): void;
  destroy(): void;
  on(event: string, handler: Handler): SandboxElement;
  once(event: string, handler: Handler): SandboxElement;
  off(event: string, handler?: Handler): SandboxElement;
}

/**
 * Creates an element that shows `frame`, and the function that calls its handlers.
 * @param ready detail of its `ready` event
 */
export function createSandboxElement(frame: HTMLElement, ready: { elementType: string }) {
  const handlers = new Map<string, Set<Handler>>();
  const emit = (event: string, detail: unknown) => {
    for (const handler of [...(handlers.get(event) ?? [])]) handler(detail);
  };
  const element: SandboxElement = {
    mount: (node) => {
      node.append(frame);
      // The listeners are attached after mounting.
      setTimeout(() => emit("ready", ready), 0);
    },
    unmount: () => frame.remove(),
    destroy: () => {
      frame.remove();
      handlers.clear();
    },
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
  return { element, emit };
}
