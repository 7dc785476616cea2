import { randomInt } from "node:crypto";
import { hasCheckDigit } from "#app/values/barcode.ts";
import { giveBarcode, scan } from "./fixtures/barcodes.ts";
import { expect, test } from "./fixtures/shop-test.ts";
import { aPaidOrder, aProduct, enterAs, newShopkeeper, newShopper } from "./fixtures/test-data.ts";
import { AT_DESKTOP, VERDICT } from "./fixtures/widths.ts";

// An implausible weight and an early status change are rejected on purpose.
test.use({ expectedRejections: ["/rest/v1/rpc/weigh_line", "/rest/v1/rpc/move_order"] });

test("a scale's label fills in the weight, unless it is implausible", { tag: [AT_DESKTOP, VERDICT] }, async ({
  page,
}) => {
  const goat = await aProduct({ price: 9.99 });
  const owner = await newShopkeeper();
  await owner.client.from("products").update({ pounds_each: 5 }).eq("id", goat.id).throwOnError();
  const itemNumber = String(randomInt(10_000, 100_000));
  await giveBarcode(owner, goat.id, itemNumber);
  const order = await aPaidOrder(await newShopper(), [{ name: goat.name, quantity: 1 }], "pickup");
  await enterAs(page, owner);
  await page.goto(`/desk?order=${order}`);
  await expect(page.getByRole("button", { name: "Scan", exact: true })).toBeVisible();
  await scan(page, withCheckDigit(`21${itemNumber}06100`));
  await expect(page.getByText(`${goat.name} should weigh about 5 lb. The label says 6.1 lb.`)).toBeVisible();
  await scan(page, withCheckDigit(`21${itemNumber}04620`));
  await expect(page.getByText(`${goat.name} weighs 4.62 lb and is in the bag.`)).toBeVisible();
  await expect(page.getByText("1 of 1 in the bag")).toBeVisible();
  await expect(page.getByRole("button", { name: /^Weigh again/ })).toBeVisible();
});

function withCheckDigit(digits: string): string {
  return [...Array(10).keys()].map((digit) => `${digits}${digit}`).find(hasCheckDigit) ?? "";
}
