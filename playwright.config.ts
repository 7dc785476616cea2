import { defineConfig } from "@playwright/test";
import { AT_DESKTOP, AT_OWN_WIDTHS, AT_PHONE, DESKTOP, PHONE } from "./e2e/fixtures/widths.ts";
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
      executablePath: await findChromium(),
      args: [
        "--no-sandbox",
        "--disable-gpu",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        // Two of three processes were begun ahead for another site and thrown away: there is one site.
        "--disable-site-isolation-trials",
        // As on a phone with little memory: the empty page that a tab begins with shares its process with the shop's.
        "--renderer-process-limit=1",
        // To compile a page's functions for speed takes longer than it gains on a page that is left after some seconds.
        "--js-flags=--no-maglev --no-opt",
        // No journey reaches the world.
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
      // Somebody who asks for stillness, as many do: decision 035.
      use: { viewport: DESKTOP, reducedMotion: "reduce" },
    },
  ],
});
