import { expect, test } from "vitest";
import { auditSentence } from "./audit-sentence.ts";

type Entry = Parameters<typeof auditSentence>[0];

type Case = [before: unknown, after: unknown, sentence: string];

const THANKSGIVING = { day: "2026-11-26", reason: "Thanksgiving" };
const ENTRIES: [Entry["kind"], string, ...Case[]][] = [
  [
    "refund",
    "Order 1042",
    [null, { amount: 12.99, reason: "damaged" }, "refunded $12.99 of order 1042 (damaged)"],
    [null, { amount: 12.99, reason: "cancelled" }, "refunded $12.99 of order 1042 (order canceled)"],
    [null, { amount: 2.4, reason: "weight", method: "release" }, "released $2.40 held for order 1042 (weighed less)"],
    [null, { amount: 3, reason: "provider" }, "refunded $3.00 of order 1042 (made in Stripe)"],
    [
      null,
      { amount: 5, reason: "requested_by_customer", method: "store_cash", in_place_of_a_failed_one: true },
      "refunded $5.00 in cash of order 1042, after a refund that failed",
    ],
  ],
  [
    "stock",
    "Delivery from Sahel Foods (INV-7)",
    [
      null,
      { reason: "received", lines: 2, units: 36, cost: 90 },
      "received a delivery from Sahel Foods (INV-7): 36 units",
    ],
  ],
  ["stock", "Delivery", [null, { reason: "delivery_undone" }, "undid the delivery"]],
  [
    "stock",
    "Stock count",
    [null, { reason: "counted", lines: 1, units: -2 }, "counted stock: 1 product, difference -2"],
  ],
  [
    "stock",
    "Puna Yam",
    [
      null,
      { reason: "own_use", units: -1, note: "tasting" },
      "took 1 unit of Puna Yam out of stock: own use (tasting)",
    ],
    [null, { reason: "correction", units: 2 }, "added 2 units of Puna Yam to stock: correction"],
    [null, { reason: "undone", units: 2 }, "undid a stock adjustment of Puna Yam: 2 units"],
  ],
  [
    "settings",
    "Translation (ht): Puna Yam",
    [null, { name: "Yanm" }, "added the translation of Puna Yam (Haitian Creole)"],
  ],
  [
    "price",
    "Palm Oil",
    [{ price: 12.99 }, { price: 11 }, "changed the price of Palm Oil from $12.99 to $11.00"],
    [
      { price: 12, discount_price: null },
      { price: 13, discount_price: 10 },
      "changed the price of Palm Oil from $12.00 to $13.00 and set the discount price to $10.00",
    ],
    [
      { price: 12, discount_price: 10 },
      { price: 12, discount_price: null },
      "removed the discount price of Palm Oil ($10.00)",
    ],
  ],
  [
    "price",
    "Rice, size 20 lb",
    [null, { price: 31 }, "added Rice, size 20 lb at $31.00"],
    [{ price: 31 }, null, "deleted Rice, size 20 lb, which cost $31.00"],
  ],
  [
    "right",
    "Role: kofi@test.example",
    [null, { role: "packer" }, "added kofi@test.example to the staff as packer"],
    [{ role: "packer" }, { role: "manager" }, "changed the role of kofi@test.example from packer to manager"],
    [{ refund_limit: 5 }, { refund_limit: 9 }, "changed the permissions of kofi@test.example"],
    [{ role: "packer" }, null, "removed kofi@test.example from the staff (packer)"],
  ],
  [
    "right",
    "Name of kofi@test.example",
    [{ name: "" }, { name: "Kofi" }, "changed the name of kofi@test.example from no name to “Kofi”"],
  ],
  [
    "price",
    "Offer: Rice",
    [null, { percent: 25, price: null }, "added the offer for Rice (25% off)"],
    [{ price: 8 }, null, "deleted the offer for Rice ($8.00)"],
    [{ ends_at: "a" }, { ends_at: "b" }, "changed the offer for Rice"],
  ],
  [
    "right",
    "Invitation: kofi@test.example",
    [null, { role: "packer" }, "invited kofi@test.example as packer"],
    [{ role: "packer" }, null, "closed the invitation of kofi@test.example"],
  ],
  [
    "counter",
    "Order 7",
    [null, { made_at_the_counter: 20 }, "took order 7 at the counter for $20.00"],
    [null, { paid: 20, method: "store_cash" }, "recorded a payment of $20.00 in cash for order 7"],
    [null, { paid: 9, method: "store_ebt" }, "recorded a payment of $9.00 by SNAP EBT for order 7"],
    [null, { given_back: 4, method: "store_card" }, "refunded $4.00 by card in the store for order 7"],
    [{ total: 20 }, { total: 12.5 }, "changed the total of order 7 from $20.00 to $12.50 before the payment"],
    [null, { price: 7.5, reason: "Dented" }, "lowered a price in order 7 to $7.50: Dented"],
    [null, { pay_link: "text" }, "texted a payment link for order 7"],
  ],
  ["counter", "Drawer 1", [null, { counted: 94.5, expected: 95 }, "counted $94.50 in drawer 1, $95.00 expected"]],
  [
    "import",
    "Import of prices.csv",
    [null, { added: 2, changed: 10, refused: 0 }, "imported prices.csv: 2 added, 10 changed, 0 rejected"],
  ],
  [
    "import",
    "Taken back: prices.csv",
    [null, { "left alone": 3 }, "undid prices.csv; 3 products had changed since and stayed"],
  ],
  [
    "import",
    "Bulk change: Prices up by 5%",
    [null, { added: 0, changed: 12, refused: 1 }, "changed 12 products at once (Prices up by 5%)"],
  ],
  [
    "fee",
    "Delivery fee of order 7",
    [null, { amount: 7.5 }, "set the delivery fee of order 7 to $7.50"],
    [{ amount: 7.5 }, null, "withdrew the delivery fee of order 7, $7.50"],
  ],
  [
    "settings",
    "Store settings",
    [
      { closed_days: [] },
      { closed_days: [THANKSGIVING, { day: "2027-01-01", reason: "" }] },
      "closed Thursday, Nov 26: Thanksgiving; Friday, Jan 1",
    ],
    [
      { closed_days: [THANKSGIVING], phone: "1" },
      { closed_days: [], phone: "2" },
      "opened Thursday, Nov 26 again and changed the store's phone",
    ],
    [
      { phone: "1", email: "a", name: "b" },
      { phone: "2", email: "c", name: "d" },
      "changed the store's phone, email, and name",
    ],
  ],
  ["settings", "Tax rate: Taxable", [null, { percent: 8.25 }, "added the tax rate: Taxable"]],
  ["settings", "Discount code: WELCOME", [{ percent: 5 }, null, "deleted the discount code: WELCOME"]],
  ["settings", "Times of pick-up and delivery", [null, { weekday: 1 }, "added the pickup and delivery times"]],
  ["settings", "Payment in the store", [{ is_on: false }, { is_on: true }, "changed the payment in the store"]],
  ["export", "Products", [null, null, "exported products"]],
  ["export", "Orders", [null, null, "exported orders"]],
  ["export", "Orders of 2026", [null, null, "exported Orders of 2026"]],
  ["export", "Order 7", [null, null, "exported order 7"]],
  ["export", "Sales tax 2026", [null, null, "exported sales tax of 2026"]],
  ["export", "12 orders", [null, null, "exported 12 orders"]],
  ["export", "Margin, 2026-11-01 – 2026-11-30", [null, null, "exported margin, Nov 1 – 30, 2026"]],
  ["price", "Price by quantity: Malt", [null, { price: 15 }, "added price by quantity: Malt at $15.00"]],
  ["export", "Margin, Nov 1 – 30, 2026", [null, null, "exported margin, Nov 1 – 30, 2026"]],
  ["export", "Books: payouts, 2026-11-01 until 2026-11-30", [null, null, "exported payouts, Nov 1 – 30, 2026"]],
  ["export", "Accounting export: lines", [null, null, "exported accounting: order lines"]],
  [
    "customer",
    "Customer ama@test.example",
    [
      null,
      { request: "account merged", merged: "a@b.test" },
      "merged the account a@b.test into customer ama@test.example",
    ],
    [null, { request: "data deleted" }, "deleted the data of customer ama@test.example"],
  ],
];

test.for(ENTRIES.flatMap(([kind, subject, ...cases]) => cases.map((each) => [kind, subject, ...each] as const)))(
  "%s of %s reads as a sentence",
  ([kind, subject, before, after, sentence]) => {
    expect(auditSentence({ kind, subject, before, after } as Entry)).toBe(sentence);
  },
);

test("an entry without values still names its subject", () => {
  expect(auditSentence({ kind: "refund", subject: "Order 7", before: null, after: null })).toBe(
    "refunded an unknown amount of order 7",
  );
  expect(auditSentence({ kind: "price", subject: "Yam", before: {}, after: {} })).toBe("changed the price of Yam");
});
