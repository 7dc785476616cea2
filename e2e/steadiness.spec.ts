import type { Page } from "@playwright/test";
import {
  DEMO_OWNER,
  expect,
  findProductPath,
  logIn,
  orderPalmOil,
  signUp,
  test,
} from "./fixtures/shop-test.ts";

/** The greatest sum of layout shifts that a page may show: a tenth of what counts as good. */
const MOST_SHIFT = 0.02;

declare global {
  interface Window {
    layoutShifts: { value: number; moved: string[] }[];
  }
}

interface LayoutShift extends PerformanceEntry {
  value: number;
  hadRecentInput: boolean;
  sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[];
}

/** Keeps the shifts that no press or key of the visitor caused, from the first paint on, with what moved. */
async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.layoutShifts = [];
    new PerformanceObserver((list) => {
      for (const { value, hadRecentInput, sources } of list.getEntries() as LayoutShift[]) {
        if (hadRecentInput) continue;
        const moved = sources.map(({ node, previousRect: from, currentRect: to }) => {
          const html = node instanceof Element ? node.outerHTML.slice(0, 90) : (node?.textContent ?? "gone");
          return `${html}: ${from.y}+${from.height} -> ${to.y}+${to.height}`;
        });
        window.layoutShifts.push({ value, moved });
      }
    }).observe({ type: "layout-shift", buffered: true });
  });
}

/** The page is read to its end, as a visitor would, so that lazy pictures and late parts have come. */
async function expectSteady(page: Page): Promise<void> {
  await expect(page.locator("html")).toHaveAttribute("data-scripts", "ready");
  await expect(page.getByRole("progressbar")).toHaveCount(0);
  const screens = await page.evaluate(() => Math.ceil(document.body.scrollHeight / innerHeight));
  for (let screen = 0; screen < screens; screen += 1) {
    await page.evaluate(
      (place) => window.scrollTo({ top: place * innerHeight, behavior: "instant" }),
      screen,
    );
    await expect.poll(() => page.evaluate(countMissingPictures)).toBe(0);
  }
  const shifts = await page.evaluate(() => window.layoutShifts);
  const sum = shifts.reduce((total, shift) => total + shift.value, 0);
  expect(sum, `${page.url()}\n${JSON.stringify(shifts, null, 2)}`).toBeLessThanOrEqual(MOST_SHIFT);
}

/** Of those on the screen. */
async function countMissingPictures(): Promise<number> {
  await document.fonts.ready;
  await new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted)));
  return [...document.images].filter((image) => {
    const { top, bottom, left, right } = image.getBoundingClientRect();
    const isOnScreen = bottom > 0 && top < innerHeight && right > 0 && left < innerWidth;
    return !image.complete && isOnScreen && image.checkVisibility();
  }).length;
}

/** As if every price had changed since the cart was filled. */
function makeCartCheap(): void {
  const items = localStorage.getItem("cartItems") ?? "";
  localStorage.setItem("cartItems", items.replaceAll(/"price":[\d.]+/g, '"price":1'));
}

for (const path of [
  "/home",
  "/condiments",
  "/africanwearandfashion?page=2",
  "/products/condiments/…",
  "/blog",
  "/blogs/1",
  "/about",
  "/contact",
  "/privacy",
  "/delivery-and-returns",
  "/cart",
  "/auth",
  "/auth/forgot",
  "/auth/reset",
]) {
  test(`nothing moves by itself on ${path}`, async ({ page }) => {
    await watchShifts(page);
    await page.goto(path.endsWith("…") ? await findProductPath(page) : path);
    await expectSteady(page);
  });
}

for (const path of ["/home", "/about", "/contact", "/privacy", "/delivery-and-returns"]) {
  test(`nothing moves on ${path} when the font comes after the words`, async ({ page }) => {
    const words = Promise.withResolvers<void>();
    await page.route("**/*.woff2", async (route) => {
      await words.promise;
      await route.continue();
    });
    await watchShifts(page);
    await page.goto(path, { waitUntil: "domcontentloaded" });
    await page.waitForFunction(() => performance.getEntriesByName("first-contentful-paint").length > 0);
    words.resolve();
    await expectSteady(page);
  });
}

test("nothing moves by itself on the shopkeeper's pages", async ({ page }) => {
  await logIn(page, DEMO_OWNER);
  await watchShifts(page);
  for (const [path, late] of [
    ["/auth", "ADMIN DASHBOARD"],
    ["/condiments", "Add Item"],
    ["/admin/settings", "Save settings"],
  ] as const) {
    await page.goto(path);
    await expect(page.getByText(late)).toBeVisible();
    await expectSteady(page);
  }
});

test("prices that come after the cart was shown move none of its lines, and are told on the screen", async ({
  page,
}) => {
  await page.goto("/condiments");
  await page.getByRole("button", { name: "Add to Cart: Red Palm Oil" }).click();
  await page.evaluate(makeCartCheap);
  const shown = Promise.withResolvers<void>();
  await page.route("**/rest/v1/**", async (route) => {
    await shown.promise;
    await route.continue();
  });
  await watchShifts(page);
  await page.goto("/cart");
  await expect(page.getByText("$1.00").first()).toBeVisible();
  shown.resolve();
  const notice = page.getByText("Your cart has changed.");
  await expect(notice).toBeInViewport();
  await expect(page.getByText("$12.99").first()).toBeVisible();
  await expectSteady(page);
});

test("nothing moves by itself between a cart whose prices changed and the order's own page", async ({
  page,
}) => {
  await signUp(page);
  await watchShifts(page);
  await page.goto("/condiments");
  await page.getByRole("button", { name: "Add to Cart: Red Palm Oil" }).click();
  await page.getByRole("button", { name: "Add to Cart: Ground Egusi" }).click();
  await page.evaluate(makeCartCheap);
  await page.goto("/cart");
  await expect(page.getByText("Your cart has changed.")).toBeVisible();
  await expectSteady(page);

  const order = await orderPalmOil(page);
  for (const path of [
    `/shippingInformation/${order}`,
    `/checkout/${order}`,
    `/orders/${order}`,
    "/auth",
    "/account",
  ]) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 }).first()).toBeVisible();
    await expectSteady(page);
  }
});
