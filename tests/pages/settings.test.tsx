import { vi } from "vitest";
import { shopDayOf } from "#app/values/shop-clock.ts";
import { fillIn } from "#e2e/fixtures/fill-in.ts";
import { newShopkeeper, openAs, serviceClient } from "#e2e/fixtures/test-data.ts";
import type { Page } from "./page-test.tsx";
import { expect, expectAccessible, test } from "./page-test.tsx";

const leavePrompt = (page: Page) => page.getByRole("alertdialog", { name: /^Leave without saving/ });

const preview = (page: Page) => page.getByRole("region", { name: "What shoppers see" });

/** Pages that other tests check with axe, with input in them. */
const LOOKED_AT_ELSEWHERE = new Map([
  ["Banner", "shop-front"],
  ["Hero slides", "shop-front"],
  ["Hours and closed days", "below"],
  ["Pickup and delivery times", "delivery"],
  ["Delivery zones", "delivery"],
  ["Sales tax", "sales-tax"],
]);

test("one list links to every setting, and finds each by its label", async ({ page }) => {
  await openAs(page, await newShopkeeper(), "/desk");
  await page
    .getByRole("navigation", { name: "Back office" })
    .getByRole("link", { name: "Settings", exact: true })
    .click();
  await expect(page.getByRole("heading", { level: 1, name: "Settings" })).toBeVisible();
  await expectAccessible("html");
  const places = page.getByRole("main").getByRole("listitem").getByRole("link");
  const names = await places.allTextContents();
  expect(names.length).toBeGreaterThanOrEqual(8);
  expect(names).toEqual(expect.arrayContaining([...LOOKED_AT_ELSEWHERE.keys()]));
  for (const name of names) {
    await places.filter({ hasText: name }).press("Enter");
    await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
    if (!LOOKED_AT_ELSEWHERE.has(name)) await expectAccessible();
    await page
      .getByRole("navigation", { name: "Back office" })
      .getByRole("link", { name: "Settings", exact: true })
      .click();
    await expect(page).toHaveURL("/desk/settings");
  }
  await page.getByLabel("Find a setting").fill("whatsapp");
  await places.filter({ hasText: "WhatsApp number" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Name and address" })).toBeVisible();
  await expect(page.getByLabel("WhatsApp number")).toBeFocused();
});

test("a new line of a list gets the focus, and a removed one passes it on", async ({ page }) => {
  await openAs(page, await newShopkeeper(), "/desk/settings/shop");
  const links = page.getByRole("group", { name: /^Link \d$/ });
  const count = await links.count();
  await page.getByRole("button", { name: "Add link" }).click();
  await expect(links.last().getByRole("textbox").first()).toBeFocused();
  await links
    .last()
    .getByRole("button", { name: `Remove link ${count + 1}` })
    .click();
  await expect(page.getByRole("button", { name: "Add link" })).toBeFocused();
});

test("the time zone is chosen from a list that begins with the saved one", async ({ page }) => {
  await openAs(page, await newShopkeeper(), "/desk/settings/shop");
  const zone = page.getByRole("combobox", { name: "Time zone" });
  await expect(zone.getByText("America/Chicago")).toHaveCount(1);
  await expect(zone.locator("option").first()).toHaveText("America/Chicago");
  await zone.selectOption("America/New_York");
  await expect(zone).toHaveValue("America/New_York");
});

test("what is typed while the settings are saved stays, and can be saved after that", async ({ page }) => {
  await openAs(page, await newShopkeeper(), "/desk/settings/shop");
  const [near, street] = [page.getByLabel("Near", { exact: true }), page.getByLabel("Street", { exact: true })];
  const reading = page.holdBack(/\/store_settings\?/);
  await page.getByRole("button", { name: "Save settings" }).click();
  await expect(page.getByText("Nothing changed.")).toBeVisible();
  await near.fill("  the market  ");
  const saving = page.getByRole("button", { name: "Save settings" }).click();
  await reading.arrival;
  await street.fill("7 Typed Since Street");
  reading.release();
  await saving;
  await expect(page.getByText("Settings saved")).toBeVisible();
  await expect(near).toHaveValue("the market");
  await expect(street).toHaveValue("7 Typed Since Street");
  await page.getByRole("button", { name: "Save settings" }).click();
  const savedStreet = async () =>
    (await serviceClient().from("store_settings").select("street").single().throwOnError()).data.street;
  await expect.poll(savedStreet).toBe("7 Typed Since Street");
});

test("a closed day is previewed, restored after a closed tab, and saved", async ({ page }) => {
  const [day, notice] = ["2031-12-25", "Closed on Thursday, December 25: Christmas."];
  await openAs(page, await newShopkeeper(), "/desk/settings/hours");
  await page.getByRole("button", { name: "Add closed day" }).press("Enter");
  const line = page.getByRole("group", { name: /^Closed day/ }).last();
  await page.getByRole("button", { name: "Save settings" }).click();
  await expect(line.getByText("Choose a day")).toBeVisible();
  await expect(line.getByLabel("Day", { exact: true })).toBeFocused();
  await line.getByLabel("Day", { exact: true }).fill(day);
  await line.getByLabel("Reason").fill("Christmas");
  await expect(preview(page).getByText(notice)).toBeVisible();
  await expectAccessible();

  await page.getByRole("banner").getByRole("link").first().click();
  await leavePrompt(page).getByRole("button", { name: "Keep editing" }).click();
  await page.getByRole("navigation", { name: "Breadcrumb" }).getByRole("link", { name: "Settings" }).click();
  await leavePrompt(page).getByRole("button", { name: "Leave" }).click();
  await expect(page).toHaveURL("/desk/settings");
  await page.getByRole("main").getByRole("link", { name: "Hours and closed days" }).click();
  await expect(page.getByText("It is not saved yet")).toBeVisible();
  await expect(preview(page).getByText(notice)).toBeVisible();
  // Browsers have it only over HTTPS, and a till may open the store over HTTP in its own network.
  vi.spyOn(crypto, "randomUUID").mockImplementation(() => {
    throw new TypeError("crypto.randomUUID is not a function");
  });
  await page.getByRole("button", { name: "Save settings" }).click();
  await expect(page.getByText("Settings saved")).toBeVisible();
  await expect(page.getByText("It is not saved yet")).toBeHidden();
  const { data } = await serviceClient().from("store_settings").select("closed_days").single().throwOnError();
  expect(data.closed_days).toContainEqual({ day, reason: "Christmas" });
  await page.getByRole("navigation", { name: "Breadcrumb" }).getByRole("link", { name: "Settings" }).click();
  await expect(page).toHaveURL("/desk/settings");
});

test("each closed day is previewed, from tomorrow on", async ({ page }) => {
  await openAs(page, await newShopkeeper(), "/desk/settings/hours");
  await page.getByRole("button", { name: "Add closed day" }).click();
  const line = page.getByRole("group", { name: /^Closed day/ }).last();
  await line.getByLabel("Reason").fill("Family day");
  for (let ahead = 1; ahead < 12; ahead += 1) {
    const day = shopDayOf(new Date(Date.now() + ahead * 86_400_000), "America/Chicago");
    await line.getByLabel("Day", { exact: true }).fill(day);
    const date = new Intl.DateTimeFormat("en-US", { weekday: "long", month: "long", day: "numeric", timeZone: "UTC" });
    await expect(preview(page).getByText(`Closed on ${date.format(new Date(day))}: Family day.`)).toHaveCount(1);
  }
});

test("opening hours are previewed, and an error in another section does not block saving", async ({ page }) => {
  await openAs(page, await newShopkeeper(), "/desk/settings/hours");
  await page.getByRole("button", { name: "Add hours" }).click();
  await fillIn(page.getByRole("group", { name: /^Hours/ }).last(), { Days: "Wed", Opens: "21:00", Closes: "23:30" });
  await expect(preview(page).getByText("Wed 9PM-11:30PM")).toBeVisible();
  await page.getByRole("button", { name: /^Remove hours 3/ }).click();
  await page.getByRole("navigation", { name: "Breadcrumb" }).getByRole("link", { name: "Settings" }).click();
  await expect(page).toHaveURL("/desk/settings");
});

test("the owner previews a product's price with tax", async ({ page }) => {
  await openAs(page, await newShopkeeper(), "/desk/settings/tax");
  const form = page.getByRole("form", { name: "Try a product" });
  await form.getByLabel("Find a product to try").fill("palm oil");
  await form.getByRole("button", { name: "Find" }).click();
  await form.getByRole("button", { name: "Try Red Palm Oil", exact: true }).click();
  await expect(
    page.getByText(/^A cart with one Red Palm Oil: sales tax \$\d+\.\d\d, total \$\d+\.\d\d\.$/),
  ).toBeVisible();
});

test("the owner switches a product feed on, gets its address, and switches it off", async ({ page }) => {
  await openAs(page, await newShopkeeper(), "/desk/settings");
  await page.getByRole("main").getByRole("link", { name: "Product feeds" }).click();
  const addresses = page.getByRole("region", { name: "Feed addresses" });
  const feed = page.getByLabel("Product feed for the Meta catalog");
  await expect(addresses.getByText("No feeds are on.")).toBeVisible();
  await feed.check();
  await page.getByRole("button", { name: "Save settings" }).click();
  await expect(addresses.getByRole("link", { name: /\/feeds\/meta\.csv$/ })).toBeVisible();
  await expect(addresses.getByRole("listitem")).toHaveCount(1);
  await expectAccessible();
  await feed.uncheck();
  await page.getByRole("button", { name: "Save settings" }).click();
  await expect(addresses.getByText("No feeds are on.")).toBeVisible();
});
