import { useStoreSettings } from "#app/features/store/store-settings-context.ts";
import { t } from "#app/messages/t.ts";
import { FormMessage } from "#app/ui/form-message.tsx";
import { NewOrderForm } from "./new-order-form.tsx";
import type { PosDraft } from "./pos-order.ts";
import type { Counter } from "./pos-queries.ts";
import { TakeMoney } from "./take-money.tsx";
import { WaitingLists } from "./waiting-lists.tsx";

/** Page to create orders by phone and in the store, and to record and refund their payments. */
export function PointOfSalePage({
  counter,
  orderId,
  contact,
  onChanged,
}: {
  counter: Counter;
  /** Order to record a payment for; null for a new one. */
  orderId: string | null;
  /** Known values of a new order; null if there are none. */
  contact: Partial<PosDraft> | null;
  onChanged: () => Promise<void>;
}) {
  const { timeZone, hasPickupWindows, hasDeliveryWindows, hasDiscountCodes } = useStoreSettings();
  if (orderId !== null) {
    const order = counter.unpaid.find(({ id }) => id === orderId);
    return (
      <>
        <h1>{order ? t("Order {number}", { number: order.number }) : t("Order")}</h1>
        {order ? (
          <TakeMoney key={order.id} order={order} timeZone={timeZone} onChanged={onChanged} />
        ) : (
          <FormMessage kind="information">{t("This order is already paid or canceled.")}</FormMessage>
        )}
      </>
    );
  }
  return (
    <>
      <h1>{t("New order")}</h1>
      <WaitingLists counter={counter} onChanged={onChanged} />
      <NewOrderForm
        windows={{ pickup: hasPickupWindows, delivery: hasDeliveryWindows }}
        hasCodes={hasDiscountCodes}
        timeZone={timeZone}
        contact={contact}
      />
    </>
  );
}
