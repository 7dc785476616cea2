import { expect, test } from "vitest";
import type { Substitution } from "#app/features/orders/substitution.ts";
import type { PickLine } from "./desk-queries.ts";
import { printedLines } from "./printed-lines.ts";

function aLine(chosen: Partial<PickLine>): PickLine {
  return {
    id: 1,
    productId: 7,
    sizeId: null,
    name: "Puna Yam",
    englishName: null,
    size: null,
    quantity: 1,
    bagQuantity: 1,
    packSize: "",
    imageUrl: "",
    poundsEach: null,
    perPoundCents: null,
    isWeightFinal: false,
    unitPriceCents: 1000,
    preference: null,
    note: "",
    changes: [],
    aisle: "Roots",
    isFrozen: false,
    bestBefore: null,
    packedBy: null,
    ...chosen,
  };
}
function aChange(chosen: Partial<Substitution>): Substitution {
  return {
    id: 1,
    kind: "left_out",
    quantity: 1,
    replacement: null,
    replacementCents: 0,
    replacementTaxCents: 0,
    refundCents: 0,
    isSettled: false,
    ...chosen,
  };
}

test("printed lines list products in the bag, replacements, and products left out", () => {
  const yam = aLine({
    name: "Puna Yam (Cut: in half)",
    packSize: "6 lb",
    quantity: 3,
    bagQuantity: 1,
    changes: [
      aChange({
        kind: "replaced",
        quantity: 2,
        replacement: { name: "Sweet Potato", size: "5 lb", quantity: 2 },
      }),
    ],
  });
  const dress = aLine({ id: 2, name: "Dress", size: "M" });
  const garri = aLine({
    id: 3,
    name: "Garri",
    quantity: 0,
    bagQuantity: 0,
    changes: [aChange({ refundCents: 584, isSettled: true })],
  });
  const { inBag, leftOut } = printedLines({ lines: [yam, dress], goneLines: [garri] });
  expect(inBag.map(({ quantity, name, details, insteadOf }) => [quantity, name, details, insteadOf])).toEqual([
    [1, "Puna Yam", ["6 lb", "Cut: in half"], null],
    [2, "Sweet Potato", ["Size 5 lb"], "2 × Puna Yam (Cut: in half)"],
    [1, "Dress", ["Size M"], null],
  ]);
  expect(leftOut).toEqual(["1 × Garri left out, $5.84 back"]);
});
