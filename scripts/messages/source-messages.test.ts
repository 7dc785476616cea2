import { expect, test } from "vitest";
import { sourceMessages } from "./source-messages.ts";
import { markFile } from "./vite-plugin.ts";

const IMPORT = 'import { t } from "#app/messages/t.ts";\n';
const read = (code: string) => sourceMessages("app/a.tsx", IMPORT + code);

test("a call of t is read with its text, context, values, and place", () => {
  const [message] = read(`function Cart() { return <a title={t("Left: {count}", { count: left() }, "stock")}>x</a>; }`);
  expect(message).toMatchObject({ text: "Left: {count}", context: "stock", place: "Cart <a title>", line: 2 });
  expect([...(message?.values.keys() ?? [])]).toEqual(["count"]);
});

test("a comment for translators belongs to the message on the next line", () => {
  const code = `function Cart() {
  // Translators: a verb
  const open = t("Open");
  return <p>
    {/* Translators: a noun */}
    {t("Order")}
    {t("Cart")}
  </p>;
}`;
  expect(read(code).map(({ text, note }) => [text, note])).toEqual([
    ["Open", "a verb"],
    ["Order", "a noun"],
    ["Cart", ""],
  ]);
});

test("a function with the same name from another module is ignored", () => {
  expect(sourceMessages("app/a.ts", 'import { t } from "./time.ts"; // messages/t.ts\nf(() => t("x"));')).toEqual([]);
});

test.for<[string, string]>([
  ["function f(text) { return t(text); }", "literals"],
  ["const LABEL = t('Open');", "within a function"],
  ["function f() { return [1].map(t); }", "Call t directly"],
  ["function f() { return t('[a] b'); }", "begin with a bracket"],
  ["function f(all) { return t('{a}', all); }", "must be an object literal"],
])("%s cannot be translated", ([code, reason]) => {
  expect(() => read(code)).toThrow(reason);
});

test("a file's calls of t are marked, and plurals of any language get the functions they need", () => {
  const code = `${IMPORT}const f = (n, it) => [t("{n} of {name}", { n, name: t("the cart", {}, "a noun") }), it.t("x")];`;
  expect(markFile("app/a.ts", code, () => false)).toBe(
    `${IMPORT}const f = (n, it) => [__message("{n} of {name}", { n, name: __message("the cart", {}, "a noun") }), it.t("x")];`,
  );
  expect(markFile("app/a.ts", code, (key) => key === "[a noun] the cart")).toBe(
    `import { pluralOf, countText } from "#app/messages/plural.ts";\n${IMPORT}` +
      `const f = (n, it) => [__message("{n} of {name}", { n, name: __message(pluralOf, countText)("the cart", {}, "a noun") }), it.t("x")];`,
  );
});
