import { aPaidOrder, aProduct, enterAs, nameOf, newShopkeeper, newShopper } from "#e2e/fixtures/test-data.ts";
import { expect, test } from "./page-test.tsx";

test("several orders change status together, and undo stops their emails", async ({ page, expectAccessible }) => {
  const [ama, yam] = [await newShopper(), await aProduct()];
  const ids = [
    await aPaidOrder(ama, [{ name: yam.name, quantity: 1 }]),
    await aPaidOrder(ama, [{ name: yam.name, quantity: 2 }]),
  ];
  const names = await Promise.all(ids.map(nameOf));
  await enterAs(page, await newShopkeeper());
  await page.goto("/desk");
  for (const name of names) {
    await expect(page.getByRole("article", { name, exact: true })).toBeVisible();
    await page.getByRole("checkbox", { name: `Choose ${name.toLowerCase()}` }).check();
  }
  const chosen = page.getByRole("region", { name: "Selected orders" });
  await expect(chosen.getByText("2 chosen")).toBeVisible();
  await expectAccessible('section[aria-label="Selected orders"]');
  await chosen.getByRole("button", { name: "Start packing" }).click();
  await expect(page.getByText("2 orders updated.")).toBeVisible();
  await expect(chosen).toBeHidden();
  const packing = page.getByRole("button", { name: /^Packing/ });
  if (await packing.isVisible()) await packing.click();
  const packingColumn = page.getByRole("region", { name: /^Packing/ });
  for (const name of names) await expect(packingColumn.getByRole("article", { name })).toBeVisible();
  await page.getByRole("button", { name: /^Undo/ }).click();
  await expect(page.getByText("Step undone. No email was sent.")).toBeVisible();
  for (const name of names) await expect(packingColumn.getByRole("article", { name })).toHaveCount(0);
});

test("the keyboard moves through the order board, and the focus follows a moved order", async ({
  page,
  expectAccessible,
}) => {
  const [ama, yam] = [await newShopper(), await aProduct()];
  await aPaidOrder(ama, [{ name: yam.name, quantity: 1 }]);
  const name = await nameOf(await aPaidOrder(ama, [{ name: yam.name, quantity: 2 }]));
  await enterAs(page, await newShopkeeper());
  await page.goto("/desk");
  const card = page.getByRole("article", { name, exact: true });
  const link = card.getByRole("link", { name, exact: true });
  await expect(page.getByRole("article", { name, exact: true })).toBeVisible();
  await link.focus();
  await page.keyboard.press("k");
  await expect(link).not.toBeFocused();
  await page.keyboard.press("j");
  await expect(link).toBeFocused();
  await page.keyboard.press("x");
  await expect(card.getByRole("checkbox")).toBeChecked();
  await page.keyboard.press("x");
  await expect(card.getByRole("checkbox")).not.toBeChecked();
  await page.keyboard.press("Control+e");
  await page.keyboard.press("e");
  await expect(page.getByText(`${name} is being packed.`)).toBeVisible();
  await expect(page.getByRole("region", { name: /^Packing/ }).getByRole("link", { name, exact: true })).toBeFocused();
  await page.keyboard.press("Shift+?");
  await expect(page.getByRole("dialog", { name: "Keyboard shortcuts" })).toBeVisible();
  await expectAccessible();
});
