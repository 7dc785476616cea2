import type { BrowserData } from "#app/platform/browser-data.ts";
import { readResult, readRows, readWithRetries, rowsOf } from "#app/platform/reads.ts";
import { centsFrom } from "#app/values/money.ts";
import {
  type CustomerDetails,
  type CustomerFilter,
  customerDetailsFromRow,
  customerFromRow,
  customersAddress,
} from "./customer.ts";

const CUSTOMERS_PER_PAGE = 30;
export const ORDERS_PER_PAGE = 20;

/** One page of customers, with the cursor of the next page; null on the last page. */
export type CustomerPage = Awaited<ReturnType<typeof listCustomers>>;

/** Returns one page of customers; for the owner and managers. */
export function listCustomers(data: BrowserData, filter: CustomerFilter) {
  return readWithRetries(["customers", customersAddress(filter)], async () => {
    const { words, sort, tag, after } = filter;
    // Reads one row more than is shown, to find out whether there is a next page.
    const rows =
      rowsOf(
        await data.rest.rpc("list_customers", {
          words,
          sort,
          tag,
          after_value: after?.value ?? null,
          after_id: after?.id ?? null,
          max_count: CUSTOMERS_PER_PAGE + 1,
        }),
      ) ?? [];
    const shown = rows.slice(0, CUSTOMERS_PER_PAGE);
    const last = rows.length > CUSTOMERS_PER_PAGE ? shown.at(-1) : undefined;
    return { customers: shown.map(customerFromRow), next: last ? { id: last.id, value: last.sort_value } : null };
  });
}

/** Returns the tags of all customers, most used first; for the owner and managers. */
export async function listCustomerTags(data: BrowserData): Promise<string[]> {
  const rows = await readRows(["customer-tags"], () => data.rest.rpc("list_customer_tags"));
  return rows.map(({ tag }) => tag);
}

/**
 * Returns the details of a customer; for the owner and managers.
 * @throws ReadRejectedError 404 for an unknown customer
 */
export async function getCustomer(data: BrowserData, customerId: string): Promise<CustomerDetails> {
  const row = await readResult(["customer", customerId], () =>
    data.rest.rpc("read_customer", { customer_id: customerId }),
  );
  return customerDetailsFromRow(row);
}

export type CustomerOrder = Awaited<ReturnType<typeof listCustomerOrders>>[number];

/**
 * Returns orders of a customer, latest first; for the owner and managers.
 * @param after the last order already shown
 */
export async function listCustomerOrders(
  data: BrowserData,
  customerId: string,
  after: { id: string; placedAt: string } | null,
) {
  const rows = await readRows(["customer-orders", customerId, after?.id], () =>
    data.rest.rpc("list_customer_orders", {
      customer_id: customerId,
      after_at: after?.placedAt ?? null,
      after_id: after?.id ?? null,
      max_count: ORDERS_PER_PAGE,
    }),
  );
  return rows.map((row) => ({
    id: row.id,
    number: row.order_number,
    status: row.status,
    isDelivery: row.delivery_type === "delivery",
    isPointOfSale: row.channel === "counter",
    // The paid amount includes a separate delivery fee, and not what a hold did not charge.
    totalCents: centsFrom(row.paid_amount || row.total),
    refundedCents: centsFrom(row.refunded_amount),
    placedAt: row.created_at,
  }));
}
