import { vi } from "vitest";
import { READ_SETTINGS } from "#app/platform/reads.ts";
import { fillIn } from "#e2e/fixtures/fill-in.ts";
import {
  aPaidOrder,
  aProduct,
  inDatabase,
  nameOf,
  newShopkeeper,
  newShopper,
  openAs,
  serviceClient,
} from "#e2e/fixtures/test-data.ts";
import { typeCard } from "#scripts/test-environment/checkout-forms.ts";
import { insert } from "#tests/requests.ts";
import { expect, expectAccessible, test } from "./page-test.tsx";

test("the drawer is counted blind, and the daily report shows what is short", async ({ page }) => {
  await openAs(page, await newShopkeeper(), "/desk/till");
  await page.getByRole("button", { name: "Open drawer" }).click();
  const dialog = page.getByRole("dialog");
  // Other tests use the first drawer.
  await dialog.getByText("This device").click();
  await fillIn(dialog, { "Number of its drawer": "42", "Opening float": "100" });
  await dialog.getByRole("button", { name: "Open drawer" }).click();
  await expect(dialog).toHaveCount(0);
  await page.getByRole("button", { name: /^Drawer open since/ }).click();
  await fillIn(dialog, { Amount: "15", Reason: "Ice" });
  await dialog.getByRole("button", { name: "Close", exact: true }).click();
  // No till dialog autosaves what is typed.
  const prompt = page.getByRole("alertdialog", { name: "Discard your changes?" });
  await prompt.getByRole("button", { name: "Keep editing" }).click();
  await dialog.getByLabel("Amount", { exact: true }).fill("-15");
  await dialog.getByRole("button", { name: "Pay out" }).click();
  await expect(dialog.getByText("Not below zero.")).toBeVisible();
  await dialog.getByLabel("Amount", { exact: true }).fill("15");
  await dialog.getByRole("button", { name: "Pay out" }).click();
  await expect(dialog.getByText("$15.00 recorded.")).toBeVisible();
  await expectAccessible("dialog");
  await fillIn(dialog, { Amount: "5", "Cash counted": "84.50" });
  await dialog.getByRole("button", { name: "Close drawer" }).click();
  await expect(dialog.getByText("Record the amount to pay in or out first, or clear it.")).toBeVisible();
  await dialog.getByLabel("Amount", { exact: true }).fill("");
  await dialog.getByRole("button", { name: "Close drawer" }).click();
  await expect(dialog.getByRole("definition")).toHaveText(["$84.50", "$85.00", "$0.50"]);
  await dialog.getByRole("button", { name: "Done" }).click();
  await page.getByRole("button", { name: "Open drawer" }).click();
  await dialog.getByLabel("Opening float").fill("85");
  await dialog.getByRole("button", { name: "Open drawer" }).click();
  await expect(dialog).toHaveCount(0);
  await page.getByRole("button", { name: /^Drawer open since/ }).click();
  await dialog.getByLabel("Cash counted").fill("85");
  await dialog.getByRole("button", { name: "Close drawer" }).click();
  await expect(dialog.getByRole("term")).toHaveText(["Counted", "Expected", "Exact"]);
  await page.goto("/desk/day");
  const drawers = page.getByRole("list", { name: "Cash drawers" });
  await expect(drawers.getByText(/^Drawer 42, .*: \$84\.50 of \$85\.00 · -\$15\.00 Ice$/)).toBeVisible();
  await expect(drawers.getByText("$0.50 short")).toBeVisible();
});

test("a product with sizes is added by keyboard without losing the focus", async ({ page }) => {
  await openAs(page, await newShopkeeper(), "/desk/till");
  await page.getByRole("button", { name: /^Add Unisex Dashiki Shirt/ }).focus();
  await page.keyboard.press("Enter");
  const sizes = page.getByRole("list", { name: "Found products" }).getByRole("button");
  await expect(sizes.first()).toBeFocused();
  await page.keyboard.press("Enter");
  const products = page.getByRole("list", { name: "Products of the shelf" }).getByRole("button");
  await expect(products.first()).toBeFocused();
});

