import {
  aPaidOrder,
  aPendingOrder,
  aProduct,
  logOutEverywhere,
  nameOf,
  newShopkeeper,
  newShopper,
  openAs,
} from "#e2e/fixtures/test-data.ts";
import { call, readRows } from "#tests/requests.ts";
import { expect, expectAccessible, test, waitFor } from "./page-test.tsx";

test("several orders change status together, and undo stops their emails", async ({ page }) => {
  const [ama, yam] = [await newShopper(), await aProduct()];
  const ids = [
    await aPaidOrder(ama, [{ name: yam.name, quantity: 1 }]),
    await aPaidOrder(ama, [{ name: yam.name, quantity: 2 }]),
  ];
  const names = await Promise.all(ids.map(nameOf));
  await openAs(page, await newShopkeeper(), "/desk");
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

test("marking new orders as seen moves the focus from the button to the page", async ({ page }) => {
  await aPaidOrder(await newShopper(), [{ name: (await aProduct()).name, quantity: 1 }]);
  await openAs(page, await newShopkeeper(), "/desk");
  const seen = page.getByRole("button", { name: "Mark as seen" });
  await seen.press("Enter");
  await expect(seen).toBeHidden();
  await expect(page.getByRole("main")).toBeFocused();
});

test("undoing a step of a pick list moves the focus from the button to the page", async ({ page }) => {
  const ola = await newShopkeeper();
  const orderId = await aPaidOrder(await newShopper());
  await call(ola, "move_order", { order_id: orderId, to_status: "preparing" });
  await openAs(page, ola, `/desk?order=${orderId}`);
  await page.getByRole("button", { name: "Undo step" }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: "Start packing" })).toBeVisible();
  await expect(page.getByRole("main")).toBeFocused();
});

