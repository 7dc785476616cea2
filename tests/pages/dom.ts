import { Window } from "happy-dom";

/** Node's network, streams, and timers: the data service in this process needs them. */
const NODES_OWN = new Set(Object.getOwnPropertyNames(globalThis));
/** Names that Node has, but that the pages expect of a browser. */
const BROWSERS = ["navigator", "localStorage", "sessionStorage", "Event", "EventTarget", "CustomEvent", "DOMException"];

export const ORIGIN = "http://shop.test";

/**
 * Installs a DOM in this worker, which runs only page tests. Vitest's own happy-dom environment would replace Node's
 * `fetch` and streams, too.
 */
function installDom(): Window {
  const window = new Window({
    url: ORIGIN,
    width: 390,
    height: 844,
    settings: { navigation: { disableMainFrameNavigation: true } },
  });
  const PageFormData = formDataWith(window.FormData);
  for (const name of Object.getOwnPropertyNames(window)) {
    if (NODES_OWN.has(name) && !BROWSERS.includes(name)) {
      Reflect.deleteProperty(window, name);
      Object.defineProperty(window, name, { configurable: true, get: () => Reflect.get(globalThis, name) });
    } else {
      const value: unknown = Reflect.get(window, name);
      Object.defineProperty(globalThis, name, { configurable: true, writable: true, value });
    }
  }
  Object.assign(window, { origin: ORIGIN });
  Object.assign(globalThis, { window, self: window, document: window.document, location: window.location });
  globalThis.FormData = PageFormData;
  window.getComputedStyle = styleOf as never;
  window.Element.prototype.checkVisibility = function () {
    return isVisible(this as never);
  };
  returnFocus(window.HTMLDialogElement.prototype as unknown as HTMLDialogElement);
  return window;
}

/** Gives the focus back to the opener of a modal when it closes, as browsers do. */
function returnFocus(dialogs: HTMLDialogElement): void {
  const { showModal, close } = dialogs;
  const openers = new WeakMap<HTMLDialogElement, Element | null>();
  dialogs.showModal = function () {
    openers.set(this, document.activeElement);
    showModal.call(this);
  };
  dialogs.close = function (value) {
    close.call(this, value);
    (openers.get(this) as HTMLElement | null | undefined)?.focus();
  };
}

/** Returns Node's form data, which `fetch` sends, with the fields of a form of the DOM. */
function formDataWith(Fields: Window["FormData"]): typeof FormData {
  return class extends FormData {
    constructor(form?: HTMLFormElement, submitter?: HTMLElement | null) {
      super();
      if (!form) return;
      for (const [name, value] of new Fields(form as never, submitter as never)) this.append(name, value as string);
    }
  } as typeof FormData;
}

/** Returns whether an element is shown as far as its markup decides. Style sheets are not loaded. */
export function isVisible(element: Element): boolean {
  for (let each: Element | null = element; each; each = each.parentElement) {
    if (isHidden(each)) return false;
    const parent = each.parentElement;
    if (parent?.matches("details:not([open])") && each.tagName !== "SUMMARY") return false;
  }
  return true;
}

function isHidden(element: Element): boolean {
  return (
    element.matches("[hidden], dialog:not([open]), head, script, style, template, noscript") ||
    (element as HTMLElement).style?.display === "none"
  );
}

/** Replaces the computed style of happy-dom, which takes most of a test's time and leaves initial values empty. */
function styleOf(element: Element) {
  const style = { display: isHidden(element) ? "none" : "block", visibility: "visible", content: "none", opacity: "1" };
  return { ...style, getPropertyValue: (name: string) => (style as Record<string, string>)[name] ?? "" };
}

/** Loaded before all others (`setupFiles`): React and axe look for a DOM when they are loaded. */
export const dom = "happyDOM" in globalThis ? (globalThis.window as unknown as Window) : installDom();
