// Deep: a flash sale's waiting line.
import type { Page } from "@playwright/test";
import { fillCart } from "./fixtures/filled-cart.ts";
import { expect, test } from "./fixtures/shop-test.ts";
import { enterAs, newShopper } from "./fixtures/test-data.ts";
import { AT_PHONE } from "./fixtures/widths.ts";

test.use({ expectedRejections: ["/rest/v1/rpc/place_order"] });

test("in a flash sale a shopper sees the place in line, and the order then continues", {
  tag: AT_PHONE,
}, async ({ page, expectAccessible }) => {
  await enterAs(page, await newShopper());
  const { tickets, answerNext } = await putInLine(page, [12, 1]);
  await proceed(page);
  answerNext();
  const dialog = page.getByRole("dialog", { name: "Many people are ordering right now" });
  await expect(dialog).toContainText("You are number 12 in line. Your turn is in about 1 second.");
  await expectAccessible();
  answerNext();
  await expect(dialog).toContainText("You are number 1 in line.");
  answerNext();
  await expect(page).toHaveURL(/\/shippingInformation\//);
  expect(tickets).toEqual([null, "ticket 12", "ticket 1"]);
});

test("a shopper leaves the line and keeps the cart", { tag: AT_PHONE }, async ({ page }) => {
  await enterAs(page, await newShopper());
  const { answerNext } = await putInLine(page, [40]);
  await proceed(page);
  answerNext();
  await page.getByRole("button", { name: "Leave the line" }).click();
  await expect(page.getByRole("dialog")).toBeHidden();
  await expect(page.getByRole("button", { name: "Proceed to Checkout" }).filter({ visible: true })).toBeEnabled();
  await expect(page.getByText("Red Palm Oil").first()).toBeVisible();
  await expect(page).toHaveURL(/\/cart$/);
});

/**
 * Responds to the first orders with these places in line, like server/http/waiting-room.ts, and passes later ones
 * through.
 */
async function putInLine(page: Page, places: number[]) {
  const tickets: (string | null)[] = [];
  const answers = Array.from({ length: places.length + 1 }, () => Promise.withResolvers<void>());
  let answered = 0;
  await page.route("**/rest/v1/rpc/place_order", async (route) => {
    const turn = tickets.push((await route.request().headerValue("x-waiting-ticket")) ?? null) - 1;
    await answers[turn]?.promise;
    const place = places[turn];
    if (place === undefined) return route.continue();
    const details = JSON.stringify({ place, seconds: 1, ticket: `ticket ${place}` });
    return route.fulfill({
      status: 429,
      json: { code: "PT429W", message: "Many people are ordering right now.", details, hint: null },
    });
  });
  return {
    tickets,
    answerNext: () => {
      answers[answered]?.resolve();
      answered += 1;
    },
  };
}

async function proceed(page: Page): Promise<void> {
  await fillCart(page);
  await page.goto("/cart");
  await page.getByRole("button", { name: "Proceed to Checkout" }).filter({ visible: true }).click();
}
