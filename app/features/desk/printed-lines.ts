import { splitChoices } from "#app/features/catalog/split-choices.ts";
import { substitutionText } from "#app/features/orders/substitution.ts";
import { t } from "#app/messages/t.ts";
import { sizedName } from "#app/values/sized-name.ts";
import type { PickLine, PickList } from "./desk-queries.ts";

/** A product that is in the bag or must be put into it. */
export interface PrintedLine {
  key: string;
  quantity: number;
  name: string;
  /** Its size and its choices, each a line of its own. */
  details: string[];
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
    const product = splitChoices(line.name);
    const size = line.size === null ? line.packSize : t("Size {size}", { size: line.size });
    return [
      ...(line.bagQuantity > 0
        ? [
            {
              key: String(line.id),
              quantity: line.bagQuantity,
              name: product.name,
              details: [size, product.choices].filter(Boolean),
              insteadOf: null,
              line,
            },
          ]
        : []),
      ...line.changes.flatMap(({ id, quantity, replacement }) =>
        replacement
          ? [
              {
                key: `${line.id}-${id}`,
                quantity: replacement.quantity,
                name: replacement.name,
                details: replacement.size ? [t("Size {size}", { size: replacement.size })] : [],
                insteadOf: `${quantity} × ${sizedName(line.name, line.size)}`,
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
