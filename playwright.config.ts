import { defineConfig } from "@playwright/test";
import { findChromium } from "./scripts/find-chromium.ts";

/** Journeys on a demo shop of their own, started fresh, in a system Chromium. */
export default defineConfig({
  testDir: "e2e",
  globalSetup: "./e2e/open-shop.ts",
  outputDir: ".cache/e2e-results",
  fullyParallel: true,
  workers: 2,
  forbidOnly: true,
  retries: 1,
  timeout: 120_000,
  expect: { timeout: 15_000 },
  use: {
    // To record every journey takes a sixth of the time: the second try of a failed one is recorded.
    trace: "on-first-retry",
    screenshot: "only-on-failure",
    launchOptions: {
      executablePath: findChromium(),
      args: [
        "--no-sandbox",
        "--disable-gpu",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        // Two of three processes were begun ahead for another site and thrown away: there is one site.
        "--disable-site-isolation-trials",
      ],
    },
  },
  projects: [
    // The life of an order has its own widths, and some specs open a shop of their own: each is told once.
    {
      name: "phone",
      testIgnore: [
        "**/order-life.spec.ts",
        "**/layers.spec.ts",
        "**/strict-shop.spec.ts",
        "**/captcha.spec.ts",
        "**/fresh-shop.spec.ts",
        "**/delivery.spec.ts",
      ],
      use: { viewport: { width: 390, height: 844 }, hasTouch: true },
    },
    // What a page without its scripts says is the same at any width, the aisles are one for the whole shop, a delivery
    // fee is agreed on and paid on the way, and on a wide screen the first shelf of home is seen at once.
    {
      name: "desktop",
      testIgnore: [
        "**/scripts-failing.spec.ts",
        "**/aisles.spec.ts",
        "**/delivery-fee.spec.ts",
        "**/home-asleep.spec.ts",
      ],
      use: { viewport: { width: 1280, height: 900 } },
    },
  ],
});
