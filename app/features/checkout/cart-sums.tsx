import { type Cart, countItems, totalCents } from "#app/features/cart/cart.ts";
import { useProductNotes } from "#app/features/cart/current-cart.ts";
import { snapEligibleCents } from "#app/features/cart/snap-eligible.ts";
import { SnapSum } from "#app/features/payments/snap-sum.tsx";
import { t } from "#app/messages/t.ts";
import { Button } from "#app/ui/button.tsx";
import { FormMessage } from "#app/ui/form-message.tsx";
import { HiddenText } from "#app/ui/hidden-text.tsx";
import { deliveryPriceText } from "#app/values/delivery-price.ts";
import { moneyText } from "#app/values/money.ts";
import { aboutCents } from "#app/values/sold-by-weight.ts";
import type { Quote } from "./amounts.ts";
import styles from "./cart-sums.module.css";
import { type QuoteView, refreshQuote } from "./quote.ts";

/** Total of the cart and, if it differs from the products' total, its parts. */
export function CartSums({
  cart,
  view,
  isDeliveryOpen,
}: {
  cart: Cart;
  view: QuoteView;
  /** Whether the ZIP code, which decides on the price of the delivery, is still unknown. */
  isDeliveryOpen: boolean;
}) {
  const snapCents = snapEligibleCents(cart.items, useProductNotes());
  const count = countItems(cart);
  const quote = view.kind === "known" || view.kind === "waiting" ? view.quote : null;
  const total = view.kind === "none" ? totalCents(cart) : quote?.totalCents;
  const totalLabel = t("{count, plural, one {Total (# item)} other {Total (# items)}}", { count });
  return (
    <>
      <HiddenText>
        <span role="status">{total === undefined ? null : `${totalLabel}: ${moneyText(total)}`}</span>
      </HiddenText>
      <dl className={styles.sums} aria-busy={view.kind === "waiting"}>
        {(quote ? addedSums(cart, quote, isDeliveryOpen) : []).map(([name, price]) => (
          <div key={name} className={styles.row}>
            <dt>{name}</dt>
            <dd>{price}</dd>
          </div>
        ))}
        <div className={styles.row} data-is-total>
          <dt>{totalLabel}</dt>
          <dd>
            {total === undefined ? (
              <>
                <span aria-hidden="true">…</span>
                <HiddenText>{view.kind === "failed" ? t("Not known") : t("Calculating")}</HiddenText>
              </>
            ) : (
              moneyText(total)
            )}
          </dd>
        </div>
      </dl>
      {isWeighed(cart) && total !== undefined ? (
        <p className={styles.weighed}>
          {t("This is the most it can cost. You pay what your items weigh, about {total}.", {
            total: moneyText(total - unweighedCents(cart)),
          })}
        </p>
      ) : null}
      <SnapSum cents={snapCents} isDiscounted={(quote?.discountCents ?? 0) > 0} />
      {view.kind === "failed" ? (
        <FormMessage>
          <p>{t("We couldn't calculate your total.")}</p>
          <Button size="small" variation="secondary" onClick={() => void refreshQuote()}>
            {t("Try again")}
          </Button>
        </FormMessage>
      ) : null}
    </>
  );
}

/** Returns whether the total depends on what some items weigh. */
export function isWeighed({ items }: Cart): boolean {
  return items.some(({ weight }) => weight);
}

/** Returns the part of the products' total that is not charged if everything has its expected weight. */
function unweighedCents({ items }: Cart): number {
  const cents = items.map(({ weight, priceCents, quantity }) =>
    weight ? priceCents * quantity - aboutCents(weight.perPoundCents, weight.poundsEach, quantity) : 0,
  );
  return cents.reduce((sum, each) => sum + each, 0);
}

/** Returns the amounts between the products and the total; empty without any. */
function addedSums(cart: Cart, quote: Quote, isDeliveryOpen: boolean): (readonly [name: string, price: string])[] {
  const added = [
    ...(quote.discountCents > 0 ? [[t("Discount"), moneyText(-quote.discountCents)] as const] : []),
    ...(cart.deliveryOption === "delivery" && !isDeliveryOpen
      ? [[t("Delivery"), deliveryPriceText(quote)] as const]
      : []),
    ...(quote.taxCents > 0 ? [[t("Sales tax"), moneyText(quote.taxCents)] as const] : []),
  ];
  return quote.totalCents !== totalCents(cart) ? [[t("Items"), moneyText(totalCents(cart))], ...added] : added;
}
