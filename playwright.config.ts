import { defineConfig } from "@playwright/test";
import { AT_DESKTOP, AT_OWN_WIDTHS, AT_PHONE, DESKTOP, PHONE } from "./e2e/fixtures/widths.ts";
import { findChromium } from "./scripts/find-chromium.ts";

/** End-to-end tests on a new demo store in a system Chromium. */
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
    // Requests of a service worker escape a test's routes and counts. e2e/offline.spec.ts allows it.
    serviceWorkers: "block",
    // Recording every test would take a sixth of the time.
    trace: "on-first-retry",
    screenshot: "only-on-failure",
    launchOptions: {
      executablePath: await findChromium(),
      args: [
        "--no-sandbox",
        "--disable-gpu",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        // Chromium starts spare processes for other sites; the tests open only one.
        "--disable-site-isolation-trials",
        // Lets a tab's initial blank page share its process with the store's pages.
        "--renderer-process-limit=1",
        // Optimizing compilers do not pay off on pages that are open for a few seconds.
        "--js-flags=--no-maglev --no-opt",
        // Tests reach no other host.
        "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1",
      ],
    },
  },
  projects: [
    {
      name: "phone",
      grepInvert: new RegExp(`${AT_DESKTOP}|${AT_OWN_WIDTHS}`),
      use: { viewport: PHONE, hasTouch: true },
    },
    {
      name: "desktop",
      grepInvert: new RegExp(AT_PHONE),
      // The desktop project covers reduced motion: decision 035.
      use: { viewport: DESKTOP, reducedMotion: "reduce" },
    },
  ],
});
