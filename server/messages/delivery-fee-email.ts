import { deliveryFeeFromRow } from "#app/features/orders/delivery-fee.ts";
import type { StoreSettings } from "#app/features/store/store-settings.ts";
import { t } from "#app/messages/t.ts";
import { moneyText } from "#app/values/money.ts";
import { paragraph } from "./email-frame.ts";
import { type EmailContent, feeText, whereTo } from "./order-email-parts.ts";
import type { OrderFacts } from "./outgoing-email.ts";

/**
 * Content of the email about a separate delivery fee: the amount to pay, that delivery is free, or that the fee was
 * withdrawn.
 */
export function deliveryFeeLabels(facts: OrderFacts, number: number, shop: StoreSettings): EmailContent {
  const fee = deliveryFeeFromRow(facts.delivery_fee);
  const order = t("order {number}", { number });
  if (!fee) {
    return {
      subject: t("You don't need to pay the delivery fee of {order}", { order }),
      title: t("No delivery fee to pay for now"),
      blocks: [
        paragraph(t("We withdrew the delivery fee of {order}. Don't pay it.", { order })),
        paragraph(t("Our team will contact you about delivery, or call us at {phone}.", { phone: shop.phone })),
      ],
    };
  }
  if (fee.amountCents === 0) {
    return {
      subject: t("The delivery of your {order} is free", { order }),
      title: t("Your delivery is free"),
      blocks: [
        paragraph(t("We deliver {order} for free. You have nothing more to pay.", { order })),
        ...whereTo(facts, shop),
      ],
    };
  }
  const costs =
    fee.taxCents > 0
      ? t("The delivery of {order} costs {fee} (with {tax} of sales tax). Log in to your account and pay it online.", {
          order,
          fee: feeText(facts),
          tax: moneyText(fee.taxCents),
        })
      : t("The delivery of {order} costs {fee}. Log in to your account and pay it online.", {
          order,
          fee: feeText(facts),
        });
  return {
    subject: t("Delivery fee of {fee} for order {number}", { fee: feeText(facts), number }),
    title: t("Your delivery fee"),
    blocks: [
      paragraph(costs),
      ...whereTo(facts, shop),
      paragraph(t("If we agreed on something else, call us at {phone}.", { phone: shop.phone })),
    ],
  };
}
