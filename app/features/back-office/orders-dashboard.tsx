import type { FormEvent } from "react";
import { Form, useNavigation, useSubmit } from "react-router";
import type { Order } from "#app/features/orders/order.ts";
import { OrderList } from "#app/features/orders/order-list.tsx";
import { ORDER_STATUSES, orderStatusLabel } from "#app/features/orders/order-status.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { SelectField, TextField } from "#app/ui/field.tsx";
import { FormMessage } from "#app/ui/form-message.tsx";
import { AlertsPanel, DASHBOARD_TITLE_ID } from "./alerts-panel.tsx";
import type { OrderFilter } from "./list-shop-orders.ts";
import styles from "./orders-dashboard.module.css";
import type { ShopTroubles } from "./shop-alerts.ts";

/** All orders of the shop, for the admin, by day and status. */
export function OrdersDashboard({
  filter,
  orders,
  troubles,
  onTroublesChanged,
}: {
  filter: OrderFilter;
  orders: Order[] | { error: string };
  troubles: ShopTroubles;
  onTroublesChanged: () => Promise<void>;
}) {
  const submit = useSubmit();
  const isLoading = useNavigation().state !== "idle";

  function handleChange(event: FormEvent<HTMLFormElement>) {
    // While a year is typed the field passes through the years 2, 20 and 202.
    const date = String(new FormData(event.currentTarget).get("date"));
    if (date !== "" && date < "2000") return;
    void submit(event.currentTarget, { replace: true, preventScrollReset: true });
  }

  return (
    <section className={styles.dashboard} aria-labelledby={DASHBOARD_TITLE_ID}>
      <div className={styles.head}>
        <h2 id={DASHBOARD_TITLE_ID} tabIndex={-1}>
          ADMIN DASHBOARD
        </h2>
        <ButtonLink to="/admin/settings" variation="secondary">
          Shop settings
        </ButtonLink>
      </div>
      <AlertsPanel troubles={troubles} onChanged={onTroublesChanged} />
      <Form
        method="get"
        action="/auth"
        aria-label="Filter orders"
        className={styles.filter}
        onChange={handleChange}
      >
        <TextField label="Date" name="date" type="date" defaultValue={filter.date} />
        <SelectField label="Status" name="status" defaultValue={filter.status}>
          <option value="">All</option>
          {ORDER_STATUSES.map((status) => (
            <option key={status} value={status}>
              {orderStatusLabel(status)}
            </option>
          ))}
        </SelectField>
      </Form>
      <div aria-live="polite" aria-busy={isLoading}>
        {"error" in orders ? (
          <FormMessage>{orders.error}</FormMessage>
        ) : orders.length === 0 ? (
          <p>No orders for the selected date.</p>
        ) : (
          <OrderList orders={orders} />
        )}
      </div>
    </section>
  );
}
