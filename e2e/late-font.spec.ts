import { DEVICE_FONTS, settingsWithOnly } from "./fixtures/device-fonts.ts";
import { holdFontsUntilPainted, measureWords } from "./fixtures/late-fonts.ts";
import { expectSteady, watchShifts } from "./fixtures/shifts.ts";
import { expect, test } from "./fixtures/shop-test.ts";

/** A first visit on a slow line: Source Sans comes when the words stand already, in the device's own font. */
/** The variable font is named after its lightest instance. */
const SOURCE_SANS = expect.stringMatching(/^Source Sans 3/);
/** Between the words in one font and in the other: prices alone differ more than whole sentences. */
const MOST_DIFFERENCE = 0.03;
const PAGES = ["/home", "/condiments", "/about", "/contact", "/privacy", "/delivery-and-returns"];

for (const font of DEVICE_FONTS) {
  test(`where a device has ${font} alone, nothing moves when Source Sans comes late, and the next page has it at the same size`, async ({
    playwright,
    launchOptions,
    baseURL,
    viewport,
    hasTouch,
  }) => {
    const settings = settingsWithOnly(font);
    const browser = await playwright.chromium.launch({
      ...launchOptions,
      // Nothing is asked of the world, without a route: one would switch off the browser's cache.
      args: [...(launchOptions.args ?? []), "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost"],
      env: { ...process.env, ...settings.env },
    });
    for (const path of PAGES) {
      await test.step(path, async () => {
        const context = await browser.newContext({ baseURL: baseURL ?? "", viewport, hasTouch });
        const page = await context.newPage();
        await watchShifts(page);
        await holdFontsUntilPainted(page, path);
        await expectSteady(page);
        const first = await measureWords(page);
        expect(first.fonts).not.toContainEqual(SOURCE_SANS);
        await expect(async () => {
          await page.reload();
          expect((await measureWords(page)).fonts).toEqual([SOURCE_SANS]);
        }).toPass();
        await expectSteady(page);
        const next = await measureWords(page, first.words);
        expect(next.buttonHeights).toEqual(first.buttonHeights);
        for (const [weight, width] of next.widths) {
          expect(
            Math.abs((first.widths.get(weight) ?? 0) / width - 1),
            `at ${weight}: ${first.widths.get(weight)} and ${width}`,
          ).toBeLessThan(MOST_DIFFERENCE);
        }
        await context.close();
      });
    }
    await browser.close();
    settings.remove();
  });
}
