// Deep: an owner's first day, from an empty folder to a product that the public sees, without a terminal.
import { newDataDir } from "#scripts/test-environment/shop-process.ts";
import { fillIn } from "./fixtures/fill-in.ts";
import { openOwnShop } from "./fixtures/own-shop.ts";
import { expect, test } from "./fixtures/shop-test.ts";
import { AT_PHONE } from "./fixtures/widths.ts";

test("a new owner follows the printed link, names the store, adds a product, and opens", { tag: AT_PHONE }, async ({
  page,
  browser,
}) => {
  const shop = await openOwnShop({ SHOP_MODE: "empty" }, newDataDir());
  const { origin } = shop;
  try {
    const link = /Make yourself the owner: (\S+)/.exec(shop.output())?.[1] ?? "";
    const shopper = await (await browser.newContext({ baseURL: origin })).newPage();
    await shopper.goto("/home");
    await expect(shopper.getByText("We open soon.")).toBeVisible();

    await page.goto(link);
    await page.getByRole("link", { name: "Sign up" }).click();
    await fillIn(page, { "Full Name": "Ola Owner", Email: "ola@grocer.example.org" });
    await page.getByLabel("Password", { exact: true }).fill("long enough");
    await page.getByRole("button", { name: "Sign up" }).click();
    await page.getByRole("button", { name: "Become the owner" }).click();
    await expect(page.getByRole("heading", { name: "Setup checklist" })).toBeVisible();
    const step = (title: string) =>
      page.getByRole("listitem").filter({ has: page.getByRole("heading", { name: title }) });
    await expect(step("Open to the public")).toContainText("Add the address, the phone number, and a product first.");

    await step("Opening hours").getByRole("button", { name: "Yes, these are our hours" }).click();
    await expect(page.getByRole("main")).toBeFocused();
    await expect(step("Opening hours")).toContainText("Done:");
    await step("Name, address, and phone").getByRole("link").click();
    for (const [label, value] of [
      ["Store name", "Ola's Market"],
      ["Phone", "(713) 555-0188"],
      ["Email", "ola@grocer.example.org"],
      ["Street", "12 Main Street"],
      ["City", "Houston"],
      ["State", "Texas"],
      ["Zip code", "77073"],
      ["Near", "Humble"],
    ] as const) {
      await page.getByLabel(label, { exact: true }).fill(value);
    }
    await page.getByRole("button", { name: /^Save/ }).first().click();
    await expect(page.getByText(/saved/i).first()).toBeVisible();

    await page.goto(`${origin}/desk/products/new`);
    await page.getByLabel("Name", { exact: true }).fill("Palm oil");
    await page.getByLabel("Price", { exact: true }).fill("12");
    await page.getByRole("button", { name: /^(Add|Save) product$/ }).click();
    await expect(page).toHaveURL(/\/desk\/products\/condiments\/\d+|\/desk\/products/);

    await page.goto(`${origin}/desk/first-steps`);
    await step("Open to the public").getByRole("button", { name: "Open the store" }).click();
    await expect(page.getByText("Everyone can see the store.")).toBeVisible();
    await expect.poll(async () => (await fetch(`${origin}/home`, { redirect: "manual" })).status).toBe(200);
    await shopper.goto("/condiments");
    await expect(shopper.getByText("Palm oil").first()).toBeVisible();
    await shopper.context().close();
  } finally {
    await page.goto("about:blank");
    await shop.close();
  }
});
