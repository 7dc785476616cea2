import { readFileSync } from "node:fs";
import { relative } from "node:path";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** What each file of tests took in a whole run, by layer and file. */
const TIMES = new URL("../scripts/test-run/first-times.json", import.meta.url);

/**
 * The files that take longest begin the run: left for the end, one would keep a core while the other has nothing to do.
 * Those that are not known yet follow in Vitest's own order.
 */
export class LongFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const times = JSON.parse(readFileSync(TIMES, "utf8")) as Record<string, { seconds: number }>;
    const secondsOf = ({ project, moduleId }: TestSpecification) =>
      times[`${project.name} ${relative(project.config.root, moduleId)}`]?.seconds ?? 0;
    const sorted = await super.sort(files);
    return sorted.toSorted((one, other) => secondsOf(other) - secondsOf(one));
  }
}
