// Deep: the map's size, its code, and tiles that do not load.
import type { Page } from "@playwright/test";
import { bringMapTiles, expect, expectAccessible, MAP_TILES, test } from "./fixtures/shop-test.ts";
import { AT_DESKTOP, AT_PHONE, PHONE } from "./fixtures/widths.ts";

const map = (page: Page) => page.getByRole("region", { name: "Map showing Calabash Market" });

test("the map below the address is 400 px high, full width on phones, 80 % from 768 px", { tag: AT_PHONE }, async ({
  page,
}) => {
  await bringMapTiles(page);
  const zooms = new Set<string>();
  page.on("request", (request) => {
    const tile = /openstreetmap\.org\/(\d+)\//.exec(request.url());
    if (tile?.[1]) zooms.add(tile[1]);
  });
  await page.goto("/contact");
  for (const text of [
    "1000 Market Street, Houston, Texas 77073",
    // Another test changes the phone number and the email address at the same time.
    /\(281\) 555-01\d\d/,
    /@calabash\.example/,
  ]) {
    await expect(page.getByRole("main").getByText(text)).toBeVisible();
  }
  await expect(map(page).getByRole("link", { name: "OpenStreetMap" })).toBeVisible();
  expect([...zooms]).toEqual(["15"]);

  await test.step("the marker's popup reads the store name, by mouse and by keyboard", async () => {
    const marker = map(page).getByRole("button", { name: "Calabash Market" });
    const popup = map(page).locator(".leaflet-popup-content");
    await marker.click();
    await expect(popup).toHaveText("Calabash Market");
    await map(page).getByRole("button", { name: "Close popup" }).click();
    await expect(popup).toHaveCount(0);
    await marker.focus();
    await page.keyboard.press("Enter");
    await expect(popup).toHaveText("Calabash Market");
    await map(page).getByRole("button", { name: "Close popup" }).click();
    await expect(popup).toHaveCount(0);
  });

  for (const [width, share] of [
    [767, 1],
    [768, 0.8],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    const whole = await page.getByRole("main").evaluate((main) => main.clientWidth);
    await expect
      .poll(async () => Math.round((await map(page).boundingBox())?.width ?? 0))
      .toBe(Math.round(whole * share));
    expect((await map(page).boundingBox())?.height).toBe(400);
  }
  await page.setViewportSize(PHONE);
  await expectAccessible(page);
});

test("only the contact page loads the map's code", { tag: AT_DESKTOP }, async ({ page }) => {
  const files: string[] = [];
  page.on("request", (request) => files.push(request.url()));
  await page.goto("/about");
  await expect(page.getByRole("heading", { name: "About Us" })).toBeVisible();
  const ofMap = () => files.filter((file) => /open-map/.test(file)).length;
  expect(ofMap()).toBe(0);
  await page.goto("/contact");
  await expect.poll(ofMap).toBeGreaterThan(0);
});

test("the map reports the failure; address, hours, and directions stay", { tag: AT_PHONE }, async ({ page }) => {
  await page.route(MAP_TILES, (route) => route.abort());
  await page.goto("/contact");
  await expect(map(page).getByText("The map isn't available.")).toBeVisible();
  await expect(page.getByRole("main").getByText("1000 Market Street")).toBeVisible();
  await expect(page.getByRole("main").getByText("Mon-Sat 9AM-8PM")).toBeVisible();
  await expect(page.getByRole("main").getByRole("link", { name: "Get directions" })).toBeVisible();
  await expectAccessible(page, '[aria-label="Map showing Calabash Market"]');
});

test("open or closed follows the store's time zone, not the visitor's", { tag: AT_DESKTOP }, async ({ page }) => {
  // A Monday, 8:59 in the morning in Houston.
  await page.clock.install({ time: new Date("2026-11-23T14:59:30Z") });
  await page.goto("/contact");
  const openState = page.getByRole("main").getByText(/(Open|Closed) now/);
  await expect(openState).toHaveText("Closed now, opens at 9 AM");
  await page.clock.runFor(30_000);
  await expect(openState).toHaveText("Open now, until 8 PM");
});