test("the keyboard moves through the order board, and the focus follows a moved order", async ({ page }) => {
  const [ama, yam] = [await newShopper(), await aProduct()];
  await aPaidOrder(ama, [{ name: yam.name, quantity: 1 }]);
  const name = await nameOf(await aPaidOrder(ama, [{ name: yam.name, quantity: 2 }]));
  await openAs(page, await newShopkeeper(), "/desk");
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

test("the pick list shows what goes into the bag after a change, and counts like the board", async ({ page }) => {
  const [ama, yam, oil, rice] = [await newShopper(), await aProduct(), await aProduct(), await aProduct()];
  const owner = await newShopkeeper();
  const order = await aPaidOrder(ama, [
    { name: yam.name, quantity: 2 },
    { name: oil.name, quantity: 1 },
  ]);
  const lines = await readRows(owner, "order_items", "id, product_id", { order_id: order });
  const lineOf = (product: { id: number }) => lines.find(({ product_id }) => product_id === product.id)?.id ?? 0;
  for (const change of [
    { order_item_id: lineOf(yam), kind: "replaced", quantity: 2, replacement_product_id: rice.id },
    { order_item_id: lineOf(oil), kind: "left_out", quantity: 1 },
  ]) {
    await owner.client.rpc("substitute_line", { ...change, mark_sold_out: false }).throwOnError();
  }
  await openAs(page, owner, `/desk?order=${order}`);
  await expect(page.getByText("0 of 1 in the bag")).toBeVisible();
  const boxes = page.getByRole("main").getByRole("checkbox");
  await expect(boxes).toHaveCount(1);
  await expect(boxes).toHaveAccessibleName(new RegExp(`2 × ${rice.name}.*Instead of 2 × ${yam.name}`));
  await expect(page.getByRole("region", { name: "Not in this bag" })).toContainText(`1 × ${oil.name} left out`);
  await expectAccessible();
  await boxes.check();
  await expect(page.getByText("1 of 1 in the bag")).toBeVisible();
  await page.navigateTo("/desk");
  const card = page.getByRole("article", { name: await nameOf(order), exact: true });
  await expect(card).toContainText("2 items");
  await expect(card).toContainText("Packed");
});

test("the command palette finds a canceled and an unpaid order by number", async ({ page }) => {
  const ama = await newShopper();
  const canceled = await aPaidOrder(ama);
  await ama.client.rpc("cancel_order", { order_id: canceled }).throwOnError();
  const names = [await nameOf(canceled), await nameOf(await aPendingOrder(ama))];
  await openAs(page, await newShopkeeper(), "/desk");
  for (const name of names) {
    await page.getByRole("button", { name: "Find a page, order, customer, or product" }).click();
    await page.getByRole("dialog").getByRole("combobox").fill(name.replace("Order ", ""));
    await expect(page.getByRole("dialog").getByText(name, { exact: true })).toBeVisible();
    await page.keyboard.press("Escape");
  }
});

test("a chosen replacement stays in view during another search", async ({ page }) => {
  const [yam, garri, cassava] = await Promise.all([aProduct(), aProduct(), aProduct()]);
  const orderId = await aPaidOrder(await newShopper(), [{ name: yam.name, quantity: 1 }]);
  await openAs(page, await newShopkeeper(), `/desk?order=${orderId}`);
  await page.getByRole("button", { name: new RegExp(`^Out of stock.*${yam.name}`) }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("radio", { name: "Replace it" }).check();
  await dialog.getByLabel("Search for a replacement").fill(garri.name);
  await dialog.getByRole("radio", { name: garri.name }).check();
  await dialog.getByLabel("Search for a replacement").fill(cassava.name);
  await expect(dialog.getByRole("radio", { name: cassava.name })).not.toBeChecked();
  await expect(dialog.getByRole("radio", { name: garri.name })).toBeChecked();
});

test("another choice after a line change whose response was lost is rejected, and the change can be undone", async ({
  page,
}) => {
  const [yam, garri, ola] = [await aProduct(), await aProduct(), await newShopkeeper()];
  const orderId = await aPaidOrder(await newShopper(), [{ name: yam.name, quantity: 2 }]);
  await openAs(page, ola, `/desk?order=${orderId}`);
  page.route(/rpc\/substitute_line/, async (request) => {
    page.unrouteAll();
    await call(ola, "substitute_line", await request.json());
    return Response.json({ code: "PT409", message: "Lost." }, { status: 409 });
  });
  await page.getByRole("button", { name: new RegExp(`^Out of stock.*${yam.name}`) }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("How many are out of stock?").fill("1");
  await dialog.getByRole("radio", { name: "Leave it out and refund" }).check();
  await dialog.getByRole("button", { name: "Leave out" }).click();
  await expect(dialog.getByText("Lost.")).toBeVisible();
  await dialog.getByRole("radio", { name: "Replace it" }).check();
  await dialog.getByLabel("Search for a replacement").fill(garri.name);
  await dialog.getByRole("radio", { name: garri.name }).check();
  await dialog.getByRole("button", { name: "Replace" }).click();
  await expect(dialog.getByText(/^This line was changed before your last choice\./)).toBeVisible();
  await dialog.getByRole("button", { name: "Close" }).click();
  await page.getByRole("button", { name: "Discard changes" }).click();
  await expect(page.getByText(`1 × ${yam.name} left out, $10.00 back`).first()).toBeVisible();
  await expect(page.getByRole("button", { name: /^Undo/ })).toBeVisible();
});

test("an error is shown when more orders of a column cannot be loaded", async ({ page }) => {
  const ola = await newShopkeeper();
  await aPaidOrder(await newShopper());
  const board = await call(ola, "read_desk", {});
  page.route(/rpc\/read_desk/, () => Response.json({ ...board, counts: { ...board.counts, to_pack: 900 } }));
  page.route(/rpc\/list_desk/, () => Response.json({ code: "PT409", message: "Not now." }, { status: 409 }));
  await openAs(page, ola, "/desk");
  const column = page.getByRole("region", { name: /^To pack/ });
  await column.getByRole("button", { name: "Show more" }).click();
  await expect(column.getByText("Not now.")).toBeVisible();
});

test("a slow response to a status change does not leave a page that was opened meanwhile", async ({ page }) => {
  const ola = await newShopkeeper();
  const orderId = await aPaidOrder(await newShopper());
  await call(ola, "move_order", { order_id: orderId, to_status: "preparing" });
  await openAs(page, ola, `/desk?order=${orderId}`);
  const answer = Promise.withResolvers<Response>();
  let readCount = 0;
  page.route(/rpc\/move_orders/, () => answer.promise);
  await page.getByRole("button", { name: "Ready for pickup" }).click();
  await page.getByRole("navigation", { name: "Back office, main pages" }).getByRole("link", { name: "Today" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Today" })).toBeVisible();
  page.route(/rpc\/read_desk/, () => {
    readCount += 1;
    return undefined;
  });
  answer.resolve(Response.json([{ order_id: orderId, message: null, was_notified: false }]));
  await waitFor(() => expect(readCount).toBe(1));
  await page.getByRole("button", { name: "Refresh" }).click();
  await expect(page).toHaveURL("/desk/today");
});

test("an order that was canceled meanwhile is not packed, and the pick list says why", async ({ page }) => {
  const [ama, ola] = [await newShopper(), await newShopkeeper()];
  const orderId = await aPaidOrder(ama);
  // The pick list receives no event about the cancellation before the button is pressed.
  page.route(/api\/desk\/events/, () => new Promise(() => undefined));
  await openAs(page, ola, `/desk?order=${orderId}`);
  const pack = page.getByRole("button", { name: "Start packing" });
  await expect(pack).toBeEnabled();
  await call(ama, "cancel_order", { order_id: orderId });
  await pack.click();
  await expect(page.getByText(/^This order is now "(Canceled|Refunded)"\. Nothing was changed\.$/)).toBeVisible();
  await expect(pack).toHaveCount(0);
});

test("an ended session is reported on the pick list, and its pick stays on the device", async ({ page }) => {
  const [ola, yam] = [await newShopkeeper(), await aProduct()];
  const orderId = await aPaidOrder(await newShopper(), [{ name: yam.name, quantity: 1 }]);
  await openAs(page, ola, `/desk?order=${orderId}`);
  const line = page.getByRole("checkbox", { name: new RegExp(yam.name) });
  await expect(line).toBeEnabled();
  await logOutEverywhere(ola);
  await line.check();
  await expect(page.getByText("Your session has ended.")).toBeVisible();
  const next = encodeURIComponent(`/desk?order=${orderId}`);
  await expect(page.getByRole("link", { name: "Log in again." })).toHaveAttribute("href", `/auth?next=${next}`);
  await expect(line).toBeChecked();
  expect(localStorage.getItem("deskTicks")).toContain(orderId);
});
