// Deep: chat links on cached pages.
import type { Page } from "@playwright/test";
import { expect, expectAccessible, test } from "./fixtures/shop-test.ts";
import {
  aPendingOrder,
  aProduct,
  changeTo,
  nameOf,
  newShopkeeper,
  newShopper,
  openAs,
  serviceClient,
} from "./fixtures/test-data.ts";
import { AT_PHONE } from "./fixtures/widths.ts";

const links = (page: Page) => page.getByRole("link", { name: "Message us" });
const inPage = (page: Page) => page.getByRole("main").getByRole("link", { name: "Message us" });

async function messageIn(page: Page): Promise<string | null> {
  const link = new URL((await inPage(page).getAttribute("href")) ?? "");
  expect(`${link.origin}${link.pathname}`).toBe("https://wa.me/2348055550142");
  return link.searchParams.get("text");
}

/** Returns the text that a chat link fills in. */
async function sentText(page: Page, name: string): Promise<string> {
  const href = await page.getByRole("main").getByRole("link", { name }).getAttribute("href");
  return new URL(href ?? "").searchParams.get("text") ?? "";
}

test("the owner adds a WhatsApp number, and pages link to a chat about the order or product", {
  tag: AT_PHONE,
}, async ({ page, browser }) => {
  test.slow();
  const yam = await aProduct();
  const ama = await newShopper();
  const orderId = await aPendingOrder(ama);
  const orderName = await nameOf(orderId);
  const orderQuestion = `Hello! I have a question about ${orderName.toLowerCase()}.`;

  await test.step("without a number the phone number replaces the link", async () => {
    await openAs(page, ama, `/error?order=${orderId}`);
    await expect(page.getByRole("main").getByRole("link", { name: /^\(281\) 555-01\d\d$/ })).toBeVisible();
    for (const path of ["/contact", yam.path, `/orders/${orderId}`]) {
      await page.goto(path);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      await expect(links(page)).toHaveCount(0);
    }
  });

  await test.step("the number needs its country code", async () => {
    await changeTo(page, await newShopkeeper());
    await page.goto("/desk/settings/shop");
    await page.getByLabel("WhatsApp number").fill("(281) 555-0142");
    await page.getByRole("button", { name: "Save settings" }).click();
    await expect(page.getByText("Enter the number with its country code, such as +1 281 555 0142")).toBeVisible();
    await page.getByLabel("WhatsApp number").fill("+234 805 555 0142");
    await page.getByRole("button", { name: "Save settings" }).click();
    await expect(page.getByText("Settings saved")).toBeVisible();
  });

  try {
    await changeTo(page, ama);
    await test.step("the contact page and the menu open an empty chat", async () => {
      await expect(async () => {
        await page.goto("/contact");
        await expect(inPage(page)).toBeVisible({ timeout: 1000 });
      }).toPass();
      expect(await messageIn(page)).toBeNull();
      await expectAccessible(page);
      await page.getByText("Menu", { exact: true }).click();
      await expect(
        page.getByRole("navigation", { name: "Menu" }).getByRole("link", { name: "Message us" }),
      ).toHaveAttribute("href", "https://wa.me/2348055550142");
    });
    await test.step("a product page fills in its name and URL", async () => {
      await page.goto(yam.path);
      const address = await page.locator("link[rel=canonical]").getAttribute("href");
      expect(await messageIn(page)).toBe(`Hello! I have a question about ${yam.name}: ${address}`);
      await expectAccessible(page);
    });
    for (const path of [`/orders/${orderId}`, `/error?order=${orderId}`]) {
      await test.step(`${path} fills in the order number`, async () => {
        await page.goto(path);
        await expect(inPage(page)).toBeVisible();
        expect(await messageIn(page)).toBe(orderQuestion);
        await expectAccessible(page);
      });
    }
    await test.step("an order is sent as text with its URL", async () => {
      await page.goto(`/orders/${orderId}`);
      const sent = await sentText(page, "Send order by WhatsApp");
      expect(sent).toContain(`Hello! This is ${orderName.toLowerCase()}:\n`);
      expect(sent.split("\n").at(-1)).toBe(new URL(`/orders/${orderId}`, page.url()).href);
    });
    await test.step("a cart is sent as text with a URL that offers its products to others", async () => {
      await page.goto(yam.path);
      await page
        .getByRole("main")
        .getByRole("button", { name: /^Add to cart/i })
        .first()
        .click();
      await page.goto("/cart");
      const sent = await sentText(page, "Order by WhatsApp");
      expect(sent).toContain(`Hello! I'd like to order:\n1 × ${yam.name}\nProducts before discounts and tax: $`);
      await expectAccessible(page);
      const guest = await browser.newContext();
      const theirs = await guest.newPage();
      await theirs.goto(sent.split("\n").at(-1) ?? "");
      await expect(theirs.getByText("Your cart is empty.")).toBeVisible();
      await theirs
        .getByRole("region", { name: "Someone sent you a cart with 1 item" })
        .getByRole("button", { name: "Add to my cart" })
        .click();
      await expect(theirs.getByRole("main").getByText(yam.name).first()).toBeVisible();
      await expect(theirs).toHaveURL(/\/cart$/);
      await guest.close();
    });
  } finally {
    await serviceClient().from("store_settings").update({ whatsapp_number: "" }).eq("id", true).throwOnError();
  }
});
