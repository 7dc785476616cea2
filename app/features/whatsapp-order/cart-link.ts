import { type CartItem, lineKey } from "#app/features/cart/cart.ts";

/** Line of a cart as encoded in its link. */
export type LinkedLine = ReturnType<typeof linesFromHash>[number];

/** Limits the link to what fits into a message. */
export const MAX_LINKED_LINES = 60;
const PREFIX = "#items=";

/** Returns the path that opens a copy of the cart on any device: its items, without address and notes. */
export function cartPath(items: readonly CartItem[]): string {
  const lines = items.slice(0, MAX_LINKED_LINES).map((item) => `${lineKey(item)}x${item.quantity}`);
  return `/cart${PREFIX}${lines.join(",")}`;
}

/** Parses the fragment of such a path; invalid lines are omitted. */
export function linesFromHash(hash: string) {
  if (!hash.startsWith(PREFIX)) return [];
  return hash
    .slice(PREFIX.length)
    .split(",")
    .slice(0, MAX_LINKED_LINES)
    .flatMap((text) => {
      const [, id, sizeId, choices = "", quantity] =
        /^(\d{1,15})(?:-(\d{1,15}))?((?:\+\d{1,15})*)x(\d{1,3})$/.exec(text) ?? [];
      if (id === undefined || Number(quantity) < 1) return [];
      return [
        {
          productId: Number(id),
          sizeId: sizeId === undefined ? null : Number(sizeId),
          choiceIds: choices.split("+").filter(Boolean).map(Number),
          quantity: Number(quantity),
        },
      ];
    });
}
