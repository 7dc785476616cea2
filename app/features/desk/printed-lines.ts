import { substitutionText } from "#app/features/orders/substitution.ts";
import type { PickList } from "./desk-queries.ts";
import { partsOf } from "./pick-line-parts.ts";

/** Returns the printed lines of an order: what is in the bag or must be put into it, and products left out. */
export function printedLines({ lines, goneLines }: Pick<PickList, "lines" | "goneLines">) {
  const all = [...lines, ...goneLines];
  const inBag = all.flatMap((line) => partsOf(line).map((part) => ({ ...part, line })));
  const leftOut = all.flatMap((line) =>
    line.changes
      .filter(({ kind }) => kind === "left_out")
      .map((change) =>
        substitutionText({ name: line.name, size: line.size === null ? null : { label: line.size } }, change),
      ),
  );
  return { inBag, leftOut };
}
