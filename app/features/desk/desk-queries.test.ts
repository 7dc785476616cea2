import { expect, test } from "vitest";
import { aPickLine } from "#tests/order-samples.ts";
import { type PickList, readLatest, translatePickList } from "./desk-queries.ts";

const aLine = (id: number, name: string) => aPickLine({ id, name, size: "about 3 lb" });

test("lines of a pick list have translated names, and keep the English name of the package", () => {
  const yam = aLine(1, "White Yam");
  const palm = aLine(2, "Zomi");
  const okra = aLine(3, "Okra");
  const pickList: Pick<PickList, "lines" | "goneLines"> = { lines: [yam, palm], goneLines: [okra] };
  const rows = [
    { order_item_id: 1, substitution_id: null, name: "Ñame blanco", size_label: "unas 3 lb" },
    { order_item_id: 2, substitution_id: null, name: "Zomi", size_label: "unas 3 lb" },
  ];
  expect(translatePickList(pickList as PickList, rows)).toEqual({
    lines: [
      { ...yam, name: "Ñame blanco", englishName: "White Yam", size: "unas 3 lb" },
      { ...palm, size: "unas 3 lb" },
    ],
    goneLines: [okra],
  });
});

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
