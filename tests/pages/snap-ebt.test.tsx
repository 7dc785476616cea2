import { openFilledCart } from "#e2e/fixtures/filled-cart.ts";
import { aPaidOrder, enterAs, newShopkeeper, newShopper, openAs, serviceClient } from "#e2e/fixtures/test-data.ts";
import { readRow } from "#tests/requests.ts";
import { expect, expectAccessible, openOwnShop, test } from "./page-test.tsx";

// A separate store, because SNAP badges and filters would appear in all other tests.
openOwnShop();

const BOWL = "Carved Calabash Bowl";

const SODA = "Caribbean Kola Soda";

const IN_STORE = "We accept SNAP EBT in the store. You can't pay with EBT online.";

test("nothing on pages is about SNAP until the owner accepts it and says what is eligible", async ({ page }) => {
  await page.goto("/contact");
  await expect(page.getByRole("main").getByText(/EBT/)).toHaveCount(0);
  await page.goto("/others");
  await expect(page.getByText("SNAP eligible")).toHaveCount(0);

  await openAs(page, await newShopkeeper(), "/desk/settings");
  await page.getByRole("main").getByRole("link", { name: "Wallets and SNAP EBT" }).click();
  await page.getByLabel("Accept SNAP EBT in the store").check();
  await page.getByRole("button", { name: "Save settings" }).click();
  await expect(page.getByText("Settings saved")).toBeVisible();
  const snacks = page.getByLabel("Snacks and Confections");
  await expect(snacks).toHaveValue("yes");
  await snacks.selectOption("Not eligible");
  await expect(page.getByText("Rule saved. Pages and carts use it now.")).toBeVisible();
  await expectAccessible();

  const { data: soda } = await serviceClient().from("products").select("id").eq("name", SODA).single().throwOnError();
  await page.goto(`/desk/products/drinks/${soda.id}`);
  await page.getByLabel("SNAP EBT").selectOption("Not eligible");
  await page.getByRole("button", { name: "Save product" }).click();
  await expect
    .poll(async () => {
      const { data } = await serviceClient().from("products").select("snap").eq("id", soda.id).single().throwOnError();
      return data.snap;
    })
    .toBe("no");
});

test("shoppers see and filter what is eligible, how much of the cart it is, and where they can pay", async ({
  page,
}) => {
  await page.goto("/drinkandbeverages");
  const card = (name: string) => page.getByRole("article").filter({ has: page.getByRole("link", { name }) });
  await expect(card("Coconut Water").getByText("SNAP", { exact: true })).toBeVisible();
  await expect(card("Coconut Water").getByText("SNAP eligible")).toHaveCount(0);
  await expect(card(SODA)).toBeVisible();
  await expect(card(SODA).getByText(/SNAP/)).toHaveCount(0);
  await page.getByRole("link", { name: /^SNAP eligible \(\d+\)$/ }).click();
  await expect(card(SODA)).toHaveCount(0);
  await page.goto("/drinkandbeverages");
  await page.getByText("Sort and filter").click();
  await page.getByRole("checkbox", { name: /^SNAP eligible/ }).check();
  await expect(page).toHaveURL(/[?&]snap=yes/);
  await expect(card(SODA)).toHaveCount(0);
  await expect(card("Coconut Water")).toBeVisible();
  await expectAccessible();
  await page.goto("/snacksandconfectionaries");
  await expect(page.getByRole("article").first()).toBeVisible();
  await expect(page.getByText("SNAP eligible")).toHaveCount(0);

  await openFilledCart(page, [
    { name: SODA, quantity: 2 },
    { name: "Coconut Water", quantity: 2 },
  ]);
  const water = await readRow(serviceClient(), "products", "price, discount_price", { name: "Coconut Water" });
  const cents = Math.round((water.discount_price ?? water.price) * 200);
  await expect(page.getByText(`SNAP eligible: $${(cents / 100).toFixed(2)}.`)).toBeVisible();

  await page.goto("/contact");
  await expect(page.getByText(IN_STORE)).toBeVisible();
  await page.goto("/delivery-and-returns");
  await expect(page.getByText(IN_STORE)).toBeVisible();
  await page.goto("/search?q=ebt");
  await expect(page.getByRole("region", { name: "EBT and SNAP" }).getByText(IN_STORE)).toBeVisible();
});

test("the pick list states how much of an order is eligible", async ({ page }) => {
  const orderId = await aPaidOrder(
    await newShopper(),
    [
      { name: "Full Cream Milk Powder", quantity: 1 },
      { name: BOWL, quantity: 1 },
    ],
    "pickup",
  );
  const milk = await readRow(serviceClient(), "order_items", "unit_price", {
    order_id: orderId,
    product_name: "Full Cream Milk Powder",
  });
  await enterAs(page, await newShopkeeper());
  const eligible = page.getByText(`SNAP eligible: $${milk.unit_price.toFixed(2)}`);
  await page.goto(`/desk?order=${orderId}`);
  await expect(eligible).toBeVisible();
  await page.goto(`/desk/print?orders=${orderId}`);
  await expect(eligible).toBeVisible();
  // Without the amount, nothing can be printed.
  page.route(/list_snap_amounts/, () => Response.json({ code: "22023", message: "Not now." }, { status: 400 }));
  await page.reload();
  await expect(page.getByRole("heading", { name: "Something went wrong" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Try again" })).toHaveAttribute("href", `/desk/print?orders=${orderId}`);
  await expect(page.getByRole("article")).toHaveCount(0);
  await page.goto(`/desk?order=${orderId}`);
  await expect(page.getByText("We couldn't load the SNAP eligible amount.")).toBeVisible();
  page.unrouteAll();
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(eligible).toBeVisible();
});
