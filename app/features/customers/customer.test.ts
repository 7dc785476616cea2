import { expect, test } from "vitest";
import {
  averageCents,
  customerAddress,
  customerFilterFrom,
  customersAddress,
  customerTitle,
  orderContact,
  tagFrom,
  tagProblem,
} from "./customer.ts";

test.for([
  [{ name: "Ama", email: "ama@test.example", phone: "2815550123" }, "Ama"],
  [{ name: "", email: "ama@test.example", phone: "2815550123" }, "ama@test.example"],
  [{ name: "", email: null, phone: "2815550123" }, "(281) 555-0123"],
  [{ name: "", email: null, phone: null }, "Customer without a name"],
] as const)("a customer is titled by name, email, or phone: %j", ([customer, title]) => {
  expect(customerTitle(customer)).toBe(title);
});

test("the average is in whole cents per paid order, and null without orders", () => {
  expect(averageCents({ spendCents: 1000, orderCount: 3 })).toBe(333);
  expect(averageCents({ spendCents: 0, orderCount: 0 })).toBeNull();
});

test("a typed tag gets the spelling of an existing tag", () => {
  expect(tagFrom("  vip ", ["VIP"])).toBe("VIP");
  expect(tagFrom("calls   ahead", ["VIP"])).toBe("calls ahead");
});

test.for([
  ["", [], "Enter a tag."],
  ["x".repeat(31), [], "30 characters at most."],
  ["vip", ["VIP"], "The customer already has this tag."],
  ["new", Array.from({ length: 20 }, (_, place) => `Tag ${place}`), "20 tags at most. Remove one first."],
  ["x".repeat(30), ["VIP"], undefined],
] as const)("the tag %j is checked against %j and reports %j", ([tag, tags, message]) => {
  expect(tagProblem(tag, tags)).toBe(message);
});

test("a customer filter can be restored from its URL, and unknown values become defaults", () => {
  const after = { id: "00000000-0000-4000-8000-000000000001", value: "2026-11-25 18:00:00+00" };
  const filter = { words: "281 555", sort: "spend", tag: "VIP & co", after } as const;
  const address = new URL(customersAddress(filter), "http://store.test");
  expect(customerFilterFrom(address.searchParams)).toEqual(filter);
  const unknown = customerFilterFrom(new URLSearchParams("sort=age&after=x&tag="));
  expect(unknown).toEqual({ words: "", sort: "last_order", tag: null, after: null });
  expect(customersAddress(unknown)).toBe("/desk/customers");
});

test("an order links to its account, or to the guest with its email or phone number", () => {
  expect(customerAddress({ userId: "7", email: "ama@test.example" })).toBe("/desk/customers/7");
  expect(customerAddress({ userId: null, email: "kwame@test.example", phone: "2815550123" })).toBe(
    "/desk/customers?words=kwame%40test.example",
  );
  expect(customerAddress({ userId: null, email: null, phone: "(281) 555-0123" })).toBe(
    "/desk/customers?words=%28281%29+555-0123",
  );
  expect(customerAddress({ userId: null, phone: "" })).toBeNull();
});

test("a new order for a customer starts with the contact and the latest address", () => {
  const contact = orderContact({
    id: "7",
    isGuest: false,
    isStaff: false,
    name: "Ama",
    email: null,
    isEmailVerified: false,
    phone: "2815550123",
    orderCount: 0,
    spendCents: 0,
    tags: [],
    lastOrderAt: null,
    createdAt: "2026-11-25T18:00:00Z",
    notes: [],
    addresses: [
      { address: "2 Oak Lane", street: "2 Oak Lane", unit: "4", city: "Humble", zip: "77338", usedAt: "" },
      { address: "1 Palm Street", street: "1 Palm Street", unit: "", city: "Houston", zip: "77073", usedAt: "" },
    ],
    preference: "contact",
    mergedInto: null,
    related: [],
  });
  expect(contact).toEqual({
    name: "Ama",
    email: "",
    phone: "(281) 555-0123",
    preference: "contact",
    street: "2 Oak Lane",
    unit: "4",
    city: "Humble",
    zip: "77338",
  });
});
