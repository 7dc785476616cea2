import { expect, test } from "vitest";
import { readLatest } from "./latest-read.ts";

test("a read that an update overtook is repeated, three times at most", async () => {
  let updates = 0;
  const reads: string[] = [];
  const readAs = (updatesDuringRead: number[]) =>
    readLatest(
      async () => {
        updates += updatesDuringRead.shift() ?? 0;
        return `after ${updates}, read ${reads.push("read")}`;
      },
      () => updates,
    );
  expect(await readAs([])).toBe("after 0, read 1");
  expect(await readAs([1])).toBe("after 1, read 3");
  expect(await readAs([1, 1, 1, 1])).toBe("after 4, read 6");
});
