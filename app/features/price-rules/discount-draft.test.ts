import { expect, test } from "vitest";
import { formOf } from "#tests/form-of.ts";
import { type DiscountDraft, discountRow, readDiscountDraft, validateDiscount } from "./discount-draft.ts";

const TEXAS = "America/Chicago";
const NOW = new Date("2026-11-22T18:00:00Z");

function aDraft(chosen: Partial<DiscountDraft> = {}): DiscountDraft {
  return {
    code: "WELCOME10",
    kind: "percent",
    value: "10",
    minProducts: "",
    categories: [],
    from: "",
    until: "",
    oncePerPerson: false,
    maxUses: "",
    ...chosen,
  };
}

test("an unlimited discount of ten percent needs only a code and a number", () => {
  expect(validateDiscount(aDraft(), TEXAS)).toEqual({});
  expect(discountRow(aDraft(), TEXAS, NOW)).toEqual({
    code: "WELCOME10",
    percent: 10,
    amount: null,
    min_subtotal: 0,
    categories: [],
    valid_from: "2026-11-22T18:00:00.000Z",
    valid_until: null,
    once_per_person: false,
    max_uses: null,
  });
});

test("a code is valid to the end of its last day in the store's time zone", () => {
  const draft = aDraft({ kind: "amount", value: "5", from: "2026-11-27", until: "2026-11-27", maxUses: "20" });
  expect(validateDiscount(draft, TEXAS)).toEqual({});
  expect(discountRow(draft, TEXAS, NOW)).toMatchObject({
    percent: null,
    amount: 5,
    valid_from: "2026-11-27T06:00:00.000Z",
    valid_until: "2026-11-28T06:00:00.000Z",
    max_uses: 20,
  });
});

test.for<[Partial<DiscountDraft>, keyof DiscountDraft]>([
  [{ code: "AB" }, "code"],
  [{ code: "%TEN" }, "code"],
  [{ code: "TEN%" }, "code"],
  [{ value: "0" }, "value"],
  [{ value: "101" }, "value"],
  [{ value: "10.001" }, "value"],
  [{ kind: "amount", value: "0" }, "value"],
  [{ minProducts: "some" }, "minProducts"],
  [{ until: "2026-02-30" }, "until"],
  [{ from: "2026-11-28", until: "2026-11-27" }, "until"],
  [{ from: "tomorrow", until: "2026-11-27" }, "from"],
  [{ maxUses: "0" }, "maxUses"],
  [{ maxUses: "1.5" }, "maxUses"],
])("%o is rejected at its field", ([chosen, field]) => {
  expect(Object.keys(validateDiscount(aDraft(chosen), TEXAS))).toEqual([field]);
});

test("the largest percentage, the smallest amount, and a single use are valid", () => {
  expect(validateDiscount(aDraft({ value: "100", maxUses: "1" }), TEXAS)).toEqual({});
  expect(validateDiscount(aDraft({ kind: "amount", value: "0.01" }), TEXAS)).toEqual({});
});

test("a typed code is normalized as in the database, with the selected categories", () => {
  const categories = ["wears", "nothing"].map((name) => ["categories", name] as const);
  const typed = { code: "welcome - 10", kind: "percent", value: " 10 ", oncePerPerson: "on" };
  const data = formOf([...Object.entries(typed), ...categories]);
  const draft = readDiscountDraft((name) => String(data.get(name) ?? ""), data);
  expect(draft).toEqual(aDraft({ categories: ["wears", "nothing"], oncePerPerson: true }));
  expect(discountRow(draft, TEXAS, NOW).categories).toEqual(["wears"]);
});
