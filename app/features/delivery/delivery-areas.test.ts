import { expect, test } from "vitest";
import { fieldsOf } from "#app/values/unknown-value.ts";
import { type DeliveryArea, deliveryData } from "./delivery-areas.ts";

const store = { name: "Calabash Market", origin: "https://shop.test" };
const area: DeliveryArea = { zips: ["77338", "77339"], feeCents: 599, freeFromCents: 10_000, minOrderCents: 3000 };

function conditionsOf(...areas: DeliveryArea[]): Record<string, unknown>[] {
  const { shippingConditions } = fieldsOf(deliveryData(areas, store)?.hasShippingService);
  return Array.isArray(shippingConditions) ? shippingConditions : [];
}

/**
 * Returns the delivery fee in the structured data for an order with this subtotal; null if the store does not deliver
 * it.
 */
function rateOf(conditions: Record<string, unknown>[], dollars: number): string | null | undefined {
  const fitting = conditions.filter(({ orderValue }) => {
    const { minValue = 0, maxValue = Number.POSITIVE_INFINITY } = fieldsOf(orderValue);
    return dollars >= Number(minValue) && dollars <= Number(maxValue);
  });
  expect(fitting).toHaveLength(1);
  const { doesNotShip, shippingRate } = fitting[0] ?? {};
  return doesNotShip === true ? null : String(fieldsOf(shippingRate)["value"]);
}

test("delivery is free, costs the fee, or is unavailable, depending on the total", () => {
  const conditions = conditionsOf(area);
  expect([29.99, 30, 99.99, 100, 500].map((dollars) => rateOf(conditions, dollars))).toEqual([
    null,
    "5.99",
    "5.99",
    "0.00",
    "0.00",
  ]);
  expect(conditions[0]).toMatchObject({
    "@type": "ShippingConditions",
    shippingDestination: { "@type": "DefinedRegion", addressCountry: "US", postalCode: ["77338", "77339"] },
  });
});

test.each([
  [{ ...area, minOrderCents: 0, freeFromCents: null }, ["5.99", "5.99"]],
  [{ ...area, minOrderCents: 0, feeCents: 0 }, ["0.00", "0.00"]],
  [{ ...area, minOrderCents: 0, feeCents: 0, freeFromCents: null }, ["0.00", "0.00"]],
  [{ ...area, minOrderCents: 5000, freeFromCents: 2000 }, [null, "0.00"]],
  [{ ...area, minOrderCents: 5000, freeFromCents: null }, [null, "5.99"]],
] as const)("zone %# states each total once", (terms, rates) => {
  expect([10, 70].map((dollars) => rateOf(conditionsOf(terms), dollars))).toEqual(rates);
});

test("a store without fixed fees has no delivery rates", () => {
  expect(deliveryData([], store)).toBeNull();
});

/**
 * Properties of https://developers.google.com/search/docs/appearance/structured-data/shipping-policy, without delivery
 * times, which are not known.
 */
test("the rates have the properties of Google's shipping policy", () => {
  expect(deliveryData([area], store)).toMatchObject({
    "@type": "GroceryStore",
    "@id": "https://shop.test/#store",
    hasShippingService: { "@type": "ShippingService", name: expect.any(String) },
  });
  for (const condition of conditionsOf(area)) {
    expect(Object.keys(condition)).toEqual(expect.arrayContaining(["@type", "shippingDestination", "orderValue"]));
    expect("doesNotShip" in condition || "shippingRate" in condition).toBe(true);
  }
});
