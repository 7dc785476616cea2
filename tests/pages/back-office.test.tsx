import { aPaidOrder, aProduct, enterAs, nameOf, newShopkeeper, newShopper, openAs } from "#e2e/fixtures/test-data.ts";
import project from "#package.json" with { type: "json" };
import { expect, expectAccessible, test } from "./page-test.tsx";

test("logging out in the back office asks about unsaved changes before it ends the session", async ({ page }) => {
  await openAs(page, await newShopkeeper(), "/desk/products/import");
  const logout = page.getByRole("banner").getByRole("button", { name: "Log out" });
  await expect(logout).toBeVisible();
  // The form records typing only after its effects have run; the alerts load after them.
  await expect(page.getByRole("button", { name: "Alerts: loading" })).toBeHidden();
  await page.getByLabel("Or paste rows from a spreadsheet").fill("category,name,price");
  // What is typed counts once the form has saved it on the device.
  await expect(page.locator("form[data-typed]")).toBeAttached();
  await logout.click();
  const prompt = page.getByRole("alertdialog", { name: /^Leave without saving/ });
  await prompt.getByRole("button", { name: "Keep editing" }).click();
  await expect(page).toHaveURL("/desk/products/import");
  await page.getByRole("navigation", { name: "Back office, main pages" }).getByRole("link", { name: "Today" }).click();
  await prompt.getByRole("button", { name: "Leave" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Today" })).toBeVisible();
  await page.navigateTo("/desk/products/import");
  await expect(page.locator("form[data-typed]")).toBeAttached();
  await logout.click();
  await prompt.getByRole("button", { name: "Leave" }).click();
  await expect(page).toHaveURL("/auth");
  await expect(page.getByRole("main").getByRole("textbox", { name: "Email" })).toBeVisible();
});

test("the order board loads with one read of the role, and reads the orders once more when events arrive", async ({
  page,
}) => {
  await enterAs(page, await newShopkeeper());
  const reads: string[] = [];
  page.route(/rpc\/(read_desk|staff_role)$/, ({ url }) => void reads.push(url.split("/").at(-1) ?? ""));
  await page.goto("/desk");
  await expect(page.getByText("Live", { exact: true })).toBeVisible();
  expect(reads.toSorted()).toEqual(["read_desk", "read_desk", "staff_role"]);
});

test("a command palette opened with no focus gives it to its button when it closes", async ({ page }) => {
  await openAs(page, await newShopkeeper(), "/desk/settings");
  const button = page.getByRole("button", { name: "Find a page, order, customer, or product" });
  await button.element();
  (document.activeElement as HTMLElement | null)?.blur();
  await page.keyboard.press("Control+k");
  await expect(page.getByRole("combobox", { name: "Find a page, order, customer, or product" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(button).toBeFocused();
});

test("the arrow keys choose in the command palette, around both ends", async ({ page }) => {
  await openAs(page, await newShopkeeper(), "/desk/settings");
  await page.getByRole("button", { name: "Find a page, order, customer, or product" }).first().click();
  await page.getByRole("combobox", { name: "Find a page, order, customer, or product" }).fill("orders");
  const options = page.getByRole("dialog").getByRole("option");
  const chosen = page.getByRole("dialog").getByRole("option", { selected: true });
  const names = await options.allTextContents();
  expect(names.length).toBeGreaterThan(2);

  await expect(chosen).toHaveText(names[0] ?? "");
  await page.keyboard.press("ArrowDown");
  await expect(chosen).toHaveText(names[1] ?? "");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("ArrowUp");
  await expect(chosen).toHaveText(names.at(-1) ?? "");
  await page.keyboard.press("ArrowDown");
  await expect(chosen).toHaveText(names[0] ?? "");
});

test("the command palette opens pages, orders, and products", async ({ page }) => {
  const [order, yam] = [await nameOf(await aPaidOrder(await newShopper())), await aProduct()];
  await openAs(page, await newShopkeeper(), "/desk/settings");
  await expect(page.getByRole("banner").first()).toContainText(`Version ${project.version}`);
  const field = page.getByRole("combobox", { name: "Find a page, order, customer, or product" });
  const option = page.getByRole("dialog").getByRole("option");
  for (const [key, words, found, url] of [
    ["Control+k", "holidays", /^Hours and closed days/, "/desk/settings/hours"],
    ["/", yam.name, yam.name, /^\/desk\/products\?words=/],
    ["/", order.replace("Order ", ""), new RegExp(`^${order}.*Ama Mensah · Paid`), /^\/desk\/orders\//],
  ] as const) {
    await page.keyboard.press(key);
    await field.fill("nothing like this");
    await expect(page.getByText('Nothing matches "nothing like this".')).toBeVisible();
    await field.fill(words);
    await expect(option.first()).toContainText(found);
    await expectAccessible("dialog[open]");
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(url);
    await expect(field).toBeHidden();
  }
});

test("Enter never opens what the palette found for earlier words", async ({ page }) => {
  const yam = await aProduct();
  await openAs(page, await newShopkeeper(), "/desk/settings");
  await page.getByRole("button", { name: "Find a page, order, customer, or product" }).first().click();
  const field = page.getByRole("combobox", { name: "Find a page, order, customer, or product" });
  await field.fill(yam.name);
  await expect(page.getByRole("dialog").getByRole("option", { name: yam.name })).toBeVisible();
  await field.fill("daily report");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/desk/day");
});

test("help opens beside its page, leads to other pages, and is found by the palette", async ({ page }) => {
  await openAs(page, await newShopkeeper(), "/desk/offers");
  await page.getByRole("button", { name: "Help" }).click();
  const help = page.getByRole("complementary", { name: "Help" });
  await expect(help.getByRole("heading", { name: "On this page" })).toBeVisible();
  await help.getByRole("button", { name: "Edit prices, offers, and images" }).first().click();
  await expect(help.getByRole("heading", { name: "Edit prices, offers, and images" })).toBeFocused();
  await help.getByRole("link", { name: "Import and export" }).click();
  await expect(page).toHaveURL("/desk/products/import");
  await expect(help.getByText("or an export of Shopify or WooCommerce")).toBeVisible();
  await help.getByRole("button", { name: "Close" }).click();
  await expect(help).toBeHidden();
  await expect(page.getByRole("button", { name: "Help" })).toBeFocused();

  await page.getByRole("button", { name: "Find a page, order, customer, or product" }).first().click();
  await page.getByRole("combobox", { name: "Find a page, order, customer, or product" }).fill("set up a till");
  await page.getByRole("dialog").getByRole("option", { name: "Set up a till" }).click();
  await expect(help.getByRole("heading", { name: "Set up a till" })).toBeVisible();
  await expect(page).toHaveURL("/desk/products/import");
});

test("a bag's QR code leads to its order also after the login", async ({ page }) => {
  await page.goto("/desk?order=1234");
  await expect(page).toHaveURL("/auth?next=%2Fdesk%3Forder%3D1234");
});

test("an unknown page of the back office leads to the page where the person starts to work", async ({ page }) => {
  await openAs(page, await newShopkeeper(), "/desk/offers/new");
  await expect(page.getByText(/no page at this address/)).toBeVisible();
  await page.getByRole("main").getByRole("link", { name: "Today" }).click();
  await expect(page).toHaveURL("/desk/today");
});
