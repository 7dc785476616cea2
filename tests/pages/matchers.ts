import { getAriaDisabled, getElementAccessibleDescription, getElementAccessibleName } from "ivya/utils";
import { expect } from "vitest";
import { isVisible } from "./dom.ts";
import { type Locator, waitFor } from "./locator.ts";

export { expect };

type Text = string | RegExp;
type Check<Args extends unknown[]> = (locator: Locator, ...args: Args) => { found: unknown; pass: boolean };

interface LocatorMatchers<Result> {
  toBeVisible(): Result;
  toBeHidden(): Result;
  toBeAttached(): Result;
  toBeFocused(): Result;
  toBeChecked(): Result;
  toBeEnabled(): Result;
  toBeDisabled(): Result;
  toHaveCount(count: number): Result;
  toHaveText(text: Text | readonly Text[]): Result;
  toContainText(text: Text): Result;
  toHaveValue(value: Text): Result;
  toHaveAttribute(name: string, value?: Text): Result;
  toHaveAccessibleName(text: Text): Result;
  toHaveAccessibleDescription(text: Text): Result;
  /** Path and query of the page. */
  toHaveURL(url: Text): Result;
}
declare module "vitest" {
  interface Matchers<R extends void | Promise<void> = void | Promise<void>, T = unknown>
    extends LocatorMatchers<Promise<void>> {}
}

const one = (locator: Locator): HTMLElement | undefined => locator.elements()[0];
const disabled = (locator: Locator) => {
  const element = one(locator);
  return element && getAriaDisabled(element);
};
const normal = (text: string | null | undefined) => (text ?? "").replaceAll(/[\s\u200b]+/g, " ").trim();
const equals = (found: string, text: Text) => (typeof text === "string" ? found === normal(text) : text.test(found));
const contains = (found: string, text: Text) =>
  typeof text === "string" ? found.includes(normal(text)) : text.test(found);
const isOnlyVisible = (locator: Locator) => locator.elements().filter(isVisible).length === 1;

/** Matchers of one element or of a list, with the names and the meaning that Playwright gives them. */
const checks = {
  toBeVisible: (locator) => ({ found: locator.elements().filter(isVisible).length, pass: isOnlyVisible(locator) }),
  toBeHidden: (locator) => {
    const count = locator.elements().filter(isVisible).length;
    return { found: count, pass: count === 0 };
  },
  toBeAttached: (locator) => ({ found: locator.elements().length, pass: locator.elements().length > 0 }),
  toBeFocused: (locator) => ({
    found: document.activeElement?.outerHTML.slice(0, 200),
    pass: one(locator) === document.activeElement,
  }),
  toBeChecked: (locator) => state((one(locator) as HTMLInputElement | undefined)?.checked, true),
  toBeEnabled: (locator) => state(disabled(locator), false),
  toBeDisabled: (locator) => state(disabled(locator), true),
  toHaveCount: (locator, count: number) => state(locator.elements().length, count),
  toHaveText: (locator, text: Text | readonly Text[]) => {
    const found = locator.elements().map(({ textContent }) => normal(textContent));
    const texts = Array.isArray(text) ? (text as readonly Text[]) : [text as Text];
    return { found, pass: found.length === texts.length && found.every((each, at) => equals(each, texts[at] ?? "")) };
  },
  toContainText: (locator, text: Text) => {
    const found = normal(one(locator)?.textContent);
    return { found, pass: one(locator) !== undefined && contains(found, text) };
  },
  toHaveValue: (locator, value: Text) => textual((one(locator) as HTMLInputElement | undefined)?.value, value),
  toHaveAttribute: (locator, name: string, value: Text = /.*/) => textual(one(locator)?.getAttribute(name), value),
  toHaveAccessibleName: (locator, text: Text) => {
    const element = one(locator);
    return textual(element && getElementAccessibleName(element, false), text);
  },
  toHaveAccessibleDescription: (locator, text: Text) => {
    const element = one(locator);
    return textual(element && getElementAccessibleDescription(element, false), text);
  },
  toHaveURL: (_, url: Text) => textual(window.location.pathname + window.location.search + window.location.hash, url),
} satisfies Record<keyof LocatorMatchers<unknown>, Check<never[]>>;

const state = <Value>(found: Value | undefined, expected: Value) => ({ found, pass: found === expected });

function textual(found: string | null | undefined, expected: Text) {
  return {
    found,
    pass: typeof found === "string" && (typeof expected === "string" ? found === expected : expected.test(found)),
  };
}

expect.extend(
  Object.fromEntries(
    Object.entries(checks).map(([name, check]) => [
      name,
      async function (this: { isNot?: boolean }, locator: Locator, ...args: unknown[]) {
        const isNot = this.isNot ?? false;
        let last: { found: unknown; pass: boolean } = { found: undefined, pass: isNot };
        await waitFor(() => {
          last = (check as Check<unknown[]>)(locator, ...args);
          if (last.pass === isNot) throw new Error();
        }).catch(() => undefined);
        const expected = args.map((arg) => (arg instanceof RegExp ? String(arg) : JSON.stringify(arg))).join(", ");
        return {
          pass: last.pass,
          message: () =>
            `${isNot ? "not " : ""}${name}(${expected}) of ${locator.selector}: ${JSON.stringify(last.found)}`,
        };
      },
    ]),
  ),
);
