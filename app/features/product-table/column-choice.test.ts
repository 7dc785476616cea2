import { expect, test } from "vitest";
import { hiddenColumns, withColumn } from "./column-choice.ts";

test("codes, vendor, and weight are hidden until chosen, also in a choice saved before they existed", () => {
  expect(hiddenColumns("storage picture")).toEqual(["storage", "picture", "sku", "barcode", "vendor", "weight"]);
  const chosen = withColumn(withColumn("storage", "barcode", true), "storage", true);
  expect(hiddenColumns(chosen)).toEqual(["sku", "vendor", "weight"]);
  expect(hiddenColumns(withColumn(withColumn(chosen, "barcode", false), "size", false))).toEqual(
    "size sku barcode vendor weight".split(" "),
  );
});
