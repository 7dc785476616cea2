import type { Page } from "@playwright/test";
import { untilCard } from "./fixtures/order-board.ts";
import { expect, findProductPath, test } from "./fixtures/shop-test.ts";
import { aPaidOrder, aProduct, enterAs, nameOf, newShopkeeper, newShopper, openAs } from "./fixtures/test-data.ts";
import { AT_OWN_WIDTHS, PHONE, VERDICT } from "./fixtures/widths.ts";

const PAGES = [
  "/home",
  "/condiments",
  "/search?q=okra",
  "/cart",
  "/blog",
  "/blogs/1",
  "/recipes",
  "/contact",
  "/auth",
  "/about",
  "/privacy",
] as const;

/** The root's font size at 200 % text: twice 62.5 %. */
const DOUBLE_TEXT = "125%";

const setFontSize = (page: Page, fontSize: string) =>
  page.evaluate((size) => {
    document.documentElement.style.fontSize = size;
  }, fontSize);

/** Returns the elements that exceed the width of the page, except in parts that scroll. */
function overflowing(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const edge = document.documentElement.clientWidth + 1;
    const scrolls = (element: Element | null): boolean =>
      element !== null &&
      (/auto|scroll|hidden|clip/.test(getComputedStyle(element).overflowX) || scrolls(element.parentElement));
    return [...document.body.querySelectorAll("*")]
      .filter((element) => element.checkVisibility() && element.getBoundingClientRect().right > edge)
      .filter((element) => !scrolls(element.parentElement))
      .map((element) => element.outerHTML.slice(0, 80));
  });
}

for (const { title, width, fontSize } of [
  { title: "with text at 200 % on a phone", width: PHONE.width, fontSize: DOUBLE_TEXT },
  { title: "at 320 px", width: 320, fontSize: "" },
]) {
  test(`${title} no content exceeds the width of public pages`, { tag: [AT_OWN_WIDTHS, VERDICT] }, async ({ page }) => {
    await page.setViewportSize({ width, height: PHONE.height });
    for (const path of [...PAGES, await findProductPath(page)]) {
      await page.goto(path);
      await setFontSize(page, fontSize);
      await expect(page.getByRole("heading", { level: 1 })).toBeAttached();
      await page.getByRole("navigation", { name: "Language" }).locator("summary").click();
      expect(await overflowing(page), path).toEqual([]);
    }
  });
}

test("with text at 200 % on a phone an order fits the width of the board and of its pick list", {
  tag: AT_OWN_WIDTHS,
}, async ({ page }) => {
  const yam = await aProduct();
  const orderId = await aPaidOrder(await newShopper(), [{ name: yam.name, quantity: 3 }]);
  await page.setViewportSize(PHONE);
  await openAs(page, await newShopkeeper(), "/desk");
  await setFontSize(page, DOUBLE_TEXT);
  await untilCard(page, await nameOf(orderId));
  expect(await overflowing(page)).toEqual([]);
  await page
    .getByRole("article", { name: await nameOf(orderId) })
    .getByRole("link")
    .click();
  await expect(page.getByText("0 of 1 in the bag")).toBeVisible();
  expect(await overflowing(page)).toEqual([]);
});

const STAFF_PAGES = [
  ...["shop", "hours", "windows", "banner"].map((part) => `/desk/settings/${part}`),
  ...["/desk/products", "/desk/orders", "/desk/aisles", "/desk/translations", "/desk/articles/new"],
  // The longest labels of the bottom bar and of a table are Spanish.
  "/es/desk/stock/report",
];

test("with text at 200 % on a phone no content exceeds the width of pages for staff", { tag: AT_OWN_WIDTHS }, async ({
  page,
}) => {
  const yam = await aProduct({ count: 7 });
  await page.setViewportSize(PHONE);
  await enterAs(page, await newShopkeeper());
  await page.addInitScript((size) => {
    document.addEventListener("readystatechange", () => {
      document.documentElement.style.fontSize = size;
    });
  }, DOUBLE_TEXT);
  for (const path of STAFF_PAGES) {
    await page.goto(path);
    await expect(page.getByRole("main").getByRole("heading", { level: 1 })).toBeVisible();
    await expect(page.getByRole("main").getByRole("button").first()).toBeVisible();
    expect(await overflowing(page), path).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBeLessThanOrEqual(PHONE.width);
  }
  await page.goto("/desk/offers");
  await page.getByRole("button", { name: "Add offer" }).click();
  const heightOf = (label: string) => page.getByLabel(label, { exact: true }).evaluate((field) => field.clientHeight);
  // The date and the time of a field do not fit beside each other.
  expect(await heightOf("Ends")).toBeGreaterThan(1.3 * (await heightOf("Percent")));
  await page.goto(`/desk/products?words=${encodeURIComponent(yam.name)}`);
  const stock = page.getByRole("group", { name: `Stock of ${yam.name}` });
  const edge = await stock.evaluate((group) => group.getBoundingClientRect().right);
  const button = await stock.getByRole("button", { name: "One more" }).boundingBox();
  expect((button?.x ?? 0) + (button?.width ?? 0)).toBeLessThanOrEqual(edge);
});
