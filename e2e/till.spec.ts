import type { Page } from "@playwright/test";
import { call } from "#tests/requests.ts";
import { expect, expectAccessible, test } from "./fixtures/shop-test.ts";
import { aProduct, newShopkeeper, openAs, type Person, serviceClient } from "./fixtures/test-data.ts";
import { AT_DESKTOP, AT_OWN_WIDTHS, AT_PHONE, VERDICT } from "./fixtures/widths.ts";

/** A tablet at the counter, and a phone. */
const SCREENS = [
  { name: "tablet", width: 1024, height: 768 },
  { name: "phone", width: 390, height: 844 },
] as const;

/** Counts presses of links, buttons, and checkboxes, and into fields; typed keys and scans are none. */
function pressesOn(page: Page) {
  let count = 0;
  const press = async (locator: ReturnType<Page["locator"]>) => {
    await locator.tap();
    count += 1;
  };
  const button = (name: string | RegExp, exact = typeof name === "string") =>
    press(page.getByRole("button", { name, exact }).first());
  const take = () => {
    const taken = count;
    count = 0;
    return taken;
  };
  return { press, button, take };
}

interface Sold {
  name: string;
  price: number;
}

/** Returns best sellers that one press adds, and one that is sold by weight without choices. */
async function bestSellers(keeper: Person): Promise<{ simple: Sold[]; weighed: Sold & { pounds: number } }> {
  const rows = (await call(keeper, "list_best_sellers", { max_count: 24 })) as {
    name: string;
    price: number;
    discount_price: number | null;
    sizes: unknown[];
    choice_groups: unknown[];
    pounds_each: number | null;
    is_sold_out: boolean;
  }[];
  const free = rows.filter(
    ({ sizes, choice_groups, is_sold_out }) => sizes.length + choice_groups.length === 0 && !is_sold_out,
  );
  const sold = (row: (typeof rows)[number]) => ({ name: row.name, price: row.discount_price ?? row.price });
  const weighed = free.find(({ pounds_each }) => pounds_each !== null);
  return {
    simple: free.filter(({ pounds_each }) => pounds_each === null).map(sold),
    weighed: { ...(weighed ? sold(weighed) : { name: "", price: 0 }), pounds: weighed?.pounds_each ?? 1 },
  };
}

interface Sale {
  order_number: number;
  status: string;
  payments: { method: string; amount_cents: number }[];
}

/** Returns the sales of a staff member, the latest first. */
async function salesOf(keeper: Person): Promise<Sale[]> {
  const { data } = await serviceClient()
    .from("orders")
    .select("order_number, status, payments!inner(method, amount_cents)")
    .eq("payments.recorded_by", keeper.id)
    .order("order_number", { ascending: false })
    .throwOnError();
  return data as Sale[];
}

for (const screen of SCREENS) {
  test.describe(`on a ${screen.name}`, () => {
    test.use({ viewport: { width: screen.width, height: screen.height }, hasTouch: true });

    test(`sales and a return take the counted presses on a ${screen.name}`, { tag: [AT_OWN_WIDTHS, VERDICT] }, async ({
      page,
    }) => {
      const keeper = await newShopkeeper();
      await keeper.client.from("store_settings").update({ accepts_snap: true }).eq("id", 1);
      const { simple, weighed } = await bestSellers(keeper);
      const [first, second] = simple as [Sold, Sold];
      const sade = { name: "Sade Bello", phone: `281555${String(Date.now()).slice(-4)}` };
      await openAs(page, keeper, "/desk/till");
      const { press, button, take } = pressesOn(page);
      const tile = (name: string) => button(`Add ${name}`, false);
      const done = page.getByRole("dialog", { name: /^Order \d+ is paid$/ });
      await expect(page.getByRole("heading", { name: "Till", level: 1 })).toBeVisible();

      await test.step("a walk-in pays one item in cash", async () => {
        const places = async () => [
          await page
            .getByRole("button", { name: `Add ${first.name}` })
            .first()
            .boundingBox(),
          await page.getByRole("button", { name: /^Take/ }).boundingBox(),
        ];
        await expect(page.getByRole("button", { name: `Add ${first.name}` }).first()).toBeVisible();
        const before = await places();
        expect(await page.evaluate(() => document.documentElement.scrollHeight), "the page does not scroll").toBe(
          screen.height,
        );
        await tile(first.name);
        await expect(page.getByRole("button", { name: /^Take \$/ })).toBeEnabled();
        expect(await places()).toEqual(before);
        await button(/^Take \$/);
        await button(/^\$\d+$/);
        await expect(done.getByText("Change")).toBeVisible();
        await expectAccessible(page, "dialog");
        await button("No receipt");
        expect(take()).toBe(4);
        await expect(done).toBeHidden();
        expect((await salesOf(keeper))[0]).toMatchObject({ status: "completed", payments: [{ method: "store_cash" }] });
      });

      await test.step("three items, one by weight", async () => {
        await tile(first.name);
        await tile(second.name);
        await tile(weighed.name);
        await page.getByLabel("Weight (lb)").fill(String(weighed.pounds));
        await button("Add to bag");
        await button(/^Take \$/);
        await button("Exact");
        await button("No receipt");
        expect(take()).toBeLessThanOrEqual(8);
      });

      await test.step("a known customer pays by card", async () => {
        await call(keeper, "record_sale", {
          items: [{ product_id: (await aProduct({ price: 5 })).id, quantity: 1 }],
          tenders: [{ method: "store_card", amount_cents: 500 }],
          expected_total: 5,
          request_key: crypto.randomUUID(),
          customer: sade,
        });
        await tile(first.name);
        await button("Walk-in");
        await page.getByLabel("Customer: four digits, name, or number").fill(sade.phone.slice(-4));
        await expect(page.getByRole("button", { name: /^Sade Bello/ })).toBeVisible();
        await button(/^Take \$/);
        await button("Card");
        await button("No receipt");
        expect(take()).toBe(5);
        expect((await salesOf(keeper))[0]).toMatchObject({ payments: [{ method: "store_card" }] });
      });

      await test.step("EBT pays what it may, cash the rest", async () => {
        await tile(first.name);
        await tile(second.name);
        await button(/^Take \$/);
        await button("Part by EBT");
        await page.getByLabel("Amount by EBT").fill("1");
        await button("Take this part");
        await button("Exact");
        await button("No receipt");
        expect(take()).toBe(7);
        expect((await salesOf(keeper))[0]?.payments.map(({ method }) => method).toSorted()).toEqual([
          "store_cash",
          "store_ebt",
        ]);
      });

      await test.step("a scanned receipt opens the return", async () => {
        const [{ order_number }] = (await salesOf(keeper)) as [Sale];
        await page.keyboard.type(`S${order_number}\n`);
        const dialog = page.getByRole("dialog", { name: `Return from order ${order_number}` });
        await press(dialog.getByRole("checkbox").first());
        await expectAccessible(page, "dialog");
        await button("Refund ticked products");
        await button("Done");
        expect(take()).toBeLessThanOrEqual(5);
      });
    });
  });
}

