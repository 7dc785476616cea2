// Deep: cached pages during an outage, and a network that fails once.
import type { Page } from "@playwright/test";
import { fillCart } from "./fixtures/filled-cart.ts";
import { expect, expectAccessible, test } from "./fixtures/shop-test.ts";
import { AT_DESKTOP, AT_PHONE, VERDICT } from "./fixtures/widths.ts";

test.use({ expectedRejections: ["/readyz", "/rest/v1/", "message: away", "Could not load wears data"] });

const WORDS = "Login, ordering, and payment don't work right now";

/** Simulates an unavailable database. @returns how to end the outage */
async function silence(page: Page): Promise<() => Promise<void>> {
  const away = "**/{readyz,rest/v1/**}";
  await page.route(away, (route) => route.fulfill({ status: 503, json: { message: "away" } }));
  return () => page.unroute(away);
}

test("while the server is unavailable, a banner says what does not work, and the cart stays", {
  tag: [AT_PHONE, VERDICT],
}, async ({ page }) => {
  await fillCart(page);
  const end = await silence(page);
  await page.goto("/cart");
  await expect(page.getByRole("status").filter({ hasText: WORDS })).toBeVisible();
  await expect(page.getByRole("main").getByText("Red Palm Oil").first()).toBeVisible();
  // tests/pages/cart.test.tsx checks the cart.
  await expectAccessible(page, "[role=status]");
  await end();
  await expect(page.getByText(WORDS)).toBeHidden();
});

test("a cached page shown during an outage has the banner", { tag: AT_DESKTOP }, async ({ page }) => {
  const end = await silence(page);
  await page.route("/condiments", async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, headers: { ...response.headers(), "server-timing": "away" } });
  });
  await page.goto("/condiments");
  await expect(page.getByText(WORDS)).toBeVisible();
  await end();
  await expect(page.getByText(WORDS)).toBeHidden();
});

test("a single failed response shows no outage banner", { tag: AT_PHONE }, async ({ page }) => {
  await fillCart(page);
  const looked = page.waitForResponse("**/readyz");
  await page.route("**/rest/v1/**", (route) => route.fulfill({ status: 503, json: { message: "away" } }), { times: 1 });
  await page.goto("/cart");
  expect((await looked).status()).toBe(200);
  await expect(page.getByText(WORDS)).toBeHidden();
});

test.describe("a page whose script is not loaded yet", () => {
  test.use({ expectedRejections: ["/assets/", "/readyz", ".data", "route module", "Failed to fetch", "ERR_"] });

  test("without a network the current page stays, and the link works later", { tag: AT_PHONE }, async ({
    page,
    context,
  }) => {
    await page.goto("/condiments");
    await test.step("without a network the browser shows an error", async () => {
      await context.setOffline(true);
      await expect(page.getByText("You are offline.")).toBeVisible();
    });
    await page.getByRole("contentinfo").getByRole("link", { name: "Contact" }).click();
    await expect(page.getByText("We can't reach that page right now.")).toBeVisible();
    await expect(page).toHaveURL("/condiments");
    await page.getByRole("button", { name: "Add to Cart: Red Palm Oil" }).click();
    await expect(page.getByText("Item added to cart")).toBeVisible();
    await context.setOffline(false);
    await expect(page.getByText("You are offline.")).toBeHidden();
    await page.getByRole("contentinfo").getByRole("link", { name: "Contact" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Contact Us" })).toBeVisible();
  });
});
