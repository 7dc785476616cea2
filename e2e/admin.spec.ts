// Deep: uploads of photos, a failed upload half way, and what guests and customers load of the admin's code.

import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import sharp from "sharp";
import { aPicture } from "#tests/a-picture.ts";
import { fillIn } from "./fixtures/fill-in.ts";
import { firstAdd } from "./fixtures/navigate.ts";
import { expect, expectAccessible, test } from "./fixtures/shop-test.ts";
import { enterAs, newShopkeeper, newShopper, openAs } from "./fixtures/test-data.ts";
import { AT_DESKTOP, AT_PHONE } from "./fixtures/widths.ts";

test("the Add Item form previews images, rejects other files, and is cleared on cancel", { tag: AT_PHONE }, async ({
  page,
}) => {
  await enterAs(page, await newShopkeeper());

  await test.step("the form previews chosen images and is empty after a cancel", async () => {
    await page.goto("/beautyandhousehold");
    await page.getByRole("button", { name: "Add Item" }).click();
    const dialog = page.getByRole("dialog", { name: "Add Item" });
    await dialog.getByLabel("Name").fill("Forgotten");
    await dialog.getByLabel("Image 1").setInputFiles(await aPicture("front.webp"));
    await expect(dialog.getByRole("img", { name: "Preview of Image 1" })).toBeVisible();
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await expect(dialog).toBeHidden();
    await page.getByRole("button", { name: "Add Item" }).click();
    await expect(dialog.getByLabel("Name")).toHaveValue("");
    await expect(dialog.getByRole("img", { name: "Preview of Image 1" })).toBeHidden();
  });

  await test.step("files that are no image or too large are rejected before any request", async () => {
    const dialog = page.getByRole("dialog", { name: "Add Item" });
    await dialog
      .getByLabel("Image 1")
      .setInputFiles({ name: "list.pdf", mimeType: "application/pdf", buffer: Buffer.from("%PDF") });
    await expect(dialog.getByText("Image 1 must be a JPEG, PNG, WebP, or AVIF image.")).toBeVisible();
    await dialog
      .getByLabel("Image 1")
      .setInputFiles({ name: "huge.png", mimeType: "image/png", buffer: Buffer.alloc(5 * 1024 * 1024 + 1) });
    const calls = writesOf(page);
    await dialog.getByLabel("Name").fill("Huge");
    await dialog.getByLabel("Price", { exact: true }).fill("1");
    await dialog.getByRole("button", { name: "Submit" }).click();
    await expect(dialog.getByText("Image 1 is too large, and this browser can't resize it.")).toBeVisible();
    await expect(dialog.getByLabel("Image 1")).toBeFocused();
    expect(calls).toEqual([]);
    await expectAccessible(page, "dialog[open]");
  });
});

