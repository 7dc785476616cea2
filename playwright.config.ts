import { defineConfig } from "@playwright/test";
import { findChromium } from "./scripts/find-chromium.ts";

const PORT = 3417;
const DATA_DIR = ".cache/e2e-data";

/** Journeys on a demo shop of their own, started fresh, in a system Chromium. */
export default defineConfig({
  testDir: "e2e",
  outputDir: ".cache/e2e-results",
  fullyParallel: true,
  workers: 2,
  forbidOnly: true,
  timeout: 120_000,
  expect: { timeout: 15_000 },
  use: {
    baseURL: `http://localhost:${PORT}`,
    trace: "retain-on-failure",
    launchOptions: {
      executablePath: findChromium(),
      args: [
        "--no-sandbox",
        "--disable-gpu",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
      ],
    },
  },
  projects: [
    // The life of an order has its own widths, and two specs open a shop of their own: each is told once.
    {
      name: "phone",
      testIgnore: ["**/order-life.spec.ts", "**/strict-shop.spec.ts", "**/captcha.spec.ts"],
      use: { viewport: { width: 390, height: 844 }, hasTouch: true },
    },
    { name: "desktop", use: { viewport: { width: 1280, height: 900 } } },
  ],
  webServer: {
    command: `rm -rf ${DATA_DIR} && exec node server/main.ts`,
    url: `http://localhost:${PORT}/readyz`,
    env: { PORT: String(PORT), DATA_DIR },
    gracefulShutdown: { signal: "SIGTERM", timeout: 15_000 },
    stdout: "pipe",
    timeout: 60_000,
  },
});
