import { type MouseEvent, use } from "react";
import { Link } from "react-router";
import { OrderStatusBadge } from "#app/features/orders/order-status-badge.tsx";
import { nodes } from "#app/messages/nodes.tsx";
import { t } from "#app/messages/t.ts";
import { HiddenText } from "#app/ui/hidden-text.tsx";
import { Money } from "#app/ui/money.tsx";
import { ShopTimeZone } from "#app/ui/shop-time-zone.ts";
import textStyles from "#app/ui/text.module.css";
import type { ListKeyboard } from "#app/ui/use-list-keyboard.ts";
import { UserText } from "#app/ui/user-text.tsx";
import { type ListedOrder, placedText, slotText } from "./listed-order.ts";
import { fulfillmentLabel, needLabel, paymentLabel } from "./order-filter.ts";
import styles from "./order-table.module.css";

/** Orders as dense rows; on a phone as cards. A link in each row opens the order and takes the keyboard focus. */
export function OrderTable({
  orders,
  selectedIds,
  itemProps,
  onSelect,
  onSelectAll,
}: {
  orders: readonly ListedOrder[];
  selectedIds: ReadonlySet<string>;
  itemProps: ListKeyboard["itemProps"];
  onSelect: (id: string, isSelected: boolean, event: Pick<MouseEvent, "shiftKey">) => void;
  onSelectAll: (isSelected: boolean) => void;
}) {
  const areAllSelected = orders.every(({ id }) => selectedIds.has(id));
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">
            <label className={styles.choice}>
              <input type="checkbox" checked={areAllSelected} onChange={(event) => onSelectAll(event.target.checked)} />
              <span className={styles.all}>{t("Select all on this page")}</span>
            </label>
          </th>
          <th scope="col">{t("Order")}</th>
          <th scope="col">{t("Placed")}</th>
          <th scope="col">{t("Customer")}</th>
          <th scope="col" className={styles.number}>
            {t("Items")}
          </th>
          <th scope="col">{t("Fulfillment")}</th>
          <th scope="col">{t("Status")}</th>
          <th scope="col">{t("Payment")}</th>
          <th scope="col" className={styles.number}>
            {t("Total")}
          </th>
        </tr>
      </thead>
      <tbody>
        {orders.map((order) => (
          <Row
            key={order.id}
            order={order}
            isSelected={selectedIds.has(order.id)}
            itemProps={itemProps(order.id)}
            onSelect={onSelect}
          />
        ))}
      </tbody>
    </table>
  );
}

function Row({
  order,
  isSelected,
  itemProps,
  onSelect,
}: {
  order: ListedOrder;
  isSelected: boolean;
  itemProps: ReturnType<ListKeyboard["itemProps"]>;
  onSelect: (id: string, isSelected: boolean, event: Pick<MouseEvent, "shiftKey">) => void;
}) {
  const timeZone = use(ShopTimeZone);
  const { id, number, window } = order;
  const describedBy = ["placed", "customer", "fulfillment", "status", "payment", "total"]
    .map((cell) => `${cell}-${id}`)
    .join(" ");
  return (
    <tr data-selected={isSelected || undefined}>
      <td className={styles.choiceCell}>
        <label className={styles.choice}>
          <input
            type="checkbox"
            checked={isSelected}
            onChange={(event) =>
              onSelect(id, event.target.checked, { shiftKey: (event.nativeEvent as globalThis.MouseEvent).shiftKey })
            }
          />
          <HiddenText>{t("Select order {number}", { number })}</HiddenText>
        </label>
      </td>
      <th scope="row" className={styles.order}>
        <Link to={`/desk/orders/${id}`} className={styles.link} aria-describedby={describedBy} {...itemProps}>
          <HiddenText>{t("Order")} </HiddenText>
          {number}
        </Link>
      </th>
      <td id={`placed-${id}`} className={styles.placed}>
        <time dateTime={order.placedAt}>{placedText(order.placedAt, new Date(), timeZone)}</time>
      </td>
      <td id={`customer-${id}`} className={styles.customer}>
        <UserText>{order.name ?? t("No name available")}</UserText>
      </td>
      <td className={styles.items}>
        {nodes(
          t("{count, plural, one {#<unit> item</unit>} other {#<unit> items</unit>}}", { count: order.itemCount }),
          { unit: (words) => <span className={styles.unit}>{words}</span> },
        )}
      </td>
      <td id={`fulfillment-${id}`} className={styles.fulfillment}>
        {fulfillmentLabel(order.deliveryType)}
        {window ? <span className={textStyles.soft}> · {slotText(window, timeZone)}</span> : null}
        {order.needsFee ? <strong className={styles.need}> · {needLabel("fee")}</strong> : null}
      </td>
      <td id={`status-${id}`} className={styles.status}>
        <OrderStatusBadge status={order.status} />
      </td>
      <td id={`payment-${id}`} className={styles.payment} data-payment={order.payment}>
        {paymentLabel(order.payment)}
      </td>
      <td id={`total-${id}`} className={styles.total}>
        <Money cents={order.totalCents} />
      </td>
    </tr>
  );
}
