import type { BrowserData } from "#app/platform/browser-data.ts";
import { readWithRetries, rowsOf } from "#app/platform/reads.ts";
import { centsFrom } from "#app/values/money.ts";
import { sizedName } from "#app/values/sized-name.ts";
import type { Offer } from "./offer-queries.ts";

export type ReducedProducts = Awaited<ReturnType<typeof listReducedProducts>>;

const SHOWN_COUNT = 100;

/** Returns products and sizes whose price is reduced by an offer or by their own discount price. */
export async function listReducedProducts(data: BrowserData, open: readonly Offer[]) {
  const columns = "price, discount_price, regular_discount_price";
  const [products, sizes] = await Promise.all([
    readWithRetries(["reduced-products"], async () => {
      const answer = await data.rest
        .from("products")
        .select(`id, name, category, ${columns}`, { count: "exact" })
        .is("archived_at", null)
        .not("discount_price", "is", null)
        .order("name")
        .limit(SHOWN_COUNT);
      return { rows: rowsOf(answer) ?? [], count: answer.count ?? 0 };
    }),
    readWithRetries(["reduced-sizes"], async () => {
      const answer = await data.rest
        .from("product_sizes")
        .select(`label, ${columns}, products!inner(id, name, category, archived_at)`, { count: "exact" })
        .is("archived_at", null)
        .is("products.archived_at", null)
        .not("discount_price", "is", null)
        .order("id")
        .limit(SHOWN_COUNT);
      return { rows: rowsOf(answer) ?? [], count: answer.count ?? 0 };
    }),
  ]);
  const rows = [
    ...products.rows.map((row) => ({ ...row, label: null })),
    ...sizes.rows.map(({ products: product, ...row }) => ({ ...row, ...product })),
  ];
  return {
    /** Sorted by name. */
    shown: rows
      .map((row) => reducedProduct(row, open, Date.now()))
      .toSorted((a, b) => a.name.localeCompare(b.name))
      .slice(0, SHOWN_COUNT),
    totalCount: products.count + sizes.count,
  };
}

/**
 * Returns a product or size that is currently reduced.
 * @param now in milliseconds
 */
export function reducedProduct(
  row: {
    id: number;
    name: string;
    label: string | null;
    category: string;
    price: number | null;
    discount_price: number | null;
    regular_discount_price: number | null;
  },
  open: readonly Pick<Offer, "product_id" | "category" | "starts_at" | "ends_at">[],
  now: number,
) {
  const running = open.filter(
    (offer) =>
      (offer.product_id === row.id || offer.category === row.category) && new Date(offer.starts_at).getTime() <= now,
  );
  const isOffer = row.discount_price !== row.regular_discount_price;
  return {
    id: row.id,
    /** Name with the size. */
    name: sizedName(row.name, row.label ?? undefined),
    category: row.category,
    priceCents: centsFrom(row.price ?? 0),
    reducedCents: centsFrom(row.discount_price ?? 0),
    /** End of the offer that sets the price, ISO 8601; null for the product's own discount price. */
    endsAt: isOffer ? (running.map(({ ends_at }) => ends_at).toSorted()[0] ?? null) : null,
  };
}
