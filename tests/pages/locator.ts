import { fireEvent } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import {
  getByAltTextSelector,
  getByLabelSelector,
  getByPlaceholderSelector,
  getByRoleSelector,
  getByTextSelector,
  Ivya,
} from "ivya";
import { getAriaDisabled } from "ivya/utils";
import { isVisible } from "./dom.ts";

const ivya = Ivya.create({ browser: "chromium" });
const WAIT_MS = 10_000;
const PAUSE_MS = 10;
const MAX_PAUSE_MS = 160;

type Text = string | RegExp;
type RoleOptions = Parameters<typeof getByRoleSelector>[1];
interface PickedFile {
  name: string;
  mimeType: string;
  buffer: Buffer;
}
interface FilterOptions {
  hasText?: Text;
  hasNotText?: Text;
  has?: Locator;
}

/** The user of the current page. */
const user = userEvent.setup({ pointerEventsCheck: 0, applyAccept: false });

/** A part of the page, and its elements by Playwright's selectors: a test reads the same here and in `e2e/`. */
export class Scope {
  readonly selector: string;

  constructor(selector: string) {
    this.selector = selector;
  }

  getByRole(role: string, options?: RoleOptions): Locator {
    return this.locator(getByRoleSelector(role, options));
  }
  getByLabel(text: Text, options?: { exact?: boolean }): Locator {
    return this.locator(getByLabelSelector(text, options));
  }
  getByText(text: Text, options?: { exact?: boolean }): Locator {
    return this.locator(getByTextSelector(text, options));
  }
  getByPlaceholder(text: Text): Locator {
    return this.locator(getByPlaceholderSelector(text));
  }
  getByAltText(text: Text): Locator {
    return this.locator(getByAltTextSelector(text));
  }
  locator(selector: string): Locator {
    return new Locator(`${this.selector} >> ${selector}`);
  }
}

/** Elements that each action and assertion finds anew. Actions wait until exactly one matches. */
export class Locator extends Scope {
  filter({ hasText, hasNotText, has }: FilterOptions): Locator {
    const parts = [this.selector];
    if (hasText !== undefined) parts.push(textSelector("has-text", hasText));
    if (hasNotText !== undefined) parts.push(textSelector("has-not-text", hasNotText));
    if (has) parts.push(`internal:has=${JSON.stringify(has.selector.replace("body >> ", ""))}`);
    return new Locator(parts.join(" >> "));
  }
  nth(place: number): Locator {
    return this.locator(`nth=${place}`);
  }
  first(): Locator {
    return this.nth(0);
  }
  last(): Locator {
    return this.nth(-1);
  }

  /** Returns what matches now. */
  elements(): HTMLElement[] {
    return ivya.queryLocatorSelectorAll(this.selector, document) as HTMLElement[];
  }
  async count(): Promise<number> {
    return this.elements().length;
  }
  /** Waits for the one visible element that matches. */
  element<Kind extends HTMLElement = HTMLElement>(): Promise<Kind> {
    return waitFor(() => {
      const found = this.elements();
      const visible = found.length > 1 ? found.filter(isVisible) : found;
      const [element] = visible;
      if (!element || visible.length > 1) throw new Error(`${visible.length} elements match ${this.selector}.`);
      return element as Kind;
    });
  }
  async textContent(): Promise<string> {
    return (await this.element()).textContent ?? "";
  }
  async allTextContents(): Promise<string[]> {
    return this.elements().map(({ textContent }) => textContent ?? "");
  }
  async inputValue(): Promise<string> {
    return (await this.element<HTMLInputElement>()).value;
  }
  async getAttribute(name: string): Promise<string | null> {
    return (await this.element()).getAttribute(name);
  }

