import { randomUUID } from "node:crypto";
import { beforeEach, vi } from "vitest";
import { aProduct, enterAs, newShopkeeper, newShopper, openAs, serviceClient } from "#e2e/fixtures/test-data.ts";
import { aPicture } from "#tests/a-picture.ts";
import { readRow } from "#tests/requests.ts";
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

test("the owner adds three images and reorders them by keyboard, and shoppers see that order", async ({ page }) => {
  const { id, name, path } = await aProduct();
  await enterAs(page, await newShopkeeper());
  const form = page.getByRole("dialog", { name: `Images of ${name}` });
  const button = (label: string) => form.getByRole("button", { name: label });
  const group = form.getByRole("group", { name: "Images", exact: true });
  const status = group.getByRole("status").last();
  const description = (place: number) =>
    form.getByRole("group", { name: `Image ${place}` }).getByLabel("Image description");
  const open = async () => {
    await page.goto(`/desk/products?${new URLSearchParams({ words: name })}`);
    await page.getByRole("button", { name: `Images of ${name}` }).click();
  };
  const shown = page.getByRole("list", { name: `Images of ${name}` }).getByRole("img");
  const addresses = () => shown.elements().map((image) => image.getAttribute("src") ?? "");
  const names = () => addresses().map((address) => /(?:back|label|puna-yam)\.webp/.exec(address)?.[0]);

  await step("several are added at once; a file that is no image is reported and skipped", async () => {
    await open();
    await form
      .getByLabel("Image 2: Add images")
      .setInputFiles([
        await aPicture("label.webp"),
        { name: "list.pdf", mimeType: "application/pdf", buffer: Buffer.from("%PDF") },
        await aPicture("back.webp"),
      ]);
    await expect(form.getByText("Image 3 must be a JPEG, PNG, WebP, or AVIF image.")).toBeVisible();
    await expect(form.getByRole("img", { name: "Preview of Image 4" })).toBeVisible();
    await expectAccessible("dialog[open]");
    await button("Save images").click();
    await expect(form.getByLabel("Image 3: Replace")).toBeFocused();
    await button("Remove Image 3").click();
    await expect(button("Remove Image 3")).toBeFocused();
    await expect(form.getByRole("group", { name: /^Image \d$/ })).toHaveCount(3);
  });
  await step("alternative text moves with its image", async () => {
    await description(3).fill("The back");
    await button("Move Image 3 earlier").press("Enter");
    await expect(status).toHaveText("Now Image 2 of 3.");
    await expect(button("Move Image 2 earlier")).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(status).toHaveText("Now Image 1 of 3.");
    await page.keyboard.press("Enter");
    await expect(status).toHaveText("It is already first.");
    await expect(description(1)).toHaveValue("The back");
    await button("Move Image 2 later").press("Enter");
    await expect(button("Move Image 3 later")).toBeFocused();
    await expect(status).toHaveText("Now Image 3 of 3.");
  });
  await step("a removed image returns to its position", async () => {
    await button("Remove Image 1").click();
    await expect(form.getByRole("group", { name: /^Image \d$/ })).toHaveCount(2);
    await button("Undo").click();
    await expect(description(1)).toHaveValue("The back");
  });
  await step("leaving shows a prompt, and nothing changes until it is saved", async () => {
    await page.keyboard.press("Escape");
    await form.getByRole("button", { name: /^Keep/ }).click();
    expect((await readRow(serviceClient(), "products", "img1", { id })).img1).toContain("puna-yam.webp");
    const { arrival, release } = page.holdBack(/rpc\/set_product_pictures/);
    await description(1).press("Enter");
    await arrival;
    // A change made while the images are saved would be lost.
    await expect(button("Saving...")).toBeFocused();
    await expect(group).toHaveAttribute("inert", "");
    release();
    await expect(page.getByText(`Images of ${name} saved.`)).toBeVisible();
    await expect(form).toBeHidden();
  });
  await step("shoppers see them in this order, and a removed image deletes its file", async () => {
    await page.goto(path);
    await expect(shown).toHaveCount(3);
    await expect(shown.first()).toHaveAttribute("alt", "The back");
    await expect(shown.last()).toHaveAttribute("alt", name);
    expect(names()).toEqual(["back.webp", "label.webp", "puna-yam.webp"]);
    const file = (await readRow(serviceClient(), "products", "img1", { id })).img1;
    await open();
    await button("Remove Image 1").click();
    await button("Save images").click();
    await expect(form).toBeHidden();
    await expect.poll(async () => (await page.shop.app.request(file)).status).toBe(400);
    await page.goto(path);
    expect(names()).toEqual(["label.webp", "puna-yam.webp"]);
  });
});
