import { type CurrentUser, mayManage } from "#app/features/account/current-user.ts";
import { customerTitle, orderCountText } from "#app/features/customers/customer.ts";
import { listCustomers } from "#app/features/customers/customer-queries.ts";
import { findCards } from "#app/features/desk/desk-queries.ts";
import { listOrdersAfter } from "#app/features/order-table/order-table-queries.ts";
import { orderStatusLabel } from "#app/features/orders/order-status.ts";
import { searchProducts } from "#app/features/products/product-search-queries.ts";
import { t } from "#app/messages/t.ts";
import type { BrowserData } from "#app/platform/browser-data.ts";
import { moneyText } from "#app/values/money.ts";
import type { DeskSection } from "./desk-pages.ts";

/** A search result of the command palette. */
export interface PaletteItem {
  /** Unique in the palette. */
  to: string;
  label: string;
  detail: string;
}

/** Items of one kind. */
export interface PaletteGroup {
  title: string;
  items: PaletteItem[];
}

const MAX_FOUND = 6;

/** Returns the pages whose name, section, or description contains every word; all pages without words. */
export function findPages(sections: readonly DeskSection[], words: string): PaletteGroup[] {
  const parts = words.toLowerCase().split(/\s+/).filter(Boolean);
  const items = sections.flatMap((section) =>
    section.pages
      .filter(({ label, text }) => {
        const all = `${section.label} ${label} ${text}`.toLowerCase();
        return parts.every((part) => all.includes(part));
      })
      .map(({ to, label, text }) => ({ to, label, detail: text })),
  );
  return items.length > 0 ? [{ title: t("Pages"), items }] : [];
}

/**
 * Finds orders by number, name, or phone; for managers also customers by name, email, or phone, and products by name.
 */
export async function findItems(
  data: BrowserData,
  user: Pick<CurrentUser, "role">,
  words: string,
): Promise<PaletteGroup[]> {
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
