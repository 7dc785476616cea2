// Deep: bottom bar, unsaved changes at logout, and the language of the back office.

import { expect, expectAccessible, test } from "./fixtures/shop-test.ts";
import { aPaidOrder, newShopkeeper, newShopper, openAs } from "./fixtures/test-data.ts";
import { AT_DESKTOP, AT_PHONE } from "./fixtures/widths.ts";

test("a phone's bottom bar leads to every page, and the first order is high on the screen", { tag: AT_PHONE }, async ({
  page,
}) => {
  await aPaidOrder(await newShopper());
  await openAs(page, await newShopkeeper(), "/desk");
  const card = page.getByRole("main").getByRole("listitem").first();
  // Until the events arrive, the header states the time of the last read, which takes another line.
  await expect(page.getByText("Live", { exact: true })).toBeVisible();
  // While the store is closed, another line says that the bell is muted.
  const lines = (await page.getByText("Muted: the store is closed.").count()) * 28;
  await expect.poll(async () => (await card.boundingBox())?.y).toBeLessThan(300 + lines);
  const bar = page.getByRole("navigation", { name: "Back office, main pages" });
  await bar.getByRole("link", { name: "Products" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Products" })).toBeVisible();
  await bar.getByRole("button", { name: "More" }).click();
  const sheet = page.getByRole("dialog", { name: "All pages" });
  await expectAccessible(page, "dialog");
  await sheet.getByRole("link", { name: "Hours and closed days" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Hours and closed days" })).toBeVisible();
  await expect(sheet).toBeHidden();
});

test("the back office is in English or Spanish, as chosen in its menu", { tag: AT_DESKTOP }, async ({ page }) => {
  await openAs(page, await newShopkeeper(), "/desk/orders?fulfillment=pickup");
  const languages = page.getByRole("banner").getByRole("list", { name: "Language" });
  await languages.getByRole("link", { name: "Español" }).click();
  await expect(page).toHaveURL("/es/desk/orders?fulfillment=pickup");
  await expect(page.getByRole("heading", { level: 1, name: "Todos los pedidos" })).toBeVisible();
  await expect(page.getByRole("list", { name: "Filtros activos" }).getByText("Recoger en tienda")).toBeVisible();
  await expectAccessible(page);

  const idioma = page.getByRole("banner").getByRole("list", { name: "Idioma" });
  await expect(idioma.getByRole("link", { name: "Español" })).toHaveAttribute("aria-current", "true");
  await page.getByRole("navigation", { name: "Administración" }).getByRole("link", { name: "Hoy" }).click();
  await expect(page).toHaveURL("/es/desk/today");
  await idioma.getByRole("link", { name: "English" }).click();
  await expect(page).toHaveURL("/desk/today");
  await expect(page.getByRole("heading", { level: 1, name: "Today" })).toBeVisible();
});

test.describe("unknown pages", () => {
  test.use({ expectedRejections: ["/desk/offers/new"] });
  test("an unknown page stays in the frame, and hydration finds what the server rendered", { tag: AT_PHONE }, async ({
    page,
  }) => {
    await openAs(page, await newShopkeeper(), "/desk/offers/new");
    await expect(page.getByRole("heading", { name: "Page not found" })).toBeVisible();
    const breadcrumb = page.getByRole("navigation", { name: "Breadcrumb" });
    await expect(breadcrumb.getByRole("link", { name: "Marketing" })).toBeVisible();
  });
});

test("help stands beside the till and below its bar", { tag: AT_DESKTOP }, async ({ page }) => {
  await openAs(page, await newShopkeeper(), "/desk/till");
  await page.getByRole("button", { name: "Help" }).click();
  const help = page.getByRole("complementary", { name: "Help" });
  await expect(help.getByRole("heading", { name: "On this page" })).toBeVisible();
  const boxOf = async (part: typeof help) => (await part.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  const [bar, main, beside] = [
    await boxOf(page.getByRole("banner")),
    await boxOf(page.getByRole("main")),
    await boxOf(help),
  ];
  expect(beside.x).toBeGreaterThanOrEqual(main.x + main.width);
  expect([main.y, beside.y]).toEqual([bar.height, bar.height]);
  expect(beside.y + beside.height).toBeLessThanOrEqual(page.viewportSize()?.height ?? 0);
});
