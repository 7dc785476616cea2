import type { FormEvent } from "react";
import { Form, Link, useNavigation, useSubmit } from "react-router";
import type { Order } from "#app/features/orders/order.ts";
import { OrderList } from "#app/features/orders/order-list.tsx";
import { ORDER_STATUSES, orderStatusLabel } from "#app/features/orders/order-status.ts";
import { t } from "#app/messages/t.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { FailedRead } from "#app/ui/failed-read.tsx";
import { Options, SelectField, TextField } from "#app/ui/field.tsx";
import { FormMessage } from "#app/ui/form-message.tsx";
import type { PageOf } from "#app/ui/pagination.ts";
import { Pagination } from "#app/ui/pagination.tsx";
import { Row } from "#app/ui/row.tsx";
import { Stack } from "#app/ui/stack.tsx";
import textStyles from "#app/ui/text.module.css";
import { useListedFields } from "#app/ui/use-listed-fields.ts";
import styles from "./alerts-panel.module.css";
import { AlertsPanel, DASHBOARD_TITLE_ID } from "./alerts-panel.tsx";
import type { ShopTroubles } from "./shop-alerts.ts";
import { dashboardAddress, type OrderFilter } from "./shop-order-queries.ts";
import type { WaitingOrders } from "./waiting-orders.ts";

const UNPAID_TITLE_ID = "unpaid-orders-title";

/** Dashboard of all orders, by day and status, for admins. */
export function OrdersDashboard({
  filter,
  orders,
  waiting,
  troubles,
  workplace,
  onTroublesChanged,
}: {
  filter: OrderFilter;
  orders: PageOf<Order> | { error: string };
  /** Null if they could not be read; the same for `troubles`. */
  waiting: readonly WaitingOrders[] | null;
  troubles: ShopTroubles | null;
  /** Page of the back office to start on. */
  workplace: string;
  onTroublesChanged: () => Promise<void>;
}) {
  const submit = useSubmit();
  const isLoading = useNavigation().state !== "idle";
  const fields = useListedFields({ date: filter.date, status: filter.status });

  function handleChange(event: FormEvent<HTMLFormElement>) {
    // While someone types the year 2026, the field passes through the years 2, 20, and 202.
    const date = String(new FormData(event.currentTarget).get("date"));
    if (date !== "" && date < "2000") return;
    void submit(event.currentTarget, { replace: true, preventScrollReset: true });
  }

  return (
    <Stack as="section" gap={5} aria-labelledby={DASHBOARD_TITLE_ID}>
      <Row gap={3} align="center" justify="between">
        <h2 id={DASHBOARD_TITLE_ID} tabIndex={-1}>
          {t("ADMIN DASHBOARD")}
        </h2>
        <ButtonLink to={workplace}>{t("Back office")}</ButtonLink>
      </Row>
      {waiting && troubles ? null : (
        <FailedRead text={t("The alerts could not be loaded.")} onRetry={onTroublesChanged} />
      )}
      {waiting && waiting.length > 0 ? (
        <FormMessage kind="notice">
          {waiting.map(({ text, address }) => (
            <p key={text}>
              <Link to={address}>{text}</Link>
            </p>
          ))}
        </FormMessage>
      ) : null}
      {troubles ? <AlertsPanel troubles={troubles} onChanged={onTroublesChanged} /> : null}
      <Form
        ref={fields}
        method="get"
        action="/auth"
        aria-label={t("Filter orders")}
        className={styles.filter}
        onChange={handleChange}
      >
        <TextField label={t("Date")} name="date" type="date" defaultValue={filter.date} />
        <SelectField label={t("Status")} name="status" defaultValue={filter.status}>
          <option value="">{t("All")}</option>
          <Options of={ORDER_STATUSES.map((status) => [status, orderStatusLabel(status)])} />
        </SelectField>
      </Form>
      <div aria-live="polite" aria-busy={isLoading}>
        {"error" in orders ? (
          <FormMessage>{orders.error}</FormMessage>
        ) : orders.items.length === 0 ? (
          <p>{t("No orders for the selected date.")}</p>
        ) : (
          <FoundOrders orders={orders.items} />
        )}
      </div>
      {"error" in orders ? null : (
        <Pagination path={dashboardAddress(filter)} pageIndex={orders.pageIndex} pageCount={orders.pageCount} />
      )}
    </Stack>
  );
}

/** Paid orders first, as the database returns them; unpaid ones are in a separate list. */
function FoundOrders({ orders }: { orders: readonly Order[] }) {
  const paid = orders.filter((order) => order.paidAt !== null);
  const unpaid = orders.filter((order) => order.paidAt === null);
  return (
    <Stack gap={5}>
      {paid.length > 0 ? <OrderList orders={paid} basePath="/desk/orders" /> : null}
      {unpaid.length > 0 ? (
        <Stack as="section" gap={5} aria-labelledby={UNPAID_TITLE_ID}>
          <h3 id={UNPAID_TITLE_ID} className={textStyles.lead}>
            {t("Not paid")}
          </h3>
          <OrderList orders={unpaid} basePath="/desk/orders" />
        </Stack>
      ) : null}
    </Stack>
  );
}
