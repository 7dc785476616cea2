import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";
import { keepFilesInMemory } from "./scripts/whole-shop/temporary-folders.ts";
import { LongFilesFirst } from "./tests/long-files-first.ts";

keepFilesInMemory();

/** Rules need nothing; services need PostgreSQL, which the run brings up once. */
export default defineConfig({
  test: {
    // Vitest leaves one core to itself, which on two cores is half of them.
    maxWorkers: availableParallelism(),
    // Loading their modules was most of the rules' time and a third of the services': the files of a worker share them.
    isolate: false,
    // A worker that runs many files makes much that it soon forgets: with this room it is swept up a fourth as often.
    execArgv: ["--max-semi-space-size=64", "--min-semi-space-size=32"],
    sequence: { sequencer: LongFilesFirst },
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
          // Beside the journeys the five seconds that are usual are soon gone.
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
          globalSetup: ["tests/database-server.ts"],
          testTimeout: 90_000,
          hookTimeout: 120_000,
          // Beside the journeys a second is soon gone.
          expect: { poll: { timeout: 10_000 } },
        },
      },
    ],
  },
});
