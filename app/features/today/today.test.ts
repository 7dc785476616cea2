import { expect, test } from "vitest";
import { comparisonText, lowStockText, type TodayRow, todayFromRow } from "./today.ts";

const row: TodayRow = {
  read_at: "2026-11-25T15:00:00Z",
  to_pack: { late_count: 1, today_count: 2, later_count: 3 },
  windows: [],
  sales: { order_count: 3, sales: 48.23 },
  week_ago: { order_count: 0, sales: 0 },
  week_ago_whole_day: { order_count: 1, sales: 8.49 },
  low_stock: [{ product_id: 1, name: "Palm Oil", size_label: "1 L", category: "condiments", left_count: 2 }],
  decisions: [],
};

test("Today shows money in whole cents and names the size of low stock", () => {
  expect(todayFromRow(row)).toMatchObject({
    sales: { orderCount: 3, salesCents: 4823 },
    weekAgoWholeDay: { orderCount: 1, salesCents: 849 },
    lowStock: [{ name: "Palm Oil, size 1 L", leftCount: 2 }],
  });
});

test("a list of low stock that ends at its maximum is not shown as the whole", () => {
  expect([1, 99, 100].map(lowStockText)).toEqual(["1 item", "99 items", "100 or more items"]);
});

test.for([
  ["refund_failed", 1, "7", { text: "1 refund failed", to: "/desk/orders/7" }],
  ["refund_failed", 2, null, { text: "2 refunds failed", to: "/auth" }],
  ["fee_to_agree", 3, null, { text: "3 delivery fees to agree on", to: "/desk/orders?needs=fee" }],
  ["window_lost", 2, null, { text: "2 orders with times you can't keep", to: "/desk/settings/hours" }],
  ["files_missing", 1, null, { text: "1 other alert", to: "/auth" }],
] as const)(
  "decisions of kind %s, %i of them, lead to the order or to their list",
  ([kind, count, order_id, decision]) => {
    const decisions = [{ kind, decision_count: count, order_id }];
    expect(todayFromRow({ ...row, decisions }).decisions).toEqual([decision]);
  },
);

test.for([
  [12500, 10000, "25% more than last Wednesday by now"],
  [0, 10000, "100% less than last Wednesday by now"],
  [10001, 10000, "Same as last Wednesday by now"],
  [10000, 0, "No sales last Wednesday by now"],
] as const)("sales of %i cents compared with %i a week ago are: %s", ([cents, weekAgoCents, text]) => {
  expect(comparisonText(cents, weekAgoCents, "Wednesday")).toBe(text);
});
