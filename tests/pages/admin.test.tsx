import { defaultStoreSettings } from "#app/features/store/store-settings.ts";
import { shopDayOf } from "#app/values/shop-clock.ts";
import { fillIn } from "#e2e/fixtures/fill-in.ts";
import {
  aPaidOrder,
  aPendingOrder,
  aProduct,
  DEMO_OWNER,
  nameOf,
  newShopkeeper,
  newShopper,
  openAs,
  serviceClient,
} from "#e2e/fixtures/test-data.ts";
import { expect, expectAccessible, step, test } from "./page-test.tsx";

test("the owner changes the store settings, and every page shows them", async ({ page }) => {
  await page.goto("/desk/settings/shop");
  await expect(page).toHaveURL("/auth?next=%2Fdesk%2Fsettings%2Fshop");
  await fillIn(page, { Email: DEMO_OWNER.email, Password: DEMO_OWNER.password });
  await page.getByRole("button", { name: "Log in" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Name and address" })).toBeVisible();

  await step("sample texts are listed", async () => {
    await expect(page.getByText(/^Social links lead to example addresses: /)).toBeVisible();
  });

  await step("a warning shows while the two delivery radii differ", async () => {
    await page.goto("/desk/settings/zones");
    const warning = page.getByText("The delivery radii differ");
    await expect(warning).toBeVisible();
    await page.getByLabel("Miles, on the home page").fill("20");
    await expect(warning).toBeHidden();
    await page.getByLabel("Miles, on the home page").fill("10");
    await expect(warning).toBeVisible();
    await page.getByLabel("Miles, on the home page").fill("far");
    await page.getByRole("button", { name: "Save settings" }).click();
    await expect(page.getByText("Miles must be a whole number from 0 to 999")).toBeVisible();
    await page.getByLabel("Miles, on the home page").fill("10");
    await page.goto("/desk/settings/about");
    await expect(page.getByText("7 testimonials are samples.")).toBeVisible();
    await expect(page.getByText(/^Team cards are samples: /)).toBeVisible();
    await page.goto("/desk/settings/shop");
  });

  await step("invalid fields are marked, and nothing is saved", async () => {
    await page.getByLabel("Email").fill("nobody");
    await page.getByRole("button", { name: "Save settings" }).click();
    await expect(page.getByText("Please enter a valid email address")).toBeVisible();
    await expect(page.getByLabel("Email")).toBeFocused();
    // tests/pages/settings.test.tsx checks the page without errors.
    await expectAccessible("main form");
    await page.getByLabel("Email").fill("hello@calabash.example");
  });

  const changes = { Email: "market@calabash.example", Phone: "(281) 555-0199" };
  await step("the contact page shows the saved settings", async () => {
    for (const [field, changed] of Object.entries(changes)) await page.getByLabel(field, { exact: true }).fill(changed);
    await page.getByRole("button", { name: "Save settings" }).click();
    await expect(page.getByText("Settings saved")).toBeVisible();
    await page.goto("/contact");
    for (const changed of Object.values(changes)) {
      await expect(page.getByRole("main")).toContainText(changed);
      await expect(page.getByRole("contentinfo")).toContainText(changed);
    }
  });
});

test("the dashboard counts open orders of earlier days and links to them", async ({ page }) => {
  const [ama, ola] = await Promise.all([newShopper(), newShopkeeper()]);
  const orderId = await aPaidOrder(ama);
  await page.shop.withoutTriggers`update orders set created_at = created_at - interval '1 day' where id = ${orderId}`;
  await openAs(page, ola, "/auth");
  await expect(page.getByRole("heading", { name: "ADMIN DASHBOARD" })).toBeVisible();
  await expect(page.getByRole("article", { name: await nameOf(orderId) })).toHaveCount(0);
  const waiting = page.getByRole("link", { name: /^[0-9]+ paid orders? from earlier days (is|are) waiting$/ });
  await expect(waiting).toBeVisible();
  // The next test checks the rest of the dashboard, on a day with fewer orders.
  await expectAccessible('main a[href="/desk"]');
  await waiting.click();
  await expect(page).toHaveURL("/desk");
  await expect(page.getByRole("article", { name: await nameOf(orderId) })).toBeVisible();
});

test("the dashboard says that alerts could not be loaded", async ({ page }) => {
  page.route(/\/shop_alerts\?/, () => Response.json({ message: "Not now." }, { status: 400 }));
  await openAs(page, await newShopkeeper(), "/auth");
  await expect(page.getByRole("heading", { name: "ADMIN DASHBOARD" })).toBeVisible();
  await expect(page.getByText("The alerts could not be loaded.")).toBeVisible();
  page.unrouteAll();
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByText("The alerts could not be loaded.")).toHaveCount(0);
});

test("a listing shows the owner products without an image, until they are deleted", async ({ page }) => {
  const yam = await aProduct();
  const img2 = "/storage/v1/object/public/wears_styles/missing.webp";
  await serviceClient().from("products").update({ img2 }).eq("id", yam.id).throwOnError();
  await openAs(page, await newShopkeeper(), "/condiments");
  const hidden = page.getByRole("region", { name: "Admin tools" });
  await expect(hidden.getByText("Hidden from shoppers because an image is missing:")).toBeVisible();
  await hidden.getByRole("button", { name: `Delete ${yam.name}` }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await expect(page.getByText("Product successfully deleted")).toBeVisible();
  await expect(hidden.getByText(yam.name)).toHaveCount(0);
});

test("paid orders of a day come first, and unpaid orders are listed separately", async ({ page }) => {
  const [ama, ola] = await Promise.all([newShopper(), newShopkeeper()]);
  const [paid, unpaid] = [await aPaidOrder(ama), await aPendingOrder(ama)];
  await page.shop.withoutTriggers`
    update orders set created_at = created_at - interval '400 days' where id in (${paid}, ${unpaid})`;
  const { data } = await serviceClient().from("orders").select("created_at").eq("id", paid).single();
  await openAs(
    page,
    ola,
    `/auth?date=${shopDayOf(new Date(data?.created_at as string), defaultStoreSettings.timeZone)}`,
  );
  const rest = page.getByRole("region", { name: "Not paid" });
  await expect(rest.getByRole("article", { name: await nameOf(unpaid) })).toBeVisible();
  await expect(rest.getByRole("article", { name: await nameOf(paid) })).toHaveCount(0);
  await expect(page.getByRole("article").first()).toHaveAccessibleName(await nameOf(paid));
  await expectAccessible();
});
