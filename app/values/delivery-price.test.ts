import { expect, test } from "vitest";
import { deliveryPriceText } from "./delivery-price.ts";

test("the delivery price is free, an amount, or not included", () => {
  expect(deliveryPriceText({ deliveryCostCents: 0, isDeliveryIncluded: true })).toBe("Free");
  expect(deliveryPriceText({ deliveryCostCents: 499, isDeliveryIncluded: true })).toBe("$4.99");
  expect(deliveryPriceText({ deliveryCostCents: 0, isDeliveryIncluded: false })).toBe("Not included");
});
