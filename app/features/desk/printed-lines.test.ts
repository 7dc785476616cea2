import { expect, test } from "vitest";
import { aPickLine, aSubstitution } from "#tests/order-samples.ts";
import { printedLines } from "./printed-lines.ts";

test("printed lines list products in the bag, replacements, and products left out", () => {
  const yam = aPickLine({
    name: "Puna Yam (Cut: in half)",
    packSize: "6 lb",
    quantity: 3,
    bagQuantity: 1,
    changes: [
      aSubstitution({
        kind: "replaced",
        quantity: 2,
        replacement: { name: "Sweet Potato", size: "5 lb", quantity: 2 },
      }),
    ],
  });
  const dress = aPickLine({ id: 2, name: "Dress", size: "M" });
  const garri = aPickLine({
    id: 3,
    name: "Garri",
    quantity: 0,
    bagQuantity: 0,
    changes: [aSubstitution({ refundCents: 584, isSettled: true })],
  });
  const { inBag, leftOut } = printedLines({ lines: [yam, dress], goneLines: [garri] });
  expect(
    inBag.map(({ quantity, name, size, details, insteadOf }) => [quantity, name, size, details, insteadOf]),
  ).toEqual([
    [1, "Puna Yam", null, ["6 lb", "Cut: in half"], null],
    [2, "Sweet Potato", "5 lb", [], "2 × Puna Yam (Cut: in half)"],
    [1, "Dress", "M", [], null],
  ]);
  expect(leftOut).toEqual(["1 × Garri left out, $5.84 back"]);
});
