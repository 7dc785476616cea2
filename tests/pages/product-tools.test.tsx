import { randomUUID } from "node:crypto";
import { beforeEach, vi } from "vitest";
import { newShopkeeper, newShopper, openAs } from "#e2e/fixtures/test-data.ts";
import { aPicture } from "#tests/a-picture.ts";
import { FakeReader } from "./fake-reader.ts";
import { expect, expectAccessible, type Page, step, test } from "./page-test.tsx";

beforeEach(() => {
  vi.stubGlobal("FileReader", FakeReader);
  // happy-dom draws no images, so the form uploads them as they are.
  vi.stubGlobal("createImageBitmap", () => Promise.reject(new Error("no canvas")));
});

const dialog = (page: Page) => page.getByRole("dialog", { name: "Add Item" });

const price = (page: Page) => dialog(page).getByLabel("Price", { exact: true });

const submit = (page: Page) => dialog(page).getByRole("button", { name: "Submit" }).click();

async function openAddItem(page: Page, path: string) {
  const ola = await newShopkeeper();
  await openAs(page, ola, path);
  await page.getByRole("button", { name: "Add Item" }).click();
  return ola;
}

/** Records the page's write requests in order. */
function writesOf(page: Page): string[] {
  const writes: string[] = [];
  page.route(/\/(rest|storage)\/v1\//, ({ method, url }) => {
    if (method !== "GET") writes.push(`${method} ${new URL(url).pathname}`);
    return undefined;
  });
  return writes;
}

test("the Add Item form previews images, rejects other files, and is cleared on cancel", async ({ page }) => {
  await openAddItem(page, "/beautyandhousehold");
  const image = dialog(page).getByLabel("Image 1");
  const preview = dialog(page).getByRole("img", { name: "Preview of Image 1" });
  await dialog(page).getByLabel("Name").fill("Forgotten");
  await image.setInputFiles(await aPicture("front.webp"));
  await expect(preview).toBeVisible();
  await dialog(page).getByRole("button", { name: "Cancel" }).click();
  await expect(dialog(page)).toBeHidden();
  await page.getByRole("button", { name: "Add Item" }).click();
  await expect(dialog(page).getByLabel("Name")).toHaveValue("");
  await expect(preview).toBeHidden();

  const writes = writesOf(page);
  await image.setInputFiles({ name: "list.pdf", mimeType: "application/pdf", buffer: Buffer.from("%PDF") });
  await expect(dialog(page).getByText("Image 1 must be a JPEG, PNG, WebP, or AVIF image.")).toBeVisible();
  const huge = Buffer.alloc(5 * 1024 * 1024 + 1);
  await image.setInputFiles({ name: "huge.png", mimeType: "image/png", buffer: huge });
  await dialog(page).getByLabel("Name").fill("Huge");
  await price(page).fill("1");
  await submit(page);
  await expect(dialog(page).getByText("Image 1 is too large, and this browser can't resize it.")).toBeVisible();
  await expect(image).toBeFocused();
  expect(writes).toEqual([]);
  await expectAccessible("dialog[open]");
});

test("a product is written before its images, and deleted if an image cannot be uploaded", async ({ page }) => {
  const logged = vi.spyOn(console, "error").mockReturnValue();
  const name = `Half-made ${randomUUID().slice(0, 6)}`;
  const ola = await openAddItem(page, "/snacksandconfectionaries");
  await dialog(page).getByLabel("Name").fill(name);
  await price(page).fill("3");
  await dialog(page)
    .getByLabel("Image 1")
    .setInputFiles(await aPicture("front/side.webp"));
  await dialog(page)
    .getByLabel("Image 2")
    .setInputFiles(await aPicture("two.png"));
  for (const place of [1, 2]) {
    const uploads: string[] = [];
    page.route(/\/storage\/v1\/object\/wears_styles\/\w+-/, ({ method, url }) => {
      if (method !== "POST") return undefined;
      uploads.push(new URL(url).pathname);
      return uploads.length === place ? Response.json({ message: "Broken" }, { status: 500 }) : undefined;
    });
    await submit(page);
    const message = `Image ${place} could not be uploaded. Item deleted in table.`;
    await expect(dialog(page).getByRole("form").getByText(message)).toBeVisible();
    await expect(page.getByRole("alert").filter({ hasText: message }).last()).toBeVisible();
    await expect(dialog(page).getByLabel("Name")).toHaveValue(name);
    // Only an admin can read products whose upload is unfinished.
    const { data } = await ola.client.from("snack_confectionaries").select("id").eq("name", name).throwOnError();
    expect(data).toEqual([]);
    // The first image, which was uploaded, is deleted with the row.
    const first = await page.shop.app.request((uploads[0] ?? "").replace("/object/", "/object/public/"));
    expect([uploads.length, first.status]).toEqual([place, 400]);
    page.unrouteAll();
  }
  logged.mockClear();

  const writes = writesOf(page);
  await submit(page);
  await expect(page.getByText("Item added succesfully")).toBeVisible();
  await expect(dialog(page)).toBeHidden();
  expect(writes).toEqual([
    "POST /rest/v1/snack_confectionaries",
    expect.stringMatching(/^POST \/storage\/v1\/object\/wears_styles\/[0-9a-f]{16}-frontside\.webp$/),
    expect.stringMatching(/^POST \/storage\/v1\/object\/wears_styles\/[0-9a-f]{16}-two\.png$/),
  ]);
});

