import { PREVIEW_COLUMNS, type ProductSummary, productSummaryFromRow } from "#app/features/catalog/product.ts";
import { discountErrorText } from "#app/features/orders/discount-error-text.ts";
import { t } from "#app/messages/t.ts";
import type { BrowserData } from "#app/platform/browser-data.ts";
import { commandResult, rejectionText } from "#app/platform/command-result.ts";
import { readWithRetries } from "#app/platform/reads.ts";
import type { FunctionRow } from "#app/platform/selected-row.ts";
import { tableRows } from "#app/platform/table-rows.ts";
import { amountFrom, centsFrom } from "#app/values/money.ts";
import { customerName, type PosDraft, type PosLine } from "./pos-order.ts";

/** Returns the best sellers of the store or of a category, or what a customer buys most. */
export function listBestSellers(
  data: BrowserData,
  of: { category?: string | null; customerId?: string | null; count: number },
): Promise<ProductSummary[]> {
  return readWithRetries(["counter", "best-sellers", of], async () =>
    tableRows(
      await data.rest
        .rpc("list_best_sellers", {
          category: of.category ?? null,
          customer_id: of.customerId ?? null,
          max_count: of.count,
        })
        .select(PREVIEW_COLUMNS),
    ).map(productSummaryFromRow),
  );
}

/** Contents of an order; the discount code may be empty. */
export type PosOrderInput = { lines: readonly PosLine[]; draft: PosDraft; code: string };

/** @throws Error with a message for users */
export async function quoteOrder(data: BrowserData, { lines, draft, code }: PosOrderInput) {
  const answer = await data.rest.rpc("quote_sale", {
    items: itemsOf(lines),
    delivery_type: draft.kind,
    delivery_zip: draft.zip.trim() || null,
    discount_code: code || null,
  });
  return quoteFrom(commandResult(answer));
}

/** @param requestKey a repeated request with the same key creates no second order */
export async function createOrder(
  data: BrowserData,
  { lines, draft, code }: PosOrderInput,
  expectedCents: number,
  requestKey: string,
): Promise<{ orderId: string } | { problem: string; hasChanged: boolean }> {
  const isDelivery = draft.kind === "delivery";
  const answer = await data.rest.rpc("create_point_of_sale_order", {
    items: itemsOf(lines),
    delivery_type: draft.kind,
    customer: { name: customerName(draft), phone: draft.phone.trim(), email: draft.email.trim() },
    expected_total: amountFrom(expectedCents),
    request_key: requestKey,
    substitution_preference: draft.preference,
    note: draft.note,
    delivery_place: isDelivery
      ? {
          street: draft.street.trim(),
          unit: draft.unit.trim(),
          city: draft.city.trim(),
          zip: draft.zip.trim(),
          driver_note: draft.driverNote,
        }
      : null,
    window_starts_at: draft.windowStartsAt || null,
    discount_code: code || null,
  });
  if (!answer.error) return { orderId: answer.data.id };
  const { code: errorCode, details } = answer.error;
  const hasChanged = errorCode === "PT409";
  const message = rejectionText(answer.error);
  return { problem: hasChanged ? goneText(message, details, lines) : message, hasChanged };
}

/** Returns the lines as the database's functions expect them. */
export function itemsOf(lines: readonly PosLine[]) {
  return lines.map(({ productId, size, choiceIds, quantity, pounds, changed }) => ({
    product_id: productId,
    size_id: size?.id ?? null,
    choice_ids: choiceIds,
    quantity,
    ...(pounds === null ? {} : { pounds }),
    ...(changed ? { price: amountFrom(changed.priceCents), price_reason: changed.reason } : {}),
  }));
}

function quoteFrom(row: FunctionRow<"quote_sale">) {
  return {
    productsCents: centsFrom(row.subtotal),
    discountCents: centsFrom(row.discount),
    discountError: discountErrorText(row.discount_error),
    deliveryCostCents: centsFrom(row.delivery_cost),
    isDeliveryIncluded: row.delivery_included,
    taxCents: centsFrom(row.tax),
    totalCents: centsFrom(row.total),
    /** Lines that SNAP EBT may pay, in the order in which it pays them. */
    snapLines: row.snap_lines.map(({ amount, tax }) => ({ amountCents: centsFrom(amount), taxCents: centsFrom(tax) })),
  };
}

/** Returns the message with the names of the items that are not available as ordered. */
export function goneText(message: string, details: string | null, lines: readonly PosLine[]): string {
  const { items = [] } = JSON.parse(details ?? "{}") as {
    items?: {
      product_id: number;
      name: string | null;
      needs_choice: boolean;
      is_sold_out: boolean;
      quantity: number;
      quantity_left: number | null;
    }[];
  };
  const gone = items.flatMap((item) => {
    const name = item.name ?? lines.find(({ productId }) => productId === item.product_id)?.name ?? "";
    if (item.name === null) return [t("{name} is no longer for sale", { name })];
    if (item.needs_choice) return [t("choose again how we prepare {name}", { name })];
    if (item.is_sold_out) return [t("{name} is sold out", { name })];
    const left = item.quantity_left;
    return left !== null && left < item.quantity ? [t("only {count} of {name} are left", { count: left, name })] : [];
  });
  return gone.length > 0 ? `${message} ${gone.join(", ")}.` : message;
}
