// Deep: a font that arrives late, for each system font.

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Page } from "@playwright/test";
import { holdFontsUntilPainted, type MeasuredWords, measureWords } from "./fixtures/late-fonts.ts";
import { expectSteady, watchShifts } from "./fixtures/shifts.ts";
import { expect, test } from "./fixtures/shop-test.ts";

/** Font of Android phones, which have none of the desktop fonts: regular and bold. */
const FILES = ["400Regular/Roboto_400Regular.ttf", "700Bold/Roboto_700Bold.ttf"];

interface FontSettings {
  /** Environment of a browser whose only system font is Roboto. */
  env: Record<string, string>;
  remove(): void;
}

function settingsOfPhone(): FontSettings {
  const folder = mkdtempSync(join(tmpdir(), "calabash-fonts-"));
  const settings = join(folder, "fonts.conf");
  const folders = FILES.map((file) => dirname(fileURLToPath(import.meta.resolve(`@expo-google-fonts/roboto/${file}`))));
  writeFileSync(
    settings,
    `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
<fontconfig>
${folders.map((name) => `<dir>${name}</dir>`).join("\n")}
<cachedir>${join(folder, "cache")}</cachedir>
</fontconfig>
`,
  );
  return { env: { FONTCONFIG_FILE: settings }, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** The variable font is named after its lightest instance. */
const SOURCE_SANS = expect.stringMatching(/^Source Sans 3/);
/** Maximum difference between text widths in the two fonts. Prices alone differ more than whole sentences. */
const MAX_DIFFERENCE = 0.03;
const PAGES = ["/home", "/condiments", "/about", "/contact", "/privacy", "/delivery-and-returns"];
/** Pages with the ZIP code field, which appears once its script has loaded. */
const ZIP_PAGES = ["/home", "/delivery-and-returns"];

async function expectLoaded(page: Page, path: string): Promise<void> {
  await expectSteady(page);
  if (ZIP_PAGES.includes(path)) await expect(page.getByRole("main").getByLabel("Delivery to ZIP code")).toBeVisible();
}

/**
 * Reloads the page, now with Source Sans from the cache. It scrolls to the top first, because the browser restores the
 * scroll position while the last parts are still loading.
 */
async function reloadInSourceSans(page: Page): Promise<void> {
  await expect(async () => {
    await page.evaluate(() => window.scrollTo({ top: 0, behavior: "instant" }));
    await page.reload();
    expect((await measureWords(page, "Yam")).fonts).toEqual([SOURCE_SANS]);
  }).toPass();
}

function expectSameWidths(inDeviceFont: MeasuredWords, inSourceSans: MeasuredWords): void {
  for (const [weight, width] of inSourceSans.widths) {
    expect(
      Math.abs((inDeviceFont.widths.get(weight) ?? 0) / width - 1),
      `at ${weight}: ${inDeviceFont.widths.get(weight)} and ${width}`,
    ).toBeLessThan(MAX_DIFFERENCE);
  }
}

test("a late Source Sans shifts nothing, and the next page uses it at the same size", async ({
  playwright,
  launchOptions,
  baseURL,
  viewport,
  hasTouch,
}) => {
  test.slow();
  const settings = settingsOfPhone();
  const browser = await playwright.chromium.launch({ ...launchOptions, env: { ...process.env, ...settings.env } });
  for (const path of PAGES) {
    // A context for each page: fonts in Chromium's memory are not requested again, and arrive at once.
    const page = await browser.newPage({ baseURL: baseURL ?? "", viewport, hasTouch });
    await watchShifts(page);
    await holdFontsUntilPainted(page, path);
    await expectLoaded(page, path);
    const first = await measureWords(page);
    expect(first.fonts, path).not.toContainEqual(SOURCE_SANS);
    await reloadInSourceSans(page);
    await expectLoaded(page, path);
    const next = await measureWords(page, first.words);
    expectSameWidths(first, next);
    expect(first.buttonHeights, path).toEqual(next.buttonHeights);
    await page.close();
  }
  await browser.close();
  settings.remove();
});

test("a late Source Sans stays unused when a script's style sheets load out of order", async ({ page }) => {
  await watchShifts(page);
  const measured = Promise.withResolvers<void>();
  await page.route("**/*.js", async (route) => {
    await measured.promise;
    await route.continue();
  });
  await holdFontsUntilPainted(page, "/delivery-and-returns");
  const secondSheet = Promise.withResolvers<void>();
  let sheetCount = 0;
  await page.route("**/*.css", async (route) => {
    sheetCount += 1;
    if (sheetCount === 1) await secondSheet.promise;
    await route.fulfill({ response: await route.fetch() });
    if (sheetCount > 1) secondSheet.resolve();
  });
  const { fonts } = await measureWords(page);
  expect(fonts).not.toContainEqual(SOURCE_SANS);
  measured.resolve();
  await expectLoaded(page, "/delivery-and-returns");
  expect((await measureWords(page)).fonts).toEqual(fonts);
});
