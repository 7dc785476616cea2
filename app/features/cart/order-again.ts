import { currentPriceCents, type ProductTeaser } from "#app/features/catalogue/product.ts";
import { moneyText } from "#app/values/money.ts";
import { addItem, type Cart, setQuantity } from "./cart.ts";
import { getCartView, keepChangedCart } from "./cart-store.ts";
import { readProducts } from "./read-current-products.ts";

/** A line of an earlier order. */
export interface EarlierLine {
  productId: number;
  name: string;
  quantity: number;
  unitPriceCents: number;
}

/**
 * The cart with the lines of an earlier order added at today's prices, and a sentence for each that is not
 * what it was. What is sold out or gone is left out.
 */
export function withEarlierLines(
  cart: Cart,
  lines: readonly EarlierLine[],
  products: readonly ProductTeaser[],
): { cart: Cart; changes: string[]; addedCount: number } {
  const forSale = new Map(products.map((product) => [product.id, product]));
  const changes: string[] = [];
  let filled = cart;
  let addedCount = 0;
  for (const line of lines) {
    const product = forSale.get(line.productId);
    if (!product || product.isSoldOut) {
      changes.push(product ? `${product.name} is sold out.` : `${line.name} is no longer for sale.`);
      continue;
    }
    const priceCents = currentPriceCents(product);
    if (priceCents !== line.unitPriceCents) {
      changes.push(
        `${product.name} now costs ${moneyText(priceCents)}; you paid ${moneyText(line.unitPriceCents)}.`,
      );
    }
    filled = withMore(filled, product, line.quantity);
    addedCount += line.quantity;
  }
  return { cart: filled, changes, addedCount };
}

/** Refills the shopper's cart. @returns how many things were added @throws when the catalogue cannot be read */
export async function orderAgain(lines: readonly EarlierLine[]): Promise<number> {
  const products = await readProducts(lines.map((line) => line.productId));
  const { cart, changes, addedCount } = withEarlierLines(getCartView().cart, lines, products);
  keepChangedCart(cart, changes);
  return addedCount;
}

function withMore(cart: Cart, product: ProductTeaser, quantity: number): Cart {
  const { id, name, image } = product;
  const before = cart.items.find((item) => item.id === id)?.quantity ?? 0;
  return setQuantity(
    addItem(cart, { id, name, image, priceCents: currentPriceCents(product) }),
    id,
    before + quantity,
  );
}
