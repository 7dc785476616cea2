import { splitChoices } from "#app/features/catalog/split-choices.ts";
import { t } from "#app/messages/t.ts";
import { sizedName } from "#app/values/sized-name.ts";
import type { DeskCard } from "./desk.ts";
import type { PickLine } from "./desk-queries.ts";
import { type UnavailableLine, unavailableLine } from "./missing-units.ts";

/** Returns what of a line goes into the bag: what is left of the product, then its replacements. */
export function partsOf({ name, size, packSize, imageUrl, bagQuantity, changes }: PickLine) {
  const product = splitChoices(name);
  // The size of its package and its choices, each a line of its own.
  const details = [packSize, product.choices].filter(Boolean);
  return [
    ...(bagQuantity > 0
      ? [{ key: 0, name: product.name, size, details, quantity: bagQuantity, imageUrl, insteadOf: null }]
      : []),
    ...changes.flatMap(({ id, quantity, replacement }) =>
      replacement
        ? [
            {
              key: id,
              details: [] as string[],
              imageUrl: undefined,
              ...replacement,
              insteadOf: `${quantity} × ${sizedName(name, size)}`,
            },
          ]
        : [],
    ),
  ];
}

/** Returns the line for the out-of-stock dialog. A pick list's quantities already exclude refunded units. */
export function asMissing(line: PickLine, card: DeskCard): UnavailableLine {
  const size = line.size === null ? null : { label: line.size };
  return unavailableLine({ ...line, size, refundedQuantity: 0 }, card, card.unpaidCents !== null);
}

/** Returns where a line is on the shelves; undefined if unknown. */
export function placeOf(line: PickLine | undefined): string | undefined {
  return line?.isFrozen ? t("Frozen") : line?.aisle;
}
