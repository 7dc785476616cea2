import type { StripeCardElementChangeEvent } from "@stripe/stripe-js";
import { cardBrand } from "../card-number.ts";
import { CARD_FIELDS, labeledCardInput, newCardInput } from "./card-fields.ts";
import {
  type CardInput,
  type CardInputError,
  type CardInputField,
  findCardError,
  findCvcError,
  findExpiryError,
  findNumberError,
} from "./card-input.ts";
import styles from "./sandbox-card-element.module.css";
import { createSandboxElement, type SandboxElement } from "./sandbox-element.ts";

/** The part of Stripe.js's card element that `@stripe/react-stripe-js` and the checkout use. */
export interface SandboxCardElement extends SandboxElement {
  update(options: { disabled?: boolean }): void;
  focus(): void;
  blur(): void;
  clear(): void;
  /** Reads the card for `confirmCardPayment`, or its first error. */
  readCard(): { input: CardInput } | { error: CardInputError };
}

/**
 * Creates a card field in the page itself. Stripe's own field is in an iframe, so that the store never sees a number;
 * this one accepts only test numbers.
 */
export function createSandboxCardElement(options: { disabled?: boolean } = {}): SandboxCardElement {
  const inputs: Record<CardInputField, HTMLInputElement> = {
    number: newCardInput("number"),
    expiry: newCardInput("expiry"),
    cvc: newCardInput("cvc"),
  };
  const left = new Set<CardInputField>();
  const frame = document.createElement("div");
  frame.className = styles.frame ?? "";
  frame.setAttribute("role", "group");
  frame.setAttribute("aria-label", "Card details");
  frame.append(...CARD_FIELDS.map((name) => labeledCardInput(name, inputs[name])));

  const { element, emit } = createSandboxElement(frame, { elementType: "card" });
  const read = (): CardInput => ({ number: inputs.number.value, expiry: inputs.expiry.value, cvc: inputs.cvc.value });

  /** While typing, only input that cannot become valid shows an error; other errors appear when a field loses focus. */
  function visibleError(input: CardInput): CardInputError | null {
    const today = new Date();
    const errors = [findNumberError(input.number), findExpiryError(input.expiry, today), findCvcError(input)];
    const isReported = (error: CardInputError) =>
      !error.code.startsWith("incomplete_") || (left.has(error.field) && input[error.field] !== "");
    return errors.find((error) => error !== null && isReported(error)) ?? null;
  }

  function emitChange(error = visibleError(read())) {
    const input = read();
    for (const name of CARD_FIELDS) {
      if (error?.field === name) inputs[name].setAttribute("aria-invalid", "true");
      else inputs[name].removeAttribute("aria-invalid");
    }
    const event: StripeCardElementChangeEvent = {
      elementType: "card",
      brand: cardBrand(input.number),
      complete: findCardError(input, new Date()) === null,
      empty: CARD_FIELDS.every((name) => input[name] === ""),
      error: error ? { type: "validation_error", code: error.code, message: error.message } : undefined,
      value: { postalCode: "" },
    };
    emit("change", event);
  }

  for (const name of CARD_FIELDS) {
    const input = inputs[name];
    input.addEventListener("input", () => emitChange());
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

  const cardElement: SandboxCardElement = Object.assign(element, {
    update: ({ disabled }: { disabled?: boolean }) => {
      if (disabled === undefined) return;
      for (const name of CARD_FIELDS) inputs[name].disabled = disabled;
    },
    focus: () => inputs.number.focus(),
    blur: () => frame.querySelector<HTMLElement>(":focus")?.blur(),
    clear: () => {
      for (const name of CARD_FIELDS) inputs[name].value = "";
      left.clear();
      emitChange(null);
    },
    readCard: () => {
      const input = read();
      const error = findCardError(input, new Date());
      if (!error) return { input };
      emitChange(error);
      inputs[error.field].focus();
      return { error };
    },
  });
  cardElement.update(options);
  return cardElement;
}
