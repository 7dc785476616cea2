import { expect, test } from "vitest";
import { movedText } from "./merge-customers.ts";

const NOTHING = { orderCount: 0, noteCount: 0, addressCount: 0, tags: [] };

test.for([
  [NOTHING, "nothing"],
  [{ ...NOTHING, orderCount: 1 }, "1 order"],
  [
    { orderCount: 3, noteCount: 1, addressCount: 2, tags: ["VIP"] },
    "3 orders, 1 note, 2 saved addresses, and the tag VIP",
  ],
  [{ ...NOTHING, orderCount: 2, tags: ["VIP", "Late"] }, "2 orders and the tags VIP and Late"],
] as const)("a merge of %j moves %s", ([preview, text]) => {
  expect(movedText(preview)).toBe(text);
});
