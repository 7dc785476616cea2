import { defineConfig } from "@playwright/test";
import { AT_DESKTOP, AT_OWN_WIDTHS, AT_PHONE, DESKTOP, PHONE } from "./e2e/fixtures/widths.ts";
import { CHROMIUM_FLAGS, findChromium } from "./scripts/find-chromium.ts";

/** End-to-end tests: a new demo store and the system's Chromium. */
export default defineConfig({
  testDir: "e2e",
  globalSetup: "./e2e/open-shop.ts",
  outputDir: ".cache/e2e-results",
  fullyParallel: true,
  workers: 2,
  forbidOnly: true,
  timeout: 120_000,
  expect: { timeout: 15_000 },
  use: {
    // `page.route` does not see requests of a service worker. e2e/offline.spec.ts allows one.
    serviceWorkers: "block",
    // No trace: recording every test takes a sixth of the run time. `--trace on` records a failure that can be repeated.
    screenshot: "only-on-failure",
    launchOptions: {
      executablePath: await findChromium(),
      args: [
        ...CHROMIUM_FLAGS,
        // Chromium starts spare processes for other sites; the tests open only one.
        "--disable-site-isolation-trials",
        // Lets a tab's initial blank page share its process with the store's pages.
        "--renderer-process-limit=1",
        // Optimizing compilers do not pay off on pages that are open for a few seconds.
        "--js-flags=--no-maglev --no-opt",
        // Tests must not reach other hosts.
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
      // Desktop tests run with reduced motion: decision 035.
      use: { viewport: DESKTOP, reducedMotion: "reduce" },
    },
  ],
});
