import { type CartItem, lineKey } from "#app/features/cart/cart.ts";

/** A line of a cart as its link has it. */
export interface LinkedLine {
  productId: number;
  sizeId: number | null;
  choiceIds: number[];
  quantity: number;
}

/** A longer link would not fit into a message. */
export const MAX_LINKED_LINES = 60;
const PREFIX = "#items=";

/** Returns the path that opens a copy of the cart anywhere: what is in it, without address and notes. */
export function cartPath(items: readonly CartItem[]): string {
  const lines = items.slice(0, MAX_LINKED_LINES).map((item) => `${lineKey(item)}x${item.quantity}`);
  return `/cart${PREFIX}${lines.join(",")}`;
}

/** Reads the part of such a path behind the cart; what is no line is left out. */
export function linesFromHash(hash: string): LinkedLine[] {
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
