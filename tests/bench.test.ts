import { expect, test } from "vitest";
import { runProgram } from "#scripts/test-environment/shop-process.ts";

test("every benchmark loads, and an unknown one is rejected with the list of names", async () => {
  const { exitCode, output } = await runProgram("../bench/run", {}, "unknown");
  expect(output).toContain("unknown: choose from rows, home, ");
  expect(exitCode).toBe(1);
});
