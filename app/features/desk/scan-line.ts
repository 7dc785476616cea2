import { codesLike, type ItemCode, type ItemOfCode } from "#app/features/scanning/item-codes.ts";
import { codesOfLabel, poundsOfLabel, type ScaleLabel } from "#app/features/scanning/scale-label.ts";
import { t } from "#app/messages/t.ts";
import { sizedName } from "#app/values/sized-name.ts";
import type { PickLine } from "./desk-queries.ts";

/** Result of a scan on a pick list; screen readers announce an alert immediately. */
export interface ScanResult {
  kind: "picked" | "known" | "alert";
  text: string;
  /** The line to pick; null for none. */
  lineId: number | null;
}

type ScannedLine = Pick<PickLine, "id" | "productId" | "sizeId" | "name" | "size" | "bagQuantity" | "changes">;

/**
 * Finds the line for a scanned code, preferably one that is not picked yet. If lines differ in their cut, the packer
 * must choose.
 * @param codes codes of the products on the list
 * @returns null if the code belongs to none of them
 */
export function lineOfCode(
  code: string,
  lines: readonly ScannedLine[],
  codes: readonly ItemCode[],
  picked: ReadonlySet<number>,
): ScanResult | null {
  const items = codesLike(code, codes);
  const found = lines.filter(
    (line) =>
      // A replaced product is no longer wanted.
      line.bagQuantity > 0 &&
      items.some(
        ({ productId, sizeId }) => productId === line.productId && (sizeId === null || sizeId === line.sizeId),
      ),
  );
  const [first] = found;
  if (first === undefined) return null;
  if (found.some(({ sizeId }) => sizeId !== first.sizeId)) {
    return {
      kind: "alert",
      lineId: null,
      text: t("{name} is on the list in several sizes. Select the size.", { name: first.name }),
    };
  }
  const [open = first, ...others] = found.filter(({ id }) => !picked.has(id));
  if (others.some(({ name }) => name !== open.name)) {
    const text = t("This product is on the list prepared in several ways. Select the one in your hand.");
    return { kind: "alert", lineId: null, text };
  }
  return pickOf(open, picked);
}

/** A line, and the weight on the label of one of its units. */
export type LabeledLine = { line: Pick<PickLine, "id" | "name" | "size" | "bagQuantity">; pounds: number };

/**
 * Finds the line for a scale label, by the item number on it: a PLU or SKU of the product.
 * @returns null if no line has this number
 */
export function lineOfLabel(
  label: ScaleLabel,
  lines: readonly (ScannedLine & Pick<PickLine, "perPoundCents">)[],
  codes: readonly ItemCode[],
): LabeledLine | ScanResult | null {
  const items = codesOfLabel(label).flatMap((number) => codesLike(number, codes));
  const found = lines.filter(({ productId, sizeId }) =>
    items.some((item) => item.productId === productId && (item.sizeId === null || item.sizeId === sizeId)),
  );
  if (!found[0]) return null;
  const [line, ...others] = found.filter(({ perPoundCents, bagQuantity }) => perPoundCents !== null && bagQuantity > 0);
  if (!line) {
    const text =
      found[0].perPoundCents === null
        ? t("{name} isn't sold by weight.", { name: found[0].name })
        : t("Wrong product: {name} is not in this order.", { name: found[0].name });
    return { kind: "alert", lineId: null, text };
  }
  if (others.length > 0) {
    const text = t("{name} is on the list several times. Type the weight of the one in your hand.", {
      name: line.name,
    });
    return { kind: "alert", lineId: null, text };
  }
  const pounds = poundsOfLabel(label, line.perPoundCents ?? 0);
  if (pounds === null) return { kind: "alert", lineId: null, text: t("This label has no weight. Type it.") };
  return { line, pounds };
}

function pickOf(
  line: ScannedLine,
  picked: ReadonlySet<number>,
  name = sizedName(line.name, line.size),
  quantity = line.bagQuantity,
): ScanResult {
  if (picked.has(line.id)) return { kind: "known", lineId: null, text: t("{name} is in the bag already.", { name }) };
  const text =
    quantity > 1
      ? t("{name} is in the bag. Check that there are {quantity}.", { name, quantity })
      : t("{name} is in the bag.", { name });
  return { kind: "picked", lineId: line.id, text };
}

/**
 * Reports a code that belongs to none of the ordered products: a replacement picks its line, anything else is an alert.
 * @param items items with this code in the whole store; null if unknown
 */
export function otherResult(
  code: string,
  lines: readonly ScannedLine[],
  items: readonly ItemOfCode[] | null,
  picked: ReadonlySet<number>,
): ScanResult {
  const names = new Set(items?.map(({ name, sizeLabel }) => sizedName(name, sizeLabel)));
  for (const line of lines) {
    const replacement = line.changes.find(
      (change) => change.replacement && names.has(sizedName(change.replacement.name, change.replacement.size)),
    )?.replacement;
    if (replacement) return pickOf(line, picked, sizedName(replacement.name, replacement.size), replacement.quantity);
  }
  const [name] = names;
  const text =
    items === null
      ? t("{code} is none of this list's codes.", { code })
      : name === undefined
        ? t("No product has the code {code}.", { code })
        : t("Wrong product: {name} is not in this order.", { name });
  return { kind: "alert", lineId: null, text };
}
