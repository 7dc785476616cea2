// Deep: names in the page's language, on pages under a language's path.
import { insert } from "#tests/requests.ts";
import { expect, expectAccessible, test } from "./fixtures/shop-test.ts";
import {
  aPaidOrder,
  aProduct,
  changeTo,
  newShopkeeper,
  newShopper,
  openAs,
  serviceClient,
} from "./fixtures/test-data.ts";
import { AT_PHONE } from "./fixtures/widths.ts";

const translateName = (id: number, language: string, text: string) =>
  insert(serviceClient(), "content_translations", {
    subject: "product",
    subject_id: String(id),
    field: "name",
    language,
    text,
  });

test("the cart shows names in the page's language, also after the language changes", { tag: AT_PHONE }, async ({
  page,
}) => {
  const yam = await aProduct({ price: 10 });
  const translated = `Ñame de prueba ${yam.id}`;
  await translateName(yam.id, "es", translated);
  await expect(async () => {
    await page.goto(`/es${yam.path}`);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(translated, { timeout: 1000 });
  }).toPass();
  await page.getByRole("button", { name: "Agregar al carrito" }).first().click();
  await page.goto("/es/cart");
  await expect(page.getByRole("article", { name: translated })).toBeVisible();
  await expectAccessible(page);

  await page.goto("/cart");
  await expect(page.getByRole("article", { name: yam.name })).toBeVisible();

  await page.goto("/fr/cart");
  await expect(page.getByRole("article", { name: yam.name }).getByRole("heading")).toHaveAttribute("lang", "en");
});

test("the page that requests a stock message names the product in its language", { tag: AT_PHONE }, async ({
  page,
}) => {
  const yam = await aProduct({ price: 10 });
  const translated = `Ñame agotado ${yam.id}`;
  await translateName(yam.id, "es", translated);
  await yam.change({ availability: "sold_out" });
  await page.goto(`/es/stock-messages?product=${yam.path.split("/").slice(2).join("-")}`);
  await expect(page.getByRole("main")).toContainText(translated);
});

test("an order's page has names in its language, and staff read them in English", { tag: AT_PHONE }, async ({
  page,
}) => {
  const yam = await aProduct({ price: 10 });
  const translated = `Igname d'essai ${yam.id}`;
  await translateName(yam.id, "fr", translated);
  const ama = await newShopper();
  const orderId = await aPaidOrder(ama, [{ name: yam.name, quantity: 1 }]);
  await openAs(page, ama, `/fr/orders/${orderId}`);
  await expect(page.getByRole("main").getByRole("link", { name: translated })).toBeVisible();
  await page.goto(`/orders/${orderId}`);
  await expect(page.getByRole("main").getByRole("link", { name: yam.name })).toBeVisible();
  await changeTo(page, await newShopkeeper());
  await page.goto(`/es/desk/orders/${orderId}`);
  await expect(page.getByRole("main").getByText(yam.name).first()).toBeVisible();
});
