import { randomUUID } from "node:crypto";
import {
  aPaidOrder,
  aPendingOrder,
  aProduct,
  nameOf,
  newShopkeeper,
  newShopper,
  openAs,
} from "#e2e/fixtures/test-data.ts";
import { expect, expectAccessible, test } from "./page-test.tsx";

/** Returns a random name, so that a search finds only this test's orders. */
const uniqueName = () =>
  randomUUID()
    .replaceAll(/[^a-f]/g, "")
    .padEnd(6, "x");

test("the keyboard finds, selects, and moves orders in the table of all orders", async ({ page }) => {
  const surname = `Okon${uniqueName()}`;
  const [ama, yam] = [await newShopper(`Ama ${surname}`), await aProduct()];
  const ids: string[] = [];
  for (const quantity of [1, 2, 3]) ids.unshift(await aPaidOrder(ama, [{ name: yam.name, quantity }]));
  ids.unshift(await aPendingOrder(ama, [{ name: yam.name, quantity: 4 }]));
  const names = await Promise.all(ids.map(nameOf));
  const numbers = names.map((name) => name.replace("Order ", ""));
  const link = (place: number) => page.getByRole("main").getByRole("link", { name: names[place] ?? "", exact: true });
  await openAs(page, await newShopkeeper(), "/desk/orders");
  const field = page.getByRole("searchbox", { name: "Find orders" });
  // Letters typed in a field are not keyboard shortcuts.
  await field.fill(surname);
  await field.press("x");
  await field.press("Backspace");
  await field.press("Enter");
  await expect(page.getByText("4 orders", { exact: true })).toBeVisible();
  await expect(page).toHaveURL(`/desk/orders?words=${surname}`);
  await expect(page.getByRole("rowheader")).toHaveText(names);
  await expectAccessible();

  await page.getByRole("heading", { name: "All orders" }).click();
  await page.keyboard.press("j");
  await expect(link(0)).toBeFocused();
  await expect(link(0)).toHaveAccessibleDescription(/Ama Mensah Pickup · .+ Pending Unpaid \$40\.00$/);
  await page.keyboard.press("x");
  await page.keyboard.press("j");
  await page.keyboard.press("x");
  const selected = page.getByRole("region", { name: "Selected orders" });
  await expect(selected.getByText("2 chosen")).toBeVisible();
  await page.keyboard.press("Shift+?");
  const help = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  await expect(help.getByText("Move the selected orders, or this one, to the next status")).toBeVisible();
  await page.keyboard.press("j");
  await page.keyboard.press("Escape");
  await expect(link(1)).toBeFocused();
  await page.keyboard.press("e");
  await expect(page.getByText(`${names[1]} is being packed. 1 order did not move.`).first()).toBeVisible();
  await expect(page.getByText(`${names[0]}: no next step from “Pending”.`)).toBeVisible();
  await expect(page.getByRole("row", { name: new RegExp(numbers[1] ?? "") })).toContainText("Preparing");
  await page.getByRole("button", { name: /^Undo/ }).click();
  await expect(page.getByText("Step undone. No email was sent.")).toBeVisible();

  const choose = (place: number) => page.getByRole("checkbox", { name: `Select ${names[place]?.toLowerCase()}` });
  await choose(1).click();
  await choose(3).click({ modifiers: ["Shift"] });
  await expect(selected.getByText("3 chosen")).toBeVisible();
  expect(
    (await page.savedFile(() => selected.getByRole("button", { name: "Export CSV" }).click())).text
      .trim()
      .split("\r\n")
      .slice(1)
      .map((line) => line.split(",")[0]),
  ).toEqual(numbers.slice(1));

  await link(2).focus();
  await page.keyboard.press("k");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(`/desk/orders/${ids[1]}`);
  await page.goBack();
  await expect(page.getByRole("rowheader")).toHaveText(names);
});

test("a phone filters orders as cards and saves a view", async ({ page }) => {
  const surname = `Bako${uniqueName()}`;
  const [ama, yam] = [await newShopper(`Ama ${surname}`), await aProduct({ price: 7 })];
  const delivery = await nameOf(await aPaidOrder(ama, [{ name: yam.name, quantity: 1 }], "delivery"));
  await aPaidOrder(ama, [{ name: yam.name, quantity: 2 }]);
  await openAs(page, await newShopkeeper(), `/desk/orders?words=${surname}`);
  await expect(page.getByText("2 orders", { exact: true })).toBeVisible();
  await page.getByText("Filters", { exact: true }).click();
  await page.getByLabel("Fulfillment").selectOption("Delivery");
  await page.getByRole("group", { name: "Status" }).getByLabel("Paid").check();
  await expectAccessible();
  await page.getByRole("button", { name: "Show orders" }).click();
  await expect(page.getByRole("rowheader")).toHaveText([delivery]);
  await expect(page).toHaveURL(`/desk/orders?words=${surname}&status=paid&fulfillment=delivery`);

  await page.getByRole("button", { name: "Save view" }).click();
  const dialog = page.getByRole("dialog", { name: "Save view" });
  await dialog.getByLabel("Name").fill("Bako deliveries");
  await dialog.getByRole("button", { name: "Save view" }).click();
  const view = page.getByRole("navigation", { name: "Views" }).getByRole("link", { name: "Bako deliveries" });
  await expect(view).toHaveAttribute("aria-current", "page");
  await page.getByRole("link", { name: "Delivery : remove filter" }).click();
  await expect(page.getByText("2 orders", { exact: true })).toBeVisible();
  await view.click();
  await expect(page.getByRole("rowheader")).toHaveText([delivery]);
  await page.getByRole("button", { name: "Delete view “Bako deliveries”" }).click();
  await expect(view).toBeHidden();
  await expect(page.getByRole("navigation", { name: "Views" }).getByRole("link").first()).toBeFocused();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(view).toBeVisible();

  await page.getByRole("searchbox", { name: "Find orders" }).fill("nobody of this name");
  await page.getByRole("button", { name: "Find", exact: true }).click();
  await expect(page.getByText("No orders match.")).toBeVisible();
  await page.getByRole("main").getByRole("link", { name: "Clear filters" }).last().click();
  await expect(page).toHaveURL("/desk/orders");
});

test("an order selected while the table is read again after a move stays selected", async ({ page }) => {
  const surname = `Okon${uniqueName()}`;
  const order = await aPaidOrder(await newShopper(`Ama ${surname}`), [{ name: (await aProduct()).name, quantity: 1 }]);
  await openAs(page, await newShopkeeper(), `/desk/orders?words=${surname}`);
  const name = await nameOf(order);
  const choice = page.getByRole("checkbox", { name: `Select ${name.toLowerCase()}` });
  const row = page.getByRole("row", { name: new RegExp(name.replace("Order ", "")) });
  const selected = page.getByRole("region", { name: "Selected orders" });
  await choice.click();
  const reread = Promise.withResolvers<void>();
  page.route(/search_orders/, async (request) => {
    const answer = await page.shop.app.fetch(request);
    await reread.promise;
    return answer;
  });
  await selected.getByRole("button", { name: "Start packing" }).click();
  await expect(page.getByRole("button", { name: /^Undo/ })).toBeVisible();
  await choice.click();
  reread.resolve();
  await expect(row).toContainText("Preparing");
  const { text } = await page.savedFile(() => selected.getByRole("button", { name: "Export CSV" }).click());
  expect(text.trim().split("\r\n")).toHaveLength(2);
});
