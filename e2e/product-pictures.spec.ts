// Deep: upload, order, and swiping of several images.

import type { Locator, Page } from "@playwright/test";
import { aPicture } from "#tests/a-picture.ts";
import { readRow } from "#tests/requests.ts";
import { expect, expectAccessible, test } from "./fixtures/shop-test.ts";
import { aProduct, enterAs, newShopkeeper, serviceClient } from "./fixtures/test-data.ts";
import { AT_PHONE, VERDICT } from "./fixtures/widths.ts";

test("the owner adds three images and reorders them by keyboard, and shoppers see that order", {
  tag: AT_PHONE,
}, async ({ page, browser }) => {
  const { id, name } = await aProduct();
  await enterAs(page, await newShopkeeper());
  const dialog = await openPictures(page, name);
  const status = dialog.getByRole("group", { name: "Images", exact: true }).getByRole("status").last();

  await test.step("several are added at once; a file that is no image is reported and skipped", async () => {
    await dialog
      .getByLabel("Image 2: Add images")
      .setInputFiles([
        await aPicture("label.webp", 60, 90),
        { name: "list.pdf", mimeType: "application/pdf", buffer: Buffer.from("%PDF") },
        await aPicture("back.webp", 60, 90),
      ]);
    await expect(dialog.getByText("Image 3 must be a JPEG, PNG, WebP, or AVIF image.")).toBeVisible();
    await expect(dialog.getByRole("img", { name: "Preview of Image 4" })).toBeVisible();
    await expectAccessible(page, "dialog[open]");
    await dialog.getByRole("button", { name: "Save images" }).click();
    await expect(dialog.getByLabel("Image 3: Replace")).toBeFocused();
    await dialog.getByRole("button", { name: "Remove Image 3" }).click();
    await expect(dialog.getByRole("button", { name: "Remove Image 3" })).toBeFocused();
    await expect(dialog.getByRole("group", { name: /^Image \d$/ })).toHaveCount(3);
  });

  await test.step("alternative text moves with its image", async () => {
    await dialog.getByRole("group", { name: "Image 3" }).getByLabel("Image description").fill("The back");
    await dialog.getByRole("button", { name: "Move Image 3 earlier" }).press("Enter");
    await expect(status).toHaveText("Now Image 2 of 3.");
    await expect(dialog.getByRole("button", { name: "Move Image 2 earlier" })).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(status).toHaveText("Now Image 1 of 3.");
    await page.keyboard.press("Enter");
    await expect(status).toHaveText("It is already first.");
    const first = dialog.getByRole("group", { name: "Image 1" });
    await expect(first.getByLabel("Image description")).toHaveValue("The back");
    await dialog.getByRole("button", { name: "Move Image 2 later" }).press("Enter");
    await expect(dialog.getByRole("button", { name: "Move Image 3 later" })).toBeFocused();
    await expect(status).toHaveText("Now Image 3 of 3.");
  });

  await test.step("a removed image returns to its position", async () => {
    await dialog.getByRole("button", { name: "Remove Image 1" }).click();
    await expect(dialog.getByRole("group", { name: /^Image \d$/ })).toHaveCount(2);
    await dialog.getByRole("button", { name: "Undo" }).click();
    const first = dialog.getByRole("group", { name: "Image 1" });
    await expect(first.getByLabel("Image description")).toHaveValue("The back");
  });

  await test.step("leaving shows a prompt, and nothing changes until it is saved", async () => {
    await page.keyboard.press("Escape");
    await dialog.getByRole("button", { name: /^Keep/ }).click();
    expect(await namesOf(id)).toEqual(["puna-yam.webp"]);
    const answer = Promise.withResolvers<void>();
    await page.route("**/rpc/set_product_pictures", async (route) => {
      await answer.promise;
      await route.continue();
    });
    const order = await dialog.locator("input[name=pictures]").inputValue();
    const later = await dialog.getByRole("button", { name: "Move Image 1 later" }).boundingBox();
    await dialog.getByRole("group", { name: "Image 1" }).getByLabel("Image description").press("Enter");
    // A change made while the images are saved would be lost.
    await expect(dialog.getByRole("button", { name: "Saving..." })).toBeFocused();
    await page.mouse.click((later?.x ?? 0) + 5, (later?.y ?? 0) + 5);
    await expect(dialog.locator("input[name=pictures]")).toHaveValue(order);
    answer.resolve();
    await expect(page.getByText(`Images of ${name} saved.`)).toBeVisible();
    await expect(dialog).toBeHidden();
    expect(await namesOf(id)).toEqual(["back.webp", "label.webp", "puna-yam.webp"]);
  });

  const guestContext = await browser.newContext({ viewport: page.viewportSize() });
  const guest = await guestContext.newPage();
  await test.step("a guest sees them in this order, with alternative text, by pointer and keyboard", async () => {
    await guest.goto(`/products/condiments/${id}`);
    const pictures = guest.getByRole("list", { name: `Images of ${name}` });
    await expect(pictures.getByRole("img")).toHaveCount(3);
    await expect(pictures.getByRole("img", { name: "The back" })).toBeInViewport();
    await guest.getByRole("button", { name: "Show image 3 of 3" }).click();
    await expect(pictures.getByRole("img").nth(2)).toBeInViewport({ ratio: 0.9 });
    await expect(pictures.getByRole("img").nth(2)).toHaveAccessibleName(name);
    await pictures.focus();
    await guest.keyboard.press("ArrowLeft");
    await expect(guest.getByRole("button", { name: "Show image 2 of 3" })).toHaveAttribute("aria-pressed", "true");
    const structuredData = await guest.locator('script[type="application/ld+json"]').allTextContents();
    const images =
      structuredData.flatMap((text) => JSON.parse(text) as { image?: string[] }[]).find(({ image }) => image)?.image ??
      [];
    expect(images.map(plainName)).toEqual(["back.webp", "label.webp", "puna-yam.webp"]);
  });
  await guestContext.close();

  await test.step("a removed image deletes its file", async () => {
    const [address] = await addressesOf(id);
    await page.goto(`/products/condiments/${id}`);
    await expectAccessible(page, "main");
    const again = await openPictures(page, name);
    await again.getByRole("button", { name: "Remove Image 1" }).click();
    const gone = page.waitForResponse(
      (answer) => answer.request().method() === "DELETE" && answer.url().includes("/storage/v1/object/"),
    );
    await again.getByRole("button", { name: "Save images" }).click();
    await expect(again).toBeHidden();
    await gone;
    expect(await namesOf(id)).toEqual(["label.webp", "puna-yam.webp"]);
    expect((await page.request.get(address ?? "")).status()).toBe(400);
  });
});

