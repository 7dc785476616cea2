import { expect, test } from "vitest";
import { waitingText } from "./waiting-orders.ts";

test("orders of earlier days that need work are summed up in one line", () => {
  expect(waitingText("paid", 15)).toBe("15 paid orders from earlier days are waiting");
  expect(waitingText("paid", 1)).toBe("1 paid order from earlier days is waiting");
  expect(waitingText("preparing", 2)).toBe("2 orders from earlier days are being prepared");
  expect(waitingText("preparing", 1)).toBe("1 order from earlier days is being prepared");
});
