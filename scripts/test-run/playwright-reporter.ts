import { relative } from "node:path";
import type { FullConfig, Reporter, Suite, TestCase, TestResult } from "@playwright/test/reporter";
import { endWithTheRun, tell } from "./tell.ts";

/** Tells each journey as it ends, after its second try where there is one. */
export default class PlaywrightReporter implements Reporter {
  onBegin(_config: FullConfig, suite: Suite): void {
    endWithTheRun();
    tell({ kind: "planned", count: suite.allTests().length });
  }

  onTestEnd(test: TestCase, result: TestResult): void {
    const isOver = result.status === test.expectedStatus || result.retry === test.retries;
    if (!isOver || result.status === "skipped") return;
    const outcome = test.outcome();
    const [, project = "", , ...title] = test.titlePath();
    tell({
      kind: "test",
      layer: project,
      title: title.join(" › "),
      file: relative(process.cwd(), test.location.file),
      outcome: outcome === "expected" ? "passed" : outcome === "flaky" ? "flaky" : "failed",
      seconds: result.duration / 1000,
      traces: test.results.flatMap(({ attachments }) =>
        attachments.flatMap(({ name, path }) =>
          path && ["trace", "screenshot"].includes(name) ? [relative(process.cwd(), path)] : [],
        ),
      ),
      message: result.errors.map(({ stack, message }) => stack ?? message ?? "").join("\n"),
    });
  }

  printsToStdio(): boolean {
    return false;
  }
}
