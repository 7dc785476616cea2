import type { TestContext } from "vitest";

declare module "vitest" {
  interface TaskMeta {
    /** Counts and durations of the test, for the last lines of `npm run test:deep`. */
    figures?: string;
  }
}

/** Reports what a test counted. `npm run test:deep` prints it even if the test passes. */
export function reportFigures({ task }: TestContext, figures: string): void {
  task.meta.figures = figures;
  console.info(figures);
}
