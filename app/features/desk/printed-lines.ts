import { substitutionText } from "#app/features/orders/substitution.ts";
import { sizedName } from "#app/values/sized-name.ts";
import type { PickLine, PickList } from "./desk-queries.ts";

/** A product that is in the bag or must be put into it. */
export interface PrintedLine {
  key: string;
  quantity: number;
  name: string;
  /** Replaced product, such as "1 × Puna Yam"; null if the product is not a replacement. */
  insteadOf: string | null;
  line: PickLine;
}

/** Returns the printed lines of an order: products in the bag, with replacements, and products left out. */
export function printedLines({ lines, goneLines }: Pick<PickList, "lines" | "goneLines">): {
  inBag: PrintedLine[];
  leftOut: string[];
} {
  const all = [...lines, ...goneLines];
  const inBag = all.flatMap((line): PrintedLine[] => {
    const name = sizedName(line.name, line.size);
    return [
      ...(line.bagQuantity > 0
        ? [{ key: String(line.id), quantity: line.bagQuantity, name, insteadOf: null, line }]
        : []),
      ...line.changes.flatMap(({ id, quantity, replacement }) =>
        replacement
          ? [
              {
                key: `${line.id}-${id}`,
                quantity: replacement.quantity,
                name: sizedName(replacement.name, replacement.size),
                insteadOf: `${quantity} × ${name}`,
                line,
              },
            ]
          : [],
      ),
    ];
  });
  const leftOut = all.flatMap((line) =>
    line.changes
      .filter(({ kind }) => kind === "left_out")
      .map((change) =>
        substitutionText({ name: line.name, size: line.size === null ? null : { label: line.size } }, change),
      ),
  );
  return { inBag, leftOut };
}