test("an admin adds an item with two images, changes its price, and deletes it", { tag: AT_DESKTOP }, async ({
  page,
}) => {
  const name = `Shea Soap ${randomUUID().slice(0, 6)}`;
  await enterAs(page, await newShopkeeper());

  await test.step("the listing shows the item to guests, too", async () => {
    await page.goto("/beautyandhousehold");
    await page.getByRole("button", { name: "Add Item" }).click();
    const dialog = page.getByRole("dialog", { name: "Add Item" });
    await fillIn(dialog, { Name: name, "Description header": "Soft as rain" });
    await dialog.getByRole("textbox", { name: "Description", exact: true }).fill("Black soap with shea butter.");
    await dialog.getByLabel("Price", { exact: true }).fill("7.49");
    await dialog.getByLabel("Size", { exact: true }).fill("5 oz");
    await dialog.getByLabel("Image 1").setInputFiles(await aPicture("front/side.webp"));
    await dialog.getByLabel("Image 2").setInputFiles(await aPicture("back.png"));
    const calls = writesOf(page);
    await dialog.getByRole("button", { name: "Submit" }).click();
    await expect(page.getByText("Item added succesfully")).toBeVisible();
    await expect(dialog).toBeHidden();
    await expect(card(page, name)).toContainText("$7.49");
    expect(calls).toEqual([
      "POST /rest/v1/beauty_and_household",
      expect.stringMatching(/^POST \/storage\/v1\/object\/wears_styles\/[0-9a-f]{16}-frontside\.webp$/),
      expect.stringMatching(/^POST \/storage\/v1\/object\/wears_styles\/[0-9a-f]{16}-back\.png$/),
    ]);
    // Without a session, like every document request: only scripts read the session.
    const pageText = async (path: string) => (await page.request.get(path)).text();
    const ofItem = await card(page, name).getByRole("link").first().getAttribute("href");
    await expect.poll(() => pageText(page.url())).toContain(name);
    expect(await pageText(page.url())).toContain("$7.49");
    await expect.poll(() => pageText(ofItem ?? "")).toContain("Show image 2 of 2");
  });

  await test.step("the pencil opens the form with the item's values", async () => {
    await page.getByRole("button", { name: `Edit ${name}` }).click();
    const dialog = page.getByRole("dialog", { name: "Edit item" });
    await expect(dialog.getByLabel("Name")).toHaveValue(name);
    await expect(dialog.getByRole("textbox", { name: "Description", exact: true })).toHaveValue(
      "Black soap with shea butter.",
    );
    await expect(dialog.getByLabel("Discount price")).toHaveValue("");
    await dialog.getByLabel("Discount price").fill("6.25");
    await dialog.getByLabel("Image 2").setInputFiles(await aPicture("new back.png"));
    await dialog.getByRole("button", { name: "Save changes" }).click();
    await expect(page.getByText("Product saved")).toBeVisible();
    await expect(card(page, name)).toContainText("$6.25");
    await expect(card(page, name)).toContainText("Save $1.24");
  });

  await test.step("deleting asks for confirmation by name", async () => {
    await page.getByRole("button", { name: `Delete ${name}` }).click();
    const question = page.getByRole("dialog", { name: "Delete this item?" });
    await expect(question).toContainText(name);
    await expectAccessible(page, "dialog[open]");
    await question.getByRole("button", { name: "Cancel" }).click();
    await expect(card(page, name)).toBeVisible();
    await page.getByRole("button", { name: `Delete ${name}` }).click();
    await question.getByRole("button", { name: "Delete", exact: true }).click();
    await expect(page.getByText("Product successfully deleted")).toBeVisible();
    await expect(card(page, name)).toBeHidden();
  });
});

test("a photo is uploaded upright, scaled down, and without its GPS position", { tag: AT_PHONE }, async ({ page }) => {
  const taken = { IFD0: { Make: "Calabash Phone" }, IFD3: { GPSLatitudeRef: "N" } };
  await openAs(page, await newShopkeeper(), "/others");
  const dialog = page.getByRole("dialog", { name: "Add Item" });
  const add = async (name: string, file: string, photo: Buffer) => {
    await page.getByRole("button", { name: "Add Item" }).click();
    await dialog.getByLabel("Name").fill(`${name} ${randomUUID().slice(0, 6)}`);
    await dialog.getByLabel("Price", { exact: true }).fill("3");
    await dialog.getByLabel("Image 1").setInputFiles({ name: file, mimeType: "image/jpeg", buffer: photo });
    await dialog.getByRole("button", { name: "Submit" }).click();
    await expect(dialog).toBeHidden();
  };

  await test.step("a phone's photo is scaled down", async () => {
    const noise = { type: "gaussian" as const, mean: 128, sigma: 60 };
    const photo = await sharp({ create: { width: 4000, height: 3000, channels: 3, background: "#14693f", noise } })
      .withMetadata({ orientation: 6 })
      .withExifMerge(taken)
      .jpeg({ quality: 95 })
      .toBuffer();
    expect(photo.length).toBeGreaterThan(9 * 1024 * 1024);
    const sent = page.waitForRequest((request) => request.url().includes("/storage/v1/object/wears_styles/"));
    await add("Photographed", "IMG 2041.JPG", photo);
    await expect(page.getByText("Item added succesfully")).toBeVisible();
    const { pathname } = new URL((await sent).url());
    expect(pathname).toMatch(/[0-9a-f]{16}-IMG-2041\.jpg$/);
    const answer = await page.request.get(pathname.replace("/object/", "/object/public/"));
    const shown = await answer.body();
    const { width, height, exif, format } = await sharp(shown).metadata();
    expect({ width, height, exif, format }).toEqual({ width: 1800, height: 2400, format: "jpeg" });
    expect(shown.includes("Calabash Phone")).toBe(false);
  });

  await test.step("a small photo loses its metadata, too", async () => {
    const photo = await sharp({ create: { width: 90, height: 60, channels: 3, background: "#14693f" } })
      .withMetadata({ orientation: 6 })
      .withExifMerge(taken)
      .jpeg()
      .toBuffer();
    expect(photo.includes("Calabash Phone")).toBe(true);
    // Stores the uploaded file on the page, where the test reads it.
    await page.evaluate(() => {
      const send = window.fetch;
      window.fetch = async (input, init) => {
        const file =
          init?.body instanceof FormData ? [...init.body.values()].find((each) => each instanceof File) : null;
        if (file)
          document.body.dataset["sent"] = btoa(String.fromCharCode(...new Uint8Array(await file.arrayBuffer())));
        return send(input, init);
      };
    });
    await add("Small photo", "photo.jpg", photo);
    const sent = Buffer.from((await page.locator("body").getAttribute("data-sent")) ?? "", "base64");
    const { width, height, exif } = await sharp(sent).metadata();
    expect({ width, height, exif }).toEqual({ width: 60, height: 90, exif: undefined });
  });
});

