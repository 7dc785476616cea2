import { deliveryFeeFromRow } from "#app/features/orders/delivery-fee.ts";
import type { StoreSettings } from "#app/features/store/store-settings.ts";
import { moneyText } from "#app/values/money.ts";
import { say } from "./email-frame.ts";
import { feeText, hello, number, type Words, whereTo } from "./order-email-parts.ts";
import type { OrderFacts } from "./outgoing-email.ts";

/** A fee that was agreed after the order: what is to be paid, that it is free, or that it is taken back. */
export function deliveryFeeLabels(facts: OrderFacts, shop: StoreSettings): Words {
  const fee = deliveryFeeFromRow(facts.delivery_fee);
  const order = `order ${number(facts)}`;
  if (!fee) {
    return {
      subject: `You don't need to pay the delivery fee of ${order}`,
      title: "No delivery fee to pay for now",
      blocks: [
        hello(facts),
        say(`We withdrew the delivery fee of ${order}. Don't pay it.`),
        say(`Our team will contact you about delivery, or call us at ${shop.phone}.`),
      ],
    };
  }
  if (fee.amountCents === 0) {
    return {
      subject: `The delivery of your ${order} is free`,
      title: "Your delivery is free",
      blocks: [
        hello(facts),
        say(`We deliver ${order} for free. You have nothing more to pay.`),
        ...whereTo(facts, shop),
      ],
    };
  }
  const parts = fee.taxCents > 0 ? ` (with ${moneyText(fee.taxCents)} of sales tax)` : "";
  return {
    subject: `Delivery fee of ${feeText(facts)} for order ${number(facts)}`,
    title: "Your delivery fee",
    blocks: [
      hello(facts),
      say(`The delivery of ${order} costs ${feeText(facts)}${parts}. Log in to your account and pay it online.`),
      ...whereTo(facts, shop),
      say(`If we agreed on something else, call us at ${shop.phone}.`),
    ],
  };
}
