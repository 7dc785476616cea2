import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";
import { storeFilesInMemory } from "./scripts/test-environment/temporary-folders.ts";

storeFilesInMemory();

const database = {
  globalSetup: ["tests/database-server.ts"],
  testTimeout: 90_000,
  hookTimeout: 120_000,
  // The default of 1 s is too short on a busy machine.
  expect: { poll: { timeout: 10_000 } },
};

const UPGRADE = "tests/deep/machines/previous-release.test.ts";

/**
 * The project "rules" needs only Node; "services" needs PostgreSQL, which a run starts once. "deep" is the proof that
 * `npm run test:deep` adds to them.
 */
export default defineConfig({
  test: {
    // By default Vitest leaves one core free, half of a machine with two.
    maxWorkers: availableParallelism(),
    // Loading the modules again for each file took most of the time of "rules" and a third of "services".
    isolate: false,
    silent: "passed-only",
    // Tests create many short-lived objects; a larger young generation reduces garbage collections to a quarter.
    execArgv: ["--max-semi-space-size=64", "--min-semi-space-size=32"],
    projects: [
      {
        test: {
          name: "rules",
          include: [
            "app/**/*.test.ts",
            "app/**/*.test.tsx",
            "packages/stripe-sandbox/**/*.test.ts",
            "scripts/**/*.test.ts",
          ],
          // The default of 5 s is too short on a busy machine.
          testTimeout: 60_000,
        },
      },
      {
        test: {
          name: "services",
          include: [
            "server/**/*.test.ts",
            "packages/data-service/**/*.test.ts",
            "tests/**/*.test.ts",
            "supabase/**/*.test.ts",
          ],
          exclude: ["tests/deep/**"],
          ...database,
        },
      },
      { test: { name: "deep", include: ["tests/deep/**/*.test.ts"], exclude: [UPGRADE], ...database } },
      // After all others: the previous release ends reads that wait 1.5 s for the upgrade, and others slow it down.
      { test: { name: "deep upgrade", include: [UPGRADE], sequence: { groupOrder: 1 }, ...database } },
      {
        // Apart from "services", because its workers have a DOM.
        test: {
          name: "pages",
          include: ["tests/pages/**/*.test.tsx"],
          setupFiles: ["tests/pages/dom.ts"],
          ...database,
        },
      },
    ],
  },
});