test("an image is dragged to another position by its handle", { tag: VERDICT }, async ({ page }) => {
  const { id, name } = await aProduct();
  await enterAs(page, await newShopkeeper());
  const dialog = await openPictures(page, name);
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

async function openPictures(page: Page, name: string): Promise<Locator> {
  await page.goto(`/desk/products?${new URLSearchParams({ words: name })}`);
  await page.getByRole("button", { name: `Images of ${name}` }).click();
  const dialog = page.getByRole("dialog", { name: `Images of ${name}` });
  await expect(dialog).toBeVisible();
  return dialog;
}

/** Returns the images in the database, in order. */
async function addressesOf(id: number): Promise<string[]> {
  const data = await readRow(serviceClient(), "products", "img1, img2, product_pictures(address, position)", { id });
  const further = data.product_pictures.toSorted((one, other) => one.position - other.position);
  return [data.img1, data.img2, ...further.map(({ address }) => address)].filter(Boolean);
}

const namesOf = async (id: number): Promise<string[]> => (await addressesOf(id)).map(plainName);

/** Returns the file name without folder and random prefix. */
const plainName = (address: string): string => address.replace(/^.*\/(?:[0-9a-f]{16}-)?/, "");

async function middleOf(place: Locator): Promise<{ x: number; y: number }> {
  const box = await place.boundingBox();
  return { x: (box?.x ?? 0) + (box?.width ?? 0) / 2, y: (box?.y ?? 0) + (box?.height ?? 0) / 2 };
}
