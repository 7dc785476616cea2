import { expect, findProductPath, test } from "./fixtures/shop-test.ts";
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
] as const;

/** The root's font size at 200 % text: twice 62.5 %. */
const DOUBLE_TEXT = "125%";

for (const { title, width, fontSize } of [
  { title: "with text at 200 % on a phone", width: PHONE.width, fontSize: DOUBLE_TEXT },
  { title: "at 320 px", width: 320, fontSize: "" },
]) {
  test(`${title} no content exceeds the width of ten pages`, { tag: [AT_OWN_WIDTHS, VERDICT] }, async ({ page }) => {
    await page.setViewportSize({ width, height: PHONE.height });
    for (const path of [...PAGES, await findProductPath(page)]) {
      await page.goto(path);
      await page.evaluate((size) => {
        document.documentElement.style.fontSize = size;
      }, fontSize);
      await expect(page.getByRole("heading", { level: 1 })).toBeAttached();
      await page.getByRole("navigation", { name: "Language" }).locator("summary").click();
      const past = await page.evaluate(() => {
        const edge = document.documentElement.clientWidth + 1;
        const scrolls = (element: Element | null): boolean =>
          element !== null &&
          (/auto|scroll|hidden|clip/.test(getComputedStyle(element).overflowX) || scrolls(element.parentElement));
        return [...document.body.querySelectorAll("*")]
          .filter((element) => element.checkVisibility() && element.getBoundingClientRect().right > edge)
          .filter((element) => !scrolls(element.parentElement))
          .map((element) => element.outerHTML.slice(0, 80));
      });
      expect(past, path).toEqual([]);
    }
  });
}
