import { expect, test } from "vitest";
import { costText } from "./recent-deliveries.tsx";

test("the cost of a delivery says which part of it is unknown, and is never zero for an unknown one", () => {
  const known = { quantity: 12, costCents: 250 };
  const unknown = { quantity: 1, costCents: null };
  expect(costText([known])).toBe("$30.00");
  expect(costText([known, unknown])).toBe("$30.00, 1 line of unknown cost");
  expect(costText([known, unknown, unknown])).toBe("$30.00, 2 lines of unknown cost");
  expect(costText([unknown])).toBe("unknown cost");
  expect(costText([{ quantity: 2, costCents: 0 }])).toBe("$0.00");
});
