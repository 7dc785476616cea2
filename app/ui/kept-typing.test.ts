import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { forgetAllTyping, forgetTyping, keepTyping, readKeptTyping } from "./kept-typing.ts";

beforeEach(() => vi.stubGlobal("localStorage", aStore()));
afterEach(() => vi.unstubAllGlobals());

test("what was typed is kept under its own name, until it is forgotten", () => {
  keepTyping("typing ama offer", { value: "20" });
  expect(readKeptTyping("typing ama offer")).toEqual({ typed: { value: "20" }, at: expect.any(String) });
  expect(readKeptTyping("typing kofi offer")).toBeNull();
  forgetTyping("typing ama offer");
  expect(readKeptTyping("typing ama offer")).toBeNull();
});

test("a sign-out forgets everybody's typing, and nothing else that lies there", () => {
  localStorage.setItem("cart", "[]");
  localStorage.setItem("typing-speed", "fast");
  localStorage.setItem("articleTyping ama 7", "{}");
  for (const person of ["ama", "kofi"]) keepTyping(`typing ${person} article 7`, "Jollof");
  forgetAllTyping();
  expect(Object.keys(localStorage).sort()).toEqual(["cart", "typing-speed"]);
});

test("without a session nothing is kept, and what is too long is not kept either", () => {
  keepTyping(null, "typed after the sign-out");
  keepTyping("typing ama table", "x".repeat(1_000_001));
  forgetTyping(null);
  expect([Object.keys(localStorage), readKeptTyping(null)]).toEqual([[], null]);
});

test("a store that refuses, or holds something else, stops no form", () => {
  const key = "typing ama offer";
  localStorage.setItem(key, "{");
  expect(readKeptTyping(key)).toBeNull();
  vi.stubGlobal("localStorage", undefined);
  keepTyping(key, "words");
  forgetTyping(key);
  forgetAllTyping();
  expect(readKeptTyping(key)).toBeNull();
});

/** As browsers have it: what is kept are its own properties, its methods are not. */
function aStore(): Storage {
  const methods = {
    getItem(this: Record<string, string>, key: string) {
      return Object.hasOwn(this, key) ? this[key] : null;
    },
    setItem(this: Record<string, string>, key: string, text: string) {
      this[key] = text;
    },
    removeItem(this: Record<string, string>, key: string) {
      delete this[key];
    },
  };
  return Object.create(methods) as Storage;
}
