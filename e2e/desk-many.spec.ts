// Deep: several orders moved and printed together, and how many fit a screen.
import { readRows } from "#tests/requests.ts";
import { untilCard } from "./fixtures/order-board.ts";
import { expect, expectAccessible, test } from "./fixtures/shop-test.ts";
import { aPaidOrder, aProduct, nameOf, newShopkeeper, newShopper, openAs } from "./fixtures/test-data.ts";
import { AT_DESKTOP } from "./fixtures/widths.ts";

test("a laptop's screen shows eight orders and twelve products", { tag: AT_DESKTOP }, async ({ page }) => {
  const [ama, yam] = [await newShopper(), await aProduct()];
  for (let count = 0; count < 8; count += 1) await aPaidOrder(ama, [{ name: yam.name, quantity: 1 }]);
  const onScreen = (role: "article" | "row") =>
    page
      .getByRole("main")
      .getByRole(role)
      .evaluateAll(
        (elements) => elements.filter((element) => element.getBoundingClientRect().bottom <= innerHeight).length,
      );
  await openAs(page, await newShopkeeper(), "/desk");
  await expect.poll(() => onScreen("article")).toBeGreaterThanOrEqual(8);
  await page.goto("/desk/products");
  // The first row has the column headers.
  await expect.poll(() => onScreen("row")).toBeGreaterThan(12);
});

test("orders print one per page with substitutions and removals", { tag: AT_DESKTOP }, async ({ page }) => {
  const [ama, ola] = [await newShopper(), await newShopkeeper()];
  const [yam, garri, okra] = [await aProduct(), await aProduct({ price: 6 }), await aProduct()];
  const ids: string[] = [];
  for (const quantity of [1, 2]) {
    const ordered = [yam, garri].map(({ name }) => ({ name, quantity }));
    ids.push(await aPaidOrder(ama, ordered));
  }
  const [first = ""] = ids;
  const lines = await readRows(ola, "order_items", "id, product_name", { order_id: first });
  const change = (name: string, what: object) =>
    ola.client
      .rpc("substitute_line", {
        order_item_id: lines.find(({ product_name }) => product_name === name)?.id,
        quantity: 1,
        request_key: crypto.randomUUID(),
        ...what,
      })
      .throwOnError();
  await change(yam.name, { kind: "replaced", replacement_product_id: okra.id });
  await change(garri.name, { kind: "left_out" });

  await page.addInitScript(() => {
    window.print = () => document.documentElement.setAttribute("data-printed", "yes");
  });
  await openAs(page, ola, "/desk");
  for (const name of await Promise.all(ids.map(nameOf))) {
    await untilCard(page, name);
    await page.getByRole("checkbox", { name: `Choose ${name.toLowerCase()}` }).check();
  }
  await page.getByRole("link", { name: "Print" }).click();
  await expect(page.getByRole("heading", { name: "Print 2 orders" })).toBeVisible();
  await expect(page.getByRole("article", { name: /^Pick list/ })).toHaveCount(2);
  await page.getByLabel("What").selectOption("Packing slip");
  await expect(page.getByLabel("Paper")).toHaveValue("letter");
  const slip = page.getByRole("article", { name: `Packing slip of ${(await nameOf(first)).toLowerCase()}` });
  await expect(slip.getByRole("row", { name: new RegExp(`1 ${okra.name} Instead of 1 × ${yam.name}`) })).toBeVisible();
  await expect(slip.getByText(`1 × ${garri.name} left out, $6.00 back`)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Print" }).click();
  await expect(page.locator("html[data-printed]")).toHaveCount(1);
  for (const format of ["Letter", "A4"] as const) {
    if (format === "A4") await page.getByLabel("Paper").selectOption("A4");
    await expect(page.locator(`[data-paper=${format.toLowerCase()}]`)).toHaveCount(1);
    const paper = (await page.pdf({ format })).toString("latin1");
    expect(paper.match(/\/Type \/Page\b/g), `pages of ${format}`).toHaveLength(2);
  }
  await page.getByLabel("What").selectOption("Bag label");
  await page.getByLabel("Paper").selectOption("2¼ × 1¼ in label");
  const bag = page.getByRole("article", { name: `Bag label of ${(await nameOf(first)).toLowerCase()}` });
  await expect(bag.getByRole("img", { name: /^QR code of order/ })).toBeVisible();
  await expect(bag).toContainText("Pickup");
  await expect(page.locator("[data-paper=roll]")).toHaveCount(1);
  const labels = (await page.pdf({ preferCSSPageSize: true })).toString("latin1");
  expect(labels.match(/MediaBox \[0 0 162 90\]/g)).toHaveLength(2);
});
