import { listProductsByIds } from "#app/features/catalog/product-queries.ts";
import { translateSummaries } from "#app/features/translations/translated-products.ts";
import { inPageLanguage } from "#app/features/translations/translation-queries.ts";
import { type BrowserData, getBrowserData } from "#app/platform/browser-data.ts";
import { readWithRetries, rowsOf } from "#app/platform/reads.ts";
import { type BuyAgainItem, buyAgainFromRows } from "./buy-again.ts";
import { releaseSpace, reserveSpace } from "./reserved-space.ts";

const answers = new Map<string, Promise<BuyAgainItem[]>>();

/**
 * Returns the products that the logged-in customer buys most often; an empty list if they cannot be read, because pages
 * work without them.
 */
export function readBuyAgain(userId: string): Promise<BuyAgainItem[]> {
  const answer = listBuyAgain(getBrowserData(), userId).then(
    (buyAgain) => {
      reserveSpace(userId, buyAgain.length > 0);
      return buyAgain;
    },
    (error: unknown) => {
      console.error(error);
      releaseSpace();
      return [];
    },
  );
  answers.set(userId, answer);
  return answer;
}

/** Returns the last result; reads it only if there is none yet. */
export function cachedBuyAgain(userId: string): Promise<BuyAgainItem[]> {
  return answers.get(userId) ?? readBuyAgain(userId);
}

/** Clears the cached results, because an order may change them. */
export function dropBuyAgain(): void {
  answers.clear();
}

async function listBuyAgain(data: BrowserData, userId: string): Promise<BuyAgainItem[]> {
  // The stored session may have expired.
  const { data: found } = await data.auth.getSession();
  if (found.session?.user.id !== userId) return [];
  return readWithRetries(["usuals", userId], async () => {
    const rows: { product_id: number; size_id: number | null }[] = rowsOf(await data.rest.rpc("list_buy_again")) ?? [];
    if (rows.length === 0) return [];
    const ids = [...new Set(rows.map(({ product_id }) => product_id))];
    const products = await listProductsByIds(data.rest, ids);
    return buyAgainFromRows(rows, await inPageLanguage(data.rest, products, translateSummaries));
  });
}
