import { spawnSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { rmSync } from "node:fs";
import { inflateSync } from "node:zlib";
import { findFreePort } from "@calabash/data-service/database";
import { type Browser, type ElementHandle, type JSHandle, launch, type Page } from "puppeteer-core";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { newShopDataDir } from "#scripts/test-environment/prepared-shop.ts";
import { type ShopProcess, startShopProcess, stopShopProcess } from "#scripts/test-environment/shop-process.ts";

/** Debian's Firefox; empty without one. */
const FIREFOX = spawnSync("which", ["firefox-esr"], { encoding: "utf8" }).stdout.trim();

/**
 * Proves that a purchase, the work on an order, and its printing do not depend on Chromium. Puppeteer instead of
 * Playwright, whose WebDriver BiDi sends commands that Firefox does not have.
 */
describe.runIf(FIREFOX)("in Firefox", () => {
  const dataDir = newShopDataDir();
  let shop: ShopProcess;
  let firefox: Browser;
  let orderPath: string;

  beforeAll(async () => {
    shop = await startShopProcess({ PORT: String(await findFreePort()), DATA_DIR: dataDir });
    firefox = await launch({ browser: "firefox", executablePath: FIREFOX, headless: true });
  });
  afterAll(async () => {
    await firefox?.close();
    if (shop) await stopShopProcess(shop);
    rmSync(dataDir, { recursive: true, force: true });
  });

  /** Opens a page in a new profile. Its messages of errors fail the test. */
  async function openPage(path: string): Promise<{ page: Page; errors: string[] }> {
    const page = await (await firefox.createBrowserContext()).newPage();
    const errors: string[] = [];
    page.on("pageerror", (error) => errors.push(String(error)));
    await page.goto(`${shop.origin}${path}`);
    return { page, errors };
  }

  test("a new shopper buys for pickup by card", async () => {
    const { page, errors } = await openPage("/condiments");
    await press(page, "button", /^Add to Cart/i);
    await seeText(page, "Item added to cart");
    await page.goto(`${shop.origin}/auth`);
    await press(page, "link", /^Sign up$/);
    await fill(page, { "Full Name": "Ama Mensah", Email: `${randomUUID()}@test.example`, Password: "long enough" });
    await press(page, "button", /^Sign up$/);
    await until(page, () => localStorage.getItem("supabase.auth.token"));
    await page.goto(`${shop.origin}/cart`);
    await press(page, "button", /^Proceed to Checkout/);
    await until(page, () => location.pathname.startsWith("/shippingInformation/"));
    await fill(page, {
      "Full name": "Ama Mensah",
      Address: "1 Palm Street",
      City: "Houston",
      "ZIP code": "77073",
      "Phone number": "2815550123",
    });
    await press(page, "button", /^Continue to payment/);
    await fill(page, { "Card number": "4242 4242 4242 4242", "Expiration date": "12 / 34", CVC: "123" });
    await press(page, "button", /^Pay \$/);
    await seeText(page, "Payment Successful");
    orderPath = (await page.evaluate(() => location.pathname)).replace("/success/", "/desk/orders/");
    expect(errors).toEqual([]);
  });

  test("the owner logs in, packs that order, and opens its page", async () => {
    const { page, errors } = await openPage("/auth");
    await logIn(page);
    await page.goto(`${shop.origin}/desk?order=${orderPath.split("/").at(-1)}`);
    await press(page, "checkbox", /./);
    await seeText(page, "1 of 1 in the bag");
    await press(page, "button", /^Ready for pickup/);
    await page.goto(`${shop.origin}${orderPath}`);
    await seeText(page, "Ready for pickup");
    expect(errors).toEqual([]);
  });

  test("a pick list is printed on one sheet, without an empty one after it", async () => {
    const { page } = await openPage("/auth");
    await logIn(page);
    await page.goto(`${shop.origin}/desk/print?orders=${orderPath.split("/").at(-1)}`);
    await seeText(page, "Paid");
    expect(countSheets(await page.pdf())).toBe(1);
  });
});

const KINDS = { button: "button:enabled", checkbox: "input[type=checkbox]:enabled", link: "a[href]" };

/** Counts the pages of a PDF of Firefox, which compresses their descriptions. */
function countSheets(pdf: Uint8Array): number {
  const streams = Buffer.from(pdf)
    .toString("latin1")
    .matchAll(/\/ObjStm\b.*?stream\r?\n(.*?)\r?\nendstream/gs);
  const objects = [...streams].map(([, stream = ""]) => String(inflateSync(Buffer.from(stream, "latin1"))));
  return objects.join("").match(/\/Type \/Page\b/g)?.length ?? 0;
}

/** Logs in as the owner. */
async function logIn(page: Page): Promise<void> {
  await fill(page, { Email: "owner@calabash.example", Password: "calabash-demo" });
  await press(page, "button", /^Log in$/);
  await seeText(page, "Today");
}

/** Presses the first visible, enabled element of the kind with this name. */
async function press(page: Page, kind: keyof typeof KINDS, name: RegExp): Promise<void> {
  const element = await find(page, KINDS[kind], name);
  await element.click();
}

/** Types into the fields with these labels, in place of what they contain. */
async function fill(page: Page, fields: Record<string, string>): Promise<void> {
  for (const [label, text] of Object.entries(fields)) {
    const field = await find(page, "input:enabled", new RegExp(`^${label}$`));
    await field.click({ count: 3 });
    await field.type(text);
  }
}

/** Waits for a visible element whose label or text matches. */
async function find(page: Page, selector: string, name: RegExp): Promise<ElementHandle<HTMLElement>> {
  const found = await until(
    page,
    (elements = "", source = "", flags = "") =>
      [...document.querySelectorAll<HTMLInputElement>(elements)].find((each) => {
        const texts = [each.ariaLabel, each.textContent, ...[...(each.labels ?? [])].map((label) => label.textContent)];
        return each.checkVisibility() && texts.some((text) => text && new RegExp(source, flags).test(text.trim()));
      }),
    selector,
    name.source,
    name.flags,
  );
  return found as ElementHandle<HTMLElement>;
}

async function seeText(page: Page, text: string): Promise<void> {
  // biome-ignore lint/performance/useDomNodeTextContent: it contains the scripts of the page.
  await until(page, (expected = "") => document.body.innerText.includes(expected), text);
}

/** Waits until the function returns a value. `page.waitForFunction` uses `Function()`, which the pages' CSP blocks. */
function until(page: Page, read: (...args: string[]) => unknown, ...args: string[]): Promise<JSHandle> {
  return vi.waitFor(
    async () => {
      const found = await page.evaluateHandle(read, ...args);
      if (await found.evaluate((value) => Boolean(value))) return found;
      const place = await page.evaluate(() => `${location}, ${document.title}`);
      throw new Error(`${args.join(" ")} does not appear on ${place}`);
    },
    { timeout: 60_000, interval: 100 },
  );
}