test.describe("when an image upload fails", () => {
  test.use({ expectedRejections: ["/storage/v1/object/"] });

  test("the new product is deleted and never shown", { tag: AT_PHONE }, async ({ page }) => {
    const name = `Half-made ${randomUUID().slice(0, 6)}`;
    const ola = await newShopkeeper();
    await openAs(page, ola, "/snacksandconfectionaries");
    await page.getByRole("button", { name: "Add Item" }).click();
    const dialog = page.getByRole("dialog", { name: "Add Item" });
    await dialog.getByLabel("Name").fill(name);
    await dialog.getByLabel("Price", { exact: true }).fill("3");
    await dialog.getByLabel("Image 1").setInputFiles(await aPicture("one.webp"));
    await dialog.getByLabel("Image 2").setInputFiles(await aPicture("two.png"));

    for (const place of [1, 2]) {
      await test.step(`image ${place} of two`, async () => {
        const uploads: string[] = [];
        await page.route("**/storage/v1/object/wears_styles/**", (route) => {
          uploads.push(new URL(route.request().url()).pathname);
          return uploads.length === place
            ? route.fulfill({ status: 500, json: { message: "Broken" } })
            : route.continue();
        });
        await dialog.getByRole("button", { name: "Submit" }).click();
        const message = `Image ${place} could not be uploaded. Item deleted in table.`;
        await expect(page.getByText(message).first()).toBeVisible();
        await expect(dialog.getByRole("form").getByText(message)).toBeInViewport();
        // The toast is visible too, above the open modal.
        await expect(dialog.getByRole("alert").filter({ hasText: message }).last()).toBeInViewport();
        await expect(dialog.getByLabel("Name")).toHaveValue(name);
        // The dialog looks the same for either image.
        if (place === 1) await expectAccessible(page, "dialog[open]");
        // Only an admin can read products whose upload is unfinished.
        const { data } = await ola.client.from("snack_confectionaries").select("id").eq("name", name).throwOnError();
        expect(data).toEqual([]);
        // The first image, which was uploaded, is deleted with the row.
        const first = await page.request.get((uploads[0] ?? "").replace("/object/", "/object/public/"));
        expect(first.status()).toBe(400);
        expect(uploads).toHaveLength(place);
        await page.unroute("**/storage/v1/object/wears_styles/**");
      });
    }
  });
});

