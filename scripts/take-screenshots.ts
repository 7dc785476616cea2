import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { listDeskPaths } from "#app/features/desk-frame/desk-pages.ts";
import { launchChromium } from "./find-chromium.ts";
import { typeBilling, typeCard } from "./test-environment/checkout-forms.ts";
import { openShop } from "./test-environment/open-demo-shop.ts";

/**
 * `npm run screenshots`: saves screenshots of every screen of a new demo store in .cache/screenshots, at 390 and 1280
 * px, light and dark.
 */
const FOLDER = join(import.meta.dirname, "..", ".cache", "screenshots");
const WIDTHS = [390, 1280];
const THEMES = ["light", "dark"] as const;
const PUBLIC = [
  "/home",
  "/condiments",
  "/blog",
  "/blogs/1",
  "/about",
  "/contact",
  "/privacy",
  "/delivery-and-returns",
  "/nothing-here",
];
const GUEST = ["/cart", "/auth", "/auth?mode=sign-up", "/auth/forgot", "/error"];
const SHOPPER = ["/auth", "/account"];
const OWNER = ["/auth", "/auth?date=2020-01-01", "/condiments", "/sandbox/stripe", "/dev/mailbox", ...listDeskPaths()];

rmSync(FOLDER, { recursive: true, force: true });
mkdirSync(FOLDER, { recursive: true });
const shop = await openShop();
await shop.hasPictures;
const browser = await launchChromium();
try {
  for (const width of WIDTHS) {
    for (const colorScheme of THEMES) {
      const newPage = async () => {
        const context = await browser.newContext({
          baseURL: shop.origin,
          colorScheme,
          viewport: { width, height: 900 },
          reducedMotion: "reduce",
        });
        return context.newPage();
      };
      const take = (page: Page, name: string) => takeScreenshot(page, `${name}-${width}-${colorScheme}`);
      const guest = await newPage();
      for (const path of [...PUBLIC, ...GUEST]) await visit(guest, path, take, "guest");
      await walkPurchase(guest, take);
      await guest.context().close();
      for (const [email, paths, who] of [
        ["shopper@calabash.example", SHOPPER, "shopper"],
        ["owner@calabash.example", OWNER, "owner"],
      ] as const) {
        const page = await newPage();
        await page.goto("/auth");
        await page.getByLabel("Email").fill(email);
        await page.getByLabel("Password").fill("calabash-demo");
        await page.getByRole("button", { name: "Log in" }).click();
        await (who === "owner"
          ? page.waitForURL("/desk/today")
          : page.getByRole("button", { name: "Log out" }).waitFor());
        for (const path of paths) await visit(page, path, take, who);
        if (who === "owner") await workThroughOrder(page, take);
        await page.context().close();
      }
      console.log(`${width} px, ${colorScheme}: done`);
    }
  }
} finally {
  await browser.close();
  await shop.close();
}
console.log(`The screenshots are in ${FOLDER}.`);

type Take = (page: Page, name: string) => Promise<void>;

async function visit(page: Page, path: string, take: Take, who: string): Promise<void> {
  await page.goto(path);
  await take(page, `${who}${path.replaceAll(/[^a-zA-Z0-9]+/g, "-")}`);
}

/** Goes from a product to the paid order, including form errors. */
async function walkPurchase(page: Page, take: Take): Promise<void> {
  await page.goto("/condiments");
  await page.getByRole("link", { name: "Red Palm Oil" }).first().click();
  await page.getByRole("heading", { level: 1, name: "Red Palm Oil" }).waitFor();
  await take(page, "guest-product");
  await page
    .getByRole("button", { name: /Add to Cart/ })
    .first()
    .click();
  await page.goto("/cart");
  await page.getByLabel("Delivery", { exact: true }).check();
  await take(page, "guest-cart-filled");
  await page.goto("/auth?mode=sign-up&next=/cart");
  await page.getByRole("button", { name: "Sign up" }).click();
  await take(page, "guest-sign-up-errors");
  await page.getByLabel("Full Name").fill("Ama Mensah");
  await page.getByLabel("Email").fill(`${crypto.randomUUID()}@test.example`);
  await page.getByLabel("Password").fill("long enough");
  await page.getByRole("button", { name: "Sign up" }).click();
  await page.waitForURL("/cart");
  await page.getByLabel("Pickup").check();
  await page.getByRole("button", { name: "Proceed to Checkout" }).click();
  const pay = page.getByRole("button", { name: "Continue to payment" });
  await pay.click();
  await take(page, "shopper-shipping-errors");
  await typeBilling(page);
  await pay.click();
  await typeCard(page, "4242 4242 4242 4242");
  await take(page, "shopper-checkout");
  await page.getByRole("button", { name: /^Pay / }).click();
  await page.getByRole("heading", { name: "Payment Successful" }).waitFor();
  await take(page, "shopper-success");
  await page.goto("/auth");
  await page.getByRole("article").first().getByRole("link").first().click();
  await page.getByRole("heading", { level: 1 }).waitFor();
  await take(page, "shopper-order");
}

/** Takes screenshots of the newest paid order as staff see it, and of its refund dialog. */
async function workThroughOrder(page: Page, take: Take): Promise<void> {
  await page.goto("/auth?status=paid");
  await page.getByRole("article").first().getByRole("link").first().click();
  await page.getByRole("button", { name: "Refund" }).waitFor();
  await take(page, "owner-order");
  await page.getByRole("button", { name: "Refund" }).click();
  await page.getByRole("dialog").waitFor();
  await take(page, "owner-refund");
}

/** Takes a screenshot of the whole page after all images, including lazy ones, have loaded. */
async function takeScreenshot(page: Page, name: string): Promise<void> {
  // The demo store's dev tools have no scripts.
  if (!/^\/(dev|sandbox)\//.test(new URL(page.url()).pathname)) {
    await page.locator("html[data-scripts=ready]").waitFor();
  }
  // Lazy parts, such as the admin's tools, have loaded once the network is idle. The order board keeps a connection
  // open, so wait for its heading instead, which appears when the orders are loaded.
  if (new URL(page.url()).pathname === "/desk") await page.getByRole("heading", { level: 1 }).waitFor();
  else await page.waitForLoadState("networkidle");
  await page.getByRole("status").filter({ hasText: "Loading..." }).waitFor({ state: "detached" });
  await page.evaluate(async () => {
    for (const image of document.images) Object.assign(image, { loading: "eager", decoding: "sync" });
    await Promise.all([...document.images].map((image) => image.decode().catch(() => undefined)));
    await document.fonts.ready;
  });
  await page.screenshot({ path: join(FOLDER, `${name}.png`), fullPage: true });
}
