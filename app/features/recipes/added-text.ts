/** Result of adding a recipe to the cart, by product name. */
export interface Added {
  /** Packages of all products together. */
  packCount: number;
  soldOut: readonly string[];
  /** The customer closed the size dialog without a choice. */
  withoutSize: readonly string[];
  /** Products that need a choice of how they are prepared. */
  withoutChoice: readonly string[];
}

/** Returns one sentence: products added, and those left out with the reason. */
export function addedText({ packCount, soldOut, withoutSize, withoutChoice }: Added): string {
  const things = packCount === 0 ? "Nothing was" : packCount === 1 ? "1 item was" : `${packCount} items were`;
  const parts = [`${things} added to your cart`];
  if (soldOut.length > 0) {
    parts.push(soldOut.length === 1 ? `${listed(soldOut)} is sold out` : `${listed(soldOut)} are sold out`);
  }
  if (withoutSize.length > 0) parts.push(`no size chosen for ${listed(withoutSize)}`);
  if (withoutChoice.length > 0) parts.push(`open ${listed(withoutChoice)} to choose how we prepare it`);
  return `${parts.join("; ")}.`;
}

function listed(names: readonly string[]): string {
  return new Intl.ListFormat("en-US").format(names);
}
