import { expect, test } from "vitest";
import { t } from "#app/messages/t.ts";
import { compileMessage, elementsOf, placeholdersOf } from "./compile-message.ts";

/** Runs the compiled code like an English page. */
function run(code: string, scope: Record<string, unknown>): string {
  const helpers = {
    pluralOf: (count: number) => new Intl.PluralRules("en-US").select(count),
    countText: (count: number) => count.toLocaleString("en-US"),
  };
  const all = { ...helpers, ...scope };
  return new Function(...Object.keys(all), `return ${code};`)(...Object.values(all)) as string;
}

test("a message without placeholders compiles to a string", () => {
  expect(compileMessage("Your cart is empty.", new Map())).toBe('"Your cart is empty."');
});

test("a placeholder is replaced by its value", () => {
  const code = compileMessage("Change to {left}", new Map([["left", "left"]]));
  // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the source of a template.
  expect(code).toBe("`Change to ${left}`");
});

test.for<[string, Record<string, string | number>]>([
  ["{left, plural, one {Only # is left.} other {Only # are left.}}", { left: 1 }],
  ["{left, plural, one {Only # is left.} other {Only # are left.}}", { left: 12_345 }],
  ["{count, plural, =0 {No items} one {# item} other {# items}} for {name}", { count: 0, name: "Ada" }],
  ["{kind, select, pickup {Pickup at {time}} other {Delivery}}", { kind: "pickup", time: "2 PM" }],
  ["{kind, select, pickup {Pickup at {time}} other {Delivery}}", { kind: "delivery", time: "2 PM" }],
  ["It''s `free` for {name}, isn't it\\?", { name: "<b>" }],
])("the compiled %s returns the same as t", ([text, values]) => {
  const code = compileMessage(text, new Map(Object.keys(values).map((name) => [name, name])));
  expect(run(code, values)).toBe(t(text, values));
});

test("a value used twice is computed once", () => {
  let calls = 0;
  const countOf = (items: number[]) => {
    calls++;
    return items.length;
  };
  const code = compileMessage("{count, plural, one {# item} other {# items}}", new Map([["count", "countOf(items)"]]));
  expect([run(code, { items: [1, 2], countOf }), calls]).toEqual(["2 items", 1]);
});

test("a placeholder without a value does not compile", () => {
  expect(() => compileMessage("Hello {name}", new Map())).toThrow("no value for {name}");
  expect(() => compileMessage("{day, date}", new Map([["day", "day"]]))).toThrow("unsupported kind of placeholder");
});

test("placeholders and elements of a message are listed", () => {
  expect([...placeholdersOf("{left, plural, other {# of {name}}}")]).toEqual(["left", "name"]);
  expect(elementsOf("Read our <link>policy</link> for <price/>")).toEqual(["/link", "link", "price/"]);
});
