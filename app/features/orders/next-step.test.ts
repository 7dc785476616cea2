import { expect, test } from "vitest";
import { aRefund } from "#tests/order-samples.ts";
import { nextStepText, type OrderStanding } from "./next-step.ts";
import type { Refund, RefundStatus } from "./order-money.ts";
import { ORDER_STATUSES } from "./order-status.ts";

function textFor(chosen: Partial<OrderStanding>): string {
  return nextStepText({
    status: "paid",
    deliveryType: "pickup",
    cancelReason: null,
    refunds: [],
    isPaidInStore: false,
    isHeld: false,
    stopsBefore: null,
    payInStoreText: null,
    ...chosen,
  });
}

const ofStatus = (status: RefundStatus, chosen: Partial<Refund> = {}) =>
  aRefund({ id: status, amountCents: 1299, reason: "cancelled", status, ...chosen });

test("every status has its own sentence, for pickup and for delivery", () => {
  for (const deliveryType of ["pickup", "delivery"] as const) {
    const sentences = ORDER_STATUSES.map((status) => textFor({ status, deliveryType }));
    expect(new Set(sentences).size).toBe(ORDER_STATUSES.length);
  }
});

test("next steps mention pickup or the way to the customer", () => {
  expect(textFor({ status: "preparing" })).toContain("when it is ready for pickup");
  expect(textFor({ status: "preparing", deliveryType: "delivery" })).toContain("when it is on its way");
  expect(textFor({ status: "completed" })).toContain("picked up");
  expect(textFor({ status: "completed", deliveryType: "delivery" })).toContain("delivered");
});

test("a canceled order states the reason and where the money is", () => {
  const status = "cancelled";
  expect(textFor({ status, cancelReason: "requested" })).toBe("This order was canceled. You were not charged.");
  expect(textFor({ status, cancelReason: "abandoned" })).toContain("not paid within 24 hours");
  expect(textFor({ status, cancelReason: "withdrawn" })).toMatch(/moved back to your cart.*not charged/);
  const soldOut = { status, cancelReason: "sold_out" } as const;
  expect(textFor({ ...soldOut, refunds: [ofStatus("requested")] })).toMatch(/sold out.*on its way/);
  expect(textFor({ ...soldOut, refunds: [ofStatus("failed"), ofStatus("pending")] })).toMatch(/on its way/);
  expect(textFor({ ...soldOut, refunds: [ofStatus("failed")] })).toContain("We couldn't send your refund yet.");
  expect(textFor({ ...soldOut, refunds: [ofStatus("succeeded")] })).toContain("was refunded");
});

test("a failed refund is never shown as money sent back", () => {
  const failed = ofStatus("failed", { id: "first" });
  const again = (status: RefundStatus, isCash = false) => ofStatus(status, { replacesId: "first", isCash });
  for (const status of ["cancelled", "refund_failed"] as const) {
    expect(textFor({ status, refunds: [failed] })).toContain("We couldn't send your refund yet.");
    expect(textFor({ status, refunds: [failed, again("requested")] })).toContain("on its way");
    expect(textFor({ status, refunds: [failed, again("failed")] })).toContain("We couldn't send");
  }
  expect(textFor({ status: "refunded", refunds: [failed, again("succeeded")] })).toBe(
    "Your full payment was refunded. Your bank may take a few days to show it.",
  );
  expect(textFor({ status: "refunded", refunds: [failed, again("succeeded", true)] })).toBe(
    "Your full payment was refunded in cash.",
  );
  const other = ofStatus("succeeded", { id: "other", amountCents: 500 });
  expect(textFor({ status: "refunded", refunds: [other, failed, again("succeeded", true)] })).toMatch(
    /refunded.*\$12\.99 of it was refunded in cash/,
  );
  expect(textFor({ status: "completed", refunds: [failed] })).toContain("We couldn't refund $12.99 yet.");
  for (const made of [again("pending"), again("succeeded", true), ofStatus("succeeded", { id: "by hand" })]) {
    expect(textFor({ status: "completed", refunds: [failed, made] })).not.toContain("We couldn't");
  }
});

test("money that was held and not charged is never called refunded", () => {
  const released = (status: RefundStatus) => ofStatus(status, { isRelease: true });
  const notCharged = "You were not charged. Your bank may take a few days to end the hold on your card.";
  expect(textFor({ status: "cancelled", refunds: [released("requested")] })).toBe(
    `This order was canceled. ${notCharged}`,
  );
  expect(textFor({ status: "refunded", refunds: [released("succeeded")] })).toBe(notCharged);
  const both = [released("succeeded"), ofStatus("succeeded", { id: "sent" })];
  expect(textFor({ status: "refunded", refunds: both })).toMatch(/^Everything you were charged was refunded\./);
  expect(textFor({ status: "paid", isHeld: true })).toMatch(/^Your card is authorized, and we will prepare/);
});
