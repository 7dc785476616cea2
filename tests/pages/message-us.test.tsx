import {
  aPendingOrder,
  aProduct,
  nameOf,
  newShopkeeper,
  newShopper,
  openAs,
  replaceSession,
} from "#e2e/fixtures/test-data.ts";
import { expect, expectAccessible, openOwnShop, step, test } from "./page-test.tsx";

// A separate store, because a number would add links to all other tests' pages.
openOwnShop();

test("the owner adds a WhatsApp number, and pages link to a chat about the order or product", async ({ page }) => {
  const [ama, yam] = [await newShopper(), await aProduct()];
  const orderId = await aPendingOrder(ama);
  const orderName = (await nameOf(orderId)).toLowerCase();
  const main = page.getByRole("main");
  /** Returns the text that a chat link fills in. */
  const textOf = async (name: string) => {
    const link = new URL((await main.getByRole("link", { name }).getAttribute("href")) ?? "");
    expect(link.origin).toBe("https://wa.me");
    return link.searchParams.get("text") ?? "";
  };

  await step("without a number the phone number replaces the link", async () => {
    await openAs(page, ama, `/error?order=${orderId}`);
    await expect(main.getByRole("link", { name: /^\(281\) 555-01\d\d$/ })).toBeVisible();
    for (const path of ["/contact", yam.path, `/orders/${orderId}`]) {
      await page.goto(path);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      await expect(page.getByRole("link", { name: "Message us" })).toHaveCount(0);
    }
  });

  await step("the number needs its country code", async () => {
    await replaceSession(page, await newShopkeeper());
    await page.goto("/desk/settings/shop");
    await page.getByLabel("WhatsApp number").fill("(281) 555-0142");
    await page.getByRole("button", { name: "Save settings" }).click();
    await expect(page.getByText("Enter the number with its country code, such as +1 281 555 0142")).toBeVisible();
    await page.getByLabel("WhatsApp number").fill("+234 805 555 0142");
    await page.getByRole("button", { name: "Save settings" }).click();
    await expect(page.getByText("Settings saved")).toBeVisible();
    await replaceSession(page, ama);
  });

  await step("each page fills in what the question is about", async () => {
    await page.goto("/contact");
    await expect(main.getByRole("link", { name: "Message us" })).toHaveAttribute("href", "https://wa.me/2348055550142");
    await expectAccessible();
    await page.goto(yam.path);
    const { href } = new URL(yam.path, page.url());
    expect(await textOf("Message us")).toBe(`Hello! I have a question about ${yam.name}: ${href}`);
    for (const path of [`/orders/${orderId}`, `/error?order=${orderId}`]) {
      await page.goto(path);
      expect(await textOf("Message us")).toBe(`Hello! I have a question about ${orderName}.`);
    }
  });

  await step("an order and a cart are sent as text with their URLs", async () => {
    await page.goto(`/orders/${orderId}`);
    const order = await textOf("Send order by WhatsApp");
    expect(order).toContain(`Hello! This is ${orderName}:\n`);
    expect(order.split("\n").at(-1)).toBe(page.url());
    await page.goto(yam.path);
    await page.getByRole("button", { name: `Add to Cart: ${yam.name}` }).click();
    await page.goto("/cart");
    const cart = await textOf("Order by WhatsApp");
    expect(cart).toContain(`Hello! I'd like to order:\n1 × ${yam.name}\nProducts before discounts and tax: $`);
    await expectAccessible();
    // Another person opens the link: tests/pages/cart.test.tsx.
    expect(cart.split("\n").at(-1)).toContain("/cart#");
  });
});
