import { expect, test } from "vitest";
import { findPages, findSettings } from "./palette-items.ts";

const labelsFor = (words: string, role: "owner" | "manager" = "owner") =>
  findPages({ role }, words).flatMap(({ items }) => items.map(({ label }) => label));

/** Owners' words by what the palette finds for them. */
const WORDS = `
  Discount codes: coupon, voucher
  Offers: sale, special
  Till: cash, register, phone order
  Count drawer: float, close drawer
  Take back a sale: refund, exchange
  Print shelf labels: price tags
  New product: add product, new product
  Invite staff: hire, invite
  Staff: employees, permissions
  Receive delivery: receive, restock
  Count stock: stocktake
  Sell by: expired
  Purchase list: reorder
  Margin and stock: margin, profit
  Stock history: damaged
  Suppliers: vendor
  Stock: inventory
  Import and export: excel
  Cuts and choices: modifiers
  Products: barcode, photo
  Order board: packing
  All orders: unpaid
  Delivery runs: route, driver
  Customers: clients
  Articles: recipes
  Hero slides: carousel
  Banner: announcement
  Team and testimonials: reviews
  Translations: languages
  Product feeds: ads
  Name and address: instagram, location
  Reports: turnover, best sellers
  Daily report: z report, accountant
  Sales tax: vat
  WhatsApp number: whatsapp
  Messages and stock alerts: sms
  Latitude: map
  Time zone: time zone
  Hours and closed days: holidays, vacation
  Pickup and delivery times: slots
  Delivery zones: shipping
  Offer Apple Pay, Google Pay and Link: apple pay
  Wallets and SNAP EBT: food stamps
  Low stock threshold: low stock
  Audit log: history
  Backups: restore
  Setup checklist: launch
`;

test.for(
  WORDS.trim()
    .split("\n")
    .flatMap((line) => {
      const [label = "", words = ""] = line.split(": ");
      return words.split(", ").map((word) => [word, label.trim()] as const);
    }),
)('the palette finds for "%s" "%s"', ([words, label]) => {
  expect(labelsFor(words)).toContain(label);
});

test("the palette offers managers no page, action, or setting that only the owner may open", () => {
  expect(labelsFor("coupon", "manager")).not.toContain("Discount codes");
  expect(labelsFor("invite", "manager")).toEqual([]);
  expect(labelsFor("whatsapp number", "manager")).not.toContain("WhatsApp number");
  expect(labelsFor("team", "manager")).toContain("Team");
});

test("a setting is found by each word of its label, without accents or a plural, and links to its field", () => {
  expect(findSettings({ role: "owner" }, "Códes zip")).toEqual([
    { to: "/desk/settings/shop#postalCode", label: "Zip code", detail: "Name and address · Address" },
  ]);
  expect(findSettings({ role: "owner" }, "nothing like this")).toEqual([]);
});
