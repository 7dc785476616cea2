import { randomInt, randomUUID } from "node:crypto";
import { aPaidOrder, newDriver, newShopkeeper, newShopper, openAs } from "#e2e/fixtures/test-data.ts";
import { call, readRow } from "#tests/requests.ts";
import { expect, expectAccessible, test } from "./page-test.tsx";

test("removing a driver with an open run asks who takes it, and deleting the run asks first", async ({ page }) => {
  const owner = await newShopkeeper();
  const [leaving, next] = [`Dele ${randomInt(1_000_000)}`, `Osei ${randomInt(1_000_000)}`];
  const [driver] = [await newDriver(leaving), await newDriver(next)];
  const order = await aPaidOrder(await newShopper(), undefined, "delivery");
  const run = await call(owner, "create_run", { driver_id: driver.id, order_ids: [order] });

  await openAs(page, owner, "/desk/staff");
  await page.getByRole("button", { name: `Remove : ${next}` }).click();
  await expect(page.getByRole("dialog")).toContainText("Their customer account stays.");
  await expect(page.getByRole("dialog").getByRole("combobox")).toHaveCount(0);
  await page.getByRole("dialog").getByRole("button", { name: "Keep" }).click();

  await page.getByRole("button", { name: `Remove : ${leaving}` }).click();
  const choice = page.getByRole("dialog").getByLabel("Who takes their open run?");
  await expect(choice.getByText("Nobody: the deliveries will wait for another run")).toHaveCount(1);
  await expect(choice.getByText(leaving)).toHaveCount(0);
  await choice.selectOption(next);
  await expectAccessible("dialog[open]");
  await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
  await expect(page.getByRole("button", { name: `Remove : ${leaving}` })).toHaveCount(0);
  const taken = await readRow(owner, "delivery_runs", "profiles!delivery_runs_driver_id_fkey(name)", { id: run });
  expect(taken.profiles).toMatchObject({ name: next });

  await page.goto("/desk/runs");
  const card = page.getByRole("article", { name: `Run ${run}, ${next}` });
  await card.getByRole("button", { name: /^Delete run/ }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Keep" }).click();
  await card.getByRole("button", { name: /^Delete run/ }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await expect(page.getByText("Run deleted. Its deliveries wait again.")).toBeVisible();
  await expect(card).toHaveCount(0);
});

test("after an invitation the role is packer again, and revoking one keeps the focus in the list", async ({ page }) => {
  await openAs(page, await newShopkeeper(), "/desk/staff");
  const form = page.getByRole("form", { name: "Invite staff" });
  const emails = [`${randomUUID()}@test.example`, `${randomUUID()}@test.example`];
  const invited = page.locator("section").filter({ has: page.getByRole("heading", { name: "Invited" }) });
  for (const email of emails) {
    await form.getByLabel("Email").fill(email);
    await form.getByRole("radio", { name: /^Manager/ }).check();
    await form.getByRole("button", { name: "Send invitation" }).click();
    await expect(invited.getByRole("button", { name: `Revoke : ${email}` })).toBeVisible();
    await expect(form.getByRole("radio", { name: /^Packer/ })).toBeChecked();
  }
  const revoke = invited.getByRole("button", { name: `Revoke : ${emails[1]}` });
  await revoke.click();
  await page.getByRole("dialog").getByRole("button", { name: "Revoke" }).click();
  await expect(revoke).toHaveCount(0);
  await expect(invited.getByRole("button").first()).toBeFocused();
});
