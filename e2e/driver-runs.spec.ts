import { randomInt } from "node:crypto";
import { aPicture } from "#tests/a-picture.ts";
import { expect, expectAccessible, test } from "./fixtures/shop-test.ts";
import {
  aPaidOrder,
  aProduct,
  changeTo,
  newDriver,
  newShopkeeper,
  newShopper,
  openAs,
  untilStatus,
} from "./fixtures/test-data.ts";
import { VERDICT } from "./fixtures/widths.ts";

test.use({ expectedRejections: ["ERR_", "Failed to fetch", "/rest/v1/rpc/start_run"] });

test("a manager makes a run, and its driver delivers it, one stop without a network", { tag: VERDICT }, async ({
  page,
  context,
}) => {
  const [owner, shopper] = [await newShopkeeper(), await newShopper()];
  const driverName = `Dele ${randomInt(1_000_000)}`;
  const driver = await newDriver(driverName);
  const yam = await aProduct();
  const orders = [
    await aPaidOrder(shopper, [{ name: yam.name, quantity: 1 }], "delivery"),
    await aPaidOrder(shopper, [{ name: yam.name, quantity: 2 }], "delivery"),
  ] as const;
  const { data: rows } = await owner.client
    .from("orders")
    .select("order_number")
    .in("id", [...orders])
    .order("order_number")
    .throwOnError();
  const [first = 0, second = 0] = rows.map(({ order_number }) => order_number);

  await test.step("a manager gives both deliveries to a driver", async () => {
    await openAs(page, owner, "/desk/runs");
    const form = page.getByRole("form", { name: "New run" });
    await form.getByRole("button", { name: "Create run" }).click();
    await expect(form.getByText("Choose a driver.")).toBeVisible();
    await form.getByRole("checkbox", { name: new RegExp(`^#${first} `) }).check();
    await form.getByRole("checkbox", { name: new RegExp(`^#${second} `) }).check();
    await form.getByLabel("Driver").selectOption({ label: driverName });
    await expectAccessible(page);
    await form.getByRole("button", { name: "Create run of 2" }).click();
    const run = page.getByRole("article", { name: new RegExp(driverName) });
    await expect(run).toContainText("Not started");
    await expect(run.getByRole("listitem").first()).toContainText(`#${first}`);
    await run.getByRole("button", { name: new RegExp(`^Later.*#${first}$`) }).click();
    await expect(run.getByRole("listitem").first()).toContainText(`#${second}`);
  });

  await changeTo(page, driver);
  await page.goto("/desk/my-run");
  const stop = (number: number) => page.getByRole("article", { name: new RegExp(`#${number} `) });
  await test.step("the run starts once its orders are packed", async () => {
    await page.getByRole("button", { name: "Start run" }).click();
    await expect(page.getByText(/^Order \d+ is not packed yet\.$/)).toBeVisible();
    for (const order_id of orders) {
      await owner.client.rpc("move_order", { order_id, to_status: "preparing" }).throwOnError();
      const { data } = await owner.client.rpc("read_pick_lists", { order_ids: [order_id] }).throwOnError();
      for (const order_item_id of (data as { line_ids: number[] }[])[0]?.line_ids ?? []) {
        await owner.client.rpc("pick_line", { order_item_id, is_packed: true }).throwOnError();
      }
    }
    await page.getByRole("button", { name: "Start run" }).click();
    await expect(stop(second).getByRole("button", { name: /^Delivered/ })).toBeVisible();
    await expect(page.getByRole("link", { name: "Open the route in the map" })).toHaveAttribute("href", /waypoints=/);
    await expectAccessible(page);
    await untilStatus(orders[1], (status) => status === "out_for_delivery");
  });

  await test.step("a stop finished offline is sent later, and a wrong one is undone", async () => {
    await context.setOffline(true);
    await stop(second).getByLabel("Handed to, or left at (optional)").fill("Left at the door");
    await stop(second)
      .getByLabel(/^Take a photo/)
      .setInputFiles(await aPicture("door.jpg", 2000, 1500));
    await expect(stop(second).getByText("Photo added")).toBeVisible();
    await expectAccessible(page);
    await stop(second)
      .getByRole("button", { name: /^Delivered/ })
      .click();
    await expect(stop(second)).toContainText("Left at the door");
    await expect(page.getByText(/^1 stop and 1 photo are saved on this device/)).toBeVisible();
    await context.setOffline(false);
    await untilStatus(orders[1], (status) => status === "completed");
    await expect(page.getByText(/saved on this device/)).toHaveCount(0);
    await expect(stop(second)).toContainText("Photo saved");
    await stop(first)
      .getByRole("button", { name: /^Not at home/ })
      .click();
    await expect(stop(first)).toContainText("Not at home. Bring it back to the store.");
    await stop(first).getByRole("button", { name: /^Undo/ }).click();
    await stop(first)
      .getByRole("button", { name: /^Delivered/ })
      .click();
    await untilStatus(orders[0], (status) => status === "completed");
    await expect(page.getByText("All stops are finished.")).toBeVisible();
  });

  await test.step("a driver sees no other page of the back office", async () => {
    await page.goto("/desk");
    await expect(page).toHaveURL(/\/auth/);
    await expect(page.getByRole("link", { name: "Back office" })).toHaveAttribute("href", "/desk/my-run");
  });

  await test.step("the customer and staff see the photo", async () => {
    for (const [person, path] of [
      [shopper, "/orders"],
      [owner, "/desk/orders"],
    ] as const) {
      await changeTo(page, person);
      await page.goto(`${path}/${orders[1]}`);
      const photo = page.getByRole("img", { name: "Your order where the driver left it" });
      await expect(photo).toBeVisible();
      // The phone scaled it down before the upload.
      await expect.poll(() => photo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1600);
      await expectAccessible(page);
    }
  });
});
