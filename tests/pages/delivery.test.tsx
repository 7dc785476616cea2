import { vi } from "vitest";
import { fillIn } from "#e2e/fixtures/fill-in.ts";
import { newShopkeeper, openAs, serviceClient } from "#e2e/fixtures/test-data.ts";
import { expect, expectAccessible, openOwnShop, step, test, waitFor } from "./page-test.tsx";

// A separate store, in which the owner sets delivery zones.
openOwnShop();

test("the owner creates, tests, edits, and deletes delivery zones", async ({ page }) => {
  await serviceClient().from("delivery_zones").delete().gt("id", 0).throwOnError();
  await openAs(page, await newShopkeeper(), "/desk/settings");
  await page.getByRole("main").getByRole("link", { name: "Delivery zones" }).click();
  await expect(page).toHaveURL("/desk/settings/zones");
  await expect(page.getByText("No zones yet", { exact: false })).toBeVisible();
  const form = page.getByRole("form", { name: "Add zone" });
  await form.getByRole("button", { name: "Add zone" }).click();
  await expect(form.getByLabel("Zone name")).toBeFocused();
  await expect(form.getByText("Enter miles or ZIP codes")).toBeVisible();
  await expectAccessible();

  await fillIn(form, {
    "Zone name": "Near",
    "Radius in miles": "10",
    "Fee in dollars": "5",
    "Free from, in dollars": "60",
  });
  await form.getByRole("button", { name: "Add zone" }).click();
  const near = page.getByRole("listitem").filter({ hasText: "Near · Up to 10 miles: $5, free from $60" });
  await expect(near).toBeVisible();
  await page.getByLabel("ZIP code", { exact: true }).fill("77338");
  await expect(page.getByText("77338 Humble, 5.7 miles: delivery costs $5, free from $60.")).toBeVisible();
  await page.getByLabel("ZIP code", { exact: true }).fill("77449");
  await expect(page.getByText("77449 Katy, 23.9 miles: we don't deliver there", { exact: false })).toBeVisible();

  await near.getByRole("button", { name: /^Change/ }).click();
  const dialog = page.getByRole("dialog", { name: "Change zone" });
  await dialog.getByLabel("Fee in dollars").fill("7.50");
  await expectAccessible("dialog[open]");
  await dialog.getByRole("button", { name: "Save zone" }).click();
  await expect(dialog).toHaveCount(0);
  const changed = page.getByRole("listitem").filter({ hasText: "Near · Up to 10 miles: $7.50, free from $60" });
  await changed.getByRole("button", { name: /^Remove/ }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
  await expect(page.getByText("No zones yet", { exact: false })).toBeVisible();
  await expect(form.getByText("Zone saved", { exact: false })).toHaveCount(0);
});

test("the owner sets pickup times and a closed day, and previews the next times", async ({ page }) => {
  await serviceClient().from("window_rules").delete().gte("weekday", 0).throwOnError();
  await openAs(page, await newShopkeeper(), "/desk/settings/windows");
  const form = page.getByRole("form", { name: "Pickup times" });
  const save = form.getByRole("button", { name: /^Save times/ });
  await save.click();
  await expect(form.getByText("Nothing to save.", { exact: false })).toBeVisible();
  await form.getByLabel("Monday", { exact: true }).check();
  const orders = form.getByLabel("Monday: Orders per time");
  await orders.fill("0");
  await save.click();
  await expect(form.getByText("A whole number from 1 to 999")).toBeVisible();
  await expect(orders).toBeFocused();
  await orders.fill("1");
  await form.getByRole("button", { name: /^Copy to every day.*Monday/ }).click();
  await save.click();
  await expect(page.getByText("Times saved. Existing orders keep their times.")).toBeVisible();
  await expect(form.getByLabel("Sunday: Orders per time")).toHaveValue("1");
  await form.getByLabel("Sunday", { exact: true }).uncheck();
  await save.click();
  await waitFor(async () => {
    const { data } = await serviceClient().from("window_rules").select("weekday, capacity").order("weekday");
    expect(data).toEqual([1, 2, 3, 4, 5, 6].map((weekday) => ({ weekday, capacity: 1 })));
  });
  await form.getByLabel("Sunday", { exact: true }).check();
  await form.getByText("Sunday: Other numbers for single times").click();
  await form.getByLabel("Sunday, 10 AM–12 PM: Orders").fill("3");
  await save.click();
  await expect(form.getByText("Sunday: Other numbers for single times (1)")).toBeVisible();
  await expect(form.getByLabel("Sunday", { exact: true })).toBeChecked();
  await expect(page.getByText("Times saved. Existing orders keep their times.")).toBeVisible();

  await step("another person's changes are not overwritten unseen", async () => {
    await serviceClient().from("window_rules").update({ capacity: 7 }).in("weekday", [1, 2]).throwOnError();
    await orders.fill("4");
    await save.click();
    const conflict = page.getByRole("dialog", { name: "Someone else changed this, too" });
    await expect(conflict.getByRole("group", { name: "Monday: Orders per time" })).toBeVisible();
    await conflict.getByLabel("Keep mine").check();
    await conflict.getByRole("button", { name: "Save my choice" }).click();
    await expect(form.getByLabel("Tuesday: Orders per time")).toHaveValue("7");
    await expect(orders).toHaveValue("4");
  });
  await expectAccessible();

  await expect(page.getByLabel("Shoppers choose a pickup time")).toBeChecked();
  await expect(page.getByText(/^\w+day, \w+ \d+, \d/).first()).toBeVisible();

  await page.goto("/desk/settings/hours");
  await page.getByRole("button", { name: "Add closed day" }).click();
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
  await page.getByLabel("Day", { exact: true }).fill(tomorrow);
  await page.getByLabel("Reason", { exact: true }).fill("Stocktaking");
  await page.getByRole("button", { name: "Save settings" }).click();
  await expect(page.getByText("Settings saved")).toBeVisible();
  await page.goto("/desk/settings/windows");
  await expect(page.getByText(/^\w+day, \w+ \d+, \d/).first()).toBeVisible();
  await step("times that could not be loaded are loaded again", async () => {
    const logged = vi.spyOn(console, "error").mockReturnValue();
    page.route(/list_windows/, () => new Response("{}", { status: 500 }));
    await page.reload();
    await expect(page.getByText("We couldn't load the times.").first()).toBeVisible();
    logged.mockClear();
    page.unrouteAll();
    await page.getByRole("button", { name: "Try again" }).first().click();
    await expect(page.getByText(/^\w+day, \w+ \d+, \d/).first()).toBeVisible();
  });
  await page.goto("/cart");
  await expect(page.getByText(/^Closed .*: Stocktaking\.$/).first()).toBeVisible();
});
