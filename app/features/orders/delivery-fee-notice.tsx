import { t } from "#app/messages/t.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { Money } from "#app/ui/money.tsx";
import textStyles from "#app/ui/text.module.css";
import { moneyText } from "#app/values/money.ts";
import { type DeliveryFee, feeDueCents, feeTotalCents } from "./delivery-fee.ts";
import styles from "./delivery-fee-notice.module.css";
import type { Order } from "./order.ts";
import { Sum } from "./order-money-sums.tsx";

/** Notice about an unpaid delivery fee agreed after the order; hidden without one. */
export function DeliveryFeeNotice({
  order,
  isOwner,
}: {
  order: Pick<Order, "id" | "number" | "deliveryFee">;
  /** Whether the order's customer is logged in; the page of the payment requires a login. */
  isOwner: boolean;
}) {
  const dueCents = feeDueCents(order.deliveryFee);
  if (dueCents === 0) return null;
  return (
    <section className={styles.notice} aria-labelledby="delivery-fee-title">
      <h2 id="delivery-fee-title" className={textStyles.h3}>
        {t("Delivery fee of {price} to pay", { price: moneyText(dueCents) })}
      </h2>
      <p>
        {isOwner
          ? t("As agreed with our team. Pay it by card, separately from the order.")
          : t("As agreed with our team. To pay it by card, log in to the account of this order.")}
      </p>
      <ButtonLink to={`/checkout/${order.id}/delivery-fee`} size="large" isNarrow>
        {t("Pay {price}", { price: moneyText(dueCents) })}
      </ButtonLink>
    </section>
  );
}

/** Returns the fee with its tax, if it has any. */
export function FeeSums({ fee }: { fee: DeliveryFee }) {
  return (
    <dl className={styles.fee}>
      {fee.taxCents > 0 ? (
        <>
          <Sum name={t("Delivery")} price={<Money cents={fee.amountCents} />} />
          <Sum name={t("Sales tax")} price={<Money cents={fee.taxCents} />} />
        </>
      ) : null}
      <Sum name={t("To pay")} price={<Money cents={feeTotalCents(fee)} />} />
    </dl>
  );
}
