// Deep: the row of images without scripts.
import type { Locator } from "@playwright/test";
import { aPicture } from "#tests/a-picture.ts";
import { readRow } from "#tests/requests.ts";
import { expect, expectAccessible, test } from "./fixtures/shop-test.ts";
import { aProduct, enterAs, newShopkeeper, serviceClient } from "./fixtures/test-data.ts";
import { VERDICT } from "./fixtures/widths.ts";

test("an image is dragged to another position by its handle", { tag: VERDICT }, async ({ page }) => {
  const { id, name } = await aProduct();
  await enterAs(page, await newShopkeeper());
  await page.goto(`/desk/products?${new URLSearchParams({ words: name })}`);
  await page.getByRole("button", { name: `Images of ${name}` }).click();
  const dialog = page.getByRole("dialog", { name: `Images of ${name}` });
  await dialog
    .getByLabel("Image 2: Add images")
    .setInputFiles([await aPicture("label.webp", 60, 90), await aPicture("back.webp", 60, 90)]);
  await expect(dialog.getByRole("img", { name: "Preview of Image 3" })).toBeVisible();
  const handleOf = (place: number) => dialog.getByRole("group", { name: `Image ${place}` }).getByText("⠿");
  await handleOf(1).scrollIntoViewIfNeeded();
  const from = await middleOf(handleOf(1));
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(from.x, (await middleOf(handleOf(2))).y, { steps: 8 });
  await page.mouse.up();
  await page.mouse.move(from.x, from.y, { steps: 4 });
  const order = dialog.getByRole("listitem");
  await expect(order.nth(1).getByRole("img")).toHaveAttribute("src", /puna-yam/);

  await test.step("held at the edge, the list scrolls to its end", async () => {
    await handleOf(2).scrollIntoViewIfNeeded();
    const { x, y } = await middleOf(handleOf(2));
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x, (page.viewportSize()?.height ?? 0) - 20, { steps: 3 });
    await expect(order.nth(2).getByRole("img")).toHaveAttribute("src", /puna-yam/);
    await page.mouse.up();
  });
  await dialog.getByRole("button", { name: "Save images" }).click();
  await expect(dialog).toBeHidden();
  expect(await namesOf(id)).toEqual(["label.webp", "back.webp", "puna-yam.webp"]);

  await test.step("shoppers see them in this order, by pointer and keyboard", async () => {
    await page.goto(`/products/condiments/${id}`);
    const pictures = page.getByRole("list", { name: `Images of ${name}` }).getByRole("img");
    await expect(pictures.first()).toBeInViewport();
    await page.getByRole("button", { name: "Show image 3 of 3" }).click();
    await expect(pictures.nth(2)).toBeInViewport({ ratio: 0.9 });
    await page.getByRole("list", { name: `Images of ${name}` }).focus();
    await page.keyboard.press("ArrowLeft");
    await expect(page.getByRole("button", { name: "Show image 2 of 3" })).toHaveAttribute("aria-pressed", "true");
    await expectAccessible(page, "main");
  });
});

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });

  test("the images of a product scroll in a row, without controls that need scripts", async ({ page }) => {
    await page.goto("/condiments");
    await page.getByRole("link", { name: "Red Palm Oil" }).first().click();
    const row = page.getByRole("list", { name: "Images of Red Palm Oil" });
    await expect(row.getByRole("img")).toHaveCount(2);
    await expect(page.getByRole("button", { name: /^Show image/ })).toHaveCount(0);
    await row.hover();
    await row.focus();
    await page.keyboard.press("ArrowRight");
    await expect(row.getByRole("img").nth(1)).toBeInViewport({ ratio: 0.9 });
  });
});

/** Returns the names of the images in the database, in order, without folder and random prefix. */
async function namesOf(id: number): Promise<string[]> {
  const data = await readRow(serviceClient(), "products", "img1, img2, product_pictures(address, position)", { id });
  const further = data.product_pictures.toSorted((one, other) => one.position - other.position);
  const addresses = [data.img1, data.img2, ...further.map(({ address }) => address)].filter(Boolean);
  return addresses.map((address) => address.replace(/^.*\/(?:[0-9a-f]{16}-)?/, ""));
}

async function middleOf(place: Locator): Promise<{ x: number; y: number }> {
  const box = await place.boundingBox();
  return { x: (box?.x ?? 0) + (box?.width ?? 0) / 2, y: (box?.y ?? 0) + (box?.height ?? 0) / 2 };
}
