import { type CardInputField, formatCardNumber, formatCvc, formatExpiry } from "./card-input.ts";
import styles from "./sandbox-card-element.module.css";

const FIELDS = {
  number: {
    label: "Card number",
    autocomplete: "cc-number",
    placeholder: "1234 1234 1234 1234",
    length: 23,
    format: formatCardNumber,
  },
  expiry: { label: "Expiration date", autocomplete: "cc-exp", placeholder: "MM / YY", length: 9, format: formatExpiry },
  cvc: { label: "CVC", autocomplete: "cc-csc", placeholder: "CVC", length: 4, format: formatCvc },
} as const;
export const CARD_FIELDS: readonly CardInputField[] = ["number", "expiry", "cvc"];

/** Creates an input that browsers can autofill and that formats its value while typing. */
export function newCardInput(name: CardInputField): HTMLInputElement {
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
  input.addEventListener("input", () => formatInPlace(input, FIELDS[name].format));
  return input;
}

export function labeledCardInput(name: CardInputField, input: HTMLInputElement): HTMLElement {
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

/** Formats the value and keeps the caret behind the same digit. */
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
