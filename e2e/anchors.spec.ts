// Deep: anchors below the sticky header, with images that arrive late.
import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures/shop-test.ts";
import { AT_PHONE } from "./fixtures/widths.ts";

/** A link to an anchor leaves its heading below the sticky header, whichever page has the link. */

test.use({ reducedMotion: "no-preference" });

const ANCHORS = [
  { id: "whyChooseUs", heading: "Why Choose Us" },
  { id: "meatandSeaFood", heading: "Meat and Sea Food" },
  { id: "wearsandStyles", heading: "African Wears" },
];

/** Returns the distance between the header and the heading, once two consecutive reads agree. */
async function expectBelowHeader(page: Page, name: string): Promise<void> {
  const heading = page.getByRole("main").getByRole("heading", { name, exact: true });
  let last = Number.NaN;
  await expect
    .poll(
      async () => {
        const gap = await heading.evaluate((element) => {
          const bar = document.elementFromPoint(innerWidth / 2, 4)?.closest("header");
          return Math.round(element.getBoundingClientRect().top - (bar?.getBoundingClientRect().bottom ?? 0));
        });
        const isStable = gap === last;
        last = gap;
        return isStable && gap >= 0 && gap < 200;
      },
      { intervals: [700] },
    )
    .toBe(true);
}

const openMenu = async (page: Page) => {
  if ((page.viewportSize()?.width ?? 0) < 1000) await page.getByRole("banner").getByText("Menu").click();
};

test("Free Delivery scrolls to its heading, from home and from another page", async ({ page }) => {
  for (const path of ["/about", "/home"]) {
    await page.goto(path);
    await openMenu(page);
    await page.getByRole("banner").getByRole("link", { name: "Free Delivery" }).filter({ visible: true }).click();
    await expect(page).toHaveURL("/home#whyChooseUs");
    await expectBelowHeader(page, "Why Choose Us");
  }
});

test.describe("a page that could not be shown", () => {
  test.use({ expectedRejections: ["/home.data", "status of 500", "Error"] });

  test("is loaded again with the anchor of its URL", { tag: AT_PHONE }, async ({ page }) => {
    await page.goto("/about");
    await page.route("**/home.data*", (route) => route.fulfill({ status: 500 }));
    await openMenu(page);
    await page.getByRole("banner").getByRole("link", { name: "Free Delivery" }).filter({ visible: true }).click();
    await page.getByRole("link", { name: "Try again" }).click();
    await expect(page.getByRole("heading", { name: "Why Choose Us" })).toBeVisible();
    await expect(page).toHaveURL("/home#whyChooseUs");
  });
});

test("a URL with an anchor opens at its heading, also while images are loading", async ({ page }) => {
  const held: (() => void)[] = [];
  await page.route("**/storage/v1/render/image/**", async (route) => {
    await new Promise<void>((release) => held.push(release));
    await route.continue();
  });
  for (const { id, heading } of ANCHORS) {
    await page.goto(`/home#${id}`, { waitUntil: "domcontentloaded" });
    await expectBelowHeader(page, heading);
    for (const release of held.splice(0)) release();
    await expectBelowHeader(page, heading);
    await page.goto("/about");
  }
  await page.unrouteAll({ behavior: "ignoreErrors" });
});
