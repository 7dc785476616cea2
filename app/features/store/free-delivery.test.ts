import { expect, test } from "vitest";
import { deliveryTermsText } from "./delivery-terms.ts";
import {
  callUsText,
  cartDeliveryText,
  deliveryNotIncludedText,
  deliveryTitle,
  freeDeliveryProgressText,
  generalMinimumCents,
  homeDeliveryText,
  isDeliveryIncluded,
  pickupNoteText,
} from "./free-delivery.ts";
import { type DeliverySummary, defaultStoreSettings as settings } from "./store-settings.ts";

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

test("nobody is told that the team will contact them about the delivery of a pickup", () => {
  expect(pickupNoteText(settings)).toBe("Delivery is not included for orders below $100.");
  expect(pickupNoteText({ ...settings, freeDeliveryMilesHome: 0, freeDeliveryMilesCart: 0 })).toBeNull();
});

test("from $100 on, an unknown ZIP code decides, and only places outside are told that delivery is not included", () => {
  const zipOpen = { isOutside: true, needsZip: true };
  expect(deliveryTermsText(settings, 10000, zipOpen)).toBe("Delivery is free within 20 miles. Your ZIP code decides.");
  expect(deliveryTermsText(settings, 9999, zipOpen)).toMatch(/^Free delivery .* not included for orders below \$100/);
  expect(deliveryTermsText(settings, 10000, { isOutside: false, needsZip: false })).toBe(cartDeliveryText(settings));
  expect(deliveryTermsText(settings, 10000, { isOutside: true, needsZip: false })).toMatch(
    /Delivery is not included\. Our/,
  );
});

test("delivery is free from exactly $100, unless both radii are 0", () => {
  expect(isDeliveryIncluded(settings, 9999)).toBe(false);
  for (const [home, cart, isFree] of [
    [10, 20, true],
    [0, 20, true],
    [10, 0, true],
    [0, 0, false],
  ] as const) {
    const changed = { ...settings, freeDeliveryMilesHome: home, freeDeliveryMilesCart: cart };
    expect([home, cart, isDeliveryIncluded(changed, 10000)]).toEqual([home, cart, isFree]);
    expect([home, cart, generalMinimumCents(changed)]).toEqual([home, cart, isFree ? 10000 : null]);
  }
  const agreed = "We agree on the fee with you before we deliver.";
  expect(cartDeliveryText({ ...settings, freeDeliveryMilesCart: 0 })).toBe(agreed);
});

test("a cart shows the exact amount missing for free delivery, or that it is reached", () => {
  expect(freeDeliveryProgressText(10000, 1299)).toBe("$87.01 more for free delivery");
  expect(freeDeliveryProgressText(10000, 9999)).toBe("$0.01 more for free delivery");
  expect(freeDeliveryProgressText(10000, 10000)).toBe("You have reached the minimum for free delivery.");
});

test("a minimum with cents is stated with its cents", () => {
  expect(homeDeliveryText({ ...settings, freeDeliveryMinimumCents: 7550 })).toContain("$75.50");
});

const zones: DeliverySummary = {
  lowestFeeCents: 500,
  highestFeeCents: 500,
  hasSeparateFee: false,
  lowestFreeFromCents: 6000,
  highestFreeFromCents: 6000,
  isAlwaysFreeFrom: true,
  lowestMinOrderCents: 0,
  highestMinOrderCents: 0,
};

test("with zones, no text states the amount or the radius of the settings", () => {
  const zoned = { ...settings, deliverySummary: zones };
  const terms = "Delivery costs $5. Free delivery on orders of $60 or more.";
  expect([homeDeliveryText(zoned), cartDeliveryText(zoned)]).toEqual([terms, terms]);
  expect(callUsText(zoned)).toBe("Questions about delivery? Call us at (281) 555-0142.");
  expect(deliveryNotIncludedText(zoned, 100)).toMatch(/^Delivery is not included\. Our team will contact you/);
});

test("the title promises free delivery only if a zone offers it", () => {
  const titleOf = (summary: DeliverySummary | null) => deliveryTitle({ ...settings, deliverySummary: summary });
  const never = { ...zones, lowestFreeFromCents: null, highestFreeFromCents: null, isAlwaysFreeFrom: false };
  expect([null, zones, { ...never, lowestFeeCents: 0 }, never].map(titleOf)).toEqual(
    "Free Delivery | Free Delivery | Free Delivery | Delivery".split(" | "),
  );
});

test("before a ZIP code is known, progress is shown only toward a minimum that applies everywhere", () => {
  const minimumOf = (summary: DeliverySummary) => generalMinimumCents({ ...settings, deliverySummary: summary });
  expect(minimumOf(zones)).toBe(6000);
  expect(minimumOf({ ...zones, highestFreeFromCents: 9000 })).toBeNull();
  expect(minimumOf({ ...zones, isAlwaysFreeFrom: false })).toBeNull();
  expect(minimumOf({ ...zones, lowestFeeCents: 0 })).toBeNull();
});