test("a name that could not be searched is not reported as unknown", async ({ page }) => {
  vi.spyOn(READ_SETTINGS, "retryDelay").mockReturnValue(0);
  const logged = vi.spyOn(console, "error").mockImplementation(() => undefined);
  await openAs(page, await newShopkeeper(), "/desk/till");
  page.route(/search_products/, () => Response.json({ message: "Not now." }, { status: 400 }));
  await page.getByLabel("Scan, name, or number").fill("rice");
  await page.keyboard.press("Enter");
  await expect(page.getByText("We couldn't load the products. Type again.")).toBeVisible();
  await expect(page.getByText("No products match.")).toHaveCount(0);
  logged.mockClear();
});

test("a shelf that is loading says so, and one that could not be loaded is read again", async ({ page }) => {
  vi.spyOn(READ_SETTINGS, "retryDelay").mockReturnValue(0);
  const logged = vi.spyOn(console, "error").mockImplementation(() => undefined);
  const response = Promise.withResolvers<Response>();
  page.route(/list_best_sellers/, () => response.promise.then((each) => each.clone()));
  await openAs(page, await newShopkeeper(), "/desk/till");
  await expect(page.getByRole("main").getByText("Loading...")).toBeVisible();
  response.resolve(Response.json({ code: "22023", message: "Not now." }, { status: 400 }));
  const shelf = page.getByRole("list", { name: "Products of the shelf" });
  await expect(page.getByText("We couldn't load the products.")).toBeVisible();
  await expect(shelf).toHaveCount(0);
  page.unrouteAll();
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(shelf.getByRole("button", { name: /Red Palm Oil/ })).toBeVisible();
  logged.mockClear();
});

test("a price that could not be loaded is asked for again", async ({ page }) => {
  const yam = await aProduct();
  await openAs(page, await newShopkeeper(), "/desk/till");
  page.route(/quote_sale/, () => Response.json({ code: "PT409", message: "Not now." }, { status: 400 }));
  await page.getByLabel("Scan, name, or number").fill(yam.name);
  await page.keyboard.press("Enter");
  const bag = page.getByRole("region", { name: "Bag" });
  await expect(bag.getByText("Not now.")).toBeVisible();
  page.unrouteAll();
  await bag.getByRole("button", { name: "Try again" }).click();
  await expect(bag.getByRole("button", { name: /^Take \$/ })).toBeEnabled();
  page.route(/quote_sale|record_sale/, () => Response.json({ code: "PT409", message: "Sold out." }, { status: 409 }));
  await bag.getByRole("button", { name: /^Take \$/ }).click();
  await page.getByRole("button", { name: "Exact" }).click();
  // The rejected sale's price is asked for again, and is unknown.
  await expect(page.getByRole("dialog", { name: "Take", exact: true }).getByRole("alert")).toContainText("Sold out.");
});

test("a customer who could not be searched is not reported as unknown", async ({ page }) => {
  await openAs(page, await newShopkeeper(), "/desk/till");
  await page.getByRole("button", { name: "Walk-in" }).click();
  page.route(/list_customers/, () => Response.json({ message: "Not now." }, { status: 400 }));
  await page.getByLabel("Customer: four digits, name, or number").fill("Efua");
  await expect(page.getByRole("list", { name: "Found customers" }).getByText("Not now.")).toBeVisible();
});

