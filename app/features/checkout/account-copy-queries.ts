import { readSavedCards } from "#app/features/payments/saved-cards.ts";
import type { BrowserData } from "#app/platform/browser-data.ts";
import { rowsOf } from "#app/platform/reads.ts";

/** Columns of the user's orders and related tables, named as in the database. */
const ORDER_COLUMNS =
  "id, order_number, created_at, status, total, discount, tax_amount, language, delivery_type, delivery_address, delivery_phone_number, " +
  "delivery_cost, driver_note, paid_at, paid_amount, refunded_amount, cancel_reason, substitution_preference, note, " +
  "order_items(product_name, size_label, quantity, unit_price, substitution_preference, note), billing_details(*), " +
  "refunds(created_at, amount_cents, status), order_status_changes(to_status, changed_at), " +
  "text_consents(phone, channel, wording, given_at, given_how, withdrawn_at, withdrawn_how), " +
  "substitutions(kind, quantity, replacement_name, replacement_size_label, replacement_quantity, refund_cents, settled_at)";

/** Returns the account with its saved data and orders. @throws when it cannot be read completely */
export async function readAccountCopy(data: BrowserData, now: Date): Promise<object> {
  const found = await data.auth.getUser();
  if (found.error) throw found.error;
  const { id, email, phone, created_at } = found.data.user;
  const [
    profile,
    saved_addresses,
    saved_billing,
    saved_preference,
    saved_carts,
    push_subscriptions,
    back_in_stock_requests,
    { cards: saved_cards },
    orders,
  ] = await Promise.all([
    data.rest.from("profiles").select("name, role").eq("id", id).maybeSingle().then(rowsOf),
    data.rest.from("saved_addresses").select("*").then(rowsOf),
    data.rest.from("saved_billing").select("*").maybeSingle().then(rowsOf),
    data.rest.from("saved_preferences").select("*").maybeSingle().then(rowsOf),
    data.rest.from("saved_carts").select("*").then(rowsOf),
    data.rest.from("push_subscriptions").select("created_at, endpoint").then(rowsOf),
    data.rest.rpc("list_own_back_in_stock_requests").then(rowsOf),
    readSavedCards(data),
    listOrders(data, id),
  ]);
  return {
    written_at: now.toISOString(),
    account: { id, email, phone, created_at, ...profile },
    saved_addresses,
    saved_billing,
    saved_preference,
    saved_carts,
    push_subscriptions,
    back_in_stock_requests,
    saved_cards,
    orders,
  };
}

const PAGE = 500;

/** Reads the orders in pages, because the data service returns at most a thousand rows. */
async function listOrders(data: BrowserData, userId: string): Promise<object[]> {
  const orders: object[] = [];
  for (;;) {
    const answer = await data.rest
      .from("orders")
      .select(ORDER_COLUMNS)
      .eq("user_id", userId)
      .order("created_at")
      .order("id")
      .range(orders.length, orders.length + PAGE - 1);
    const rows = (rowsOf<unknown>(answer) ?? []) as object[];
    orders.push(...rows);
    if (rows.length < PAGE) return orders;
  }
}
