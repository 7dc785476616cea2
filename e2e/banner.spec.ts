import { rmSync } from "node:fs";
import { findFreePort } from "#data-service/database/free-port.ts";
import { newShopDataDir } from "#scripts/whole-shop/prepared-shop.ts";
import { startShopProcess, stopShopProcess } from "#scripts/whole-shop/shop-process.ts";
import { DEMO_OWNER, expect, test } from "./fixtures/shop-test.ts";
import { AT_PHONE, DESKTOP, PHONE } from "./fixtures/widths.ts";

// A shop of its own: on the one of the other journeys the line would stand on top of all their pages.
test("a line is written, looked at, stands on top of every page, and ends by the clock", {
  tag: AT_PHONE,
}, async ({ page, browser, expectAccessible }) => {
  test.slow();
  const dataDir = newShopDataDir();
  const port = await findFreePort();
  const shop = await startShopProcess({ PORT: String(port), DATA_DIR: dataDir });
  const origin = `http://localhost:${port}`;
  const words = "Free plantain with every order this week";
  const line = page.getByText(words, { exact: true });
  const guest = await (await browser.newContext()).newPage();
  const shown = guest.getByText(words, { exact: true });
  try {
    await test.step("without one, nothing stands over the header", async () => {
      await guest.goto(`${origin}/home`);
      await expect(guest.getByRole("heading", { level: 1 })).toBeAttached();
      expect(await guest.getByRole("banner").evaluate((header) => header.getBoundingClientRect().top)).toBe(
        0,
      );
    });

    await test.step("it is previewed, kept over a closed tab, and saved", async () => {
      await page.goto(`${origin}/auth`);
      await page.getByLabel("Email").fill(DEMO_OWNER.email);
      await page.getByLabel("Password").fill(DEMO_OWNER.password);
      await page.getByRole("button", { name: "Login" }).click();
      await expect(page.getByRole("button", { name: "Logout" })).toBeVisible();
      await page.goto(`${origin}/desk/settings/banner`);
      await expect(page.getByText("No page shows a line.")).toBeVisible();
      await page.getByLabel("Words").fill(words);
      await expect(line).toBeVisible();
      await page.getByLabel("Until").fill("2020-01-01T09:00");
      await expect(page.getByText("Its end has passed: no page shows it.")).toBeVisible();
      await page.getByLabel("Until").fill("2099-12-31T23:59");
      await expectAccessible();
      page.once("dialog", (dialog) => dialog.accept());
      await page.reload();
      await expect(page.getByText("it was not saved")).toBeVisible();
      await expect(page.getByLabel("Words")).toHaveValue(words);
      await page.getByRole("button", { name: "Save settings" }).click();
      await expect(page.getByText("Settings saved")).toBeVisible();
    });

    await test.step("every page shows it in its HTML, over the header", async () => {
      for (const path of ["/home", "/condiments", "/cart", "/blog"]) {
        await expect(async () => {
          const html = await (await guest.request.get(`${origin}${path}`)).text();
          expect(html).toContain(words);
        }).toPass();
        await guest.goto(`${origin}${path}`);
        for (const width of [DESKTOP, PHONE]) {
          await guest.setViewportSize(width);
          await expect(shown).toBeVisible();
          expect((await shown.boundingBox())?.y).toBe(0);
        }
      }
    });

    await test.step("once its end has come, no page shows it", async () => {
      await page.getByLabel("Until").fill("2020-01-01T09:00");
      await page.getByRole("button", { name: "Save settings" }).click();
      await expect(async () => {
        await guest.goto(`${origin}/home`);
        await expect(guest.getByRole("heading", { level: 1 })).toBeAttached();
        await expect(shown).toHaveCount(0);
      }).toPass();
    });
  } finally {
    // What the pages still ask for is no fault of the shop that closes.
    await Promise.all([page.goto("about:blank"), guest.goto("about:blank")]);
    await stopShopProcess(shop);
    rmSync(dataDir, { recursive: true, force: true });
  }
});
