import { expect, test } from "vitest";
import {
  callUsText,
  cartDeliveryText,
  deliveryNotIncludedText,
  freeDeliveryProgressText,
  homeDeliveryText,
  isDeliveryFree,
} from "./free-delivery.ts";
import { defaultStoreSettings as settings } from "./store-settings.ts";

test("the home page promises free delivery within 10 miles, the cart within 20", () => {
  expect(homeDeliveryText(settings)).toBe("Free delivery on orders of $100 or more within 10 miles.");
  expect(cartDeliveryText(settings)).toBe("Free delivery on orders of $100 or more within 20 miles.");
});

test("below the minimum, shoppers call us or our team contacts them", () => {
  expect(callUsText(settings)).toContain("below $100, call us at (281) 555-0142");
  expect(deliveryNotIncludedText(settings, 9999)).toMatch(
    /^Delivery is not included for orders below \$100\. Our team will contact you/,
  );
  expect(deliveryNotIncludedText(settings, 10000)).toMatch(/^Delivery is not included\. Our team will contact you/);
});

test("delivery is free from exactly $100", () => {
  expect(isDeliveryFree(settings, 9999)).toBe(false);
  expect(isDeliveryFree(settings, 10000)).toBe(true);
});

test("a cart says how much is missing to free delivery, to the cent, and when nothing is", () => {
  expect(freeDeliveryProgressText(10000, 1299)).toBe("$87.01 more for free delivery");
  expect(freeDeliveryProgressText(10000, 9999)).toBe("$0.01 more for free delivery");
  expect(freeDeliveryProgressText(10000, 10000)).toBe("You have reached the minimum for free delivery.");
});

test("a minimum with cents is stated with its cents", () => {
  expect(homeDeliveryText({ ...settings, freeDeliveryMinimumCents: 7550 })).toContain("$75.50");
});
