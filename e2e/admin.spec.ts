// Deep: uploads of photos, and what guests load of the admin's code.
import { randomUUID } from "node:crypto";
import sharp from "sharp";
import { firstAdd } from "./fixtures/navigate.ts";
import { expect, test } from "./fixtures/shop-test.ts";
import { newShopkeeper, openAs } from "./fixtures/test-data.ts";
import { AT_PHONE } from "./fixtures/widths.ts";

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
