import { useId } from "react";
import { type Cart, type CartItem, countItems, type LineKey, lineKey, totalCents } from "#app/features/cart/cart.ts";
import { useProductNotes } from "#app/features/cart/current-cart.ts";
import { aboutCents } from "#app/features/catalog/sold-by-weight.ts";
import { deliveryPriceText } from "#app/features/orders/order-money.ts";
import { freeDeliveryProgressText } from "#app/features/store/free-delivery.ts";
import { t } from "#app/messages/t.ts";
import { FailedRead } from "#app/ui/failed-read.tsx";
import { HiddenText } from "#app/ui/hidden-text.tsx";
import { Stack } from "#app/ui/stack.tsx";
import textStyles from "#app/ui/text.module.css";
import { moneyText, priceWords } from "#app/values/money.ts";
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
      <Stack as="dl" gap={2} aria-busy={view.kind === "waiting"}>
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
      </Stack>
      {isWeighed(cart) && total !== undefined ? (
        <p className={textStyles.meta}>
          {t("This is the most it can cost. You pay what your items weigh, about {total}.", {
            total: priceWords(Math.round((total - unweighedCents(cart, quote?.discountCents)) / 100) * 100),
          })}
        </p>
      ) : null}
      <SnapSum cents={snapCents} isDiscounted={(quote?.discountCents ?? 0) > 0} />
      {view.kind === "failed" ? (
        <FailedRead text={t("We couldn't calculate your total.")} onRetry={refreshQuote} />
      ) : null}
    </>
  );
}

/** Returns whether the total depends on what some items weigh. */
export function isWeighed({ items }: Cart): boolean {
  return items.some(({ weight }) => weight);
}

/**
 * Returns about how much of the total is not charged if everything has its expected weight: it is discounted like the
 * other products.
 */
export function unweighedCents({ items }: Pick<Cart, "items">, discountCents = 0): number {
  const productCents = items.reduce((sum, { priceCents, quantity }) => sum + priceCents * quantity, 0);
  const cents = items.map(({ weight, priceCents, quantity }) =>
    weight ? priceCents * quantity - aboutCents(weight.perPoundCents, weight.poundsEach, quantity) : 0,
  );
  // If all products are free, the sum of the cents is 0, too.
  return (cents.reduce((sum, each) => sum + each, 0) * (productCents - discountCents)) / (productCents || 1);
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

/** Returns the price of the lines that SNAP EBT pays for, before discount codes, in cents. */
export function snapEligibleCents(
  items: readonly CartItem[],
  notes: ReadonlyMap<LineKey, { isSnapEligible?: boolean }>,
): number {
  return items
    .filter((item) => notes.get(lineKey(item))?.isSnapEligible)
    .reduce((sum, { priceCents, quantity }) => sum + priceCents * quantity, 0);
}

/**
 * Part of a cart that SNAP EBT may pay; renders nothing without eligible products.
 * @param isDiscounted whether a discount code lowers the total; the amount shown is the one before the discount
 */
function SnapSum({ cents, isDiscounted }: { cents: number; isDiscounted: boolean }) {
  if (cents === 0) return null;
  const sum = moneyText(cents);
  return (
    <p>
      {isDiscounted
        ? t("SNAP eligible: {sum} before the discount. EBT in the store only.", { sum })
        : t("SNAP eligible: {sum}. EBT in the store only.", { sum })}
    </p>
  );
}

/** Amount still missing for free delivery, as text and progress bar; hidden if delivery is always or never free. */
export function FreeDeliveryBar({ minimumCents, totalCents }: { minimumCents: number | null; totalCents: number }) {
  const id = useId();
  if (minimumCents === null || minimumCents === 0) return null;
  return (
    <Stack gap={1}>
      <p id={id} className={textStyles.strong}>
        {freeDeliveryProgressText(minimumCents, totalCents)}
      </p>
      <progress
        aria-labelledby={id}
        max={minimumCents}
        value={Math.min(totalCents, minimumCents)}
        className={styles.bar}
      />
    </Stack>
  );
}