test("the order of a return is read again after a failure, and a wrong number is named", async ({ page }) => {
  const [yam, ama] = await Promise.all([aProduct(), newShopper()]);
  const two = { product_id: yam.id, pieces: 2, price: 15, ends_at: new Date(Date.now() + 3_600_000).toISOString() };
  await insert(serviceClient(), "quantity_prices", two);
  const number = (await nameOf(await aPaidOrder(ama, [{ name: yam.name, quantity: 3 }]))).replace("Order ", "");
  await openAs(page, await newShopkeeper(), "/desk/till?open=return");
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Receipt or order number").fill("yam");
  await dialog.getByRole("button", { name: "Find order" }).click();
  await expect(dialog.getByText("No order has the number yam.")).toBeVisible();
  page.route(/orders\?/, () => Response.json({ message: "Not now." }, { status: 400 }));
  await dialog.getByLabel("Receipt or order number").fill(number);
  await dialog.getByRole("button", { name: "Find order" }).click();
  await expect(dialog.getByText("Not now.")).toBeVisible();
  page.unrouteAll();
  await dialog.getByRole("button", { name: "Find order" }).click();
  await expect(dialog.getByLabel(yam.name)).toBeVisible();
  const line = dialog.getByRole("listitem");
  await expect(line).toContainText("$25.00");
  await dialog.getByLabel(yam.name).check();
  await dialog.getByLabel(`Quantity of ${yam.name}`).selectOption("1");
  await expect(line).toContainText("$8.33");
});

test("an order that another person canceled is read again after its cancellation is rejected", async ({ page }) => {
  const { name } = await aProduct({ price: 9 });
  await openAs(page, await newShopkeeper(), "/desk/till");
  await page.getByLabel("Scan, name, or number").fill(name);
  await page.getByRole("button", { name: `Add ${name}` }).click();
  await page.getByRole("button", { name: "For later" }).click();
  await fillIn(page, { "Customer's name": "Kwame Asante" });
  await page.getByRole("button", { name: "Create order, $9.00" }).click();
  await page.getByRole("button", { name: "Cancel order" }).click();
  page.route(/cancel_order/, async () => {
    const id = new URL(page.url()).searchParams.get("order");
    await inDatabase((sql) => sql`update orders set status = 'cancelled' where id = ${id}`);
    return Response.json({ code: "PT409", message: "Not now." }, { status: 409 });
  });
  await page.getByRole("button", { name: /^Cancel order S?\d+$/ }).click();
  await expect(page.getByText("This order is already paid or canceled.")).toBeVisible();
});

test("an order by phone is made at the till, and its pay link is paid by card without an account", async ({ page }) => {
  const { id, name } = await aProduct({ price: 9 });
  const email = `${id}@counter.example`;
  await openAs(page, await newShopkeeper(), "/desk/till");
  await page.getByLabel("Scan, name, or number").fill(name);
  await page.getByRole("button", { name: `Add ${name}` }).click();
  await expect(page.getByText("1 item in the bag")).toBeVisible();
  // The bag stays on the device.
  await page.reload();
  await page.getByRole("button", { name: "1 item in the bag" }).click();
  await page.getByRole("button", { name: "For later" }).click();
  await fillIn(page, { "Customer's name": "Kwame Asante", "Email (optional)": email });
  await page.getByRole("button", { name: "Create order, $9.00" }).click();
  await page.getByRole("button", { name: "Send by email" }).click();
  await expect(page.getByText(`Pay link sent to ${email}.`)).toBeVisible();
  await page.getByRole("button", { name: "Show link" }).click();
  await page.getByRole("button", { name: "Copy link" }).click();
  await expect(page.getByText("Link copied")).toBeVisible();
  const noClipboard = vi.spyOn(navigator, "clipboard", "get").mockReturnValue(undefined as never);
  await page.getByRole("button", { name: "Copy link" }).click();
  await expect(page.getByRole("alert").getByText("We couldn't copy the link.")).toBeVisible();
  noClipboard.mockRestore();

  const link = await page.getByRole("link", { name: /^Pay page of order/ }).getAttribute("href");
  await page.goto(link ?? "");
  await page.getByLabel("Name on the card").fill("Kwame Asante");
  await typeCard(page);
  await page.getByRole("button", { name: "Pay $9.00" }).click();
  await expect(page.getByText(/^Order \d+ is paid: \$9\.00\. Thank you.$/)).toBeVisible();
  const { data } = await serviceClient().from("orders").select("status").eq("customer_email", email);
  expect(data).toEqual([{ status: "paid" }]);
});
