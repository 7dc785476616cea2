// Deep: feeds served and withdrawn by the server's pages.
import { expect, expectAccessible, test } from "./fixtures/shop-test.ts";
import { enterAs, newShopkeeper, serviceClient } from "./fixtures/test-data.ts";
import { AT_PHONE } from "./fixtures/widths.ts";

const OFF = { has_google_feed: false, google_store_code: "", has_meta_feed: false, has_agentic_feed: false };

test("the owner switches a product feed on, gets its address, and switches it off", { tag: AT_PHONE }, async ({
  page,
  request,
}) => {
  await enterAs(page, await newShopkeeper());
  try {
    await page.goto("/desk/settings");
    await page.getByRole("main").getByRole("link", { name: "Product feeds" }).click();
    const addresses = page.getByRole("region", { name: "Feed addresses" });
    await expect(addresses.getByText("No feeds are on.")).toBeVisible();
    expect((await request.get("/feeds/meta.csv")).status()).toBe(404);

    await page.getByLabel("Product feed for the Meta catalog").check();
    await page.getByRole("button", { name: "Save settings" }).click();
    await expect(page.getByText("Settings saved")).toBeVisible();
    await expect(addresses.getByRole("link", { name: /\/feeds\/meta\.csv$/ })).toBeVisible();
    await expect(addresses.getByRole("listitem")).toHaveCount(1);
    await expectAccessible(page);
    await expect.poll(async () => (await request.get("/feeds/meta.csv")).status()).toBe(200);
    expect(await (await request.get("/feeds/meta.csv")).text()).toMatch(/^id,title,description,availability/);

    await page.getByLabel("Product feed for the Meta catalog").uncheck();
    await page.getByRole("button", { name: "Save settings" }).click();
    await expect(addresses.getByText("No feeds are on.")).toBeVisible();
    await expect.poll(async () => (await request.get("/feeds/meta.csv")).status()).toBe(404);
  } finally {
    await serviceClient().from("store_settings").update(OFF).eq("id", true).throwOnError();
  }
});
