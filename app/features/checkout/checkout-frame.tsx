import { type ReactNode, useState } from "react";
import type { OrderWithLines } from "#app/features/orders/order.ts";
import { productsCents } from "#app/features/orders/order-line.ts";
import { OrderSummary } from "#app/features/orders/order-summary.tsx";
import { deliveryTermsText } from "#app/features/store/delivery-terms.ts";
import { deliveryNotIncludedText, isDeliveryIncluded, pickupNoteText } from "#app/features/store/free-delivery.ts";
import { useStoreSettings } from "#app/features/store/store-settings-context.tsx";
import { t } from "#app/messages/t.ts";
import { FormMessage } from "#app/ui/form-message.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { Money } from "#app/ui/money.tsx";
import { Panel } from "#app/ui/panel.tsx";
import { Stack } from "#app/ui/stack.tsx";
import { belowMinimumPaymentText, MINIMUM_PAYMENT_CENTS } from "./amounts.ts";
import styles from "./checkout-frame.module.css";
import { ZipCheckSlot } from "./zip-check-slot.tsx";

/** Frame of the two checkout steps: the form on the left, the order summary on the right, or collapsed on phones. */
export function CheckoutFrame({
  step,
  order,
  children,
}: {
  step: "details" | "payment";
  order: OrderWithLines;
  children: ReactNode;
}) {
  return (
    <>
      <ol className={styles.steps} aria-label={t("Steps to your order")}>
        <li aria-current={step === "details" ? "step" : undefined}>{t("1. Details")}</li>
        <li aria-current={step === "payment" ? "step" : undefined}>{t("2. Payment")}</li>
      </ol>
      <div className={styles.columns}>
        <Stack gap={4}>
          {order.totalCents < MINIMUM_PAYMENT_CENTS ? (
            <FormMessage kind="notice">{belowMinimumPaymentText()}</FormMessage>
          ) : null}
          {children}
        </Stack>
        <FoldedSummary order={order} />
      </div>
    </>
  );
}

/**
 * Order summary with the delivery terms, or the note that delivery is not included. Neither is shown if the order has a
 * delivery fee, or free delivery by its zone. An order without a ZIP code, which decides, has a field for it.
 */
export function SummaryWithDelivery({ order }: { order: OrderWithLines }) {
  const settings = useStoreSettings();
  const subtotalCents = productsCents(order.lines) - order.discountCents;
  const isDelivery = order.deliveryType === "delivery";
  const isOutside = isDelivery && !order.isDeliveryIncluded;
  const needsZip = isOutside && order.deliveryPlace.zip === "";
  const isIncluded = !isOutside && isDeliveryIncluded(settings, subtotalCents);
  const isFreeInZone = isDelivery && isIncluded && settings.deliverySummary !== null;
  const isSettled = order.deliveryCostCents > 0 || order.deliveryFee !== null || isFreeInZone;
  const isUndecided = needsZip && settings.deliverySummary === null && isDeliveryIncluded(settings, subtotalCents);
  const terms =
    isIncluded || isUndecided
      ? deliveryTermsText(settings, subtotalCents, { isOutside, needsZip })
      : isDelivery
        ? deliveryNotIncludedText(settings, subtotalCents)
        : pickupNoteText(settings);
  return (
    <>
      <OrderSummary order={order}>{isSettled ? null : terms}</OrderSummary>
      {isUndecided && !isSettled ? <ZipCheckSlot /> : null}
    </>
  );
}

function FoldedSummary({ order }: { order: OrderWithLines }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <section className={styles.summary} aria-label={t("Order summary")}>
      <Panel>
        <button
          type="button"
          className={styles.toggle}
          aria-expanded={isOpen}
          aria-controls="order-summary"
          onClick={() => setOpen(!isOpen)}
        >
          <span>{isOpen ? t("Hide order summary") : t("Show order summary")}</span>
          <span className={styles.total}>
            <Money cents={order.totalCents} />
          </span>
          <Icon name="chevron" />
        </button>
        <h2 className={styles.title}>{t("Order summary")}</h2>
        <div id="order-summary" className={styles.content} data-open={isOpen || undefined}>
          <SummaryWithDelivery order={order} />
        </div>
      </Panel>
    </section>
  );
}
