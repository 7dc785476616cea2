import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures/shop-test.ts";
import { aPlacedOrder, nameOf, newShopkeeper, newShopper, openAs, pay } from "./fixtures/test-data.ts";
import { AT_OWN_WIDTHS, VERDICT } from "./fixtures/widths.ts";

/** Arabic names and long words are shown in full and do not affect the layout around them. */

const ARABIC = "أبو بكر عبد الرحمن";
const LONG_NOTE = "pleaseringtwice".repeat(19);

async function anOddOrder() {
  const person = await newShopper(ARABIC);
  const id = await aPlacedOrder(person, undefined, "delivery", { note: LONG_NOTE, billing: { name: ARABIC } });
  await pay(person, id);
  return { person, id };
}

async function expectNoSidewaysScroll(page: Page): Promise<void> {
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
}

/** Returns whether the digits of a phone number are rendered left to right. */
function isInOrder(page: Page, phone: string): Promise<boolean> {
  return page.evaluate((text) => {
    const walker = document.createTreeWalker(document.querySelector("main") as Node, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const start = node.textContent?.indexOf(text) ?? -1;
      if (start < 0) continue;
      const lefts = [...text].flatMap((sign, place) => {
        if (!/\d/.test(sign)) return [];
        const range = document.createRange();
        range.setStart(node as Node, start + place);
        range.setEnd(node as Node, start + place + 1);
        return [range.getBoundingClientRect().left];
      });
      if (lefts.some((left) => left > 0))
        return lefts.every((left, place) => place === 0 || left > (lefts[place - 1] ?? 0));
    }
    throw new Error(`${text} is not shown.`);
  }, phone);
}

test("right-to-left names and long words fit the order board, order page, and printout", {
  tag: [AT_OWN_WIDTHS, VERDICT],
}, async ({ page }) => {
  const { person, id } = await anOddOrder();
  const ola = await newShopkeeper();
  await page.setViewportSize({ width: 360, height: 780 });

  await test.step("the customer's order page fits them", async () => {
    await openAs(page, person, `/orders/${id}`);
    await expect(page.getByText(LONG_NOTE)).toBeVisible();
    await expectNoSidewaysScroll(page);
  });

  await test.step("the order board and its pick list fit them", async () => {
    await page.evaluate((session) => {
      localStorage.clear();
      localStorage.setItem("supabase.auth.token", session);
    }, ola.session);
    await page.goto("/desk");
    // The board shows only fifty orders of a column at first, and other tests add more.
    await page.getByLabel("Find an order").fill((await nameOf(id)).replaceAll(/\D/g, ""));
    await expect(page.getByText(LONG_NOTE).first()).toBeVisible();
    await expectNoSidewaysScroll(page);
    await page.goto(`/desk?order=${id}`);
    await expect(page.getByText(LONG_NOTE)).toBeVisible();
    await expectNoSidewaysScroll(page);
  });

  await test.step("the staff's order page fits them", async () => {
    await page.goto(`/desk/orders/${id}`);
    await expect(page.getByText(LONG_NOTE).first()).toBeVisible();
    await expectNoSidewaysScroll(page);
  });

  await test.step("the printed pick list fits them, with a phone number beside the name", async () => {
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.goto(`/desk/print?orders=${id}&paper=receipt`);
    const sheet = page.getByRole("article", { name: `Pick list of ${(await nameOf(id)).toLowerCase()}` });
    await expect(sheet.getByText(LONG_NOTE)).toBeVisible();
    expect(await isInOrder(page, "(281) 555-0177")).toBe(true);
    expect(await sheet.evaluate((element) => element.scrollWidth - element.clientWidth)).toBeLessThanOrEqual(0);
    const short = await paperOf(page);
    expect(short).toHaveLength(1);
    expect(short[0]?.width).toBeCloseTo(80, 0);
    const sheetMm = ((await sheet.boundingBox())?.height ?? 0) * (25.4 / 96);
    expect(short[0]?.height).toBeGreaterThanOrEqual(sheetMm);
    expect(short[0]?.height).toBeLessThan(sheetMm + 4);
  });

  await test.step("a longer receipt has a longer page", async () => {
    const [before] = await paperOf(page);
    await page.evaluate(() => {
      const rows = document.querySelector<HTMLTableSectionElement>("article table tbody");
      for (let copies = 0; copies < 20; copies += 1) rows?.append(rows.rows[0]?.cloneNode(true) as Node);
    });
    await expect.poll(async () => (await paperOf(page))[0]?.height).toBeGreaterThan((before?.height ?? 0) + 100);
    expect(await paperOf(page)).toHaveLength(1);
  });

  await test.step("a label is 4 by 6 inches, and the paper is US Letter by default", async () => {
    await page.getByLabel("Paper").selectOption("4 × 6 in label");
    await expect.poll(async () => new Set((await paperOf(page)).map(({ width }) => width))).toEqual(new Set([102]));
    await page.goto(`/desk/print?orders=${id}`);
    await expect(page.getByRole("img", { name: /^QR code of order \d+$/ })).toBeVisible();
    await expect.poll(async () => (await paperOf(page))[0]).toEqual({ width: 216, height: 279 });
  });
});

/** Returns the sizes of the printed pages in millimeters, rounded. */
async function paperOf(page: Page): Promise<{ width: number; height: number }[]> {
  const pdf = (await page.pdf({ preferCSSPageSize: true })).toString("latin1");
  return [...pdf.matchAll(/\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/g)].map(([, width, height]) => ({
    width: Math.round((Number(width) / 72) * 25.4),
    height: Math.round((Number(height) / 72) * 25.4),
  }));
}
