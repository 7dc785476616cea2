import { expect, test } from "vitest";
import { camelCased } from "./camel-cased.ts";

test("columns become camel case, and columns of dollars become cents", () => {
  expect(
    camelCased(
      { order_id: 7, size_label_2: "M", name: "Palm oil", unit_cost: 4.99, last_cost: null, paid_cents: 5 },
      "unit_cost",
      "last_cost",
    ),
  ).toEqual({ orderId: 7, sizeLabel2: "M", name: "Palm oil", unitCostCents: 499, lastCostCents: null, paidCents: 5 });
});