  async click({ modifiers = [] }: { modifiers?: string[] } = {}): Promise<void> {
    const element = await this.enabled();
    for (const key of modifiers) await user.keyboard(`{${key}>}`);
    await user.click(element);
    for (const key of modifiers) await user.keyboard(`{/${key}}`);
    await untilIdle();
  }
  async dblclick(): Promise<void> {
    await user.dblClick(await this.enabled());
    await untilIdle();
  }
  async isVisible(): Promise<boolean> {
    return this.elements().some(isVisible);
  }
  async fill(text: string): Promise<void> {
    const field = await this.enabled<HTMLInputElement>();
    field.focus();
    fireEvent.input(field, { target: { value: text } });
  }
  async pressSequentially(text: string): Promise<void> {
    (await this.enabled()).focus();
    await user.keyboard(text.replaceAll(/[[{]/g, "$&$&"));
  }
  async press(keys: string): Promise<void> {
    (await this.enabled()).focus();
    await pressKeys(keys);
  }
  async check(): Promise<void> {
    const box = await this.enabled<HTMLInputElement>();
    if (!box.checked) await user.click(box);
  }
  async uncheck(): Promise<void> {
    const box = await this.enabled<HTMLInputElement>();
    if (box.checked) await user.click(box);
  }
  async selectOption(chosen: string | { label?: string; index?: number }): Promise<void> {
    const field = await this.enabled<HTMLSelectElement>();
    const option = await waitFor(() => {
      const options = [...field.options];
      const found =
        typeof chosen === "string"
          ? options.find(({ value, text }) => value === chosen || text === chosen)
          : options.find(({ text }, place) => text === chosen.label || place === chosen.index);
      if (!found) throw new Error(`There is no option ${JSON.stringify(chosen)} in ${this.selector}.`);
      return found;
    });
    await user.selectOptions(field, option);
  }
  async setInputFiles(picked: PickedFile | PickedFile[]): Promise<void> {
    const field = await this.enabled();
    const files = [picked].flat();
    await user.upload(
      field,
      files.map(({ name, mimeType, buffer }) => new File([new Uint8Array(buffer)], name, { type: mimeType })),
    );
  }
  async focus(): Promise<void> {
    (await this.enabled()).focus();
  }
  async blur(): Promise<void> {
    (await this.element()).blur();
  }
  async hover(): Promise<void> {
    await user.hover(await this.element());
  }
  async evaluate<Result, Arg = undefined>(
    read: (element: HTMLInputElement, arg: Arg) => Result,
    arg?: Arg,
  ): Promise<Awaited<Result>> {
    return await read(await this.element<HTMLInputElement>(), arg as Arg);
  }

  private enabled<Kind extends HTMLElement = HTMLElement>(): Promise<Kind> {
    return waitFor(async () => {
      const element = await this.element<Kind>();
      if (getAriaDisabled(element)) throw new Error(`${this.selector} is disabled.`);
      return element;
    });
  }
}

/** Presses keys by Playwright's names: "Enter", "a", "Control+z". */
export async function pressKeys(keys: string): Promise<void> {
  const [key = "", ...held] = keys.split("+").toReversed();
  const sign = key === "Space" ? " " : key;
  const word = sign.length === 1 ? sign : `{${sign}}`;
  const opened = document.querySelectorAll<HTMLDialogElement>("dialog[open]");
  await user.keyboard(held.reduce((inner, modifier) => `{${modifier}>}${inner}{/${modifier}}`, word));
  // What browsers do with Escape in a modal dialog, and happy-dom does not.
  const modal = [...opened].at(-1);
  if (key === "Escape" && modal && fireEvent(modal, new Event("cancel", { cancelable: true }))) modal.close();
  await untilIdle();
}

let isIdle = () => true;

export function setIdleCheck(check: () => boolean): void {
  isIdle = check;
}

/** Waits until a page that was opened by an action is there, so that the next one does not reach the page before. */
export function untilIdle(): Promise<void> {
  return waitFor(() => {
    if (!isIdle()) throw new Error("The next page does not come.");
  });
}

/**
 * Repeats a check until it passes; then returns its result. It checks when the document has changed, and less and less
 * often while it has not, because page and data service need the same thread.
 */
export async function waitFor<Result>(check: () => Result | Promise<Result>): Promise<Result> {
  const end = performance.now() + WAIT_MS;
  let pauseMs = PAUSE_MS;
  for (;;) {
    const before = changeCount;
    try {
      return await check();
    } catch (error) {
      if (performance.now() > end) throw error;
    }
    await new Promise((later) => setTimeout(later, PAUSE_MS));
    if (changeCount === before) await nextChange(pauseMs);
    pauseMs = changeCount === before ? Math.min(pauseMs * 2, MAX_PAUSE_MS) : PAUSE_MS;
  }
}

let changeCount = 0;
let onChange: () => void = () => undefined;
new MutationObserver(() => {
  changeCount += 1;
  onChange();
}).observe(document, { subtree: true, childList: true, attributes: true, characterData: true });

/** Resolves when the document changes, or after this time. */
function nextChange(ms: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    onChange = () => {
      clearTimeout(timer);
      resolve();
    };
  });
}

/** A selector of the kind of `has-text`, with the text escaped as `getByText` does. */
function textSelector(kind: string, text: Text): string {
  return getByTextSelector(text).replace("internal:text", `internal:${kind}`);
}
