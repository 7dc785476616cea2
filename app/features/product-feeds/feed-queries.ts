import {
  ADDITIONAL_IMAGE_COLUMNS,
  PRODUCT_COLUMNS,
  type ProductRow,
  productFromRow,
} from "#app/features/catalog/product.ts";
import type { BrowserData } from "#app/platform/browser-data.ts";
import type { FunctionRow, SelectedRow } from "#app/platform/selected-row.ts";
import { tableRows } from "#app/platform/table-rows.ts";
import type { FeedProduct } from "./feed-item.ts";

/** Products per read; also the limit of `list_feed_facts`. */
const PRODUCTS_PER_READ = 200;

const PICTURE_COLUMNS = `position, ${ADDITIONAL_IMAGE_COLUMNS}` as const;
type FeedRow = ProductRow & { product_pictures: SelectedRow<"product_pictures", typeof PICTURE_COLUMNS>[] };

/** Returns every product for sale, by id. @throws when one of the reads fails */
export async function listFeedProducts(data: Pick<BrowserData["rest"], "from" | "rpc">): Promise<FeedProduct[]> {
  const products: FeedProduct[] = [];
  for (let lastId: number | null = 0; lastId !== null; ) {
    const rows: FeedRow[] = tableRows(
      await data
        .from("products")
        .select<string, FeedRow>(`${PRODUCT_COLUMNS}, product_pictures(${PICTURE_COLUMNS})`)
        .is("archived_at", null)
        .gt("id", lastId)
        .order("id")
        .limit(PRODUCTS_PER_READ),
    );
    const ids = rows.map(({ id }) => id);
    const facts: FunctionRow<"list_feed_facts">[] =
      ids.length === 0 ? [] : tableRows(await data.rpc("list_feed_facts", { product_ids: ids }));
    const factsById = new Map(facts.map((fact) => [fact.product_id, fact]));
    products.push(...rows.map((row) => feedProductFromRow(row, factsById.get(row.id))));
    lastId = rows.length === PRODUCTS_PER_READ ? (rows.at(-1)?.id ?? null) : null;
  }
  return products;
}

function feedProductFromRow(
  { product_pictures, ...row }: FeedRow,
  facts: FunctionRow<"list_feed_facts"> | undefined,
): FeedProduct {
  const additional = product_pictures.toSorted((one, other) => one.position - other.position);
  const { sale_starts_at: startsAt = null, sale_ends_at: endsAt = null } = facts ?? {};
  return {
    product: productFromRow(row, additional),
    gtins: new Map(facts?.gtins.map(({ size_id, gtin }) => [size_id, gtin])),
    brand: facts?.brand ?? "",
    sale: startsAt === null || endsAt === null ? null : { startsAt, endsAt },
  };
}
