import { openFilledCart } from "#e2e/fixtures/filled-cart.ts";
import { enterAs, newShopper } from "#e2e/fixtures/test-data.ts";
import { expect, expectAccessible, type Page, test } from "./page-test.tsx";

test("in a flash sale a shopper sees the place in line, and the order then continues", async ({ page }) => {
  await enterAs(page, await newShopper());
  const { tickets, answerNext } = putInLine(page, [12, 1]);
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

test("a shopper leaves the line and keeps the cart", async ({ page }) => {
  await enterAs(page, await newShopper());
  const { answerNext } = putInLine(page, [40]);
  await proceed(page);
  answerNext();
  await page.getByRole("button", { name: "Leave the line" }).click();
  await expect(page.getByRole("dialog")).toBeHidden();
  await expect(page.getByRole("button", { name: "Proceed to Checkout" }).first()).toBeEnabled();
  await expect(page.getByText("Red Palm Oil").first()).toBeVisible();
  await expect(page).toHaveURL(/\/cart$/);
});

/**
 * Responds to the first orders with these places in line, like server/http/waiting-room.ts, and passes later ones
 * through.
 */
function putInLine(page: Page, places: number[]) {
  const tickets: (string | null)[] = [];
  const answers = Array.from({ length: places.length }, () => Promise.withResolvers<void>());
  let answered = 0;
  page.route(/\/rest\/v1\/rpc\/place_order/, (request) => {
    const turn = tickets.push(request.headers.get("x-waiting-ticket")) - 1;
    const place = places[turn];
    if (place === undefined) return undefined;
    const details = JSON.stringify({ place, seconds: 1, ticket: `ticket ${place}` });
    const answer = { code: "PT429W", message: "Many people are ordering right now.", details, hint: null };
    return answers[turn]?.promise.then(() => Response.json(answer, { status: 429 }));
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
  await openFilledCart(page);
  await page.getByRole("button", { name: "Proceed to Checkout" }).first().click();
}