test("rejected changes of products show a plain message and keep the input", async ({ page }) => {
  const logged = vi.spyOn(console, "error").mockReturnValue();
  await openAddItem(page, "/snacksandconfectionaries");

  await step("an item without name and price is rejected with messages, and the input stays", async () => {
    const size = dialog(page).getByLabel("Size", { exact: true });
    await size.fill("12 oz");
    await submit(page);
    await expect(dialog(page).getByLabel("Name")).toBeFocused();
    await expect(dialog(page).getByLabel("Name")).toHaveAccessibleDescription("The item needs a name.");
    await expect(dialog(page).getByText("The item needs a price.")).toBeVisible();
    await expect(size).toHaveValue("12 oz");
    await dialog(page).getByLabel("Name").fill("Chin Chin");
    await price(page).fill("4");
    await dialog(page).getByLabel("Discount price").fill("4");
    await submit(page);
    await expect(dialog(page).getByLabel("Discount price")).toBeFocused();
    await expect(dialog(page).getByText("The discount price must be below the price.")).toBeVisible();
    await dialog(page).getByRole("button", { name: "Cancel" }).click();
    await expect(dialog(page)).toBeHidden();
  });

  const product = page.getByRole("main").getByRole("article").first();
  const before = await product.textContent();
  await step("a failed image upload leaves the product unchanged", async () => {
    page.route(/\/storage\/v1\/object\/wears_styles\//, () => Response.json({ message: "Broken" }, { status: 500 }));
    await product.getByRole("button", { name: /^Edit / }).click();
    const form = page.getByRole("dialog", { name: "Edit item" });
    await form.getByLabel("Price", { exact: true }).fill("999");
    await form.getByLabel("Image 1").setInputFiles(await aPicture("new.webp"));
    await form.getByRole("button", { name: "Save changes" }).click();
    await expect(page.getByText("Image 1 could not be uploaded. Nothing changed.").first()).toBeVisible();
    await page.reload();
    await expect(product.getByRole("button", { name: /^Edit / })).toBeVisible();
    await expect(product).toHaveText(before);
  });

  await step("a failed deletion shows an error, and the product stays", async () => {
    page.route(/\/rest\/v1\/snack_confectionaries/, ({ method }) =>
      method === "DELETE" ? Response.json({}, { status: 500 }) : undefined,
    );
    await product.getByRole("button", { name: /^Delete / }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Delete", exact: true }).click();
    await expect(page.getByText("Product Could not be deleted")).toBeVisible();
    await expect(product.getByRole("button", { name: /^Delete / })).toBeEnabled();
  });
  logged.mockClear();
});

test("a customer sees no admin tools and is sent away from the settings", async ({ page }) => {
  const { arrival, release } = page.holdBack(/\/rest\/v1\/profiles/);
  await openAs(page, await newShopper(), "/condiments");
  await arrival;
  release();
  await expect(page.getByRole("button", { name: /^Add to Cart/ })).toHaveCount(8);
  await expect(page.getByRole("button", { name: /^(Add Item|Edit|Delete)/ })).toHaveCount(0);
  await page.goto("/desk/settings/shop");
  await expect(page).toHaveURL("/auth");
  await expect(page.getByRole("heading", { name: "My Orders" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Settings", exact: true })).toHaveCount(0);
});