test.describe("rejected changes", () => {
  test.use({ expectedRejections: ["/rest/v1/snack_confectionaries", "/storage/v1/object/"] });

  test("the form shows a plain message and keeps the input", { tag: AT_PHONE }, async ({ page }) => {
    await openAs(page, await newShopkeeper(), "/snacksandconfectionaries");
    const product = page.getByRole("main").getByRole("article").first();

    await test.step("an item without name and price is rejected with messages, and the input stays", async () => {
      await page.getByRole("button", { name: "Add Item" }).click();
      const dialog = page.getByRole("dialog", { name: "Add Item" });
      await dialog.getByLabel("Size", { exact: true }).fill("12 oz");
      await dialog.getByRole("button", { name: "Submit" }).click();
      await expect(dialog.getByLabel("Name")).toBeFocused();
      await expect(dialog.getByLabel("Name")).toHaveAccessibleDescription("The item needs a name.");
      await expect(dialog.getByText("The item needs a price.")).toBeVisible();
      await expect(dialog.getByLabel("Size", { exact: true })).toHaveValue("12 oz");
      await dialog.getByLabel("Name").fill("Chin Chin");
      await dialog.getByLabel("Price", { exact: true }).fill("4");
      await dialog.getByLabel("Discount price").fill("4");
      await dialog.getByRole("button", { name: "Submit" }).click();
      await expect(dialog.getByLabel("Discount price")).toBeFocused();
      await expect(dialog.getByText("The discount price must be below the price.")).toBeVisible();
      await dialog.getByRole("button", { name: "Cancel" }).click();
      await expect(dialog).toBeHidden();
    });

    await test.step("a failed image upload leaves the product unchanged", async () => {
      await page.route("**/storage/v1/object/wears_styles/**", (route) =>
        route.fulfill({ status: 500, json: { message: "Broken" } }),
      );
      const before = await product.textContent();
      await product.getByRole("button", { name: /^Edit / }).click();
      const dialog = page.getByRole("dialog", { name: "Edit item" });
      await dialog.getByLabel("Price", { exact: true }).fill("999");
      await dialog.getByLabel("Image 1").setInputFiles(await aPicture("new.webp"));
      await dialog.getByRole("button", { name: "Save changes" }).click();
      await expect(page.getByText("Image 1 could not be uploaded. Nothing changed.").first()).toBeVisible();
      await page.reload();
      await expect(product).toHaveText(before ?? "");
    });

    await test.step("a failed deletion shows an error, and the product stays", async () => {
      await page.route("**/rest/v1/snack_confectionaries*", (route) =>
        route.request().method() === "DELETE" ? route.fulfill({ status: 500, json: {} }) : route.continue(),
      );
      await product.getByRole("button", { name: /^Delete / }).click();
      await page.getByRole("dialog").getByRole("button", { name: "Delete", exact: true }).click();
      await expect(page.getByText("Product Could not be deleted")).toBeVisible();
      await expect(product.getByRole("button", { name: /^Delete / })).toBeEnabled();
    });
  });
});

test("a guest's listing loads none of the admin's code", { tag: AT_PHONE }, async ({ page }) => {
  const scripts: string[] = [];
  page.on("request", (request) => scripts.push(new URL(request.url()).pathname));
  await page.goto("/condiments");
  await firstAdd(page).click();
  await expect(page.getByText("Item added to cart")).toBeVisible();
  const adminCode = () => scripts.filter((path) => /category-tools|product-tools|product-form/.test(path));
  expect(adminCode()).toEqual([]);
  await openAs(page, await newShopkeeper(), "/condiments");
  await expect.poll(() => adminCode().length).toBeGreaterThan(0);
});

test("a customer sees no admin tools and is sent away from the settings", { tag: AT_PHONE }, async ({ page }) => {
  await enterAs(page, await newShopper());
  const requested = page.waitForResponse((response) => response.url().includes("/rest/v1/profiles"));
  await page.goto("/condiments");
  await requested;
  await expect(page.getByRole("button", { name: /^Add to Cart/ })).toHaveCount(8);
  await expect(page.getByRole("button", { name: /^(Add Item|Edit|Delete)/ })).toHaveCount(0);
  await page.goto("/desk/settings/shop");
  await expect(page).toHaveURL("/auth");
  await expect(page.getByRole("heading", { name: "My Orders" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Settings", exact: true })).toHaveCount(0);
});

const card = (page: Page, name: string) => page.getByRole("main").getByRole("article").filter({ hasText: name });

/** Records the page's write requests in order. */
function writesOf(page: Page): string[] {
  const writes: string[] = [];
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (request.method() !== "GET" && /^\/(rest|storage)\/v1\//.test(pathname)) {
      writes.push(`${request.method()} ${pathname}`);
    }
  });
  return writes;
}
