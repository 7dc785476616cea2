import type { FormEvent } from "react";
import { Form, useNavigation, useSubmit } from "react-router";
import type { Order } from "#app/features/orders/order.ts";
import { OrderList } from "#app/features/orders/order-list.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { SelectField, TextField } from "#app/ui/field.tsx";
import { FormMessage } from "#app/ui/form-message.tsx";
import type { OrderFilter } from "./list-shop-orders.ts";
import styles from "./orders-dashboard.module.css";

/** All orders of the shop, for the admin, by day and status. */
export function OrdersDashboard({
  filter,
  orders,
}: {
  filter: OrderFilter;
  orders: Order[] | { error: string };
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
    <section className={styles.dashboard} aria-labelledby="dashboard-title">
      <div className={styles.head}>
        <h2 id="dashboard-title">ADMIN DASHBOARD</h2>
        <ButtonLink to="/admin/settings" variation="secondary">
          Shop settings
        </ButtonLink>
      </div>
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
          <option value="pending">Pending</option>
          <option value="paid">Paid</option>
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
