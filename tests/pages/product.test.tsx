import { vi } from "vitest";
import { openFilledCart } from "#e2e/fixtures/filled-cart.ts";
import { aProduct, serviceClient } from "#e2e/fixtures/test-data.ts";
import { expect, expectAccessible, test } from "./page-test.tsx";

test("clothing with sizes shows a size chart and the chosen size beside the price", async ({ page }) => {
  await page.goto("/africanwearandfashion");
  await page.getByRole("article").filter({ hasText: "Agbada" }).getByRole("link").first().click();
  await page.getByText("Size chart").click();
  await expect(page.getByRole("table").getByRole("row")).toHaveText(["SizeChestWaistHips", /^L40/, /^XL43/, /^XXL46/]);
  await expect(page.getByRole("link", { name: "Choose a size" })).toBeVisible();
  await page.getByRole("radio", { name: "XL", exact: true }).check();
  await expect(page.getByRole("link", { name: "Size XL" })).toBeVisible();
});

test("another product's page starts without the choices and errors of the one before", async ({ page }) => {
  await page.goto("/africanwearandfashion");
  await page.getByRole("article").filter({ hasText: "Agbada" }).getByRole("link").first().click();
  await page
    .getByRole("button", { name: /^Add to Cart/ })
    .first()
    .click();
  await expect(page.getByRole("main").getByText("Choose a size.")).toBeVisible();
  const { data: caftan } = await serviceClient()
    .from("products")
    .select("id, product_sizes!inner(id)")
    .eq("category", "wears")
    .not("name", "like", "%Agbada%")
    .limit(1)
    .single()
    .throwOnError();
  await page.navigateTo(`/products/wears/${caftan.id}`);
  await expect(page.getByRole("radio").first()).toBeVisible();
  await expect(page.getByText("Choose a size.")).toHaveCount(0);
});

test("card, product page, and cart print how many are left, and a larger cart is blocked at once", async ({ page }) => {
  const yam = await aProduct({ count: 2 });
  await page.goto(`/search?q=${encodeURIComponent(yam.name)}`);
  await expect(page.getByRole("article").filter({ hasText: yam.name })).toContainText("Only 2 left");
  await page.goto(yam.path);
  await expect(page.getByRole("region", { name: "Before you buy" })).toContainText("Only 2 left");
  await expectAccessible("main");
  await openFilledCart(page, [{ name: yam.name, quantity: 2 }]);
  const line = page.getByRole("article", { name: yam.name });
  await expect(line).toContainText("Only 2 left");
  await expectAccessible("main");
  await line.getByRole("button", { name: "One more" }).click();
  await expect(line).toContainText(`Only 2 of ${yam.name} are left.`);
  await page.getByRole("button", { name: "Proceed to Checkout" }).first().click();
  await expect(page.getByRole("form").getByText(/Change your cart to continue\./)).toBeVisible();
  await expect(page).toHaveURL("/cart");
  await yam.change({ archived_at: new Date().toISOString() });
});

test("a product page shows breadcrumbs, adds a chosen quantity, and counts it in the cart", async ({ page }) => {
  const { name, path } = await aProduct();
  await page.goto(path);
  const way = page.getByRole("navigation", { name: "Breadcrumb" });
  await expect(way.getByRole("link")).toHaveText(["Home", "Condiments"]);
  await expect(way.getByText(name)).toHaveAttribute("aria-current", "page");
  const quantity = page.getByRole("textbox", { name: `Quantity of ${name}` });
  const add = page.getByRole("button", { name: `Add to Cart: ${name}` });
  await expect(page.getByRole("button", { name: "One less" })).toBeDisabled();
  await page.getByRole("button", { name: "One more" }).press("Enter");
  await expect(quantity).toHaveValue("2");
  await quantity.fill("0");
  await add.press("Enter");
  await expect(page.getByRole("link", { name: "In your cart: 2" })).toBeVisible();
  await expect(quantity).toHaveValue("1");
  await add.click();
  await page.getByRole("link", { name: "In your cart: 3" }).click();
  await expect(page.getByRole("textbox", { name: `Quantity of ${name}` })).toHaveValue("3");
});

test("Share opens the device's share sheet, or else copies the link with a notice", async ({ page }) => {
  const { name, path } = await aProduct();
  await page.goto(`${path}?from=a-friend`);
  const share = page.getByRole("button", { name: /^Share / });
  const { href } = new URL(path, page.url());
  await share.click();
  await expect(page.getByText("Link copied")).toBeVisible();
  expect(await navigator.clipboard.readText()).toBe(href);
  await page.getByRole("button", { name: "Close message" }).click();

  const shareSheet = vi.fn().mockResolvedValueOnce(undefined);
  Object.assign(navigator, { share: shareSheet });
  await share.click();
  expect(shareSheet).toHaveBeenCalledExactlyOnceWith({ title: name, url: href });
  shareSheet.mockRejectedValueOnce(new DOMException("Closed", "AbortError"));
  await share.click();
  await expect(page.getByText("Link copied")).toHaveCount(0);
  shareSheet.mockRejectedValueOnce(new DOMException("Not now", "NotAllowedError"));
  vi.spyOn(navigator.clipboard, "writeText").mockRejectedValue(new DOMException("Not here", "NotAllowedError"));
  await share.click();
  await expect(page.getByRole("alert").getByText("We couldn't copy the link.")).toBeVisible();
  Reflect.deleteProperty(navigator, "share");
});
