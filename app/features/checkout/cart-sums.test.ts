import { expect, test } from "vitest";
import { lineKey } from "#app/features/cart/cart.ts";
import { aCartItem } from "#tests/a-cart-item.ts";
import { snapEligibleCents, unweighedCents } from "./cart-sums.tsx";

const aLine = (id: number, priceCents: number, quantity: number) => aCartItem({ id, priceCents, quantity });

test("only lines of eligible, already loaded products count", () => {
  const [rice, soap, yam] = [aLine(1, 1250, 3), aLine(2, 900, 2), aLine(3, 1799, 1)];
  const notes = new Map([
    [lineKey(rice), { isSnapEligible: true }],
    [lineKey(soap), { isSnapEligible: false }],
  ]);
  expect(snapEligibleCents([rice, soap, yam], notes)).toBe(3750);
  expect(snapEligibleCents([], notes)).toBe(0);
});

test("a discount also lowers what the weight takes off the maximum", () => {
  const weight = { perPoundCents: 899, poundsEach: 3, tolerancePercent: 10 };
  const items = [{ ...aLine(1, 2967, 1), weight }, aLine(2, 2967, 1)];
  expect(unweighedCents({ items })).toBe(270);
  expect(unweighedCents({ items }, 2967)).toBe(135);
  expect(unweighedCents({ items: [{ ...aLine(1, 0, 1), weight: { ...weight, perPoundCents: 0 } }] })).toBe(0);
});
