import { afterEach, expect, test, vi } from "vitest";
import { followAnchor } from "./follow-anchor.ts";

afterEach(() => void vi.unstubAllGlobals());

/** Follows the anchor of an element this far below the top of a window of 900 px. */
function follow(top: number) {
  const browser = new EventTarget();
  const target = { top, scrollIntoView: vi.fn() };
  let resize = () => {};
  vi.stubGlobal("window", { innerHeight: 900 });
  vi.stubGlobal("addEventListener", browser.addEventListener.bind(browser));
  vi.stubGlobal("document", {
    body: {},
    getElementById: () =>
      Object.assign(target, { getBoundingClientRect: () => ({ top: target.top, bottom: target.top + 40 }) }),
  });
  vi.stubGlobal(
    "ResizeObserver",
    class {
      constructor(run: () => void) {
        resize = run;
      }
      observe() {}
      disconnect() {}
    },
  );
  followAnchor("#whyChooseUs", new AbortController());
  resize();
  return { target, resize, happens: (type: string) => browser.dispatchEvent(new Event(type)) };
}

test("a scroll that began before ends at the anchor, and later scrolls are the user's", () => {
  const { target, happens } = follow(2000);
  expect(target.scrollIntoView).not.toHaveBeenCalled();
  target.top = 20;
  happens("scrollend");
  expect(target.scrollIntoView).toHaveBeenCalledOnce();
  target.top = 500;
  happens("scrollend");
  expect(target.scrollIntoView).toHaveBeenCalledOnce();
});

test("a user who scrolled away stays there", () => {
  const away = follow(-3000);
  away.happens("scrollend");
  expect(away.target.scrollIntoView).not.toHaveBeenCalled();
  const { target, happens } = follow(2000);
  happens("wheel");
  target.top = 20;
  happens("scrollend");
  expect(target.scrollIntoView).not.toHaveBeenCalled();
});
