import type { StripeCardElementChangeEvent } from "@stripe/stripe-js";
import {
  type CardInput,
  type CardInputError,
  type CardInputField,
  cardBrand,
  findCardError,
  findCvcError,
  findExpiryError,
  findNumberError,
  formatCardNumber,
  formatCvc,
  formatExpiry,
} from "./card-input.ts";
import styles from "./sandbox-card-element.module.css";

/** The part of Stripe.js's card element that `@stripe/react-stripe-js` and the checkout use. */
export interface SandboxCardElement {
  mount(node: HTMLElement): void;
  unmount(): void;
  destroy(): void;
  update(options: { disabled?: boolean }): void;
  focus(): void;
  blur(): void;
  clear(): void;
  on(event: string, handler: Handler): SandboxCardElement;
  once(event: string, handler: Handler): SandboxCardElement;
  off(event: string, handler?: Handler): SandboxCardElement;
  /** Only for `confirmCardPayment`: what was typed, or what is wrong with it. */
  readCard(): { input: CardInput } | { error: CardInputError };
}

type Handler = (event: unknown) => void;

const FIELDS = {
  number: {
    label: "Card number",
    autocomplete: "cc-number",
    placeholder: "1234 1234 1234 1234",
    length: 23,
    format: formatCardNumber,
  },
  expiry: {
    label: "Expiration date",
    autocomplete: "cc-exp",
    placeholder: "MM / YY",
    length: 9,
    format: formatExpiry,
  },
  cvc: { label: "CVC", autocomplete: "cc-csc", placeholder: "CVC", length: 4, format: formatCvc },
} as const;
const NAMES = Object.keys(FIELDS) as CardInputField[];

/**
 * A card field in the page itself. Stripe's own lives in frames of Stripe's, so that the shop never
 * sees a number; this one takes test numbers only.
 */
export function createSandboxCardElement(options: { disabled?: boolean } = {}): SandboxCardElement {
  const handlers = new Map<string, Set<Handler>>();
  const inputs = Object.fromEntries(NAMES.map((name) => [name, newInput(name)])) as Record<
    CardInputField,
    HTMLInputElement
  >;
  const left = new Set<CardInputField>();
  const frame = document.createElement("div");
  frame.className = styles.frame ?? "";
  frame.setAttribute("role", "group");
  frame.setAttribute("aria-label", "Card details");
  frame.append(...NAMES.map((name) => labelled(name, inputs[name])));

  const emit = (event: string, detail: unknown) => {
    for (const handler of [...(handlers.get(event) ?? [])]) handler(detail);
  };
  const read = (): CardInput => ({
    number: inputs.number.value,
    expiry: inputs.expiry.value,
    cvc: inputs.cvc.value,
  });

  /** While typing only what cannot become right is said; the rest once a field has been left. */
  function visibleError(input: CardInput): CardInputError | null {
    const today = new Date();
    const errors = [findNumberError(input.number), findExpiryError(input.expiry, today), findCvcError(input)];
    const isSaid = (error: CardInputError) =>
      !error.code.startsWith("incomplete_") || (left.has(error.field) && input[error.field] !== "");
    return errors.find((error) => error !== null && isSaid(error)) ?? null;
  }

  function emitChange(error = visibleError(read())) {
    const input = read();
    for (const name of NAMES) {
      if (error?.field === name) inputs[name].setAttribute("aria-invalid", "true");
      else inputs[name].removeAttribute("aria-invalid");
    }
    const event: StripeCardElementChangeEvent = {
      elementType: "card",
      brand: cardBrand(input.number) as StripeCardElementChangeEvent["brand"],
      complete: findCardError(input, new Date()) === null,
      empty: NAMES.every((name) => input[name] === ""),
      error: error ? { type: "validation_error", code: error.code, message: error.message } : undefined,
      value: { postalCode: "" },
    };
    emit("change", event);
  }

  for (const name of NAMES) {
    const input = inputs[name];
    input.addEventListener("input", () => {
      formatInPlace(input, FIELDS[name].format);
      emitChange();
    });
    input.addEventListener("focus", () => emit("focus", { elementType: "card" }));
    input.addEventListener("blur", () => {
      left.add(name);
      emitChange();
      emit("blur", { elementType: "card" });
    });
    input.addEventListener("keydown", (event) => {
      if (event.key === "Escape") emit("escape", { elementType: "card" });
    });
  }

  const element: SandboxCardElement = {
    mount: (node) => {
      node.append(frame);
      // The listeners are attached after mounting.
      setTimeout(() => emit("ready", { elementType: "card" }), 0);
    },
    unmount: () => frame.remove(),
    destroy: () => {
      frame.remove();
      handlers.clear();
    },
    update: ({ disabled }) => {
      if (disabled === undefined) return;
      for (const name of NAMES) inputs[name].disabled = disabled;
    },
    focus: () => inputs.number.focus(),
    blur: () => frame.querySelector<HTMLElement>(":focus")?.blur(),
    clear: () => {
      for (const name of NAMES) inputs[name].value = "";
      left.clear();
      emitChange(null);
    },
    on: (event, handler) => {
      handlers.set(event, (handlers.get(event) ?? new Set()).add(handler));
      return element;
    },
    once: (event, handler) => {
      const once: Handler = (detail) => {
        element.off(event, once);
        handler(detail);
      };
      return element.on(event, once);
    },
    off: (event, handler) => {
      if (handler) handlers.get(event)?.delete(handler);
      else handlers.delete(event);
      return element;
    },
    readCard: () => {
      const input = read();
      const error = findCardError(input, new Date());
      if (!error) return { input };
      emitChange(error);
      inputs[error.field].focus();
      return { error };
    },
  };
  element.update(options);
  return element;
}

function newInput(name: CardInputField): HTMLInputElement {
  const { autocomplete, placeholder, length } = FIELDS[name];
  const input = document.createElement("input");
  input.type = "text";
  input.inputMode = "numeric";
  input.id = `sandbox-card-${name}`;
  input.name = `card-${name}`;
  input.setAttribute("autocomplete", autocomplete);
  input.autocapitalize = "off";
  input.spellcheck = false;
  input.placeholder = placeholder;
  input.maxLength = length;
  input.className = styles.input ?? "";
  return input;
}

function labelled(name: CardInputField, input: HTMLInputElement): HTMLElement {
  const field = document.createElement("div");
  field.className = styles.field ?? "";
  field.dataset.name = name;
  const label = document.createElement("label");
  label.htmlFor = input.id;
  label.textContent = FIELDS[name].label;
  label.className = styles.label ?? "";
  field.append(label, input);
  return field;
}

/** Keeps the caret behind the same digit when spaces come and go. */
function formatInPlace(input: HTMLInputElement, format: (typed: string) => string): void {
  const caret = input.selectionStart ?? input.value.length;
  const isAtEnd = caret === input.value.length;
  const digitsBefore = input.value.slice(0, caret).replaceAll(/\D/g, "").length;
  const shown = format(input.value);
  if (shown === input.value) return;
  input.value = shown;
  if (isAtEnd) return;
  let place = 0;
  for (let digits = 0; place < shown.length && digits < digitsBefore; place += 1) {
    if (/\d/.test(shown[place] ?? "")) digits += 1;
  }
  input.setSelectionRange(place, place);
}
