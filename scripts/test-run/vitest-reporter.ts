import { relative } from "node:path";
import type { Reporter, TestCase, TestModule, TestSpecification } from "vitest/node";
import { endWithTheRun, tell } from "./tell.ts";

/** Tells each rule and service test as it ends. */
export default class VitestReporter implements Reporter {
  onTestRunStart(_files: readonly TestSpecification[]): void {
    endWithTheRun();
  }

  onTestModuleCollected(module: TestModule): void {
    tell({ kind: "planned", count: [...module.children.allTests()].length });
  }

  onTestCaseResult(test: TestCase): void {
    const { state, errors } = test.result();
    if (state !== "passed" && state !== "failed") return;
    const diagnostic = test.diagnostic();
    tell({
      kind: "test",
      layer: test.project.name,
      title: test.fullName,
      file: relative(process.cwd(), test.module.moduleId),
      outcome: diagnostic?.flaky ? "flaky" : state,
      seconds: (diagnostic?.duration ?? 0) / 1000,
      traces: [],
      message: (errors ?? []).map(({ message, stack }) => stack ?? message).join("\n"),
    });
  }
}
