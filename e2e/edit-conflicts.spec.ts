// Deep: two people edit one product at the same time.
import { expect, test } from "./fixtures/shop-test.ts";
import { aProduct, enterAs, newShopkeeper, serviceClient } from "./fixtures/test-data.ts";
import { PHONE } from "./fixtures/widths.ts";

test("a name changed in one browser keeps the price set in another, and a conflict is decided by the user", async ({
  page,
  browser,
}) => {
  const yam = await aProduct({ price: 10 });
  const path = `/desk/products/condiments/${yam.id}`;
  const saved = async () =>
    (await serviceClient().from("products").select("name, price").eq("id", yam.id).single().throwOnError()).data;
  const other = await (await browser.newContext({ viewport: PHONE, reducedMotion: "reduce" })).newPage();
  for (const each of [page, other]) {
    await enterAs(each, await newShopkeeper());
    await each.goto(path);
  }
  const save = (each: typeof page) => each.getByRole("button", { name: "Save product" }).click();

  await other.getByLabel("Price", { exact: true }).fill("88");
  await save(other);
  await expect(other.getByText("Product saved")).toBeVisible();
  await page.getByLabel("Name", { exact: true }).fill("Puna");
  await save(page);
  await expect(page.getByText("Product saved")).toBeVisible();
  expect(await saved()).toEqual({ name: "Puna", price: 88 });

  await other.getByLabel("Name", { exact: true }).fill("White yam");
  await save(other);
  const conflict = other.getByRole("dialog", { name: "Someone else changed this, too" });
  await expect(conflict.getByLabel("Keep mine")).toHaveAccessibleDescription("White yam");
  await expect(conflict.getByLabel("Take theirs")).toHaveAccessibleDescription("Puna");
  await other.keyboard.press("Escape");
  await expect(other.getByText("Not saved. Someone else changed the same in the meantime.")).toBeVisible();
  await expect(other.getByLabel("Name", { exact: true })).toHaveValue("White yam");
  await save(other);
  await conflict.getByLabel("Keep mine").check();
  await conflict.getByRole("button", { name: "Save my choice" }).click();
  await expect(other.getByRole("heading", { level: 1 })).toHaveText("White yam");
  expect(await saved()).toEqual({ name: "White yam", price: 88 });
});
