import { enterAs, newShopkeeper } from "#e2e/fixtures/test-data.ts";
import { expect, test } from "./page-test.tsx";

// In sequence, because each test changes the store's setting for texts.

test("hours for order texts that end before they start are not saved", async ({ page }) => {
  await enterAs(page, await newShopkeeper());
  await page.goto("/desk/settings/messages");
  const group = page.getByRole("region", { name: "Order texts" });
  await group.getByLabel("Send texts from").fill("22:00");
  await group.getByLabel("Send texts until").fill("21:30");
  await page.getByRole("main").getByRole("button", { name: /^Save/ }).click();
  await expect(group.getByText("The end must be after the start")).toBeVisible();
});
