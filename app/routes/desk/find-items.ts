import { type CurrentUser, mayManage } from "#app/features/account/current-user.ts";
import { searchProducts } from "#app/features/catalogue/product-search-queries.ts";
import { customerTitle, orderCountText } from "#app/features/customers/customer.ts";
import { listCustomers } from "#app/features/customers/customer-queries.ts";
import { findCards } from "#app/features/desk/desk-queries.ts";
import type { PaletteGroup } from "#app/features/desk-frame/palette-items.ts";
import { listOrdersAfter } from "#app/features/order-table/order-table-queries.ts";
import { orderStatusLabel } from "#app/features/orders/order-status.ts";
import { t } from "#app/messages/t.ts";
import { getBrowserData } from "#app/platform/browser-data.ts";
import { moneyText } from "#app/values/money.ts";

const MAX_FOUND = 6;

/**
 * Finds orders by number, name, or phone; for managers also customers by name, email, or phone, and products by name.
 */
export async function findItems(user: Pick<CurrentUser, "role">, words: string): Promise<PaletteGroup[]> {
  const data = getBrowserData();
  const [cards, page, found] = await Promise.all([
    // Packers find what they may pack; managers every order, also canceled and unpaid ones.
    mayManage(user) ? listOrdersAfter(data, { words }, null, MAX_FOUND) : findCards(data, words),
    mayManage(user) ? listCustomers(data, { words, sort: "last_order", tag: null, after: null }) : null,
    mayManage(user) ? searchProducts(data, words, MAX_FOUND) : [],
  ]);
  const orders = cards.slice(0, MAX_FOUND).map(({ id, number, name, status }) => ({
    to: `/desk/orders/${id}`,
    label: t("Order {number}", { number }),
    detail: [name, orderStatusLabel(status)].filter(Boolean).join(" · "),
  }));
  const products = found.map(({ name, priceCents, discountPriceCents }) => ({
    to: `/desk/products?${new URLSearchParams({ words: name })}`,
    label: name,
    detail: moneyText(discountPriceCents ?? priceCents),
  }));
  const customers = (page?.customers ?? []).slice(0, MAX_FOUND).map((customer) => ({
    to: `/desk/customers/${customer.id}`,
    label: customerTitle(customer),
    detail: [customer.isGuest ? t("Guest") : customer.email, orderCountText(customer.orderCount)]
      .filter(Boolean)
      .join(" · "),
  }));
  return [
    { title: t("Orders"), items: orders },
    { title: t("Customers"), items: customers },
    {
      title: t("Products"),
      items: products.filter(({ to }, place) => products.findIndex((one) => one.to === to) === place),
    },
  ].filter(({ items }) => items.length > 0);
}
