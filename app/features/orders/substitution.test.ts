import { expect, test } from "vitest";
import { substitutionRow, substitutionText, unpaidChangeText } from "./substitution.ts";

const yam = { name: "Puna Yam", size: null };

test("a substitution states old and new item and the refund", () => {
  const replaced = substitutionRow({
    id: 1,
    is_settled: true,
    kind: "replaced",
    quantity: 1,
    name: "Dashiki",
    size: "L",
    replacement_quantity: 2,
    given_back: 4.1,
  });
  expect(substitutionText(yam, replaced)).toBe("1 × Puna Yam replaced by 2 × Dashiki, size L, $4.10 back");
});

test("an item left out without a refund states no amount", () => {
  const left = substitutionRow({
    id: 1,
    is_settled: true,
    kind: "left_out",
    quantity: 3,
    name: null,
    size: null,
    replacement_quantity: null,
    given_back: 0,
  });
  expect(substitutionText({ name: "Dress", size: { label: "M" } }, left)).toBe("3 × Dress, size M left out");
});

test.for([
  [{ replacement_name: "Garri", replacement_size: null, replacement_quantity: 2 }, "replaced by 2 × Garri, $4.10 less"],
  [{ replacement_name: null, replacement_size: null, replacement_quantity: null }, "left out, $4.10 less"],
] as const)("a substitution before the payment states how much less it costs: %j", ([replacement, text]) => {
  const row = { quantity: 1, name: "Dress", size: "M", less: 4.1, ...replacement };
  expect(unpaidChangeText(row)).toBe(`1 × Dress, size M ${text}`);
});
