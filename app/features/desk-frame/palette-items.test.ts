import { expect, test } from "vitest";
import { findPages, findSettings } from "./palette-items.ts";

const labelsFor = (words: string, role: "owner" | "manager" = "owner") =>
  findPages({ role }, words).flatMap(({ items }) => items.map(({ label }) => label));

test.for([
  ["coupon", "Discount codes"],
  ["voucher", "Discount codes"],
  ["sale", "Offers"],
  ["special", "Offers"],
  ["cash", "Till"],
  ["register", "Till"],
  ["phone order", "Till"],
  ["float", "Count drawer"],
  ["close drawer", "Count drawer"],
  ["refund", "Take back a sale"],
  ["exchange", "Take back a sale"],
  ["price tags", "Print shelf labels"],
  ["add product", "New product"],
  ["new product", "New product"],
  ["hire", "Invite staff"],
  ["invite", "Invite staff"],
  ["employees", "Staff"],
  ["permissions", "Staff"],
  ["receive", "Receive delivery"],
  ["restock", "Receive delivery"],
  ["stocktake", "Count stock"],
  ["expired", "Sell by"],
  ["reorder", "Purchase list"],
  ["margin", "Margin and stock"],
  ["profit", "Margin and stock"],
  ["damaged", "Stock history"],
  ["vendor", "Suppliers"],
  ["inventory", "Stock"],
  ["excel", "Import and export"],
  ["modifiers", "Cuts and choices"],
  ["barcode", "Products"],
  ["photo", "Products"],
  ["packing", "Order board"],
  ["unpaid", "All orders"],
  ["route", "Delivery runs"],
  ["driver", "Delivery runs"],
  ["clients", "Customers"],
  ["recipes", "Articles"],
  ["carousel", "Hero slides"],
  ["announcement", "Banner"],
  ["reviews", "Team and testimonials"],
  ["languages", "Translations"],
  ["ads", "Product feeds"],
  ["instagram", "Name and address"],
  ["turnover", "Reports"],
  ["best sellers", "Reports"],
  ["z report", "Daily report"],
  ["accountant", "Daily report"],
  ["vat", "Sales tax"],
  ["whatsapp", "WhatsApp number"],
  ["sms", "Messages and stock alerts"],
  ["location", "Name and address"],
  ["map", "Latitude"],
  ["time zone", "Time zone"],
  ["holidays", "Hours and closed days"],
  ["vacation", "Hours and closed days"],
  ["slots", "Pickup and delivery times"],
  ["shipping", "Delivery zones"],
  ["apple pay", "Offer Apple Pay, Google Pay and Link"],
  ["food stamps", "Wallets and SNAP EBT"],
  ["low stock", "Low stock threshold"],
  ["history", "Audit log"],
  ["restore", "Backups"],
  ["launch", "Setup checklist"],
] as const)('the palette finds for "%s" "%s"', ([words, label]) => {
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