test("the till on a phone on its side scrolls to a whole product and a whole line of the bag", {
  tag: AT_OWN_WIDTHS,
}, async ({ page }) => {
  await page.setViewportSize({ width: 844, height: 390 });
  await openAs(page, await newShopkeeper(), "/desk/till");
  const tile = page.getByRole("button", { name: /^Add / }).first();
  await tile.click();
  for (const part of [page.getByRole("list", { name: "Products in the bag" }).getByRole("listitem").first(), tile]) {
    await part.scrollIntoViewIfNeeded();
    await expect(part).toBeInViewport({ ratio: 1 });
  }
});

test.describe("without answers", () => {
  test.use({ expectedRejections: ["/rpc/record_sale"] });

  test("a sale whose answer was lost is recorded once, also after a reload and in two tabs", {
    tag: [AT_PHONE, VERDICT],
  }, async ({ page, context }) => {
    const keeper = await newShopkeeper();
    const [first] = (await bestSellers(keeper)).simple as [Sold];
    await openAs(page, keeper, "/desk/till");
    const other = await context.newPage();
    await openAs(other, keeper, "/desk/till");
    // The store records the sale, and its answer never arrives.
    let lost = 0;
    for (const tab of [page, other]) {
      await tab.route("**/rest/v1/rpc/record_sale", async (route) => {
        if (lost >= 3) return route.continue();
        lost += 1;
        await route.fetch();
        await route.abort();
      });
    }
    await page
      .getByRole("button", { name: `Add ${first.name}` })
      .first()
      .click();
    await expect(other.getByText("1 item in the bag")).toBeVisible();
    await page.getByRole("button", { name: /^Take \$/ }).click();
    await page.getByRole("button", { name: "Exact" }).click();
    await expect(page.getByRole("dialog").getByText(/^No answer from the store/)).toBeVisible();
    await page.reload();
    await expect(page.getByText("0 items in the bag")).toBeVisible();
    await expect(other.getByText("0 items in the bag")).toBeVisible();
    expect(await salesOf(keeper)).toHaveLength(1);
  });
});

test("a sale is made with the keyboard alone", { tag: AT_DESKTOP }, async ({ page }) => {
  const keeper = await newShopkeeper();
  const yam = await aProduct({ price: 9 });
  await openAs(page, keeper, "/desk/till");
  await expect(page.getByRole("searchbox", { name: "Scan, name, or number" })).toBeFocused();
  // The row of categories scrolls sideways.
  for (const category of ["Condiments", "Drink and Beverages", "Fruits and Vegetables"]) {
    const shelf = page.getByRole("button", { name: category });
    await shelf.focus();
    await expect(shelf).toBeInViewport({ ratio: 1 });
  }
  await page.getByRole("searchbox", { name: "Scan, name, or number" }).focus();
  await page.keyboard.type(`2 * ${yam.name}\n`);
  await expect(page.getByRole("button", { name: "Take $18.00" })).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: "Exact" })).toBeFocused();
  await page.keyboard.press("Enter");
  const done = page.getByRole("dialog", { name: /^Order \d+ is paid$/ });
  await expect(done).toContainText("$18.00 in cash");
  const printed = page.evaluate(
    () =>
      new Promise<string>((resolve) => {
        window.print = () =>
          resolve(
            `${document.adoptedStyleSheets.at(-1)?.cssRules[0]?.cssText} ${document.querySelector("article")?.textContent}`,
          );
      }),
  );
  await done.getByRole("button", { name: "Print receipt" }).press("Enter");
  // One page as long as the receipt.
  expect(await printed).toMatch(/^@page \{ size: 80mm \d+mm; margin: 0(px)?; \}.*/);
  expect(await printed).toContain(`2 × ${yam.name}`);
  await expect(done).toBeHidden();
  await expect(page.getByRole("searchbox", { name: "Scan, name, or number" })).toBeFocused();
  expect(await salesOf(keeper)).toHaveLength(1);
});
