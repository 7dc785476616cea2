import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Minutes each. Left for the end, as their small files would be, they keep one core while the other has nothing to do. */
const LONG = ["/tests/money/", "/tests/attack/"];

/** The long files begin the run; the others follow in Vitest's own order. */
export class LongFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLong = ({ moduleId }: TestSpecification) => LONG.some((part) => moduleId.includes(part));
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}
